/** The words of the four figures, in English. */

const n = (value, digits = 2) => value.toFixed(digits).replace('-', '\u2212');

const pct = (value) => `${(value * 100).toFixed(1)}%`;

const quote = (token) => `“${token}”`;

/** The four medians at the place of the d_k slider, unscaled and divided by √d_k. */
function drawn({ dK, draws: { raw, scaled } }) {
  const both = (name, form) => `${form(raw[name].median)} and ${form(scaled[name].median)}`;
  return ` Random vectors, d_k = ${dK}, medians unscaled and divided by √d_k: spread ${both('spread', n)}, largest weight ${both('largest_weight', pct)}, entropy ${both('entropy', n)}, gradient ${both('gradient', (value) => n(value, 3))}.`;
}

export const figures = {
  context: {
    title: 'Context: whom it looks at, and what a cut does',
    lead: 'Every arc is an attention weight. Choose any token, a layer, a head, or the mean of the heads. Pick an arc to cut it: that score becomes −∞ and the belief is computed anew. The plot below has cut every edge once, alone: across is its weight, up the belief that is left. On the whole, larger weights matter more; one by one they are often wildly wrong: some thick ones can go unnoticed, some thin ones turn the answer. Weights are not a causal explanation.',
    task: 'Try this: cut only the thickest arc of layer 1, head 2; then only 它 → 服务 A in layer 2, head 3. Which moves the belief more? Which was thicker?',
    headsName: 'Show',
    one: 'one head',
    mean: 'mean of heads',
    threshold: 'Hide below',
    mentionsName: 'Mentions of a name',
    apart: 'apart',
    together: 'summed',
    now: (f) =>
      `Layer ${f.layer + 1}, ${f.head === null ? 'mean of the heads' : `head ${f.head + 1}`}: ${quote(f.token)} looks most at ${quote(f.best)}, ${pct(f.weight)}.${f.sums.map(({ name, count, share }) => ` The ${count} mentions of ${quote(name)} add up to ${pct(share)}.`).join('')}${f.hidden > 0 ? ` ${f.hidden} thin ${f.hidden === 1 ? 'arc is' : 'arcs are'} not drawn.` : ''}${f.cuts > 0 ? ` ${f.cuts} ${f.cuts === 1 ? 'edge is' : 'edges are'} cut.` : ''}`,
  },
  qkv: {
    title: 'Q, K, V: one vector, three matrices',
    lead: 'Think of a search: the query is what you type, a key is the title of an entry, the value its text. Matching looks at question and title only; what you take away is the text. Drag a weight on its cell, or move its slider, and everything after it is computed anew.',
    task: 'Try this: make W_K equal to W_Q. Scores become symmetric, weights do not: softmax works row by row and each row has its own sum. Then make V equal to X: who looks at whom stays, what comes back changes altogether.',
    keysName: 'Keys',
    ownKeys: 'W_K of its own',
    valuesName: 'Values',
    ownValues: 'W_V of its own',
    undo: 'Put back',
    edited: (count) => `${count} ${count === 1 ? 'weight' : 'weights'} changed.`,
    slide: 'Move this weight',
    drag: 'Or drag the cell itself; by keyboard, Shift and an arrow. Esc while dragging puts it back.',
    now: (f) =>
      `The strongest dimension of the query of ${quote(f.token)} is ${f.dimension}: ${n(f.value)}. Scores are ${f.scores ? 'symmetric' : 'not symmetric'}, weights ${f.weights ? 'too' : 'are not'}.`,
  },
  'four-steps': {
    title: 'Four steps: score, scale, softmax, mix',
    lead: 'Row by row: dot products of the query with the keys, divided by √dₖ, exponentials, divided by their sum, and the values added up. Σ at the edges are the sums of rows and columns: every row is 1, columns need not be. Choose a wrong way and it is really computed that way, with the rules that it breaks.',
    task: 'Try this: divide by 1 and see the largest weight swell; then choose softmax over columns and see which checks turn into crosses.',
    ofPair: (query, key) => `: ${quote(query)} with ${quote(key)}`,
    axes: ' (rows: queries, columns: keys)',
    charts: ['Random q and k as d_k grows', 'purple: unscaled, green: ÷ √d_k; dashed: mean'],
    scaleName: 'Divide by',
    scaleNames: { 'sqrt(d_k)': '√dₖ', none: '1 (no scaling)', d_k: 'dₖ' },
    faultName: 'Wrong way',
    faults: {
      none: 'none',
      softmax_columns: 'softmax over columns',
      mask_after_softmax: 'mask after softmax',
      zero_mask: '0 in place of −∞',
      no_head_transpose: 'no transpose when splitting heads',
      'sqrt(d_model)': 'scale by d_model (divide by √d_model)',
    },
    checks: {
      rows: {
        holds: () => 'the weights of every row add up to 1',
        breaks: (d) => `a row does not add up to 1: ${quote(d.token)} has ${d.value}`,
      },
      hidden: {
        holds: () => 'hidden places have a weight of exactly 0',
        breaks: () => 'hidden places have been given weight',
      },
      scale: { holds: () => 'scores are divided by √dₖ', breaks: () => 'scores are not divided by √dₖ' },
      spread: {
        holds: (d) => `scores of random vectors, once divided, spread by about 1 (${d.value})`,
        breaks: (d) => `scores of random vectors, once divided, no longer spread by about 1 but by ${d.value}`,
      },
      heads: {
        holds: () => 'every head works on one token’s own slice (layer 1)',
        breaks: () => 'numbers of other tokens got into a head (layer 1)',
      },
      weights: {
        holds: () => 'weights equal the right way’s, cell by cell (layer 1)',
        breaks: (d) => `${d.cells} weights of layer 1 differ from the right way’s`,
      },
    },
    now: (f) =>
      `The largest weight in the row of ${quote(f.token)} is ${pct(f.weight)}, given to ${quote(f.best)}. ${f.broken > 0 ? `${f.broken} ${f.broken === 1 ? 'rule is' : 'rules are'} broken.` : 'Every rule holds.'}${drawn(f)}`,
  },
  'multi-head': {
    title: 'Many heads: several pairs of eyes, one decision',
    lead: 'The heads of a layer look each for itself. Laid side by side and multiplied by W_O, each writes a change of its own, and the changes add up. Switch a head off and its part is zero. Nobody decides what a head is for, so here they are head 1, head 2.',
    task: 'Try this: in layer 2, switch the heads off one by one and see when the belief turns. Then split the same width into 1, 2, 4, 8 heads: the more heads, the narrower each.',
    on: 'Heads on',
    isOff: ' (off)',
    sizeName: 'Same width as',
    own: 'this model',
    paperName: 'the paper’s base',
    random: (count, width) => `random weights: ${count} heads of ${width} dimensions`,
    paper: 'The paper’s base size: width 512, 8 heads of 64 (random weights)',
    tensor: 'parameter',
    shape: 'shape',
    count: 'numbers',
    total: 'total',
    took: (ms) => `One layer on this sentence took ${ms.toFixed(2)} milliseconds on your device.`,
    now: (f) =>
      `${f.H} heads write a part each; together they change dimension ${f.dimension} most: ${n(f.value)}.${f.off > 0 ? ` ${f.off} switched off.` : ''}${f.random ? ` Below, for their shapes: ${f.random} ${f.random === 1 ? 'head' : 'heads'} of ${f.D / f.random} dimensions with random weights.` : ''}${f.paper ? ` The paper’s base size was run with random weights: width 512, 8 heads, ${f.paper.toLocaleString('en')} parameters.` : ''}`,
  },
};

export const saturation = {
  spread: 'spread of scores',
  largest_weight: 'largest weight',
  entropy: 'entropy (nats)',
  gradient: 'gradient reaching q',
  looks: {
    raw: { median: 'unscaled, median', mean: 'unscaled, mean' },
    scaled: { median: 'divided by √d_k, median', mean: 'divided by √d_k, mean' },
  },
};

export const effects = {
  title: 'Each edge cut alone (grey: layer 1, purple: later)',
  weight: 'weight before the cut',
  belief: 'belief after the cut',
  base: (value) => `uncut: ${value}`,
  point: (from, to, layer, head, weight, belief) =>
    `layer ${layer + 1}, head ${head + 1}, ${from} → ${to}: weight ${weight}, after the cut ${belief}`,
};

export const scales = { 'sqrt(d_k)': '÷ √dₖ', none: '÷ 1', d_k: '÷ dₖ', 'sqrt(d_model)': '÷ √d' };
