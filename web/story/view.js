/** The view: what a scene needs to know, gathered from state, numbers and words. Pure. */

/**
 * @param {object} parts state, get (tensor by name, layer, head), tokens ([{id, glyph}]), candidates (ids), config,
 *   word (id → text), width, words (those that all figures share), own (the figure's own), act (changes the state),
 *   at ({ moment, t }, in a figure that plays), linkTo (the address of another state), inBar (whether it is drawn as a
 *   strip)
 */
export function makeView({ tokens, candidates, config, ...parts }) {
  const { state, words, width } = parts;
  return {
    ...parts,
    candidates,
    words: { ...words, activation: config.activation === 'gelu' ? 'GELU' : 'ReLU' },
    narrow: width < 560,
    layer: Math.min(state.layer, config.n_layers - 1),
    head: Math.min(state.head, config.n_heads - 1),
    token: followed(state, tokens, config),
    causal: state.mask === 'causal',
    reading: readingOf(tokens, config),
    scale: state.scale,
    fault: state.fault,
    tokens: tokens.map(({ glyph }) => glyph),
    shape: shapeOf({ state, tokens, config }),
  };
}

/** What the arithmetic of a cell depends on besides its place (story/cells.js). */
export const shapeOf = ({ state, tokens, config }) => ({
  T: tokens.length,
  D: config.d_model,
  H: config.n_heads,
  K: config.d_model / config.n_heads,
  F: config.d_ff,
  V: config.vocab_size,
  layers: config.n_layers,
  activation: config.activation,
  embeddingScale: config.embedding_scale === 'sqrt(d_model)' ? Math.sqrt(config.d_model) : 1,
  amplitude: config.position_amplitude ?? 1,
  decoder: config.architecture === 'decoder',
  position: positionOf(state, config),
  rotary: isRotary(state, config),
  scale: state.scale,
  fault: state.fault,
  off: state.off,
  ids: tokens.map(({ id }) => id),
  names: config.entity_ids ?? [],
  supervisedHead: config.supervised_head ?? null,
});

/**
 * Whether a pair is hidden in a head, by the mask or by a cut: read from the state, since under a wrong way the scores
 * do not show it.
 */
export const hides = ({ state, causal, layer, head }, query, key) =>
  (causal && key > query) ||
  state.cuts.some(
    (cut) => cut.query === query && cut.key === key && (cut.layer ?? layer) === layer && (cut.head ?? head) === head,
  );

/** Whether positions are turned into queries and keys. */
export const isRotary = (state, config) => positionOf(state, config) === 'rope';

/** The kind of positions that are run with. @returns {'none' | 'sinusoidal' | 'rope'} */
const positionOf = ({ position }, config) => (position === 'model' ? config.position : position);

/** The place that knows the answer: the pronoun's; a decoder's last, after 「它 指」. −1 where there is none. */
export const readingOf = (tokens, { architecture, pronoun_id: pronoun }) =>
  architecture === 'decoder' ? tokens.length - 1 : tokens.findIndex(({ id }) => id === pronoun);

/** The token that is followed: the reader's, else the one that knows, else the last. */
export function followed(state, tokens, config) {
  if (state.token !== null && state.token < tokens.length) return state.token;
  const found = readingOf(tokens, config);
  return found < 0 ? tokens.length - 1 : found;
}
