/** The context figure: who looks at whom, and what cutting an edge would do. */
import { html } from 'lit';
import { softmaxFormula } from '../../draw/formula.js';
import { weightsBadge } from '../../parts/badges.js';
import { choices } from '../../parts/choices.js';
import { slider } from '../../parts/slider.js';
import { tooMany } from '../../story/extremes.js';
import { mentionsOf, seenBy } from '../../story/mentions.js';
import { fraction, oneOf } from '../../story/properties.js';
import { followed } from '../../story/view.js';
import { contrast } from './contrast.js';
import { UNMEASURED, measured, noteOf, reaching } from './measured.js';
import { context } from './scene.js';
import { style } from './style.js';
import { tasks } from './tasks.js';

const argmax = (values) => values.reduce((best, value, i) => (value > values[best] ? i : best), 0);

/**
 * The followed token's arcs: for each place the tensor whose cell it is, and whether it has an arc at all. Where
 * mentions are summed, a name has one arc, at the last mention that is seen, and it is judged by the sum.
 */
function arcs(view, { tensor, head, together }) {
  const {
    token,
    layer,
    shape: { T, H, ids, names },
  } = view;
  const visible = seenBy(view.get, { layer, head, heads: H, count: T }, token);
  const merged = together ? mentionsOf(ids, names, visible) : new Map();
  const earlier = new Set([...merged.values()].flatMap((places) => places.slice(0, -1)));
  const own = { ...view.get(tensor, layer, head), tensor, layer, head };
  const summed = merged.size > 0 ? { ...view.get('mentions', layer, head), tensor: 'mentions', layer, head } : own;
  const of = (i) => (merged.has(i) ? summed : own);
  return {
    own,
    summed,
    merged,
    of,
    stands: (i) => visible(i) && !earlier.has(i),
    row: ids.map((_, i) => (earlier.has(i) ? 0 : of(i).data[token * T + i])),
  };
}

/**
 * What each cut would do, ever more of it, the followed token first; the two edges to try, which are those of the
 * sentence without cuts; and where mentions are summed, the sums.
 */
function* compute(lab, state) {
  const [run, whole] = [lab.run(state), lab.run({ ...state, cuts: [] })];
  if (state.mentions === 'together') run.derive('mentions', state.layer, state.heads === 'mean' ? null : state.head);
  if (run.effects === null) yield UNMEASURED;
  else yield* effectsOf(run, whole.effects, state);
}

function* effectsOf(run, whole, state) {
  const { effects, config, tokens } = run;
  const about = { token: followed(state, tokens, config), reaches: reaching(run, state), pair: undefined };
  const look = () => measured(effects, about);
  const own = ({ edges }) => edges.filter(({ query }) => query === about.token);
  yield look();
  for (const left of effects.cut(own(effects))) yield look(left);
  for (const left of whole.cut(own(whole))) yield look(left);
  about.pair = contrast(own(whole), whole.base);
  yield look();
  if (tooMany(effects.edges.length)) return;
  for (let i = 0; i < config.n_layers * config.n_heads; i += 1) {
    const at = [Math.floor(i / config.n_heads), i % config.n_heads];
    for (const left of effects.cut(effects.at(...at))) yield look(left);
    run.derive('effect', ...at);
  }
  yield look();
}

const controls = ({ state, own: words, act }) =>
  html`${choices(
    words.headsName,
    'heads',
    [
      ['one', words.one],
      ['mean', words.mean],
    ],
    state.heads,
    (heads) => act({ heads }),
  )}
  ${choices(
    words.mentionsName,
    'mentions',
    [
      ['apart', words.apart],
      ['together', words.together],
    ],
    state.mentions,
    (mentions) => act({ mentions }),
  )}
  ${slider(words.threshold, { min: 0, max: 0.2, step: 0.005 }, state.threshold, (threshold) => act({ threshold }))}`;

function picture(results, view) {
  const { layer, token, own: words, state } = view;
  const average = state.heads === 'mean';
  const made = arcs(view, {
    tensor: average ? 'weights_mean' : 'weights',
    head: average ? null : view.head,
    together: state.mentions === 'together',
  });
  const { row, merged, stands } = made;
  const best = argmax(row);
  return {
    ...words,
    note: noteOf(results, view),
    badges: [weightsBadge(state), 'computed'],
    formula: softmaxFormula(view.fault),
    code: '09_softmax.c',
    inLayer: true,
    now: words.now({
      token: view.tokens[token],
      best: view.tokens[best],
      weight: row[best],
      layer,
      head: average ? null : view.head,
      cuts: state.cuts.length,
      hidden: row.filter((value, i) => stands(i) && value < state.threshold).length,
      sums: [...merged].map(([last, places]) => ({ name: view.tokens[last], count: places.length, share: row[last] })),
    }),
    scene: context(view, {
      arcs: made,
      threshold: state.threshold,
      points: results.points,
      base: results.base,
      top: results.top,
    }),
    controls: controls(view),
  };
}

export default {
  name: 'context',
  properties: {
    heads: { initial: 'one', read: oneOf('one', 'mean') },
    mentions: { initial: 'apart', read: oneOf('apart', 'together') },
    threshold: { initial: 0.01, read: fraction },
  },
  parts: ['belief', 'layer', 'head'],
  texts: { zh: () => import('./text.zh.js'), en: () => import('./text.en.js') },
  style,
  tasks,
  compute,
  picture,
};
