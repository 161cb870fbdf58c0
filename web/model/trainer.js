// A model that learns here and now, slice by slice: the trainer's module, its runs, and what they
// report. Works in a page, in a worker and in Node; a worker is the place for it, because a slice
// keeps its thread busy. Field and report names, bounds and first values come from the C side.
//
//   const trainer = await loadTrainer();
//   const run = trainer.start({ seed: 1 });          // what is left out has the manifest's value
//   await run.go({ slice: 20, onReport: (report) => …, signal });
//   const files = run.export(tokenizer);             // for engine.loadModel, or to be saved

import { isSupported, requireWebAssembly } from '../engine/build.js';
import { EngineError, LoadError } from '../engine/errors.js';
import { readLocalFile, refuseHtml, request, resolveUrl } from '../engine/request.js';

/** @typedef {Record<string, number>} Report by the names of manifest.report */
/**
 * @typedef {object} GoOptions
 * @property {number} [slice]      steps between two looks at the clock and the caller
 * @property {number} [every]      steps between two reports
 * @property {number} [sentences]  held-out sentences that a report measures on
 * @property {(report: Report) => void} [onReport]
 * @property {AbortSignal} [signal] stops between two slices; the run stays as it is and can go on
 */

const URLS = {
  simd: new URL('../engine/attn-train.simd.wasm', import.meta.url),
  scalar: new URL('../engine/attn-train.scalar.wasm', import.meta.url),
};
const POSITIONS = ['none', 'sinusoidal', 'rope'];
const FIRST_ENTITY = 11;
const ENTITIES = 32;
const decoder = new TextDecoder();

/** @param {{ build?: 'simd' | 'scalar', url?: URL | string, bytes?: ArrayBuffer | Uint8Array, module?: WebAssembly.Module }} [options] */
export async function loadTrainer(options = {}) {
  requireWebAssembly();
  const build = options.build ?? ((await isSupported('simd')) ? 'simd' : 'scalar');
  if (!Object.hasOwn(URLS, build)) {
    throw new LoadError('bad_option', `The trainer has no build named "${build}"; choose simd or scalar.`, { build });
  }
  const module =
    options.module ?? (await compile(options.bytes ?? (await fetchBytes(resolveUrl(options.url ?? URLS[build])))));
  return new Trainer(module, await WebAssembly.instantiate(module, {}));
}

async function fetchBytes(url) {
  if (url.protocol === 'file:') return readLocalFile(url);
  const bytes = await request(url, async (response) => new Uint8Array(await response.arrayBuffer()));
  refuseHtml(bytes, url);
  return bytes;
}

async function compile(bytes) {
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new LoadError(
      'bad_wasm',
      'The trainer is not a WebAssembly file that runs here; load it again or rebuild it.',
      {},
      error,
    );
  }
}

export class Trainer {
  #exports;

