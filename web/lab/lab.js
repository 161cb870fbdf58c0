/**
 * The lab runs models for figures: it fetches engine and model once, keeps runs and everything else that takes time,
 * and knows neither a figure nor a page. Any number of listeners share one; what two of them ask for alike is
 * computed once.
 */
import { TextError } from '../engine/errors.js';
import { isRotary } from '../story/view.js';
import { textOf } from '../story/article.js';
import { Edits } from './edits.js';
import { Kept } from './kept.js';
import { ASKS, requestOf } from './request.js';
import { Run } from './run.js';
import { makeEngine, makeModel } from './shared.js';

/** Each stands under two names. */
const RUNS_KEPT = 16;
const RANDOM_KEPT = 6;

/** How softmax is tried on random vectors: enough draws for steady medians, always the same ones. */
const DRAWS = { keys: 16, draws: 400, seed: 1 };

export class Lab {
  /** 'idle', 'loading', 'ready' or 'failed', with the error that failed it */
  phase = 'idle';
  percent = 0;
  error = null;
  engine = null;
  /** the model's words, without the special ones */
  vocabulary = [];
  #model = null;
  #special = new Set();
  #edits = null;
  #measures = null;
  #runs = new Kept(RUNS_KEPT);
  #random = new Kept(RANDOM_KEPT);
  #saturations = new Map();
  #source = null;
  #round = 0;
  #listeners = new Set();

  /**
   * Hears whenever fetching gets on.
   * @param {() => void} listener
   * @returns {() => void} stops; the last one stops the fetching too
   */
  listen(listener) {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  /** Whether there is a model to run; while another one is being fetched, the one before. */
  get ready() {
    return this.#model !== null;
  }

  /**
   * Fetches engine and model, unless these very ones are there or on their way; a call for others overtakes an
   * earlier one.
   * @param {string} build
   * @param {{name: string, url: URL|null}} source a shipped model, or the folder of another one
   */
  async load(build, source) {
    const asked = JSON.stringify([build, source]);
    if (asked === this.#source && (this.phase === 'loading' || this.phase === 'ready')) return;
    this.#source = asked;
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
    this.#edits = new Edits(model);
    this.#runs = new Kept(RUNS_KEPT);
    this.#saturations = new Map();
    this.#random = new Kept(RANDOM_KEPT);
    const { config, tokenizer } = model;
    this.#special = new Set([config.pad_token, config.mask_token, config.unk_token]);
    const words = Array.from({ length: config.vocab_size }, (_, id) => tokenizer.textOf(id));
    this.word = (id) => tokenizer.textOf(id) ?? '';
    this.#set({ phase: 'ready', percent: 100, engine, vocabulary: words.filter((word) => !this.#special.has(word)) });
  }

  /** Vocabulary form of an id; another function with another model. */
  word = () => '';

  #stop() {
    this.#round += 1;
    if (this.phase === 'loading') this.phase = 'idle';
  }

  /**
   * What a state asks for, run or remembered; throws, in a TextError and the like, where it cannot be run.
   * @param {object} state of a figure (story/state.js) @returns {Run}
   */
  run(state) {
    return this.#runs.get(JSON.stringify(ASKS.map((name) => state[name])), () => {
      const model = this.#model;
      const text = textOf(state, model.config.architecture);
      const { ids, tokens } = model.encode(text);
      this.#requireWords(tokens);
      const request = requestOf(state, model.config, { text, ids });
      const make = () =>
        new Run({
          model,
          engine: this.engine,
          edits: this.#edits,
          request,
          tokens,
          rotary: isRotary(state, model.config),
        });
      return this.#runs.get(JSON.stringify(request), make);
    });
  }

  /** Special tokens are no words: a reader who types one asks for something that the model was never shown so. */
  #requireWords(tokens) {
    const words = [...new Set(tokens.map(({ text }) => text))].filter((word) => this.#special.has(word));
    if (words.length === 0) return;
    throw new TextError('unknown_word', `${words.join(', ')} stands for no word; use words of the vocabulary.`, {
      words,
    });
  }

  /** P(服务 A) by the rule that the model's sentences were drawn from; null for a sentence of the reader's own. */
  truth({ sentence, context }) {
    if (sentence !== null || !this.#measures) return null;
    return this.#measures.article[['none', 'a', 'b'].indexOf(context)].rule;
  }

  /** Products of two rows of numbers, as the engine's 32-bit floats. */
  products = (a, b) => this.engine.products(a, b);

  /** What scaling does to softmax at a key width, by the engine's own seeded draws; kept once drawn. */
  saturation(dK) {
    if (!this.#saturations.has(dK)) this.#saturations.set(dK, { dK, ...this.engine.saturation({ dK, ...DRAWS }) });
    return this.#saturations.get(dK);
  }

  /**
   * The same at many widths: those that are known, then one more at each look.
   * @returns {Generator<object[]>} in the widths' order
   */
  *saturations(widths) {
    for (;;) {
      yield widths.filter((dK) => this.#saturations.has(dK)).map((dK) => this.saturation(dK));
      const next = widths.find((dK) => !this.#saturations.has(dK));
      if (next === undefined) return;
      this.saturation(next);
    }
  }

  /** How far the scores of random vectors of this width spread once divided, by the engine. */
  spread = (dK, by) => this.products([this.saturation(dK).raw.spread.median], [1 / by])[0];

  /**
   * A model of seeded random weights, run on these ids; what is not said of it is as in the model that is loaded.
   * @param {object} sizes d_model, n_heads and any other field of config.json
   * @param {number[]} ids
   * @returns {{weights: {name, shape}[], get: Function, milliseconds: number}} its weights' shapes, the run's tensors
   *   by name and place, and how long the run took here
   */
  random(sizes, ids) {
    return this.#random.get(JSON.stringify([sizes, ids]), () => {
      const { vocab_size, d_model, d_ff, max_length } = this.#model.config;
      const model = this.engine.randomModel({ vocab_size, d_model, d_ff, max_length, n_layers: 1, ...sizes }, 1);
      const weights = model.weights();
      const start = performance.now();
      const trace = model.run([...ids]);
      const milliseconds = performance.now() - start;
      model.dispose();
      const seen = new Kept(Infinity);
      const get = (name, place) => seen.get(JSON.stringify([name, place]), () => trace.get(name, place));
      return { weights, milliseconds, get };
    });
  }

  #set(changes) {
    Object.assign(this, changes);
    this.#listeners.forEach((listener) => listener());
  }
}

const labs = new Map();

/** The lab of a name, shared by all who ask for it while one of them listens. @returns {Lab} */
export function sharedLab(name) {
  if (!labs.has(name)) labs.set(name, new Lab());
  return labs.get(name);
}
