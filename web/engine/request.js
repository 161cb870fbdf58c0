// One file from a URL, for a page, a worker or Node alike: with a time-out, a second try after a
// dropped connection or a busy server, and words for whatever goes wrong. A stalled answer is not
// tried again behind the reader's back: they have waited long enough, and get the choice.

import { LoadError } from './errors.js';
import { clip, instance, kind, whole } from './options.js';

/** @typedef {{ signal?: AbortSignal, timeout?: number, retries?: number }} RequestOptions */

const TIMEOUT_SECONDS = 20;
const RETRIES = 1;
const PAUSE_MS = 250;
const LONGEST_URL = 120; // in a message; a data: URL is a whole file
const MOST_SECONDS = 2147483; // what a timer holds

const URLS = instance('URL');
export const ADDRESS = kind('a URL', (value) => typeof value === 'string' || URLS.holds(value));
export const BYTES = instance('ArrayBuffer', 'Uint8Array');
/** What is the same for everything that fetches. */
export const OF_REQUEST = {
  signal: instance('AbortSignal'),
  timeout: kind(
    `seconds above 0, at most ${MOST_SECONDS}`,
    (value) => Number.isFinite(value) && value > 0 && value <= MOST_SECONDS,
  ),
  retries: whole(0, 100),
};

/** An address for a message. */
export const clipUrl = (url) => clip(String(url), LONGEST_URL);

/** An address as meant where the code runs: against the page, the worker, or in Node this file. */
export function resolveUrl(url, base = globalThis.document?.baseURI ?? globalThis.location?.href ?? import.meta.url) {
  try {
    return new URL(url, base);
  } catch (error) {
    throw new LoadError(
      'bad_option',
      `${clipUrl(url)} is no address of a file or folder; give its URL.`,
      { url },
      error,
    );
  }
}

/**
 * Fetches `url` and hands the answer to `consume`, which reads it under the same clock.
 * `consume(response, alive)` calls `alive()` whenever bytes came, so that slow is not taken for dead.
 * @template T
 * @param {URL | string} url
 * @param {(response: Response, alive: () => void) => Promise<T>} consume
 * @param {RequestOptions} [options]
 * @returns {Promise<T>}
 */
export async function request(url, consume, { signal, timeout = TIMEOUT_SECONDS, retries = RETRIES } = {}) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attemptOnce(String(url), consume, signal, timeout);
    } catch (error) {
      if (!isWorthAnotherTry(error) || attempt >= retries) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** attempt));
      signal?.throwIfAborted();
    }
  }
}

function isWorthAnotherTry(error) {
  if (!(error instanceof LoadError)) return false;
  return error.code === 'network' || (error.code === 'not_found' && Number(error.details.status) >= 500);
}

async function attemptOnce(url, consume, signal, timeout) {
  signal?.throwIfAborted();
  const clock = new AbortController();
  const onAbort = () => clock.abort(signal.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  const late = new LoadError('timeout', `${clipUrl(url)} did not arrive within ${timeout} seconds; try again.`, {
    url,
    seconds: timeout,
  });
  let timer;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => clock.abort(late), timeout * 1000);
  };
  alive();
  try {
    const response = await fetch(url, { signal: clock.signal });
    if (!response.ok) {
      throw new LoadError(
        'not_found',
        `${clipUrl(url)} answered ${response.status}; check that the file is on the server.`,
        {
          url,
          status: response.status,
        },
      );
    }
    return await consume(response, alive);
  } catch (error) {
    throw explain(error, url, clock.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function explain(error, url, clockSignal) {
  if (clockSignal.aborted) return clockSignal.reason;
  // A failed fetch and a connection cut in mid-body are both TypeErrors; others are not the network's.
  if (!(error instanceof TypeError)) return error;
  return new LoadError(
    'network',
    `${clipUrl(url)} could not be fetched; check the connection and try again.`,
    { url },
    error,
  );
}

/** Throws if the bytes are a web page, which servers love to send in place of a missing file. */
export function refuseHtml(bytes, url) {
  let first = 0;
  while (first < bytes.length && (bytes[first] <= 0x20 || [0xef, 0xbb, 0xbf].includes(bytes[first]))) first += 1;
  if (bytes[first] === 0x3c /* < */) {
    throw new LoadError(
      'html_instead',
      `${clipUrl(url)} is a web page, not the file that was asked for; ` +
        'the server probably sends a page in place of a missing file.',
      { url: String(url) },
    );
  }
}

/**
 * Reads a `file:` URL, which Node's fetch will not.
 * @param {URL} url @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array>}
 */
export async function readLocalFile(url, signal) {
  signal?.throwIfAborted();
  if (!globalThis.process?.versions?.node) {
    throw new LoadError(
      'network',
      'A page opened straight from the disk cannot load its parts; serve the folder, for example with: make demo.',
      { url: String(url) },
    );
  }
  const { readFile } = await import('node:fs/promises');
  try {
    return new Uint8Array(await readFile(url, { signal }));
  } catch (error) {
    signal?.throwIfAborted();
    throw new LoadError(
      'not_found',
      `${clipUrl(url)} cannot be read; check that the file is there.`,
      { url: String(url), status: error.code },
      error,
    );
  }
}
