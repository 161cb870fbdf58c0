/** Every English sentence a reader sees or hears. Numbers come from the caller, who read them from the engine. */
import { effects, figures, saturation, scales } from './figures.en.js';
import { gloss } from './gloss.js';
import { zh } from './zh.js';

const n = (value, digits = 2) => value.toFixed(digits).replace('-', '\u2212');

const pct = (value) => `${(value * 100).toFixed(1)}%`;

/** Quotes a reader's words, long ones cut, many left out. */
const listed = (words) =>
  words
    .slice(0, 5)
    .map((word) => quote(word.length > 24 ? `${word.slice(0, 24)}…` : word))
    .join(', ') + (words.length > 5 ? ' and others' : '');

const quote = (token) => `“${token}”`;

/** English names; the symbols are the same in both languages. */
const NAMES = {
  'token_embedding.weight': 'row of the table',
  embedding: 'embedding',
  position: 'position',
  input: 'embedding + position',
  residual: 'residual stream',
  attention_norm: 'normalised',
  attention_norm_mean: 'mean',
  attention_norm_std: 'standard deviation',
  'attention_norm.weight': 'learned factor',
  'attention_norm.bias': 'learned shift',
  'attention.output.weight': 'output projection',
  query: 'query',
  key: 'key',
  value: 'value',
  rotated_query: 'rotated query',
  rotated_key: 'rotated key',
  scores: 'scores',
  scaled: 'scaled',
  masked: 'masked',
  exp: 'exponentials',
  row_empty: 'row all hidden',
  weights: 'attention weights',
  weights_mean: 'mean weights of the heads',
  mentions: 'weights, mentions of a name summed',
  score_terms: 'product by product',
  value_terms: 'weighted values',
  weights_row_sum: 'sum of a row',
  weights_column_sum: 'sum of a column',
  head_contribution: 'what this head writes',
  'random.weights': 'model with random weights',
  head_output: 'output of this head',
  concat: 'heads side by side',
  attention_output: 'what attention writes',
  attention_residual: 'added to the stream',
  feed_forward_norm: 'normalised again',
  feed_forward_norm_mean: 'mean',
  feed_forward_norm_std: 'standard deviation',
  feed_forward_up: 'widened',
  feed_forward_hidden: 'after the activation',
  feed_forward_output: 'what the feed-forward writes',
  final: 'final norm',
  final_mean: 'mean',
  final_std: 'standard deviation',
  logits: 'a score for every word',
  probabilities: 'probability',
  belief: 'belief',
  'feed_forward_norm.weight': 'learned factor',
  'feed_forward_norm.bias': 'learned shift',
  'final_norm.weight': 'learned factor',
  'final_norm.bias': 'learned shift',
};

const tensors = Object.fromEntries(
  Object.entries(zh.tensors).map(([key, { symbol }]) => [key, { symbol, name: NAMES[key] ?? '' }]),
);

