// What is so, in float64: the model of a state run by the oracle on the weights of its file, with the reader's changes
// made here once more, and what a sentence may ask of it. Nothing is read from the page or from the engine's numbers.

import { readFileSync } from 'node:fs';
import { modelUrl } from '../../../web/model/index.js';
import { readSafetensors } from '../../../web/model/safetensors.js';
import { forward, keyOf } from '../oracle.js';
import { unflatten } from '../small.js';

/** float32 against float64, as a share of 1 or of the number. */
export const FLOAT = 1e-4;

export const near = (a, b, tolerance = FLOAT) => a === b || Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));
export const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

const read = (name, model) => readFileSync(new URL(name, modelUrl(model)));

const models = new Map();

/** Config and weights of a shipped model, the latter as rows. */
function modelOf(name) {
  if (!models.has(name)) {
    const tensors = readSafetensors(new Uint8Array(read('model.safetensors', name)));
    const rows = [...tensors].map(([key, { data, shape }]) => [key, unflatten([...data], [...shape])]);
    models.set(name, { config: JSON.parse(read('config.json', name)), weights: new Map(rows) });
  }
  return models.get(name);
}

/** W_K := W_Q and V := X, in every layer. */
function changed({ config, weights }, { keys, values }) {
  const own = new Map(weights);
  for (let layer = 0; layer < config.n_layers; layer += 1) {
    const at = (role, kind) => `layers.${layer}.attention.${role}.${kind}`;
    if (keys === 'query') ['weight', 'bias'].forEach((kind) => own.set(at('key', kind), own.get(at('query', kind))));
    if (values === 'input') {
      const rows = own.get(at('value', 'weight')).map((row, r) => row.map((_, c) => Number(r === c)));
      own.set(at('value', 'weight'), rows).set(
        at('value', 'bias'),
        rows.map(() => 0),
      );
    }
  }
  return own;
}

const known = new Map();

/** The oracle's run of a state; kept, since every scene asks for the same. */
function traceOf(state, ids, candidates) {
  const model = modelOf(state.model);
  const asked = ['model', 'mask', 'position', 'cuts', 'scale', 'fault', 'off', 'keys', 'values'].map((k) => state[k]);
  const key = JSON.stringify([asked, ids]);
  if (known.size > 40) known.clear();
  if (!known.has(key)) {
    const weights = changed(model, state);
    const options = {
      causal: state.mask === 'causal',
      cuts: state.cuts,
      candidates,
      scale: state.scale,
      fault: state.fault,
      headsOff: state.off,
      ...(state.position !== 'model' && { position: state.position }),
    };
    known.set(key, { weights, trace: forward(model.config, (name) => weights.get(name), ids, options) });
  }
  return known.get(key);
}

/** Tensors that a figure derives. */
const DERIVED = {
  score_terms: (w, layer, head) =>
    w
      .get(w.rotary ? 'rotated_query' : 'query', layer, head)
      .flatMap((q) => w.get(w.rotary ? 'rotated_key' : 'key', layer, head).map((k) => q.map((x, i) => x * k[i]))),
  value_terms: (w, layer, head) =>
    w
      .get('weights', layer, head)
      .flatMap((row) => w.get('value', layer, head).map((v, key) => v.map((x) => row[key] * x))),
};

export class World {
  /** @param {object} view of the page: state, tokens, layer, head and token are taken from it, and no number */
  constructor(view, ids) {
    const { config } = modelOf(view.state.model);
    const { n_layers: layers, n_heads: H, d_model: D, d_ff: F, entity_ids: entities } = config;
    Object.assign(this, { state: view.state, ids, config, layers, H, D, F, K: D / H, T: ids.length });
    Object.assign(this, { tokens: view.tokens, layer: view.layer, head: view.head, token: view.token });
    Object.assign(this, { word: view.word, view, narrow: view.narrow });
    const last = (id) => ids.lastIndexOf(id);
    this.candidates = [...new Set(ids.filter((id) => entities.includes(id)))].sort((a, b) => last(a) - last(b));
    this.position = view.state.position === 'model' ? config.position : view.state.position;
    this.rotary = this.position === 'rope';
    this.decoder = config.architecture === 'decoder';
    this.reading = this.decoder ? this.T - 1 : ids.indexOf(config.pronoun_id);
    Object.assign(this, traceOf(view.state, ids, this.candidates));
  }

  /** The same with a changed state. */
  like = (changes) => new World({ ...this.view, state: { ...this.state, ...changes } }, this.ids);

