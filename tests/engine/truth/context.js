// What the context figure says. Its plot is held to runs in lab.test.js; here, what stands beside it.

import { agrees, claim, sign } from './claims.js';
import { MAPS, NOTE } from './edges.js';
import { weightsShown } from './scenes.js';
import { near, sum } from './world.js';

const averaged = (w) => w.state.heads === 'mean';

/** The followed row of the head that is shown, or of their mean. */
const weightsOf = (w) => (averaged(w) ? w.get('weights_mean', w.layer) : w.shown('weights'))[w.token];

const seesSome = (w, key) => {
  const heads = averaged(w) ? Array.from({ length: w.H }, (_, head) => head) : [w.head];
  return heads.some((head) => w.get('masked', w.layer, head)[w.token][key] !== -Infinity);
};

/** Names that are seen at several places, where their mentions are summed. */
function mentions(w) {
  if (w.state.mentions !== 'together') return new Map();
  const places = w.config.entity_ids.map((id) => [...w.ids.keys()].filter((i) => w.ids[i] === id && seesSome(w, i)));
  return new Map(places.filter((all) => all.length > 1).map((all) => [all.at(-1), all]));
}

/** The row as arcs: earlier mentions have none, the last has them all. */
function arcs(w) {
  const row = weightsOf(w);
  const summed = mentions(w);
  const earlier = new Set([...summed.values()].flatMap((places) => places.slice(0, -1)));
  return row.map((a, i) => {
    if (summed.has(i)) return sum(summed.get(i).map((place) => row[place]));
    return earlier.has(i) ? 0 : a;
  });
}

const isArc = (w, i) => seesSome(w, i) && ![...mentions(w).values()].some((places) => places.slice(0, -1).includes(i));
/** How many arcs are thinner than asked; those at the threshold may be counted or not. */
const thin = (w, said) => {
  const values = arcs(w).filter((_, i) => isArc(w, i));
  const sure = values.filter((a) => a < w.state.threshold && !near(a, w.state.threshold, 1e-6)).length;
  const maybe = values.filter((a) => near(a, w.state.threshold, 1e-6)).length;
  return Number(said) >= sure && Number(said) <= sure + maybe;
};

const first = (w) => w.word(w.candidates[0]);

export const CONTEXT = [
  claim('上下文：它在看谁，剪断又会怎样', 'Context: whom it looks at, and what a cut does'),
  claim('每条弧线是一份注意力权重。', 'Every arc is an attention weight.'),
  claim(
    '选任何一个词元、一层、一个头，或者几个头的平均。',
    'Choose any token, a layer, a head, or the mean of the heads.',
  ),
  claim(
    '选中一条弧线，在打开的面板里可以剪断它：那一格分数变成 −∞，模型的判断当场重算。',
    'Pick an arc to open a panel in which it can be cut: that score becomes −∞ and the belief is computed anew.',
  ),
  claim(
    '下面的点图把每一条边都单独剪过一遍：横轴是它的权重，竖轴是剪断以后第一个候选的份额。',
    'The plot below has cut every edge once, alone: across is its weight, up the share of the first ' +
      'candidate that is left.',
  ),
  claim(
    '权重大的边，影响未必大：粗的剪了可能没什么事，细一些的反而可能影响更大。',
    'A large weight need not matter much: cutting a thick edge may move little, a thinner one more.',
  ),
  claim('权重不是因果的解释。', 'Weights are not a causal explanation.'),
  claim(
    '第 {layer} 层{heads}：「{token}」看得最多的是「{best}」，{weight}。',
    'Layer {layer}, {heads}: “{token}” looks most at “{best}”, {weight}.',
    (w) => ({
      layer: w.layer + 1,
      heads: averaged(w) ? ['各头平均', 'mean of the heads'] : [`头 ${w.head + 1}`, `head ${w.head + 1}`],
      token: w.tokens[w.token],
      best: w.best(arcs(w)),
      weight: Math.max(...arcs(w)),
    }),
  ),
  claim('「{name}」的 {n} 处加起来是 {p}。', 'The {n} mentions of “{name}” add up to {p}.', (w) => {
    const all = [...mentions(w)];
    return {
      name: all.map(([last]) => w.tokens[last]),
      n: all.map(([, places]) => places.length),
      p: all.map(([last]) => arcs(w)[last]),
    };
  }),
  claim('有 {n} 条细弧没有画出。', '{n} thin arcs are not drawn.', (w) => ({ n: (said) => thin(w, said) })),
  claim(null, '1 thin arc is not drawn.', (w) => thin(w, 1)),
  claim('已剪断 {n} 条边。', '{n} edges are cut.', (w) => ({ n: w.state.cuts.length })),
  claim(null, '1 edge is cut.', (w) => w.state.cuts.length === 1),
  ...NOTE,
];

/** What its scene draws. */
export const CONTEXT_DRAWN = [
  ...weightsShown(arcs),
  ...MAPS,
  sign('Σ {percent#}', (w) => ({ percent: [...mentions(w).keys()].map((last) => arcs(w)[last]) })),
  claim('每条边单独剪断以后（灰：第 1 层；紫：更后面的层）', 'Each edge cut alone (grey: layer 1, purple: later)'),
  claim('剪断前的权重', 'weight before the cut'),
  claim('剪断后 {name} 的份额', 'share of {name} after the cut', (w) => ({ name: first(w) })),
  claim('这一次不剪：{share#}', 'without this cut: {share#}', (w) => ({ share: w.share })),
  claim('算出', 'computed'),
  sign('{tick#}', () => ({ tick: [0, 0.5, 1] })),
  claim(
    '第 {layer#} 层头 {head#}，{from} → {to}：权重 {weight#}，剪断后 {share#}',
    'layer {layer#}, head {head#}, {from} → {to}: weight {weight#}, after the cut {share#}',
    (w) => ({
      layer: String,
      head: String,
      from: w.tokens[w.token],
      to: w.tokens,
      weight: (said) =>
        w.config &&
        Array.from({ length: w.layers * w.H }, (_, i) => w.get('weights', Math.floor(i / w.H), i % w.H)).some((m) =>
          m[w.token].some((a) => agrees(said, a)),
        ),
      share: (said) => Number(said) >= 0 && Number(said) <= 1,
    }),
  ),
];

/** Labels of its controls. */
export const CONTEXT_CONTROLS = [
  claim('怎么看', 'Show'),
  claim('一个头', 'one head'),
  claim('几个头平均', 'mean of heads'),
  claim('隐藏细于', 'Hide below'),
  claim('同一个名字', 'Mentions of a name'),
  claim('分开看', 'apart'),
  claim('加在一起', 'summed'),
  sign('{threshold#}', (w) => ({ threshold: w.state.threshold })),
];
