/** Remembers the last few things that were made, by name. */
export class Kept {
  #made = new Map();
  #most;

  /** @param {number} most how many are kept */
  constructor(most) {
    this.#most = most;
  }

  /** What was made under this name, or is made now; what `make` throws is not kept. */
  get(name, make) {
    const made = this.#made.has(name) ? this.#made.get(name) : make();
    this.#made.delete(name);
    this.#made.set(name, made);
    if (this.#made.size > this.#most) this.#made.delete(this.#made.keys().next().value);
    return made;
  }
}
