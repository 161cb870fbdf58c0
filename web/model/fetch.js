// The three files of a model from one folder, read side by side, with progress while they come.
// Works for http(s) and, in Node, for file: URLs.

import { LoadError } from '../engine/errors.js';
import { requireKind, requireOptions, routine, table } from '../engine/options.js';
import { ADDRESS, OF_REQUEST, readLocalFile, refuseHtml, request, resolveUrl } from '../engine/request.js';

/** @typedef {{ loaded: number, total: number | null, file: string }} Progress bytes so far, and in all if known */
/** @typedef {import('../engine/request.js').RequestOptions & { onProgress?: (p: Progress) => void }} FetchOptions */
/** @typedef {{ config: unknown, tokenizer: unknown, weights: ArrayBuffer | Uint8Array }} ModelFiles */

const OPTIONS = table({ ...OF_REQUEST, onProgress: routine });
const WORTH_PROGRESS = 65536; // bytes; less comes in one piece

export const FILES = { config: 'config.json', tokenizer: 'tokenizer.json', weights: 'model.safetensors' };

/** Throws unless these are options of a load. @param {string} where @param {any} options */
export const requireFetchOptions = (where, options) => requireOptions(where, options, OPTIONS, LoadError);

/**
 * @param {URL | string} folder where config.json, tokenizer.json and model.safetensors lie
 * @param {FetchOptions} [options]
 * @returns {Promise<ModelFiles>}
 * @throws {LoadError} bad_option, not_found, html_instead, network, timeout; or what the signal was stopped with
 */
export async function fetchModel(folder, options = {}) {
  requireFetchOptions('fetchModel', options);
  requireKind('fetchModel', 'the folder', folder, ADDRESS, LoadError);
  const base = resolveUrl(String(folder).replace(/\/*$/, '/'));
  // When one file fails the others are of no use: stop them too.
  const stop = new AbortController();
  const onAbort = () => stop.abort(options.signal.reason);
  options.signal?.throwIfAborted();
  options.signal?.addEventListener('abort', onAbort, { once: true });
  const get = (file) => fetchBytes(resolveUrl(file, base), file, { ...options, signal: stop.signal });
  try {
    const [config, tokenizer, weights] = await Promise.all(Object.values(FILES).map(get));
    options.signal?.throwIfAborted();
    return { config, tokenizer, weights };
  } catch (error) {
    stop.abort(error);
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', onAbort);
  }
}

async function fetchBytes(url, file, options) {
  const report = (loaded, total) => options.onProgress?.({ loaded, total, file });
  if (url.protocol === 'file:') {
    const bytes = await readLocalFile(url, options.signal);
    report(bytes.length, bytes.length);
    return bytes;
  }
  return request(
    url,
    async (response, alive) => {
      const bytes = await readBody(response, (loaded, total) => {
        alive();
        report(loaded, total);
      });
      refuseHtml(bytes, url);
      return bytes;
    },
    options,
  );
}

async function readBody(response, onBytes) {
  // Under a content encoding the header counts compressed bytes, which says nothing about these.
  const header = response.headers.get('content-encoding') ? null : response.headers.get('content-length');
  const total = header === null ? null : Number(header);
  onBytes(0, total);
  if (total !== null && total < WORTH_PROGRESS) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    onBytes(bytes.length, total);
    return bytes;
  }
  const chunks = [];
  let loaded = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    loaded += value.length;
    onBytes(loaded, total);
  }
  return join(chunks, loaded);
}

function join(chunks, length) {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
