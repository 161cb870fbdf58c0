// One running instance of a module of ours: raw exports in, checked calls out. Numbers cross in the
// parameter buffer as float64. No view of the memory is kept, because any call that allocates may grow the
// memory and leave old views empty. After a trap the instance is thrown away (its stack may be
// damaged) and made anew from the kept module; `generation` tells those who hold handles.

import { BUILDS } from './build.js';
import { EngineError, LoadError } from './errors.js';

const decoder = new TextDecoder();

export class Instance {
  #module;
  #exports;
  #prefix;
  #abi;
  #dead = false;
  #namesOfStatus;
  /** The builds that there are, best first. @type {readonly import('./build.js').Build[]} */
  static builds = BUILDS;

  /** How often the instance was made anew; a handle is good for one generation. */
  generation = 0;

  /** @param {WebAssembly.Module} module @param {object[]} [notes] @returns {Promise<any>} */
  static async start(module, notes = []) {
    let instance;
    try {
      instance = await WebAssembly.instantiate(module, {});
    } catch (error) {
      throw new LoadError('bad_wasm', 'The WebAssembly file does not start: it is not this engine.', {}, error);
    }
    return new this(module, instance, notes);
  }

  /**
   * @param {WebAssembly.Module} module @param {WebAssembly.Instance} instance @param {object[]} notes
   * @param {{ prefix: string, abi: number }} kind what its exports begin with, and which version these scripts are for
   */
  constructor(module, instance, notes, { prefix, abi }) {
    this.#module = module;
    this.#prefix = prefix;
    this.#abi = abi;
    this.#adopt(instance);
    /** Why faster builds were passed over: {build, reason, message}. */
    this.notes = notes;
    this.#namesOfStatus = new Map(Object.entries(this.manifest.status).map(([name, code]) => [code, name]));
  }

  #adopt(instance) {
    this.#exports = instance.exports;
    this.#dead = false;
    this.#exports._initialize?.();
    const manifest = this.#exports[`${this.#prefix}manifest`];
    /** Names, orders and codes as the C side tells them. */
    this.manifest = freeze(manifest ? JSON.parse(this.text(manifest())) : {});
    if (this.manifest.abi === this.#abi) return;
    throw new LoadError(
      'bad_wasm',
      `This is not the engine that these scripts were made for (its version is ${this.manifest.abi}, ` +
        `they need ${this.#abi}); rebuild or reload both.`,
      { abi: this.manifest.abi },
    );
  }

  /** The compiled module, to post to a worker. */
  get module() {
    return this.#module;
  }

  /** @returns {'scalar' | 'simd' | 'relaxed'} */
  get build() {
    return this.manifest.build;
  }

  /** True when the build computes a known attention right on this machine. */
  selfTest() {
    try {
      return this.call('selftest') === 0;
    } catch (error) {
      if (error instanceof EngineError) return false;
      throw error;
    }
  }

  /** The memory as it is now; its buffer is another one once it has grown. */
  get memory() {
    return this.#exports.memory;
  }

  /** Calls an export, named without its prefix. */
  call(name, ...args) {
    if (this.#dead) this.#revive();
    const entry = this.#exports[this.#prefix + name];
    if (typeof entry !== 'function') throw new TypeError(`The module has no function ${this.#prefix}${name}.`);
    try {
      return entry(...args);
    } catch (error) {
      if (!isTrap(error)) throw error;
      this.#dead = true;
      this.generation += 1;
      throw new EngineError(
        'trap',
        'The engine stopped on a fault of its own and was started anew; try again, ' +
          'and please report what you did.',
        { call: this.#prefix + name },
        error,
      );
    }
  }

  /** True after a trap, until the next call: all handles are gone. */
  get dead() {
    return this.#dead;
  }

  #revive() {
    this.#adopt(new WebAssembly.Instance(this.#module, {}));
    this.revived?.();
  }

  /** Throws the sentence of the C side when the status is an error. */
  checked(status, handle) {
    if (status >= 0) return status;
    const code = this.#namesOfStatus.get(status) ?? `status_${status}`;
    const text = this.text(this.call('error', handle));
    const { message, code: named, ...details } = text ? JSON.parse(text) : { message: `The engine said ${code}.` };
    throw new EngineError(named ?? code, message, details);
  }

  /** Puts numbers into the parameter buffer, which is made large enough for `room`. @returns {number} where it is */
  write(numbers, room = numbers.length) {
    const pointer = this.call('parameters', Math.max(room, numbers.length));
    if (pointer === 0) {
      throw new EngineError('no_memory', 'There is not enough memory for this input; try a shorter one.');
    }
    this.numbers(pointer, numbers.length).set(numbers);
    return pointer;
  }

  /**
   * Puts named numbers into the parameter buffer in the order that the manifest gives, `more` behind them. One that is
   * missing goes in as NaN, which the C side refuses by its name.
   * @param {readonly string[]} order @param {Record<string, number>} fields
   * @param {number[]} [more] @param {number} [room]
   * @returns {number} where it is
   */
  writeFields(order, fields, more = [], room = undefined) {
    return this.write([...order.map((name) => fields[name]), ...more], room);
  }

  /** The parameter buffer's first numbers as they stand. */
  numbers(pointer, count) {
    return new Float64Array(this.memory.buffer, pointer, count);
  }

  /** NUL-ended UTF-8. */
  text(pointer) {
    const bytes = new Uint8Array(this.memory.buffer);
    return decoder.decode(bytes.subarray(pointer, bytes.indexOf(0, pointer)));
  }
}

/**
 * Whether the module stopped half-way, also for want of stack, which engines name differently. Anything else was thrown
 * before it began, over an argument, and has left it as it was.
 */
const isTrap = (error) =>
  error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.name === 'InternalError';

function freeze(value) {
  if (value && typeof value === 'object') Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
