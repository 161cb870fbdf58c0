/**
 * Every figure by name. A figure's picture is a pure function of view, state and what the experiment has ready:
 *   { title, group, formula, now, lead, task, badges, inLayer, scene, controls }
 * `badges` says where its numbers come from, and `group` to what a moment of the walk belongs. `plays` says whether the player belongs to it.
 */
import { contextPicture } from './context.js';
import { fourStepsPicture } from './four-steps.js';
import { multiHeadPicture } from './multi-head.js';
import { qkvPicture } from './qkv.js';
import { walkPicture } from './walk.js';

export const FIGURES = {
  walk: { picture: walkPicture, plays: true },
  context: { picture: contextPicture, plays: false },
  qkv: { picture: qkvPicture, plays: false },
  'four-steps': { picture: fourStepsPicture, plays: false },
  'multi-head': { picture: multiHeadPicture, plays: false },
};
