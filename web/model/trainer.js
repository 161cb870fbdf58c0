// A model that learns here and now, slice by slice: the trainer's module, its runs, and what they
// report. Works in a page, in a worker and in Node; a worker is the place for it, because a slice
// keeps its thread busy. Field and report names, bounds and first values come from the C side.
//
//   const trainer = await loadTrainer();
//   const run = trainer.start({ seed: 1 });          // what is left out has the manifest's value
//   await run.go({ slice: 20, onReport: (report) => …, signal });
//   const files = run.export(tokenizer);             // for engine.loadModel, or to be saved

import { EngineError } from '../engine/errors.js';
import { Instance } from '../engine/instance.js';
import { load } from '../engine/load.js';
import { kind, oneOf, requireKind, requireOptions, routine, size, table, whole } from '../engine/options.js';
import { OF_REQUEST } from '../engine/request.js';

/** @typedef {Record<string, number>} Report by the names of manifest.report */
/**
 * @typedef {object} GoOptions
 * @property {number} [slice]      steps between two looks at the clock and the caller
 * @property {number} [every]      steps between two reports
 * @property {number} [sentences]  held-out sentences that a report measures on
 * @property {(report: Report) => void} [onReport]
 * @property {AbortSignal} [signal] stops between two slices; the run stays as it is and can go on
 */

const MODULES = {
  simd: new URL('../engine/attn-train.simd.wasm', import.meta.url),
  scalar: new URL('../engine/attn-train.scalar.wasm', import.meta.url),
};
const decoder = new TextDecoder();
const OF_GO = table({ slice: size, every: size, sentences: size, onReport: routine, signal: OF_REQUEST.signal });

/**
 * Loads the best build of the trainer that proves itself on this machine.
 * @param {Omit<import('../engine/load.js').LoadOptions, 'build'> & { build?: 'auto' | 'simd' | 'scalar' }} [options]
 * @returns {Promise<Trainer>}
 */
export async function loadTrainer(options) {
  return load('loadTrainer', options, Trainer);
}

export class Trainer extends Instance {
  #fields;

  /**
   * No relaxed build: its sums differ from machine to machine, where a seed is to give the same weights everywhere.
   * @type {readonly import('../engine/build.js').Build[]}
   */
  static builds = ['simd', 'scalar'];

  /** @param {import('../engine/build.js').Build} build */
  static url(build) {
    return MODULES[build];
  }

  static file(build) {
    return `attn-train.${build}.wasm`;
  }

  /** @param {WebAssembly.Module} module @param {WebAssembly.Instance} instance @param {object[]} notes */
  constructor(module, instance, notes) {
    super(module, instance, notes, { prefix: 'attn_train_', abi: 1 });
    const { fields, choices } = this.manifest;
    this.#fields = table(Object.fromEntries(fields.map((field) => [field.name, kindOf(field, choices[field.name])])));
  }

  /**
   * Begins a run.
   * @param {Record<string, number | string>} [fields] by name; `position` also by its word
   * @returns {Run}
   * @throws {EngineError} bad_option, bad_config, no_memory
   */
  start(fields = {}) {
    requireOptions('start', fields, this.#fields);
    const { fields: known, choices } = this.manifest;
    const numberOf = (name, value) => (typeof value === 'string' ? choices[name].indexOf(value) : value);
    const all = Object.fromEntries(known.map(({ name, value }) => [name, numberOf(name, fields[name] ?? value)]));
    this.writeFields(Object.keys(all), all);
    return new Run(this, this.checked(this.call('start'), 0), all);
  }
}

/** What a field of a run can be; `names` where its numbers have any. */
function kindOf({ low, high, whole: isWhole }, names) {
  const range = kind(`a number from ${low} to ${high}`, (value) => value >= low && value <= high);
  const { words, holds } = isWhole ? whole(low, high) : range;
  if (!names) return kind(words, (value) => typeof value === 'number' && holds(value));
  const named = oneOf(...names);
  return kind(named.words, (value) => named.holds(value) || holds(value));
}

class Run {
  #trainer;
  #generation;
  #handle;

  /** @param {Trainer} trainer @param {number} handle @param {Record<string, number>} fields */
  constructor(trainer, handle, fields) {
    this.#trainer = trainer;
    this.#generation = trainer.generation;
    this.#handle = handle;
    this.fields = fields;
    this.step = 0;
  }

  /** Calls an export on this run; throws its sentence if it fails. */
  #call(name, ...args) {
    if (this.#isLost()) {
      throw new EngineError(
        'run_lost',
        'The trainer stopped on a fault of its own and this run was lost; start another one.',
        { step: this.step },
      );
    }
    const trainer = this.#trainer;
    const result = trainer.call(name, this.#handle, ...args);
    return trainer.checked(result, this.#handle);
  }

  /** After a trap the trainer is made anew, without its runs. */
  #isLost() {
    return this.#generation !== this.#trainer.generation;
  }

  get done() {
    return this.step >= this.fields.steps;
  }

  /** Takes up to so many steps now. @returns {number} steps done in all */
  advance(steps) {
    requireKind('advance', 'the number of steps', steps, size);
    this.step = this.#call('advance', steps);
    return this.step;
  }

  /** Measures now. @param {number} [sentences] @returns {Report} */
  report(sentences = 200) {
    requireKind('report', 'the number of sentences', sentences, size);
    this.#call('report', sentences);
    const { report } = this.#trainer.manifest;
    const values = this.#trainer.numbers(this.#trainer.call('io', report.length), report.length);
    return Object.fromEntries(report.map((name, i) => [name, values[i]]));
  }

  /**
   * Goes on to the end, free for other work between two slices.
   * @param {GoOptions} [options]
   * @returns {Promise<boolean>} whether it is done
   * @throws {EngineError} bad_option, bad_handle, not_finite, trap, run_lost
   */
  async go(options = {}) {
    requireOptions('go', options, OF_GO);
    const { slice = 20, every = 50, sentences = 200, onReport, signal } = options;
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

  /** model.safetensors as it is now. @returns {Uint8Array} a copy */
  weights() {
    return this.#file('export');
  }

  /** config.json of the model that is learning. @returns {Record<string, any>} */
  config() {
    return JSON.parse(decoder.decode(this.#file('config')));
  }

  /** A copy of the bytes that a call leaves in the io area. */
  #file(name) {
    const length = this.#call(name);
    return new Uint8Array(this.#trainer.memory.buffer, this.#trainer.call('io', 1), length).slice();
  }

  /** The three files, for engine.loadModel. @param {unknown} tokenizer that of the shipped models, same words */
  export(tokenizer) {
    return { config: this.config(), tokenizer, weights: this.weights() };
  }

  /** Gives the memory back. */
  stop() {
    if (this.#handle && !this.#isLost()) this.#call('stop');
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