const steps = {
  tokens: {
    short: 'Tokens',
    title: 'A sentence, cut into tokens',
    lead: 'The model reads numbers, not letters. Looking at 它 (“it”) alone, nobody can say what it stands for. The arcs show where we are going: attention weights of one head in the last layer, computed just now.',
    now: (f) =>
      `The sentence is ${f.count} tokens. In layer ${f.atLayer + 1}, head ${f.head + 1}, ${quote(f.token)} gives most attention to ${quote(f.best)}: ${pct(f.weight)}.`,
  },
  embedding: {
    short: 'Embedding',
    title: 'A number becomes a vector',
    lead: 'Every token has a row of its own in a learned table. Take that row, multiply by √d, and the token has its starting point: the same one wherever the word stands.',
    now: (f) =>
      `${quote(f.token)} is number ${f.id}; its ${f.D} values are multiplied by ${n(f.times)}. ${f.twins > 1 ? `The word occurs ${f.twins} times here, with identical rows.` : 'It knows nothing of its context yet.'}`,
  },
  position: {
    short: 'Position',
    title: 'Adding the place',
    lead: 'Attention by itself does not see order: shuffle the words of an encoder and every result just moves along with its token. So the place is written into the vector, here by sines and cosines of many speeds.',
    now: (f) =>
      `${quote(f.token)} stands at place ${f.place} (counting from 0); its position vector begins ${n(f.first[0])}, ${n(f.first[1])} and is added value by value.`,
  },
  norm: {
    short: 'Norm',
    title: 'First, one common scale',
    lead: 'Before attention, each vector loses its mean, is divided by its standard deviation, then takes a learned factor and a learned shift. Large and small vectors can now be compared.',
    now: (f) => `The row of ${quote(f.token)} has mean ${n(f.mean, 3)} and standard deviation ${n(f.std, 3)}.`,
  },
  project: {
    short: 'Q K V',
    title: 'One vector, three roles',
    lead: 'The same vector meets three matrices. The query is “what I look for”, the key “how I can be found”, the value “what you take away”. Keys match, values carry: two jobs, learned apart.',
    now: (f) =>
      `The ${f.D} values of ${quote(f.token)} meet each column of W_Q, giving a query of ${f.K} dimensions; the strongest is dimension ${f.dimension}: ${n(f.value)}.`,
  },
  rotate: {
    short: 'Rotate',
    title: 'Turning the place into query and key',
    lead: 'RoPE takes neighbouring values as a point and turns it by an angle that follows the position. A dot product of two tokens then depends only on how far apart they are. Values are not turned.',
    now: (f) => `${quote(f.token)} stands at place ${f.place}; its query and key have been turned by it.`,
  },
  score: {
    short: 'Scores',
    title: 'A query meets the keys',
    lead: 'One row of queries passes every column of keys: multiply pair by pair, add up, one score each. A high score means the two agree in the eyes of this head. Rows are queries, columns keys: read across to see who looks at whom.',
    now: (f) =>
      `${quote(f.token)} agrees best with ${quote(f.best)}, score ${n(f.high)}, and least with ${quote(f.worst)}, ${n(f.low)}.`,
  },
  scale: {
    short: 'Scale',
    title: 'Divided by √dₖ',
    lead: 'The more dimensions, the wilder the dot products, until softmax leaves a single winner and most rows stop learning. Dividing by √dₖ brings the scores back into range and keeps their order.',
    now: (f) =>
      `Keys have ${f.K} dimensions per head, so scores are divided by ${n(Math.sqrt(f.K))}: the highest goes from ${n(f.raw.high)} to ${n(f.scaled.high)}, the lowest from ${n(f.raw.low)} to ${n(f.scaled.low)}.`,
  },
  mask: {
    short: 'Mask',
    title: 'Who may see whom',
    lead: 'A hidden place gets the score −∞, not 0, so that softmax gives it exactly nothing. An encoder sees everything; a causal mask allows only a token itself and what came before. Pick a cell to cut one edge yourself.',
    now: (f) =>
      f.hidden === 0
        ? `All ${f.pairs} pairs are visible; no score is changed.`
        : `${f.hidden} of ${f.pairs} pairs become −∞; ${quote(f.token)} still sees ${f.visible} places.`,
  },
  softmax: {
    short: 'Softmax',
    title: 'Scores become weights',
    lead: 'Subtract the largest of the row so that nothing overflows, take exponentials, divide by their sum. Visible places share out exactly 1; hidden ones get exactly 0.',
    now: (f) =>
      f.empty
        ? `${quote(f.token)} sees no place at all; its weights are 0 by definition.`
        : `Largest ${n(f.max)}, sum of exponentials ${n(f.sum, 3)}. ${quote(f.best)} gets ${pct(f.weight)}; the ${f.visible} visible places add up to 1.${f.zeros > 0 ? ` ${f.zeros} visible scores lie so low that a 32-bit weight is 0.` : ''}`,
  },
  mix: {
    short: 'Mix',
    title: 'Values come back by weight',
    lead: 'Every place’s value vector, times its weight, all added up: that is what this head brings back for the token. A larger weight brings more.',
    now: (f) =>
      f.empty
        ? `${quote(f.token)} brings nothing back; the output is the zero vector.`
        : `${pct(f.weight)} of what ${quote(f.token)} takes in comes from ${quote(f.first)}, ${pct(f.next)} from ${quote(f.second)}.`,
  },
  merge: {
    short: 'Merge',
    title: 'Heads side by side, projected once more',
    lead: 'Each head looks in a small space of its own. Their outputs are laid end to end, back to full width, and W_O mixes what they found.',
    now: (f) =>
      `${f.H} heads give ${f.K} values each, ${f.D} in all; after W_O the largest change is in dimension ${f.dimension}: ${n(f.value)}.`,
  },
  add: {
    short: 'Add',
    title: 'Added to what was there',
    lead: 'Attention replaces nothing; it adds. What was known stays, in a channel that runs through the whole model: the residual stream. After adding, it is normalised again for the feed-forward.',
    now: (f) =>
      `Dimension ${f.dimension} of ${quote(f.token)} changes most: it was ${n(f.from)}, and ${n(f.by)} is added.`,
  },
  'feed-forward': {
    short: 'Feed-forward',
    title: 'Each on its own: the feed-forward',
    lead: 'Attention exchanges, the feed-forward digests. Every token alone is widened, passed through an activation and narrowed again, then added to the stream.',
    now: (f) =>
      `${f.awake} of ${f.F} hidden units respond to ${quote(f.token)}; dimension ${f.dimension} gets most: ${n(f.from)} plus ${n(f.by)}.`,
  },
  prediction: {
    short: 'Prediction',
    title: 'In the end, who is it?',
    lead: 'The last vector is compared with the vector of every word, then softmax once more. The long bars are the shares of the candidates between themselves; the short one is what all other words took.',
    now: (f) =>
      f.names.length === 0
        ? `The likeliest word at ${quote(f.token)} is ${quote(f.word)}: ${pct(f.probability)}.`
        : `At ${quote(f.token)} the model believes: ${f.names.map((name, i) => `${name} ${n(f.shares[i], 3)}`).join(', ')}; all other words ${n(f.shares.at(-1), 3)}.`,
  },
};

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
  mentions: 'the weights of all mentions of this name added up',
  fault: 'computed the wrong way that was chosen',
  random: 'from a model with random weights, for its shape',
  off: 'this head is switched off, so its part is zero',
  rotate: 'a pair of neighbours turned by the position',
  softmax: 'softmax over the whole vocabulary',
  weight: 'learned in training, not made from other cells',
  edited: 'changed by you, no longer what was learned',
};

