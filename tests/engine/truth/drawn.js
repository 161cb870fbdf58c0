// What a scene draws besides its cells: captions, signs, names, legends, and numbers on their way. A caption is held
// to the numbers of the block that it stands at: they must be, in float64, those of a tensor of that symbol and name.

import { agrees, claim, faultsOf, sign } from './claims.js';
import { textsOf } from './texts.js';
import { near, sum } from './world.js';

/** Which tensors a symbol may stand for. A symbol that says how a number is made is held to that as well. */
const SYMBOLS = {
  E: ['token_embedding.weight'],
  e: ['embedding'],
  p: ['position', 'probabilities'],
  x: ['input', 'residual'],
  x̂: ['attention_norm', 'feed_forward_norm', 'final'],
  μ: ['attention_norm_mean', 'feed_forward_norm_mean'],
  σ: ['attention_norm_std', 'feed_forward_norm_std'],
  γ: ['attention_norm.weight'],
  β: ['attention_norm.bias'],
  W_Q: ['attention.query.weight'],
  W_K: ['attention.key.weight'],
  W_V: ['attention.value.weight'],
  W_O: ['attention.output.weight'],
  b_O: ['attention.output.bias'],
  Q: ['query'],
  K: ['key'],
  V: ['value'],
  Kᵀ: ['key'],
  RQ: ['rotated_query'],
  RK: ['rotated_key'],
  RKᵀ: ['rotated_key'],
  S: ['scores'],
  'S′': ['scaled'],
  S̃: ['masked'],
  max: ['row_max'],
  exp: ['exp'],
  Σ: ['row_sum', 'weights_row_sum', 'weights_column_sum'],
  A: ['weights', 'mentions', 'random.weights'],
  Ā: ['weights_mean'],
  'q × k': ['score_terms'],
  'a × v': ['value_terms'],
  y: ['head_contribution', 'attention_output'],
  Z: ['head_output'],
  z: ['concat'],
  'x + y': ['attention_residual'],
  u: ['feed_forward_up'],
  h: ['feed_forward_hidden'],
  f: ['feed_forward_output'],
  ℓ: ['logits'],
};

const flattened = new WeakMap();

/** The numbers of a block, as float64 has them; undefined for what has no truth here (random models). */
function truthOf(world, { tensor, layer, head }) {
  const made = world.get(tensor, layer, head);
  if (made && !flattened.has(made)) flattened.set(made, made.flat());
  return made && flattened.get(made);
}

/** Whether a block holds these numbers, in its own order. */
const holds = (block, numbers) =>
  numbers?.length === block.data.length && numbers.every((value, i) => near(block.data[i], value, 2e-3));

/** Blocks whose frame is nearest to a place. */
function blocksAt(blocks, { x, y }) {
  const far = (block) => Math.max(block.x - x, x - block.right, 0) + Math.max(block.y - y, (y - block.bottom) * 3, 0);
  const least = Math.min(...blocks.map(far));
  return blocks.filter((block) => far(block) === least);
}

/** A caption at a block: which of the tensors of its symbol the block's numbers are. */
function captionFaults(text, place, world, blocks) {
  const symbol = Object.keys(SYMBOLS)
    .filter((one) => text === one || text.startsWith(`${one} `))
    .sort((a, b) => b.length - a.length)[0];
  const [block] = blocksAt(blocks, place);
  if (!symbol || !block) return [`no symbol of anything: ${text}`];
  if (block.tensor === 'random.weights') return symbol === 'A' ? [] : [`${text} at random weights`];
  const tensors = SYMBOLS[symbol].filter((tensor) => holds(block, truthOf(world, { ...block, tensor })));
  if (tensors.length === 0) return [`${text} stands at ${block.name}, whose numbers are not ${SYMBOLS[symbol]}`];
  const words = text.slice(symbol.length).trim();
  return words === '' || tensors.some((tensor) => faultsOf(words, namesOf(tensor, world), world, 'whole').length === 0)
    ? []
    : [`${symbol} is not “${words}”`];
}

/** A name alone, beside a strip. */
function sideFaults(text, place, world, blocks) {
  const [block] = blocksAt(blocks, place);
  const names = Object.values(SYMBOLS)
    .flat()
    .filter((tensor) => world.view.words.tensors[tensor].name === text);
  return names.some((tensor) => holds(block, truthOf(world, { ...block, tensor })))
    ? []
    : [`${block.name} is no ${text}`];
}

/** What a tensor may be called, with what is said of its rows. */
function namesOf(tensor, world) {
  const { name } = world.view.words.tensors[tensor];
  const every = claim('{name}（每个词元一行）', '{name} (one row a token)', () => ({ name }));
  const axes = claim('{name}（行：查询，列：键）', '{name} (rows: queries, columns: keys)', () => ({ name }));
  const pair = claim('{name}：「{q}」与「{k}」', '{name}: “{q}” with “{k}”', () => ({
    name,
    q: world.tokens[world.token],
    k: world.tokens,
  }));
  const ofId = sign('{name} {id#}', () => ({ name, id: world.ids[world.token] }));
  const plain = claim(
    '输入：词向量，什么也没有加',
    'input: the embedding, nothing added',
    () => tensor === 'input' && world.amplitude === 0,
  );
  return [every, axes, pair, ofId, plain, sign('{name}', () => ({ name }))];
}

