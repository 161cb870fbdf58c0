/** The context figure: who looks at whom, and what cutting an edge would do. */
import { html } from 'lit';
import { softmaxFormula } from '../../draw/formula.js';
import { weightsBadge } from '../../parts/badges.js';
import { choices } from '../../parts/choices.js';
import { mentionsOf, seenBy } from '../../story/mentions.js';
import { fraction, oneOf } from '../../story/properties.js';
import { followed, readingOf } from '../../story/view.js';
import { contrast } from './contrast.js';
import { context } from './scene.js';
import { style } from './style.js';

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

/** What each cut would do, ever more of it; and where mentions are summed, the sums. */
function* compute(lab, state) {
  const run = lab.run(state);
  const { tokens, config } = run;
  if (state.mentions === 'together') run.derive('mentions', state.layer, state.heads === 'mean' ? null : state.head);
  const row = readingOf(tokens, config);
  let points = [];
  for (points of run.effects(followed(state, tokens, config), row)) yield { points };
  if (points.length > 0) yield { points, pair: contrast(points, beliefAt(run, row)) };
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
    <label class="slider"
      >${words.threshold}
      <input
        type="range"
        min="0"
        max="0.2"
        step="0.005"
        .value=${String(state.threshold)}
        @input=${(event) => act({ threshold: Number(event.target.value) })}
      /><output>${state.threshold}</output></label
    >`;

/** The belief as it is, with what is cut now. @param {{get: Function}} from a run or a view */
function beliefAt({ get }, row) {
  const { data, shape } = get('belief');
  return data[row * shape[1]];
}

/** What to try, once every edge has been cut; undefined where no two edges go against their weights. */
function taskOf(pair, { own, token, tokens }) {
  const named = (edge) => ({ ...edge, from: tokens[token], to: tokens[edge.key] });
  return pair ? own.task(named(pair.thick), named(pair.thin)) : undefined;
}

function picture({ points, pair }, view) {
  const { layer, token, own: words, state } = view;
  const average = state.heads === 'mean';
  const made = arcs(view, {
    tensor: average ? 'weights_mean' : 'weights',
    head: average ? null : view.head,
    together: state.mentions === 'together',
  });
  const { row, merged, stands } = made;
  const best = argmax(row);
  const reads = view.reading >= 0 && view.candidates.length > 0;
  return {
    ...words,
    task: taskOf(pair, view),
    badges: [weightsBadge(state), 'computed'],
    formula: softmaxFormula(view.fault),
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
      points,
      base: reads ? beliefAt(view, view.reading) : null,
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
  compute,
  picture,
};
