/** The words of the context figure. */
import { n, pct, quote } from '../../text/numbers.js';

const edge = ({ from, to, layer, head, weight }) =>
  `${quote(from)} → ${quote(to)} in layer ${layer + 1}, head ${head + 1} (weight ${n(weight)})`;

export const words = {
  title: 'Context: whom it looks at, and what a cut does',
  lead:
    'Every arc is an attention weight. Choose any token, a layer, a head, or the mean of the heads. Pick an arc to ' +
    'cut it: that score becomes −∞ and the belief is computed anew. The plot below has cut every edge once, alone: ' +
    'across is its weight, up the belief that is left. On the whole, larger weights matter more; one by one they ' +
    'can be wrong: a thick edge may move little, a thinner one turn the answer. Weights are not a causal explanation.',
  tasks: {
    edges: {
      asks:
        'A thick edge and a thinner one, each cut alone: which changes the answer more? Of all edges of ' +
        'this token, these two go most against their weights.',
      steps: ({ thick, thin }) => [`cut only ${edge(thick)}`, `cut only ${edge(thin)}`],
      says: ({ who, share, left, weights }) =>
        `The share of ${quote(who)} was ${n(share, 3)}. With only the thick one cut (weight ${n(weights[0])}) it is ` +
        `${n(left[0], 3)}, with only the thinner one (weight ${n(weights[1])}) ${n(left[1], 3)}: the thinner one ` +
        'changes it more.',
    },
  },
  headsName: 'Show',
  one: 'one head',
  mean: 'mean of heads',
  threshold: 'Hide below',
  mentionsName: 'Mentions of a name',
  apart: 'apart',
  together: 'summed',
  now: (f) =>
    `Layer ${f.layer + 1}, ${f.head === null ? 'mean of the heads' : `head ${f.head + 1}`}: ` +
    `${quote(f.token)} looks most at ${quote(f.best)}, ${pct(f.weight)}.` +
    f.sums
      .map(({ name, count, share }) => ` The ${count} mentions of ${quote(name)} add up to ${pct(share)}.`)
      .join('') +
    (f.hidden > 0 ? ` ${f.hidden} thin ${f.hidden === 1 ? 'arc is' : 'arcs are'} not drawn.` : '') +
    (f.cuts > 0 ? ` ${f.cuts} ${f.cuts === 1 ? 'edge is' : 'edges are'} cut.` : ''),
  effects: {
    title: 'Each edge cut alone (grey: layer 1, purple: later)',
    weight: 'weight before the cut',
    belief: 'belief after the cut',
    base: (value) => `uncut: ${value}`,
    point: (from, to, layer, head, weight, belief) =>
      `layer ${layer + 1}, head ${head + 1}, ${from} → ${to}: weight ${weight}, after the cut ${belief}`,
  },
};
