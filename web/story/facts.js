/**
 * What a scene's one sentence is made of: numbers read from the trace for the followed token, and which is largest.
 * Only reading, counting and comparing happens here; nothing is computed. The words are in text/.
 */
import { rowOf } from './tensor.js';
import { hides } from './view.js';

const row = (tensor, index) => [...rowOf(tensor, index)];

const argmax = (values) => values.reduce((best, value, i) => (value > values[best] ? i : best), 0);

const argmin = (values) => values.reduce((best, value, i) => (value < values[best] ? i : best), 0);

/** Index of the entry that is largest in size. */
const argfar = (values) => argmax(values.map(Math.abs));

const headAt = (view, tensor) => row(view.get(tensor, view.layer, view.head), view.token);

const layerAt = (view, tensor) => row(view.get(tensor, view.layer), view.token);

function scores(view, tensor) {
  const values = headAt(view, tensor);
  const visible = values.map((value) => (value === -Infinity ? Infinity : value));
  const [best, worst] = [argmax(values), argmin(visible)];
  return { best: view.tokens[best], high: values[best], worst: view.tokens[worst], low: values[worst] };
}

function moved(view, tensor, before) {
  const written = layerAt(view, tensor);
  const dimension = argfar(written);
  return { dimension, from: before[dimension], by: written[dimension] };
}

function strongest(values) {
  const dimension = argfar(values);
  return { dimension, value: values[dimension] };
}

/** Whose vector a head's row is made of: the row's own token, unless heads were split without a transpose. */
const holderOf = ({ token, head, tokens, fault, shape: { T, H } }) =>
  tokens[fault === 'no_head_transpose' ? Math.floor((head * T + token) / H) : token];

const streamRow = (view) =>
  view.layer === 0 ? row(view.get('input'), view.token) : row(view.get('residual', view.layer - 1), view.token);

const FACTS = {
  tokens(view) {
    const layer = view.shape.layers - 1;
    const values = row(view.get('weights', layer, view.head), view.token);
    const best = argmax(values);
    return { best: view.tokens[best], weight: values[best], atLayer: layer, count: view.tokens.length };
  },
  embedding: (view) => ({
    id: view.shape.ids[view.token],
    times: view.shape.embeddingScale,
    twins: view.shape.ids.filter((id) => id === view.shape.ids[view.token]).length,
  }),
  position: (view) => ({ place: view.token, first: row(view.get('position'), view.token).slice(0, 2) }),
  norm: (view) => ({
    mean: view.get('attention_norm_mean', view.layer).data[view.token],
    std: view.get('attention_norm_std', view.layer).data[view.token],
  }),
  project(view) {
    return { ...strongest(headAt(view, 'query')), holder: holderOf(view) };
  },
  rotate: (view) => ({ place: view.token }),
  score: (view) => scores(view, 'scores'),
  scale: (view) => ({ raw: scores(view, 'scores'), scaled: scores(view, 'scaled') }),
  mask(view) {
    const { T } = view.shape;
    const rows = view.tokens.map((_, query) => view.tokens.filter((__, key) => hides(view, query, key)).length);
    return {
      pairs: T * T,
      hidden: rows.reduce((total, count) => total + count, 0),
      visible: T - rows[view.token],
    };
  },
  softmax(view) {
    const values = headAt(view, 'weights');
    const best = argmax(values);
    const at = (tensor) => view.get(tensor, view.layer, view.head).data[view.token];
    const hidden = view.tokens.flatMap((_, key) => (hides(view, view.token, key) ? [values[key]] : []));
    return {
      total: at('weights_row_sum'),
      hidden: hidden.length,
      leaked: hidden.reduce((sum, value) => sum + value, 0),
      best: view.tokens[best],
      weight: values[best],
      max: at('row_max'),
      sum: at('row_sum'),
      empty: at('row_empty') === 1,
      visible: headAt(view, 'masked').filter((value) => value !== -Infinity).length,
      zeros: headAt(view, 'masked').filter((value, i) => value !== -Infinity && values[i] === 0).length,
    };
  },
  mix(view) {
    const values = headAt(view, 'weights');
    const order = [...values.keys()].sort((a, b) => values[b] - values[a]);
    const ofRows = view.fault !== 'softmax_columns'; // then row_empty is told of columns
    const empty = ofRows && view.get('row_empty', view.layer, view.head).data[view.token] === 1;
    return {
      empty,
      first: view.tokens[order[0]],
      weight: values[order[0]],
      second: view.tokens[order[1]],
      next: values[order[1]],
    };
  },
  merge(view) {
    const off = view.shape.off.filter(({ layer }) => layer === view.layer).length;
    return { ...strongest(layerAt(view, 'attention_output')), off };
  },
  add: (view) => moved(view, 'attention_output', streamRow(view)),
  'feed-forward': (view) => ({
    awake: layerAt(view, 'feed_forward_hidden').filter((value) => value > 0).length,
    ...moved(view, 'feed_forward_output', layerAt(view, 'attention_residual')),
  }),
  block(view) {
    const values = headAt(view, 'weights');
    const best = argmax(values);
    return {
      best: view.tokens[best],
      weight: values[best],
      mixed: strongest(layerAt(view, 'attention_output')),
      digested: strongest(layerAt(view, 'feed_forward_output')),
    };
  },
  prediction(view) {
    const values = row(view.get('probabilities'), view.token);
    const best = argmax(values);
    const believes = view.candidates.length > 0 && view.token === view.reading;
    const others = believes ? row(view.get('belief'), view.token).at(-1) : 0;
    return {
      word: view.word(best),
      probability: values[best],
      shares: [...view.candidates.map((id) => values[id]), others],
      names: believes ? view.candidates.map(view.word) : [],
    };
  },
};

/** @returns {object} the facts of one scene, with the followed token's glyph and the shape of the model */
export const facts = (step, view) => ({
  token: view.tokens[view.token],
  layer: view.layer,
  head: view.head,
  causal: view.causal,
  ...view.shape,
  ...FACTS[step](view),
});
