/**
 * The scene of each step of the walk: a pure function (view, t) → { height, blocks, over, lit }, as draw/layout.js
 * describes.
 */
import { opening } from '../../draw/opening.js';
import { project } from '../../draw/roles.js';
import { mask, mix, rotate, scale, score, softmax } from './scene-attention.js';
import { add, feedForward, merge, norm } from './scene-block.js';
import { brief } from './scene-brief.js';
import { embedding, position } from './scene-input.js';
import { prediction } from './scene-prediction.js';

const SCENES = {
  tokens: opening,
  embedding,
  position,
  norm,
  project,
  rotate,
  score,
  scale,
  mask,
  softmax,
  mix,
  merge,
  add,
  'feed-forward': feedForward,
  block: brief,
  prediction,
};

/** The picture of one moment. */
export const sceneOf = (step, view, t) => SCENES[step](view, t);