  /** A tensor of the run or a weight, as rows. */
  get(name, layer = null, head = null) {
    const key = keyOf(name, layer ?? -1, head ?? -1);
    if (DERIVED[name] && !this.trace.has(key)) this.trace.set(key, DERIVED[name](this, layer, head));
    const made = this.trace.get(key);
    return made ?? this.weights.get(layer === null ? name : `layers.${layer}.${name}`);
  }

  /** The candidates' probabilities where the answer is read. */
  get named() {
    return this.candidates.map((id) => this.get('probabilities')[this.reading][id]);
  }

  /** The first candidate's share of what all candidates have. */
  get share() {
    return this.named[0] / sum(this.named);
  }

  /** A tensor of the head that is shown. */
  shown = (name) => this.get(name, this.layer, this.head);

  /** The followed token's row of a tensor of the shown head, of the shown layer, or of the model. */
  row = (name) => (this.shown(name) ?? this.get(name, this.layer) ?? this.get(name))[this.token];

  /** Whether mask or cuts hide a pair in the shown head. */
  hides = (query, key) =>
    (this.state.mask === 'causal' && key > query) ||
    this.state.cuts.some(
      (cut) =>
        cut.query === query &&
        cut.key === key &&
        (cut.layer ?? this.layer) === this.layer &&
        (cut.head ?? this.head) === this.head,
    );

  /** Keys that a query does not see. */
  hidden = (query = this.token) => [...this.ids.keys()].filter((key) => this.hides(query, key));

  /** Tokens whose value is the largest, to rounding: any of them may be named. */
  best = (values) => this.tokens.filter((_, i) => near(values[i], Math.max(...values)));

  /** What the scores were really divided by, from the two tensors. */
  get divisor() {
    const [scores, scaled] = ['scores', 'scaled'].map((name) => this.shown(name).flat());
    const far = scores.reduce((at, value, i) => (Math.abs(value) > Math.abs(scores[at]) ? i : at), 0);
    return scores[far] / scaled[far];
  }

  /** Whether every row that sees something adds up to 1, and what is hidden has exactly nothing. */
  get rowsAddUp() {
    return this.shown('weights').every((row, i) => this.hidden(i).length === this.T || near(sum(row), 1));
  }

  get columnsAddUp() {
    return this.ids.every((_, key) => near(sum(this.shown('weights').map((row) => row[key])), 1));
  }

  get hiddenGetNothing() {
    return this.shown('weights').every((row, i) => this.hidden(i).every((key) => row[key] === 0));
  }

  /** Whether softmax of a row of masked scores makes its weights. */
  softmaxOf(query) {
    const [row, weights] = ['masked', 'weights'].map((name) => this.shown(name)[query]);
    const exps = row.map((x) => (x === -Infinity ? 0 : Math.exp(x - Math.max(...row))));
    return sum(exps) === 0 || weights.every((weight, key) => near(weight, exps[key] / sum(exps)));
  }

  get softmaxOfRows() {
    return this.ids.every((_, query) => this.softmaxOf(query));
  }

  /** Whether a head's rows are its slice of the tokens' own full-width projections. */
  get ownSlices() {
    const { layer, head, K } = this;
    const [weight, bias] = ['weight', 'bias'].map((kind) => this.get(`attention.query.${kind}`, layer));
    return this.get('attention_norm', layer).every((x, t) =>
      this.shown('query')[t].every((value, k) => {
        const unit = weight[head * K + k];
        return near(value, sum(x.map((one, i) => one * unit[i])) + bias[head * K + k]);
      }),
    );
  }

  /** Whether scores are products of these two tensors. */
  scoresAre = (q, k) =>
    this.shown('scores').every((row, i) =>
      row.every((value, j) => near(value, sum(this.shown(q)[i].map((x, d) => x * this.shown(k)[j][d])))),
    );

  /** What positions add: 0 everywhere, or amplitude · sine and cosine. */
  get amplitude() {
    const [sines, cosines] = [0, 1].map((odd) =>
      this.get('position')
        .flat()
        .filter((_, i) => i % 2 === odd),
    );
    return Math.max(...sines.map((s, i) => Math.hypot(s, cosines[i])));
  }
}

/** The entry that is largest in size, counted from 1, with its value; several where rounding cannot tell. */
export function largest(values) {
  const far = Math.max(...values.map(Math.abs));
  return { dimensions: [...values.keys()].filter((i) => near(Math.abs(values[i]), far)), values };
}

/** Whether queries are turned by their place: some row is not what it was. */
export const turns = (w) =>
  w.shown('query').some((row, i) => row.some((x, d) => !near(x, w.shown('rotated_query')[i][d])));
