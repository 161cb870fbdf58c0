/** The walk: every step of the model in order, one scene each, played or stepped through. */
import { softmaxFormula } from '../../draw/formula.js';
import { style as map } from '../../draw/map.style.js';
import { style as camera } from '../../parts/camera.style.js';
import { groupName } from '../../parts/player.js';
import { facts } from '../../story/facts.js';
import { partOf } from '../../story/part.js';
import { fraction, oneOf } from '../../story/properties.js';
import { sceneOf } from './scene.js';
import { style } from './style.js';
import { STEPS, timeline } from './timeline.js';

/** Formulas that depend on the model's settings, where they are not the usual ones. */
const FORMULAS = {
  embedding: ({ embeddingScale }) => (embeddingScale === 1 ? 'embedding-plain' : 'embedding'),
  position: ({ position, amplitude }) => {
    if (position !== 'sinusoidal') return `position-${position}`;
    return amplitude === 1 ? 'position' : 'position-amplitude';
  },
  project: ({ fault }) => (fault === 'no_head_transpose' ? `project-${fault}` : 'project'),
  score: ({ rotary }) => (rotary ? 'score-rope' : 'score'),
  scale: ({ scale }) => (scale === 'sqrt(d_k)' ? 'scale' : `scale-${scale}`),
  mask: ({ fault }) => (['zero_mask', 'mask_after_softmax'].includes(fault) ? `mask-${fault}` : 'mask'),
  softmax: ({ fault }) => softmaxFormula(fault),
  merge: ({ fault }) => (fault === 'no_head_transpose' ? `merge-${fault}` : 'merge'),
  'feed-forward': ({ activation }) => (activation === 'gelu' ? 'feed-forward-gelu' : 'feed-forward'),
};

/** Where each step is computed; the first only shows what comes. */
const SOURCES = {
  embedding: '01_embed.c',
  position: '02_position.c',
  norm: '03_norm.c',
  project: '04_project.c',
  rotate: '05_rotate.c',
  score: '06_score.c',
  scale: '07_scale.c',
  mask: '08_mask.c',
  softmax: '09_softmax.c',
  mix: '10_mix.c',
  merge: '11_merge.c',
  add: '12_add.c',
  'feed-forward': '13_feed_forward.c',
  prediction: '14_predict.c',
};

/** What a step does, as it is done here. */
const leadOf = (lead, wrong, about) => wrong ?? (typeof lead === 'function' ? lead(about) : lead);

let room = { of: '', height: 0 };

/** What the tallest scene needs at this width, so that nothing moves from one to the next. */
function tallest(view) {
  const { width, words, tokens, token, shape, fault, candidates } = view;
  const of = JSON.stringify([width, words.lang, tokens, token, shape, fault, candidates]);
  if (of !== room.of) {
    const steps = STEPS.filter((step) => step !== 'rotate' || shape.rotary);
    room = { of, height: Math.ceil(Math.max(...steps.map((step) => sceneOf(step, view, 1).height))) };
  }
  return room.height;
}

function picture(_, view) {
  const { moment, t } = view.at;
  const { step } = moment;
  const about = facts(step, view);
  const words = view.own.steps[step];
  return {
    title: words.title,
    lead: leadOf(words.lead, view.own.wrong[view.fault]?.[step], about),
    group: groupName(moment, view.words),
    formula: FORMULAS[step]?.(view.shape) ?? step,
    code: SOURCES[step],
    now: words.now(about),
    inLayer: moment.layer !== null,
    part: partOf(moment, view.head),
    scene: sceneOf(step, view, t),
    room: tallest(view),
  };
}

export default {
  name: 'walk',
  properties: {
    step: { initial: 'tokens', read: oneOf(...STEPS), moves: true },
    t: { initial: 1, read: fraction, write: (t) => t.toFixed(3) },
    speed: { initial: '1', read: oneOf('0.5', '1', '2') },
    pace: { initial: 'brief', read: oneOf('brief', 'full') },
  },
  parts: ['belief', 'layer', 'head', 'player'],
  camera: () => import('../../parts/camera.js'),
  texts: { zh: () => import('./text.zh.js'), en: () => import('./text.en.js') },
  moments: (state, { n_layers: layers, position: own }) =>
    timeline({ layers, position: state.position === 'model' ? own : state.position }, state),
  picture,
  style: [map, camera, style],
};
