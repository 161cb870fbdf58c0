// The page without a browser: labs, words and figures as the element puts them together, for a state.

import { Lab } from '../../../web/lab/lab.js';
import { FIGURES } from '../../../web/figures/registry.js';
import { tensorKey } from '../../../web/engine/tensor-ref.js';
import { modelUrl } from '../../../web/model/index.js';
import { COMMON, initialState, ownMask } from '../../../web/story/state.js';
import { makeView } from '../../../web/story/view.js';
import { words as en } from '../../../web/text/en.js';
import { words as zh } from '../../../web/text/zh.js';
import { World } from './world.js';

const SHARED = { zh, en };
const labs = new Map();

async function labOf(model) {
  if (!labs.has(model)) {
    const lab = new Lab();
    await lab.load('simd', { name: model, url: modelUrl(model) });
    labs.set(model, lab);
  }
  return labs.get(model);
}

/** A figure with its words in both languages. */
export async function figureOf(name) {
  const { default: figure } = await FIGURES[name]();
  const [own, other] = await Promise.all([figure.texts.zh(), figure.texts.en()]);
  return { ...figure, words: { zh: own.words, en: other.words } };
}

/** A whole state of a figure with some of it changed. */
export const stateOf = (figure, changes = {}) => {
  const state = { ...initialState({ ...COMMON, ...figure.properties }), ...changes };
  return { ...state, mask: changes.mask ?? ownMask(state.model) };
};

/** The last of what a figure computes; a generator's first where `brief`. */
function resultsOf(figure, lab, state, brief) {
  const made = figure.compute?.(lab, state);
  if (!made?.next) return made ?? {};
  let last = {};
  for (const results of made) {
    last = results;
    if (brief) break;
  }
  return last;
}

/** A run of a figure: what pictures of every moment, language and width can be drawn from. */
export async function computed(figure, state, brief = false) {
  const lab = await labOf(state.model);
  const run = lab.run(state);
  return { lab, run, results: resultsOf(figure, lab, state, brief) };
}

/**
 * @param {object} from what `computed` gave
 * @param {object} state that was computed, with another language, layer, head or token if wanted
 * @returns {{picture, view, world: World}}
 */
export function draw(figure, { lab, run, results }, state, { at = null, width = 820 } = {}) {
  const view = makeView({
    state: at?.moment.layer >= 0 && at.moment.layer !== null ? { ...state, layer: at.moment.layer } : state,
    get: (tensor, layer = null, head = null) =>
      results.tensors?.get(tensorKey({ tensor, layer, head })) ?? run.get(tensor, layer, head),
    tokens: run.tokens,
    candidates: run.candidates,
    config: run.config,
    word: lab.word,
    width,
    words: SHARED[state.lang],
    own: figure.words[state.lang],
    act: () => {},
    at,
    linkTo: () => '#',
    inBar: false,
  });
  const world = new World(view, run.ids);
  return { picture: figure.picture(results, view), view, world: Object.assign(world, { results, lab, t: at?.t ?? 1 }) };
}
