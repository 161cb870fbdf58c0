/** What a run is asked for, read from a figure's state: nothing in it points outside the model or the sentence. */

/** The properties of a state that a run depends on, besides the model. */
export const ASKS = [
  'sentence',
  'context',
  'mask',
  'position',
  'cuts',
  'scale',
  'fault',
  'off',
  'edits',
  'keys',
  'values',
];

const CANDIDATES_AT_MOST = 4;

const hasHead = ({ layer = 0, head = 0 }, { n_layers: layers, n_heads: heads }) => layer < layers && head < heads;

/** Whether a cut edge is one of this model's, in a sentence of so many tokens. */
export const hasEdge = (cut, config, count) => hasHead(cut, config) && cut.query < count && cut.key < count;

/** Whether a head that is switched off is one of this model's. */
export const hasSwitch = hasHead;

/** Whether a weight that was changed by hand is one of this model's. */
export const hasWeight = ({ tensor, layer, index }, { n_layers: layers, d_model: width }) =>
  layer < layers && index < (tensor.endsWith('.bias') ? width : width * width);

/** Entities in the order of their last mention, so that a sentence before does not reorder the bars. */
function candidatesIn(ids, { entity_ids: known = [] }) {
  const entities = new Set(known);
  return [...new Set(ids.filter((id) => entities.has(id)))]
    .sort((a, b) => ids.lastIndexOf(a) - ids.lastIndexOf(b))
    .slice(-CANDIDATES_AT_MOST);
}

/**
 * @param {object} state
 * @param {object} config the model's
 * @param {{text: string, ids: number[]}} sentence
 * @returns {{text: string, ids: number[], options: object, weights: {edits, keys, values}}} what model.run takes, and
 *   which weights it is run with
 */
export function requestOf(state, config, { text, ids }) {
  return {
    text,
    ids,
    options: {
      mask: state.mask === 'causal' ? 'causal' : 'none',
      cuts: state.cuts.filter((cut) => hasEdge(cut, config, ids.length)),
      headsOff: state.off.filter((off) => hasSwitch(off, config)),
      candidates: candidatesIn(ids, config),
      ...(state.position !== 'model' && { position: state.position }),
      scale: state.scale,
      fault: state.fault,
    },
    weights: {
      edits: state.edits.filter((edit) => hasWeight(edit, config)),
      keys: state.keys,
      values: state.values,
    },
  };
}