const errors = {
  empty: () => 'There is no sentence yet. Write one, or go back to the article’s.',
  blank: () => 'There are only spaces here. Write a sentence, or go back to the article’s.',
  too_long: ({ n: count, limit, unit }) =>
    `This sentence has ${count} ${unit} and at most ${limit} can be read. Please shorten it.`,
  unknown_word: ({ words }) =>
    `The model does not know ${listed(words)}. It has only learned the words listed below; please use one of those.`,
  no_webassembly: () =>
    'This browser has no WebAssembly, so the engine cannot run. Please use a newer browser; the first picture was computed beforehand by the same engine.',
  no_simd: ({ build }) =>
    `This browser lacks the SIMD instructions that the ${build} build needs. Remove “build” from the link and a build that works is chosen.`,
  not_found: ({ url, status }) =>
    `The file ${url} was not found (${status}). Check that the site is complete, then retry.`,
  html_instead: ({ url }) =>
    `${url} should be data, but the server sent a web page. The path is probably wrong; correct it and retry.`,
  network: ({ url }) => `The network failed while fetching ${url}. Check the connection and retry.`,
  timeout: ({ url, seconds }) =>
    `${url} has not arrived after ${seconds} seconds. The network may be slow; please retry.`,
  bad_wasm: ({ url }) =>
    `The engine file ${url} is damaged and cannot be compiled. Upload it again, or reload and retry.`,
  blocked_by_policy: () =>
    "The page’s content policy forbids compiling WebAssembly. Its owner should add 'wasm-unsafe-eval' to script-src.",
  selftest_failed: ({ build }) =>
    `The engine (${build}) failed its self-test on this device and will not be used. Please try another browser.`,
  bad_config: ({ file = 'config.json' }) =>
    `The model’s ${file} is damaged or describes a model the engine does not support. Put back a complete file and retry.`,
  bad_tokenizer: ({ file = 'tokenizer.json' }) =>
    `The tokenizer file ${file} is damaged. Put back a complete file and retry.`,
  bad_weights: ({ file = 'model.safetensors', tensor }) =>
    `The weights in ${file}${tensor ? ` (${tensor})` : ''} are damaged or incomplete. Put back a complete file and retry.`,
  not_finite: ({ step, tensor, layer }) =>
    `The computation stopped at “${step}”: ${tensor}${layer === undefined ? '' : ` of layer ${layer + 1}`} holds a value that is not a finite number. Check the weights file.`,
  trap: () => 'The engine stopped unexpectedly. A fresh one is in place; please try again.',
  fallback: () => 'Something unexpected went wrong. Retry, or reload this page.',
};

export const en = {
  lang: 'en',
  tensors,
  steps,
  origins,
  errors,
  figures,
  saturation,
  effects,
  scales,
  gloss,
  everyToken: ' (one row a token)',
  likeliest: 'likeliest words at this place',
  beliefTitle: (token) => `Belief: ${quote(token)} stands for`,
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
        'The weights were learned in training; every number here is computed from them in your browser by the C engine',
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
      encoder: 'Encoder (from outside)',
      'encoder-own': 'Encoder',
      'encoder-rope': 'Encoder · RoPE',
      decoder: 'Decoder · RoPE',
    },
    aboutModel: {
      encoder:
        'An encoder trained outside this project, sinusoidal positions; head 1 of layer 2 was told to point at the antecedent.',
      'encoder-own':
        'Our own encoder, trained in C, sinusoidal positions; head 1 of layer 3 was told to point at the antecedent.',
      'encoder-rope': 'Our own encoder, trained in C, RoPE; no head was told where to look.',
      decoder:
        'Our own decoder, trained in C, RoPE. The row of 它 itself cannot see the reason that follows, so 它 指 (“it means”) is put after the sentence, and the last row says who.',
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
  contexts: zh.contexts,
  contextNames: { a: 'A lacks configuration', b: 'B’s has expired' },
  sentence: zh.sentence,
  belief: {
    name: 'Belief now',
    of: (token) => `who ${quote(token)} is`,
    next: 'who comes after 它 指',
    rule: (name, value) => `true value by the rule: ${name} ${value}`,
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
