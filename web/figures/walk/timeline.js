/**
 * The walk: which scenes there are, in which order, and how long each takes.
 *
 * One scene is one step of the engine (or two that read as one). The timeline is the list of moments { step, layer,
 * seconds, group } for a model of any depth; `layer` is null before the first block and after the last, and `group`
 * is the part of the walk: 'before', a layer's number, or 'after'. A position on the timeline is `index + t`, t from
 * 0 (the scene begins) to 1 (everything is there).
 */

/** Scenes before the first block. */
const BEFORE = ['tokens', 'embedding', 'position'];

/** Scenes of one pre-norm block; `rotate` only where positions are rotary. */
const BLOCK = ['norm', 'project', 'rotate', 'score', 'scale', 'mask', 'softmax', 'mix', 'merge', 'add', 'feed-forward'];

const AFTER = ['prediction'];

export const STEPS = [...BEFORE, ...BLOCK, ...AFTER];

/** Seconds at normal speed. Long enough to read the picture's one sentence, short enough to want the next. */
const SECONDS = {
  tokens: 4,
  embedding: 4.5,
  position: 4.5,
  norm: 4,
  project: 8,
  rotate: 4,
  score: 7,
  scale: 4,
  mask: 4,
  softmax: 7,
  mix: 6,
  merge: 6,
  add: 4.5,
  'feed-forward': 6,
  prediction: 5,
};

/**
 * @param {{layers: number, position: string}} shape depth of the model and its kind of positions
 * @returns {{step: string, layer: number|null, seconds: number, group: string|number}[]}
 */
export function timeline({ layers, position }) {
  const block = BLOCK.filter((step) => step !== 'rotate' || position === 'rope');
  const moment = (step, layer, group) => ({ step, layer, group, seconds: SECONDS[step] });
  return [
    ...BEFORE.map((step) => moment(step, null, 'before')),
    ...Array.from({ length: layers }, (_, layer) => block.map((step) => moment(step, layer, layer))).flat(),
    ...AFTER.map((step) => moment(step, null, 'after')),
  ];
}
