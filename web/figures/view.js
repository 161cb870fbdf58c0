/**
 * The view: what a scene needs to know, gathered from state, numbers and text; and the names of rows, columns and cells.
 */
import { full } from '../draw/number.js';

/**
 * @param {object} parts
 *   state, get (numbers by name), tokens ([{id, glyph}]), candidates (ids), config, text, word (id → text), width
 */
export function makeView({ state, get, tokens, candidates, config, text, word, width }) {
  const { shape } = get('weights', config.n_layers - 1, 0);
  const D = config.d_model;
  return {
    get,
    word,
    candidates,
    width,
    narrow: width < 560,
    layer: Math.min(state.layer, config.n_layers - 1),
    head: Math.min(state.head, config.n_heads - 1),
    token: followed(state, tokens, config),
    causal: state.mask === 'causal',
    reading: readingOf(tokens, config),
    scale: state.scale,
    fault: state.fault,
    figure: state.figure,
    tokens: tokens.map(({ glyph }) => glyph),
    shape: {
      T: shape[0],
      D,
      H: config.n_heads,
      K: D / config.n_heads,
      F: config.d_ff,
      V: config.vocab_size,
      layers: config.n_layers,
      rotary: isRotary(state, config),
      scale: state.scale,
      off: state.off,
      ids: tokens.map(({ id }) => id),
      names: config.entity_ids ?? [],
    },
    words: { ...text, activation: config.activation === 'gelu' ? 'GELU' : 'ReLU' },
  };
}

/** Whether positions are turned into queries and keys. */
export const isRotary = ({ position }, config) => (position === 'model' ? config.position : position) === 'rope';

/** The place that knows the answer: the pronoun's; a decoder's last, after 「它 指」. −1 where there is none. */
export const readingOf = (tokens, { architecture, pronoun_id: pronoun }) =>
  architecture === 'decoder' ? tokens.length - 1 : tokens.findIndex(({ id }) => id === pronoun);

/** The token that is followed: the reader's, else the one that knows, else the last. */
export function followed(state, tokens, config) {
  if (state.token !== null && state.token < tokens.length) return state.token;
  const found = readingOf(tokens, config);
  return found < 0 ? tokens.length - 1 : found;
}

const BY_TOKEN =
  /^(embedding|position|input|residual|attention_norm|query|key|value|rotated_|scores|scaled|masked|exp|weights|row_|head_output|head_contribution|concat|attention_output|attention_residual|feed_forward_(norm|up|hidden|output)|final|logits|probabilities|belief)/;
const BY_PAIR = new Set(['scores', 'scaled', 'masked', 'exp', 'weights', 'weights_mean', 'mentions', 'random.weights']);
/** A row for every pair of tokens: query · T + key. */
const BY_EVERY_PAIR = new Set(['score_terms', 'value_terms']);
const BY_WORD = new Set(['logits', 'probabilities']);

const isParameter = (tensor) => tensor.includes('.');

/** Names of one cell's row and column, in words a reader knows. */
export function cellNames(view, { tensor, row, column }) {
  const { dimension } = view.words.cell;
  if (tensor === 'token_embedding.weight') return { row: view.word(row), column: dimension(column) };
  if (BY_PAIR.has(tensor)) return { row: view.tokens[row], column: view.tokens[column] };
  if (BY_EVERY_PAIR.has(tensor)) {
    const [query, key] = [Math.floor(row / view.tokens.length), row % view.tokens.length];
    return { row: `${view.tokens[query]} · ${view.tokens[key]}`, column: dimension(column) };
  }
  if (isParameter(tensor))
    return { row: /bias$|norm\.weight$/.test(tensor) ? '' : dimension(row), column: dimension(column) };
  const rowName = BY_TOKEN.test(tensor) ? view.tokens[row] : dimension(row);
  if (BY_WORD.has(tensor)) return { row: rowName, column: view.word(column) };
  if (/_(mean|std|max|sum|empty)$/.test(tensor)) return { row: rowName, column: '' };
  return { row: rowName, column: dimension(column) };
}

/** Full name of a tensor: symbol and words. */
export const tensorName = (view, tensor) => {
  const { symbol, name } = view.words.tensors[tensor];
  return name ? `${symbol} ${name}` : symbol;
};

/** Labels for drawing; one object per language and sentence, since drawing compares it by identity. */
export function makeLabel(view) {
  const { cell } = view.words;
  return {
    cell(made, row, column, value) {
      const name = cellNames(view, { tensor: made.tensor, row, column });
      return cell.name(view.words.tensors[made.tensor].symbol, name.row, name.column, full(value));
    },
    block: (made) => cell.grid(tensorName(view, made.tensor), made.down.length, made.across.length),
  };
}
