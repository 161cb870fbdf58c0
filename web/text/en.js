/** English words that all figures share. Numbers come from the caller, who read them from the engine. */
import { errors } from './errors.en.js';
import { gloss } from './gloss.js';
import { pct, quote } from './numbers.js';
import { tensors } from './tensors.en.js';

const origins = {
  dot: 'two vectors multiplied value by value, then added up',
  sum: 'two numbers added',
  product: 'two numbers multiplied',
  times: 'times a fixed number',
  over: 'divided by a fixed number',
  affine: 'minus the mean, over the standard deviation, times the learned factor, plus the learned shift',
  copy: 'carried over unchanged',
  mask: 'copied if visible, −∞ if not',
  max: 'the largest visible score of the row',
  exp: 'minus the largest, then the exponential',
  divide: 'divided by the sum of the row',
  total: 'all of these added up',
  activation: 'the activation function',
  mean: 'the mean of the heads',
  entropy: 'the entropy of the row: each weight times its logarithm, added up, sign turned',
  mentions: 'the weights of all mentions of this name added up',
  effect:
    'the whole model run once more with this one edge cut: the belief in the first candidate then, less that before',
  fault: 'computed the wrong way that was chosen',
  random: 'from a model with random weights, for its shape',
  off: 'this head is switched off, so its part is zero',
  rotate: 'a pair of neighbours turned by the position',
  softmax: 'softmax over the whole vocabulary',
  weight: 'learned in training, not made from other cells',
  edited: 'changed by you, no longer what was learned',
};

export const words = {
  lang: 'en',
  tensors,
  origins,
  opening: {
    title: 'A sentence, cut into tokens',
    lead:
      'The model reads numbers, not letters. Looking at 它 (“it”) alone, nobody can say what it stands for. The ' +
      'arcs show where we are going: attention weights of one head in the last layer, computed just now.',
    now: (f) =>
      `The sentence is ${f.count} tokens. In layer ${f.atLayer + 1}, head ${f.head + 1}, ${quote(f.token)} ` +
      `gives most attention to ${quote(f.best)}: ${pct(f.weight)}.`,
  },
  weights: {
    slide: 'Move this weight',
    drag: 'Or drag the cell itself; by keyboard, Shift and an arrow. Esc while dragging puts it back.',
  },
  errors,
  gloss,
  everyToken: ' (one row a token)',
  elsewhere: 'other words',
  head: (head) => `head ${head + 1}`,
  layer: (layer) => `Layer ${layer + 1}`,
  arc: (from, to, share, count) =>
    count > 1 ? `${from} → ${to}, sum of ${count} mentions: ${share}` : `${from} → ${to}: ${share}`,
  arcs: (layer, head) => [
    `percentages: attention weights of layer ${layer + 1}, head ${head + 1}`,
    'small print: numbers in the vocabulary',
  ],
  groups: { before: 'Input', layer: (layer) => `Layer ${layer + 1}`, after: 'Prediction' },
  badge: {
    trained: 'trained weights',
    edited: 'weights changed by hand',
    computed: 'computed from what is shown',
    random: 'random numbers',
    short: { trained: 'trained', edited: 'by hand', computed: 'computed', random: 'random' },
    hints: {
      trained:
        'The weights were learned in training; every number here is computed from them in your browser by the C ' +
        'engine',
      edited: 'Some weights are yours; all other numbers were computed anew from them',
      computed: 'Computed just now from numbers in view',
      random: 'Drawn from a fixed seed, to show shapes and laws',
    },
  },
  player: {
    name: 'Player',
    play: 'Play',
    pause: 'Pause',
    back: 'Step back',
    forward: 'Step forward',
    first: 'To the beginning',
    last: 'To the end',
    scrub: 'Progress',
    speed: 'Speed',
    at: (i, of, title) => `Step ${i} of ${of}: ${title}`,
  },
  controls: {
    name: 'Experiments',
    model: 'Model',
    models: {
      'encoder-rope': 'Encoder · RoPE',
      'encoder-own': 'Encoder · sinusoidal',
      decoder: 'Decoder · RoPE',
    },
    aboutModel: {
      'encoder-rope': 'Our own encoder, trained in C, RoPE; no head was told where to look.',
      'encoder-own':
        'Our own encoder, trained in C, sinusoidal positions; head 1 of layer 3 was told to point at the antecedent.',
      decoder:
        'Our own decoder, trained in C, RoPE. The row of 它 itself cannot see the reason that follows, so 它 指 ' +
        '(“it means”) is put after the sentence, and the last row says who; head 1 of layer 3 was told a little to ' +
        'point there.',
    },
    layer: 'Layer',
    head: 'Head',
    follow: 'Follow',
    sees: 'Sees',
    encoder: 'Encoder',
    causal: 'Causal',
    encoderHint: 'every token sees all',
    causalHint: 'a token sees itself and the past',
    context: 'Before it',
    none: 'none',
    position: 'Positions',
    positions: { model: 'the model’s own', none: 'none', sinusoidal: 'sinusoidal', rope: 'RoPE' },
    own: 'Your own sentence',
    apply: 'Use it',
    article: 'Back to the article’s',
    words: 'Words the model knows',
    placeholder: 'A sentence in words the model knows',
    followToken: (glyph, i) => `Follow token ${i}, ${quote(glyph)}`,
  },
  contextNames: { a: 'A lacks configuration', b: 'B’s has expired' },
  belief: {
    name: 'Belief now',
    of: (token) => `who ${quote(token)} is`,
    next: 'who comes after 它 指',
    share: 'of the candidates',
    rule: (name, value) => `true value by the rule, of the candidates: ${name} ${value}`,
    none: 'There is no 它 in this sentence, so there is no belief to show.',
    alone: 'There is no entity in this sentence that the model knows.',
  },
  cell: {
    name: (tensor, row, column, value) => `${tensor} ${row}, ${column}: ${value}`,
    grid: (tensor, rows, columns) => `${tensor}, ${rows} rows, ${columns} columns, arrow keys to move`,
    dimension: (i) => `dimension ${i}`,
    open: 'Where this number comes from',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    and: 'and',
    bias: 'bias',
    total: 'sum',
    hint: 'Touch any cell or arc to see what it is made of.',
    product: 'product',
    more: (count) => `${count} terms`,
    cutHead: 'Cut this edge in this head',
    cutLayer: 'Cut it in all heads of this layer',
    cutAll: 'Cut it in all layers and heads',
    restore: 'Join it again',
    restoreAll: 'Join all',
    cuts: (count) => `${count} ${count === 1 ? 'edge' : 'edges'} cut`,
    masked: 'hidden: the score is −∞',
  },
  task: {
    name: 'Try this',
    take: (step) => `Do it for me: ${step}`,
    back: 'Undo',
    otherwise: 'With this sentence and these settings it does not come out that way.',
  },
  tools: {
    name: 'Take away',
    link: 'Link to this state',
    tensor: 'Tensor',
    drawn: 'In the picture',
    others: 'All others of this state',
    verify: 'Verify it yourself: all tensors',
  },
  status: {
    loading: (percent) => `Fetching engine and model: ${percent}%`,
    start: 'Fetching engine and model',
    retry: 'Retry',
    ready: (build) => `C engine (WebAssembly ${build})`,
    baked: 'This picture was computed beforehand by the same engine.',
    badLink: (list) => `${list} in the link cannot be used; the defaults stand in.`,
    outside: (list) => `${list} is outside this model or sentence; the default stands in.`,
    kept: ' The picture still shows the last sentence that it could read.',
  },
};
