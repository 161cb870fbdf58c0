// What the context figure says of cutting each edge alone: every number is the oracle's, run with that edge cut. That
// the edges named are the largest and the smallest of all is held by tests/page/figure-context-edges.spec.js.

import { agrees, claim } from './claims.js';

const NUMBER = '(?:≈|<) ([+−]?[\\d.]+)';
const PLACES = {
  zh: '第 (?<layer>\\d+) 层头 (?<head>\\d+) 的「(?<from>.+) → (?<to>.+)」（权重 (?<weight>.+?)）',
  en: '“(?<from>.+)” → “(?<to>.+)” in layer (?<layer>\\d+), head (?<head>\\d+) \\(weight (?<weight>.+?)\\)',
};

const rounded = (said, value) => {
  const [, number] = new RegExp(`^${NUMBER}$`, 'u').exec(said) ?? [];
  if (said.startsWith('<')) return Math.abs(value) < Number(number);
  return number !== undefined && agrees(number.replace('+', ''), value);
};

/** The edges that are named so, each with the share that the oracle gives without it. */
function edgesNamed(w, said) {
  const { layer, head, from, to, weight } = new RegExp(PLACES[w.state.lang], 'u').exec(said).groups;
  const at = { layer: layer - 1, head: head - 1 };
  const pairs = w.tokens.flatMap((query, i) =>
    w.tokens.flatMap((key, j) => (query === from && key === to ? [{ query: i, key: j }] : [])),
  );
  return pairs
    .filter(({ query, key }) => rounded(weight, w.get('weights', at.layer, at.head)[query][key]))
    .map((pair) => w.like({ cuts: [...w.state.cuts, { ...at, ...pair }] }).share);
}

const withEdge = (w, holds) => (said) => edgesNamed(w, said).some(holds);

/** A change of the share that rounds to nothing. */
const idle = (w) => ({ edge: withEdge(w, (left) => Math.abs(left - w.share) < 0.0006), effect: () => true });

const moved = (w, crosses) => ({
  edge: withEdge(w, (left) => (left > 0.5 !== w.share > 0.5) === crosses),
  before: (said) => rounded(said, w.share),
  after: () => true,
});

const found = (w) => ({
  n: (said) => Number(said) === w.results.count,
  name: w.word(w.candidates[0]),
});

const alone = (w) => ({ token: w.tokens[w.reading] });

/** The paragraph under the maps. */
export const NOTE = [
  claim(
    '{n#} 条边，每条单独剪一遍，每遍都重跑整个模型，看「{name}」的份额变了多少。',
    'Each of {n#} edges was cut alone, in a run of the whole model of its own, to see what becomes of the share of ' +
      '“{name}”.',
    found,
  ),
  claim(
    '最后一层里只有「{token}」那一行通到模型的判断，剪别的行必然没有影响，下面不算它们。',
    'In the last layer only the row of “{token}” leads to the belief: cuts in other rows do nothing there and are ' +
      'left out of what follows.',
    alone,
  ),
  claim(
    '剪了等于没剪（影响不到 0.0005）的最大权重：{edge}，份额变化 {effect}。',
    'The largest weight that does nothing (an effect below 0.0005): {edge}; the share changes by {effect}.',
    idle,
  ),
  claim('每条边的影响都不小于 0.0005。', 'Every cut moves the share by 0.0005 or more.'),
  claim(
    '一剪就翻（份额越过 0.5）的最小权重：{edge}，份额 {before} → {after}。',
    'The smallest weight that decides (its cut takes the share across 0.5): {edge}; share {before} → {after}.',
    (w) => moved(w, true),
  ),
  claim(
    '没有哪条边单独剪断能让份额越过 0.5；影响最大的是{edge}，份额 {before} → {after}。',
    'No single cut takes the share across 0.5; the largest effect has {edge}; share {before} → {after}.',
    (w) => moved(w, false),
  ),
  claim('正在一条一条剪：{n#} 条里已剪 {done#} 条。', 'Cutting one edge after the other: {done#} of {n#}.', (w) => ({
    n: (said) => Number(said) === w.results.count,
    done: (said) => Number(said) === w.results.done,
  })),
];

const places = (w) => ({
  layer: (said) => Number(said) >= 1 && Number(said) <= w.layers,
  head: (said) => Number(said) >= 1 && Number(said) <= w.H,
});

/** What stands at the maps. */
export const MAPS = [
  claim(
    '每一条边：权重，和单独剪断它的影响（▸ 是「{token}」那一行）',
    'Every edge: weight, and effect of cutting it alone (▸ row of “{token}”)',
    (w) => ({ token: w.tokens[w.token] }),
  ),
  claim('第 {layer#} 层头 {head#} 的每一条边', 'Every edge of layer {layer#}, head {head#}', (w) => ({
    layer: w.layer + 1,
    head: w.head + 1,
  })),
  claim('第 {layer#} 层头 {head#}', 'layer {layer#}, head {head#}', places),
  claim('Δp 剪断的影响', 'Δp effect of the cut'),
];
