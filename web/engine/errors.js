// Every failure that leaves this project is one of these. `code` is a word for programs and for the
// page's translations, `details` the facts of this case, `message` one English sentence that says
// what happened and what to do.

/** @typedef {Record<string, unknown>} Details */

/** The base class: an error with a code and the facts behind it. */
export class TokenWalkError extends Error {
  /** @param {string} code @param {string} message @param {Details} [details] @param {unknown} [cause] */
  constructor(code, message, details = {}, cause = undefined) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.details = details;
  }
}

/** The engine refused or failed: a status of the C side, a trap, a tensor that does not exist. */
export class EngineError extends TokenWalkError {}

/**
 * A file could not be had, or cannot run here. Codes: no_webassembly, no_simd, blocked_by_policy,
 * not_found {url, status}, html_instead {url}, network {url}, timeout {url, seconds},
 * bad_wasm {url}, selftest_failed {build}.
 */
export class LoadError extends TokenWalkError {}

/** A model file is wrong: bad_config, bad_tokenizer, bad_weights, with {file, reason, tensor}. */
export class ModelError extends TokenWalkError {}

/** The reader's text cannot be run: empty, blank, too_long {n, limit}, unknown_word {words}. */
export class TextError extends TokenWalkError {}
