/** The words of the context figure. */
import { n, pct, quote } from '../../text/numbers.js';

const named = ({ from, to, layer, head, weight }) =>
  `${quote(from)} → ${quote(to)} in layer ${layer + 1}, head ${head + 1} (weight ${weight})`;

const edge = ({ weight, ...rest }) => named({ ...rest, weight: `≈ ${n(weight)}` });

export const words = {
  title: 'Context: whom it looks at, and what a cut does',
  lead:
    'Every arc is an attention weight. Choose any token, a layer, a head, or the mean of the heads. Pick an arc to ' +
    'open a panel in which it can be cut: that score becomes −∞ and the belief is computed anew. The plot below has ' +
    'cut every edge once, alone: across is its weight, up the share of the first candidate that is left. A large ' +
    'weight need not matter much: cutting a thick edge may move little, a thinner one more. Weights are not a causal ' +
    'explanation.',
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
  edges: {
    title: (token) => `Every edge: weight, and effect of cutting it alone (▸ row of ${quote(token)})`,
    alone: (layer, head) => `Every edge of layer ${layer + 1}, head ${head + 1}`,
    head: (layer, head) => `layer ${layer + 1}, head ${head + 1}`,
    none: 'This sentence has no 它 or no candidate, hence no belief by which the effect of a cut could be measured.',
    many: (count) => `This sentence has ${count} edges, too many to cut them one by one.`,
    busy: (done, count) => `Cutting one edge after the other: ${done} of ${count}.`,
    found: (f) =>
      `Each of ${f.count} edges was cut alone, in a run of the whole model of its own, to see what becomes of the ` +
      `share of ${quote(f.name)}. ` +
      (f.reading
        ? `In the last layer only the row of ${quote(f.reading)} leads to the belief: cuts in other rows do nothing ` +
          'there and are left out of what follows. '
        : '') +
      (f.idle
        ? `The largest weight that does nothing (an effect below ${f.nothing}): ${named(f.idle)}; ` +
          `the share changes by ${f.idle.effect}. `
        : `Every cut moves the share by ${f.nothing} or more. `) +
      (f.turning
        ? `The smallest weight that decides (its cut takes the share across 0.5): ${named(f.turning)}; ` +
          `share ${f.turning.beliefs}.`
        : `No single cut takes the share across 0.5; the largest effect has ${named(f.most)}; ` +
          `share ${f.most.beliefs}.`),
  },
  effects: {
    title: 'Each edge cut alone (grey: layer 1, purple: later)',
    weight: 'weight before the cut',
    belief: (name) => `share of ${name} after the cut`,
    base: (value) => `without this cut: ${value}`,
    point: (from, to, layer, head, weight, belief) =>
      `layer ${layer + 1}, head ${head + 1}, ${from} → ${to}: weight ${weight}, after the cut ${belief}`,
  },
};
