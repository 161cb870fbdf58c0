/**
 * The walk: which scenes there are, in which order, and how long each takes.
 *
 * One scene is one step of the engine (or two that read as one). The timeline is the list of moments { step, layer,
 * seconds, group } for a model of any depth; `layer` is null before the first block and after the last, and `group`
 * is the part of the walk: 'before', a layer's number, or 'after'. A position on the timeline is `index + t`, t from
 * 0 (the scene begins) to 1 (everything is there).
 *
 * The first layer comes step by step; later ones do the same with other weights, so each is one scene, unless the
 * reader asks for all of them in full or stands at a step of one.
 */

/** Scenes before the first block. */
const BEFORE = ['tokens', 'embedding', 'position'];

/** Scenes of one pre-norm block; `rotate` only where positions are rotary. */
const BLOCK = ['norm', 'project', 'rotate', 'score', 'scale', 'mask', 'softmax', 'mix', 'merge', 'add', 'feed-forward'];

/** A whole block in one scene. */
const BRIEF = ['block'];

const AFTER = ['prediction'];

export const STEPS = [...BEFORE, ...BLOCK, ...BRIEF, ...AFTER];

/** Seconds at normal speed. Long enough to read the picture's one sentence, short enough to want the next. */
const SECONDS = {
  tokens: 3.5,
  embedding: 3.5,
  position: 3.5,
  norm: 3,
  project: 6,
  rotate: 3,
  score: 5,
  scale: 3,
  mask: 3,
  softmax: 6,
  mix: 6,
  merge: 4.5,
  add: 3.5,
  'feed-forward': 4.5,
  block: 4,
  prediction: 3.5,
};

/**
 * @param {{layers: number, position: string}} shape depth of the model and its kind of positions
 * @param {{pace?: string, step?: string, layer?: number}} asked 'full' for every step of every layer; the step and
 *   layer that the walk stands at
 * @returns {{step: string, layer: number|null, seconds: number, group: string|number}[]}
 */
export function timeline({ layers, position }, { pace = 'brief', step: here, layer: open } = {}) {
  const block = BLOCK.filter((step) => step !== 'rotate' || position === 'rope');
  const moment = (step, layer, group) => ({ step, layer, group, seconds: SECONDS[step] });
  const inFull = (layer) => layer === 0 || pace === 'full' || (layer === open && BLOCK.includes(here));
  const stepsOf = (layer) => (inFull(layer) ? block : BRIEF);
  return [
    ...BEFORE.map((step) => moment(step, null, 'before')),
    ...Array.from({ length: layers }, (_, layer) => stepsOf(layer).map((step) => moment(step, layer, layer))).flat(),
    ...AFTER.map((step) => moment(step, null, 'after')),
  ];
}
