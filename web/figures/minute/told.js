/** What the five scenes tell: runs of the sentence, of the sentence after a context, and of that with one edge cut. */
import { extremes, tooMany } from '../../story/extremes.js';
import { CONTEXTS } from '../../story/article.js';
import { rowOf } from '../../story/tensor.js';
import { readingOf } from '../../story/view.js';

/** A run with what the model believes in it: each candidate's share, or null where there is none to measure. */
function telling(lab, state) {
  const run = lab.run(state);
  const reading = readingOf(run.tokens, run.config);
  const measured = reading >= 0 && run.candidates.length > 0;
  return { state, run, reading, shares: measured ? rowOf(run.get('belief'), reading) : null, truth: lab.truth(state) };
}

/** The sentence after a context; null where the model cannot read it, or other candidates come in with it. */
function after(lab, { state, run }, context) {
  const longer = state.sentence === null ? { context } : { sentence: CONTEXTS[context] + state.sentence };
  try {
    const made = telling(lab, { ...state, ...longer });
    return String(made.run.candidates) === String(run.candidates) ? { ...made, context } : null;
  } catch {
    return null;
  }
}

const crosses = (before, { shares }) => before.shares[0] > 0.5 !== shares[0] > 0.5;

const moves = (before, { shares }) => Math.abs(shares[0] - before.shares[0]);

/** Of the contexts the one that takes the first share across ½, or moves it most, and the other. */
function chosen(lab, before) {
  if (!before.shares || before.run.candidates.length < 2) return [];
  const rank = (one) => crosses(before, one) + moves(before, one); // a move is less than 1
  return Object.keys(CONTEXTS)
    .map((context) => after(lab, before, context))
    .filter(Boolean)
    .sort((a, b) => rank(b) - rank(a));
}

/** The head of the last layer that gives the candidates most weight. */
function headOf({ run, reading }) {
  const { n_layers: layers, n_heads: heads } = run.config;
  const row = reading < 0 ? run.ids.length - 1 : reading;
  const onNames = (head) =>
    rowOf(run.get('weights', layers - 1, head), row).reduce(
      (sum, weight, i) => sum + (run.candidates.includes(run.ids[i]) ? weight : 0),
      0,
    );
  const sums = Array.from({ length: heads }, (_, head) => onNames(head));
  return { layer: layers - 1, head: sums.indexOf(Math.max(...sums)) };
}

/** Runs, and if `measuring` the one edge whose cut moves the first share most. */
function* look(lab, state, measuring) {
  const before = telling(lab, { ...state, context: 'none', cuts: [] });
  const [later = null, other = null] = chosen(lab, before);
  const effects = later?.run.effects;
  const all = { before, after: later, other, at: headOf(before), count: effects?.edges.length ?? 0, cut: null };
  yield all;
  if (!measuring || !effects || tooMany(all.count)) return;
  const cutting = effects.cut(effects.edges);
  while (!cutting.next().done) yield all;
  const edge = extremes(effects.edges, effects.base).most;
  const { layer, head, query, key } = edge;
  yield { ...all, cut: { ...telling(lab, { ...later.state, cuts: [{ layer, head, query, key }] }), edge } };
}

/** What was told last, by lab: a figure that plays asks anew with every frame. */
const told = new WeakMap();

/** What no run depends on. */
const SHOWN = new Set(['t', 'step', 'speed', 'guess', 'cell', 'lang', 'depth']);

const aboutOf = (state) => JSON.stringify(Object.entries(state).filter(([name]) => !SHOWN.has(name)));

/**
 * @returns {Generator<{before, after, other, at, count: number, cut: object|null}>} `cut` is the run without the one
 *   edge whose cut moves the first share most, once all were tried, which begins with the scene before it is shown
 */
export function* tell(lab, state) {
  const [about, measuring] = [aboutOf(state), ['flip', 'cut'].includes(state.step)];
  const known = told.get(lab);
  if (known?.about === about && (known.whole || !measuring)) {
    yield known.made;
    return;
  }
  for (const made of look(lab, state, measuring)) {
    told.set(lab, { about, made, whole: false });
    yield made;
  }
  if (measuring) told.get(lab).whole = true;
}