  /** @param {WebAssembly.Module} module @param {WebAssembly.Instance} instance */
  constructor(module, instance) {
    this.module = module;
    this.#exports = instance.exports;
    if (typeof this.#exports.attn_train_start !== 'function') {
      throw new LoadError('bad_wasm', 'This WebAssembly file is not the trainer.');
    }
    this.#exports._initialize?.();
    /** { build, fields: [{ name, value, low, high, whole }], report: [names], status } */
    this.manifest = JSON.parse(this.#text(this.#exports.attn_train_manifest()));
  }

  /**
   * Begins a run.
   * @param {Record<string, number | string>} [fields] by name; `position` also by its word
   */
  start(fields = {}) {
    const known = this.manifest.fields.map(({ name }) => name);
    const stray = Object.keys(fields).find((name) => !known.includes(name));
    if (stray !== undefined) {
      throw new EngineError('bad_config', `There is no training field "${stray}"; known are ${known.join(', ')}.`, {
        field: stray,
      });
    }
    const values = this.manifest.fields.map(({ name, value }) => number(name, fields[name] ?? value));
    this.#write(values);
    const handle = this.call('attn_train_start');
    return new Run(this, handle, Object.fromEntries(known.map((name, i) => [name, values[i]])));
  }

  /** Calls an export and throws its sentence if it fails. */
  call(name, ...args) {
    let status;
    try {
      status = this.#exports[name](...args);
    } catch (error) {
      throw new EngineError(
        'trap',
        'The trainer stopped on a fault of its own; load it again, and please report what you did.',
        { call: name },
        error,
      );
    }
    if (status >= 0) return status;
    const { message, code, ...details } = JSON.parse(this.#text(this.#exports.attn_train_error(args[0] ?? 0)));
    throw new EngineError(code, message, details);
  }

  /** A copy of `count` float64 of the io area. */
  numbers(count) {
    return new Float64Array(this.#exports.memory.buffer, this.#exports.attn_io(count), count).slice();
  }

  /** A copy of `count` bytes of the io area. */
  bytes(count) {
    return new Uint8Array(this.#exports.memory.buffer, this.#exports.attn_io(1), count).slice();
  }

  #write(values) {
    const pointer = this.#exports.attn_io(values.length);
    if (pointer === 0) throw new EngineError('no_memory', 'There is no memory left for the trainer.');
    new Float64Array(this.#exports.memory.buffer, pointer, values.length).set(values);
  }

  #text(pointer) {
    const bytes = new Uint8Array(this.#exports.memory.buffer);
    return decoder.decode(bytes.subarray(pointer, bytes.indexOf(0, pointer)));
  }
}

function number(name, value) {
  if (name === 'position' && typeof value === 'string') return POSITIONS.indexOf(value);
  return typeof value === 'number' ? value : NaN; // which the C side refuses with a sentence
}

class Run {
  #trainer;
  #handle;

  /** @param {Trainer} trainer @param {number} handle @param {Record<string, number>} fields */
  constructor(trainer, handle, fields) {
    this.#trainer = trainer;
    this.#handle = handle;
    this.fields = fields;
    this.step = 0;
  }

  get done() {
    return this.step >= this.fields.steps;
  }

  /** Takes up to so many steps now. @returns {number} steps done in all */
  advance(steps) {
    this.step = this.#trainer.call('attn_train_advance', this.#handle, steps);
    return this.step;
  }

  /** Measures now. @param {number} [sentences] @returns {Report} */
  report(sentences = 200) {
    this.#trainer.call('attn_train_report', this.#handle, sentences);
    const { report } = this.#trainer.manifest;
    const values = this.#trainer.numbers(report.length);
    return Object.fromEntries(report.map((name, i) => [name, values[i]]));
  }

  /** Goes on to the end, free for other work between two slices. @param {GoOptions} [options] @returns {Promise<boolean>} whether it is done */
  async go({ slice = 20, every = 50, sentences = 200, onReport, signal } = {}) {
    let due = this.step + every;
    while (!this.done && !signal?.aborted) {
      this.advance(Math.min(slice, this.fields.steps - this.step));
      if (onReport && (this.step >= due || this.done)) {
        onReport(this.report(sentences));
        due = this.step + every;
      }
      await breathe();
    }
    return this.done;
  }

  /** model.safetensors as it is now. */
  weights() {
    return this.#trainer.bytes(this.#trainer.call('attn_train_export', this.#handle));
  }

  /** config.json of the model that is learning. */
  config() {
    const { causal, position, d_model, n_heads, n_layers, d_ff, position_amplitude } = this.fields;
    return {
      architecture: causal ? 'decoder' : 'encoder',
      vocab_size: 121,
      d_model,
      n_heads,
      n_layers,
      d_ff,
      activation: 'relu',
      norm: 'pre',
      norm_epsilon: 1e-5,
      position: POSITIONS[position],
      position_amplitude,
      rope_base: 10000,
      embedding_scale: 'sqrt(d_model)',
      tied_prediction: true,
      pad_token: '[PAD]',
      mask_token: '[MASK]',
      max_length: 96,
      pronoun_id: 4,
      entity_ids: Array.from({ length: ENTITIES }, (_, i) => FIRST_ENTITY + i),
    };
  }

  /** The three files, for engine.loadModel. @param {unknown} tokenizer that of the shipped models, same words */
  export(tokenizer) {
    return { config: this.config(), tokenizer, weights: this.weights() };
  }

  /** Gives the memory back. */
  stop() {
    if (this.#handle) this.#trainer.call('attn_train_stop', this.#handle);
    this.#handle = 0;
  }
}

// setTimeout waits 4 ms or more in browsers; a message comes at once.
const breathe = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