const isSoftmax = (w) => w.softmaxOfRows || w.columnsAddUp || w.state.fault === 'mask_after_softmax';
const root = (w) => ({ n: w.divisor ** 2 });
const scaledBy = (w) => {
  const id = w.ids[w.token];
  return Math.max(...w.row('embedding').map(Math.abs)) / Math.max(...w.get('token_embedding.weight')[id].map(Math.abs));
};

/** Signs between blocks. */
const SIGNS = [
  sign('÷√{n}', (w) => Number.isInteger(Math.round(w.divisor ** 2)) && root(w)),
  sign('÷{n#}', (w) => ({ n: (said) => near(Number(said), w.divisor, 1e-6) })), // an equals sign in all but name: exact
  sign('÷ √dₖ', (w) => near(w.divisor, Math.sqrt(w.K))),
  sign('÷ dₖ', (w) => near(w.divisor, w.K)),
  sign('÷ √d_model', (w) => near(w.divisor, Math.sqrt(w.D))),
  sign('÷ {n#}', (w) => ({ n: (said) => near(Number(said), w.divisor, 1e-6) })),
  sign('×√{n}', (w) => ({ n: scaledBy(w) ** 2 })),
  sign('exp(s−max)', isSoftmax),
  sign('÷ Σ', isSoftmax),
  sign('ReLU', (w) => w.row('feed_forward_hidden').every((x, i) => near(x, Math.max(0, w.row('feed_forward_up')[i])))),
  ...['=', '+', '×', '→', '·', '+b', '·Eᵀ', '·W₁', '·W₂', 'Σ'].map((text) => sign(text)),
];

/** The numbers that a legend may name: each block's largest, or what its full shade stands for, with either sign. */
const tops = (world, blocks) =>
  [...blocks, { data: [], top: world.results.top }].flatMap((block) => {
    const numbers = (truthOf(world, block) ?? [0, ...block.data]).filter(Number.isFinite);
    const top = Math.max(...numbers.map(Math.abs));
    return [top, -top, 0, block.top ?? 0, -(block.top ?? 0)];
  });

const inBlocks = (blocks) => blocks.flatMap(({ data }) => [...data]);

/**
 * What is wrong with what a scene draws.
 * @param {import('./claims.js').claim[]} claims of this scene, for texts that are no names or signs
 */
export function drawnFaults(scene, claims, world) {
  const { blocks } = scene;
  const check = ({ text, looks, x, y }) => {
    if (/\bnames\b|\bchip\b/.test(looks))
      return [...world.tokens, ...world.ids.map(String)].includes(text) ? [] : [`no token: ${text}`];
    if (/\blegend effect\b/.test(looks) && !blocks.some(({ tensor }) => tensor === 'effect')) return []; // none cut yet
    if (/\blegend\b/.test(looks)) return agrees(text, tops(world, blocks)) ? [] : [`no block reaches ${text}`];
    if (/\btraveller\b/.test(looks)) return agrees(text, inBlocks(blocks)) ? [] : [`in no cell: ${text}`];
    if (/\bside\b/.test(looks)) return sideFaults(text, { x, y }, world, blocks);
    if (/\boperator\b/.test(looks)) return faultsOf(text, SIGNS, world, 'whole');
    const said = faultsOf(text, claims, world, 'whole');
    return said.length > 0 && /\bcaption\b/.test(looks) ? captionFaults(text, { x, y }, world, blocks) : said;
  };
  return textsOf(scene.over).flatMap((one) => check(one).map((fault) => `${fault} (${one.looks})`));
}

/** Sums at the edge of a matrix: beside each row stands the sum of the numbers of that row. */
export function sumFaults({ blocks }, world) {
  const sums = blocks.filter(
    ({ tensor }) => world.view.words.tensors[tensor].symbol === 'Σ' && tensor !== 'weights_column_sum',
  );
  return sums.flatMap((beside) => {
    const row = blocks.find(
      (one) => one !== beside && one.y === beside.y && one.right <= beside.x && one.rows.length === beside.rows.length,
    );
    if (!row) return [`${beside.name} stands beside nothing`];
    const numbers = row.rows.map((r) => sum([...row.data.slice(r * row.stride, (r + 1) * row.stride)]));
    const wrong = beside.rows.filter((r, i) => !near(beside.data[r], numbers[i], 2e-3));
    return wrong.map((r) => `Σ of row ${r} of ${row.name} is not ${beside.data[r]}`);
  });
}

/** Positions that are all zero are not added and need not be drawn. */
export const zeroFaults = ({ blocks }) =>
  blocks
    .filter(({ tensor, data }) => tensor === 'position' && data.every((value) => value === 0))
    .map(() => 'positions of zeros are drawn as if they were added');
