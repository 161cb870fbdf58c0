/**
 * What is drawn before the engine is there: the article's sentence, computed by the same engine when the site was
 * built.
 */
import { tensorKey, tensorRef } from '../engine/tensor-ref.js';
import baked from '../story/baked.generated.js';
import { opening } from '../draw/opening.js';
import { facts } from '../story/facts.js';
import { described } from '../story/tensor.js';

const refOf = ({ name, layer, head }) => tensorRef(name, layer < 0 ? null : layer, head < 0 ? null : head);

/** A tensor of which only the row of 它 is known, the one that the first picture shows, and of that what is drawn. */
function withRow(shape, row) {
  const data = new Float32Array(shape[0] * shape[1]).fill(NaN);
  data.set(
    row.map((value) => value ?? NaN),
    baked.row * shape[1],
  );
  return { shape, data };
}

const numbers = new Map(
  baked.tensors.map(({ shape, data, ...ref }) => [tensorKey(refOf(ref)), described(ref.name, withRow(shape, data))]),
);

/** Like a run (lab/run.js), as far as it goes. */
export const FIRST = {
  get: (tensor, layer, head) => numbers.get(tensorKey({ tensor, layer, head })),
  tokens: baked.tokens,
  candidates: baked.candidates,
  config: baked.config,
};

/** Vocabulary form of an id of the article's. */
export const firstWord = (id) => baked.tokens.find((token) => token.id === id)?.text ?? '';

/** The picture that stands in for every figure. */
export function firstPicture(view) {
  const { title, lead, now } = view.words.opening;
  return {
    title,
    lead,
    group: view.words.groups.before,
    formula: 'tokens',
    now: now(facts('tokens', view)),
    inLayer: false,
    scene: opening(view, 1),
  };
}
