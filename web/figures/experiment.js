/**
 * The reader's experiment on one model: fetching engine and model, running what the state asks for, and keeping the last whole
 * picture when something cannot be run. Two figures on a page have one each and share nothing.
 */
import baked from '../story/baked.generated.js';
import { Bench } from './bench.js';
import { withDerived } from './derived.js';
import { makeEngine, makeModel } from './shared.js';
import { bakedSource, traceSource } from './source.js';
import { isRotary } from './view.js';

/** The properties that a run depends on. */
const ASKS = [
  'model',
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

/** The weights of the random model, which is no part of the trace. */
const RANDOM = 'random.weights';

const FIRST = { get: bakedSource(baked), tokens: baked.tokens, candidates: baked.candidates };

export class Experiment {
  /** 'idle', 'loading', 'ready' or 'failed', with the error that failed it */
  phase = 'idle';
  percent = 0;
  error = null;
  engine = null;
  trace = null;
  /** what is drawn: { get, tokens, candidates } */
  picture = FIRST;
  config = baked.config;
  /** one sentence about why the reader's text was not run, or null */
  problem = null;
  /** state properties that did not fit this model or sentence, and were set back */
  outside = [];
  vocabulary = [];
  #model = null;
  #bench = new Bench();
  #effects = null;
  #saturations = new Map();
  #random = { key: null, of: () => undefined };
  #paper = null;
  #measures = null;
  #ran = null;
  #round = 0;
  #notify;

  /** @param {() => void} notify called whenever fetching gets on */
  constructor(notify) {
    this.#notify = notify;
  }

  get ready() {
    return this.trace !== null;
  }

  /** Fetches engine and model; a later call overtakes an earlier one. */
  async load(build, source) {
    this.#round += 1;
    const round = this.#round;
    this.#set({ phase: 'loading', percent: 0, error: null });
    try {
      const engine = await makeEngine(build);
      const onProgress = ({ loaded, total }) =>
        round === this.#round &&
        this.#set({ percent: total > 0 ? Math.min(99, Math.floor((loaded / total) * 100)) : 0 });
      const { model, measures } = await makeModel(engine, source, onProgress);
      if (round === this.#round) this.#take(engine, model, measures);
    } catch (error) {
      if (round === this.#round) this.#set({ phase: 'failed', error });
    }
  }

  #take(engine, model, measures) {
    this.#measures = measures;
    this.#model = model;
    this.#bench = new Bench();
    this.#ran = null;
    const { config, tokenizer } = model;
    const special = new Set([config.pad_token, config.mask_token, config.unk_token]);
    const vocabulary = Array.from({ length: config.vocab_size }, (_, id) => tokenizer.textOf(id)).filter(
      (word) => !special.has(word),
    );
    this.#set({ phase: 'ready', percent: 100, engine, vocabulary });
  }

  /** The paper's base block with random weights on this sentence: its parameters, and how long a run takes. */
  paper() {
    if (this.#paper) return this.#paper;
    const model = this.engine.randomModel(
      { d_model: 512, n_heads: 8, n_layers: 1, d_ff: 2048, vocab_size: this.config.vocab_size, max_length: 512 },
      1,
    );
    const rows = model
      .weights()
      .filter(({ name }) => name.startsWith('attention.'))
      .map(({ name, shape }) => ({ name, shape, count: shape.reduce((product, size) => product * size, 1) }));
    const start = performance.now();
    model.run([...this.trace.ids]);
    const milliseconds = performance.now() - start;
    model.dispose();
    this.#paper = { rows, total: rows.reduce((sum, { count }) => sum + count, 0), milliseconds };
    return this.#paper;
  }

  /** Forgets what is under way; the figure was taken out of its page. */
  stop() {
    this.#round += 1;
    if (this.phase === 'loading') this.phase = 'idle';
  }

  /** P(服务 A) by the rule that the model's sentences were drawn from; null for a sentence of the reader's own. */
  truth({ sentence, context }) {
    if (sentence !== null || !this.#measures) return null;
    return this.#measures.article[['none', 'a', 'b'].indexOf(context)].rule;
  }

  /** Vocabulary form of an id. */
  word = (id) => this.#model?.tokenizer.textOf(id) ?? baked.tokens.find((token) => token.id === id)?.text ?? '';

  /** Every tensor of the run that is drawn and every weight behind it, told apart as drawn ones are; null where there is no layer or head. */
  tensors = () =>
    [...this.trace.tensors(), ...this.#model.weights()].map(({ name, layer, head = -1 }) => ({
      tensor: name,
      layer: layer < 0 ? null : layer,
      head: head < 0 ? null : head,
    }));

  /** The run that is drawn as one .safetensors file, weights and all. */
  export = () => this.#model.export(this.trace);

  /** Products of two rows of numbers, as the engine's 32-bit floats. */
  multiply = (a, b) => this.engine.products(a, b);

  /**
   * Runs what the state asks for, if it changed.
   * @returns {object} the state, with what does not fit the model or the sentence set back to its default
   */
  update(state, text) {
    if (!this.#model) return state;
    const asked = JSON.stringify(ASKS.map((name) => state[name]));
    if (asked !== this.#ran?.asked) this.#run(state, text, asked);
    else if (this.problem && text !== this.#ran.text) this.#say(text, this.#ran.failure);
    return this.trace ? this.#fit(state) : state;
  }

  #run(state, text, asked) {
    this.problem = null;
    this.#ran = { asked, text };
    try {
      this.#draw(state.sentence ?? (text.contexts[state.context] ?? '') + text.sentence, state);
    } catch (error) {
      if (!this.trace) this.#drawArticle(state, text);
      this.#say(text, error);
    }
  }

  /** For a first sentence that cannot be run; a model that does not know the article's words leaves the first frame standing. */
  #drawArticle(state, text) {
    try {
      this.#draw(text.sentence, state);
    } catch {
      this.trace = null;
    }
  }

  /** Runs a sentence and takes its trace as the picture; throws, with the picture as it was, when it cannot be run. */
  #draw(sentence, state) {
    const whole = this.#model.config.architecture === 'decoder' ? `${sentence}它指` : sentence; // it is asked, and names the next token
    const { ids, tokens } = this.#model.encode(whole);
    this.#bench.set(this.#model, { ...state, edits: state.edits.filter((edit) => this.#owns(edit)) });
    const options = {
      mask: state.mask === 'causal' ? 'causal' : 'none',
      cuts: state.cuts.filter((cut) => this.#holds(cut, ids.length)),
      headsOff: state.off.filter((off) => this.#holds({ ...off, query: 0, key: 0 }, 1)),
      candidates: this.#candidates(ids),
      ...(state.position !== 'model' && { position: state.position }),
    };
    const asked = { ...options, scale: state.scale, fault: state.fault };
    const trace = this.#model.run(whole, asked);
    const right = state.scale === 'sqrt(d_k)' && state.fault === 'none' ? trace : this.#model.run(whole, options);
    this.trace = trace;
    this.config = this.#model.config;
    this.#effects = { points: [], todo: [], sentence: whole, options: asked };
    const get = withDerived(traceSource(trace, this.#model, this.#bench.copies), {
      engine: this.engine,
      ids,
      names: this.config.entity_ids ?? [],
      heads: this.config.n_heads,
      rotary: isRotary(state, this.config),
    });
    this.picture = {
      get: (tensor, layer, head) => (tensor === RANDOM ? this.#random.of(head) : get(tensor, layer, head)),
      right: traceSource(right, this.#model, this.#bench.copies),
      tokens,
      candidates: trace.candidates,
    };
  }

  /**
   * The belief that is left after each single cut of one token's edges, a few runs at a time: what is done so far.
   * @returns {{layer, head, key, weight, belief}[]}
   */
  effects(token, row) {
    const effects = this.#effects;
    if (!effects || this.picture.candidates.length === 0 || row < 0) return [];
    if (effects.token !== token) {
      const { n_layers: layers, n_heads: heads } = this.config;
      const all = (n) => Array.from({ length: n }, (_, i) => i);
      const todo = all(layers).flatMap((layer) =>
        all(heads).flatMap((head) => all(this.picture.tokens.length).map((key) => ({ layer, head, key }))),
      );
      Object.assign(effects, { token, row, points: [], todo });
      this.#cutOn(effects);
    }
    return effects.points;
  }

  #cutOn(effects) {
    if (effects !== this.#effects || effects.todo.length === 0) return;
    const { sentence, options, token, row } = effects;
    const n = this.picture.tokens.length;
    const done = effects.todo.splice(0, 16).flatMap(({ layer, head, key }) => {
      const weight = this.picture.get('weights', layer, head).data[token * n + key];
      if (weight === 0) return [];
      const cuts = [...options.cuts, { layer, head, query: token, key }];
      const { data, shape } = this.#model.run(sentence, { ...options, cuts }).get('belief');
      return [{ layer, head, key, weight, belief: data[row * shape[1]] }];
    });
    effects.points = [...effects.points, ...done];
    setTimeout(() => {
      this.#notify();
      this.#cutOn(effects);
    });
  }

  /** What scaling does to softmax at a key width, by the engine's own seeded draws; kept once drawn. */
  saturation(dK) {
    if (!this.#saturations.has(dK))
      this.#saturations.set(dK, this.engine.saturation({ dK, keys: 16, draws: 400, seed: 1 }));
    return this.#saturations.get(dK);
  }

  /** How far the scores of random vectors of this width spread once divided, by the engine. */
  spread = (dK, by) => this.multiply([this.saturation(dK).raw.spread.median], [1 / by])[0];

  /** Has a random model of the same width with so many heads run on this sentence; the picture's RANDOM tensor is what came out. */
  drawRandom(heads) {
    const { ids } = this.trace;
    const key = `${heads}:${ids}`;
    if (this.#random.key === key) return;
    const { vocab_size, d_model, d_ff, max_length } = this.config;
    const model = this.engine.randomModel({ vocab_size, d_model, n_heads: heads, n_layers: 1, d_ff, max_length }, 1);
    const trace = model.run([...ids]);
    model.dispose();
    const seen = Array.from({ length: heads }, (_, head) => trace.get('weights', { layer: 0, head }));
    this.#random = { key, of: (head) => seen[head] };
  }

  /** Entities in the order of their last mention, so that a sentence before does not reorder the bars. */
  #candidates(ids) {
    const entities = new Set(this.#model.config.entity_ids);
    return [...new Set(ids.filter((id) => entities.has(id)))]
      .sort((a, b) => ids.lastIndexOf(a) - ids.lastIndexOf(b))
      .slice(-4);
  }

  #say(text, error) {
    this.#ran = { ...this.#ran, text, failure: error };
    this.problem = `${(text.errors[error.code] ?? text.errors.fallback)(error.details ?? {})}${text.status.kept}`;
  }

  #holds({ layer = 0, head = 0, query, key }, n) {
    const { n_layers: layers, n_heads: heads } = this.#model.config;
    return layer < layers && head < heads && query < n && key < n;
  }

  /** Whether a weight that was changed by hand is one of this model's. */
  #owns({ tensor, layer, index }) {
    const { n_layers: layers, d_model: width } = this.#model.config;
    return layer < layers && index < (tensor.endsWith('.bias') ? width : width * width);
  }

  #fit(state) {
    const { n_layers: layers, n_heads: heads } = this.config;
    const n = this.picture.tokens.length;
    const fits = {
      layer: state.layer < layers,
      head: state.head < heads,
      token: state.token === null || state.token < n,
      cuts: state.cuts.every((cut) => this.#holds(cut, n)),
      edits: state.edits.every((edit) => this.#owns(edit)),
      off: state.off.every((off) => this.#holds({ ...off, query: 0, key: 0 }, 1)),
      cell: state.cell === null || this.#has(state.cell),
    };
    const bad = Object.keys(fits).filter((name) => !fits[name]);
    if (bad.length === 0) return state;
    this.outside = bad;
    const back = {
      layer: 0,
      head: 0,
      token: null,
      cuts: state.cuts.filter((cut) => this.#holds(cut, n)),
      cell: null,
      edits: [],
      off: [],
    };
    return { ...state, ...Object.fromEntries(bad.map((name) => [name, back[name]])) };
  }

  #has({ tensor, layer, head, row, column }) {
    try {
      const { shape } = this.picture.get(tensor, layer, head);
      return (
        row * column < shape.reduce((product, size) => product * size, 1) &&
        row < Math.max(...shape) &&
        column < (shape.at(-1) ?? 1)
      );
    } catch {
      return false;
    }
  }

  #set(changes) {
    Object.assign(this, changes);
    this.#notify();
  }
}
