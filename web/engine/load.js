// From a URL, bytes or a compiled module to a proven engine. Each build is compiled, instantiated
// and put through its own self-test; one that fails is passed over and the next is tried, with the
// reason kept in `engine.notes`. Streaming is used where the server names the type; otherwise the
// bytes of the same answer are compiled, so a file is never asked for twice.

import { isSupported, requireWebAssembly } from './build.js';
import { LoadError } from './errors.js';
import { instance, oneOf, requireOptions, table } from './options.js';
import { ADDRESS, BYTES, OF_REQUEST, clipUrl, readLocalFile, refuseHtml, request, resolveUrl } from './request.js';

/** @typedef {import('./build.js').Build} Build */
/**
 * @typedef {object} LoadOptions
 * @property {'auto' | Build} [build]            which build; auto takes the best that proves itself
 * @property {URL | string} [url]                the wasm file, or a folder (ending in /) of all builds
 * @property {ArrayBuffer | Uint8Array} [bytes]  the wasm file itself
 * @property {WebAssembly.Module} [module]       a compiled module, e.g. one posted to a worker
 * @property {AbortSignal} [signal]              stops it with the signal's own reason, from the disk too
 * @property {number} [timeout]                  seconds without an answer before giving up
 * @property {number} [retries]
 */

// Failures that another build cannot mend: do not ask the same dead server three times.
const FINAL = new Set(['timeout', 'network', 'blocked_by_policy', 'no_webassembly', 'bad_option']);

/** What every loader of a module takes. @param {string[]} builds */
const loadTable = (builds) =>
  table({
    build: oneOf(...builds),
    url: ADDRESS,
    bytes: BYTES,
    module: instance('WebAssembly.Module'),
    ...OF_REQUEST,
  });

/**
 * @param {string} where the call, as messages name it
 * @param {LoadOptions | undefined} options
 * @param {any} Kind the class to make, an Instance with `builds`, `url(build)` and `file(build)`. It is not named
 *   here: a bundle gets the module of that class and no other
 * @returns {Promise<any>}
 */
export async function load(where, options = {}, Kind) {
  requireOptions(where, options, loadTable(['auto', ...Kind.builds]), LoadError);
  const { signal } = options;
  signal?.throwIfAborted();
  requireWebAssembly();
  const engine = await find(options, Kind);
  signal?.throwIfAborted();
  return engine;
}

async function find(options, Kind) {
  const { module, bytes, url } = options;
  if (module) return prove(module, [], Kind);
  if (bytes) return prove(await compile(bytes, 'bytes'), [], Kind);
  if (url && !String(url).endsWith('/')) return prove(await fetchModule(url, options), [], Kind);
  return tryBuilds(options, Kind);
}

async function tryBuilds(options, Kind) {
  const notes = [];
  const { build: asked = 'auto' } = options;
  const builds = asked === 'auto' ? Kind.builds : [asked];
  let failure;
  for (const build of builds) {
    try {
      return await tryBuild(build, options, notes, Kind);
    } catch (error) {
      if (!(error instanceof LoadError) || FINAL.has(error.code)) throw error;
      notes.push({ build, reason: error.code, message: error.message });
      failure = error;
    }
  }
  failure.details.notes = notes;
  throw failure;
}

async function tryBuild(build, options, notes, Kind) {
  if (!(await isSupported(build))) {
    throw new LoadError('no_simd', `This machine cannot run the ${build} build of the engine.`, { build });
  }
  const url = options.url ? resolveUrl(Kind.file(build), resolveUrl(options.url)) : Kind.url(build);
  return prove(await fetchModule(url, options), notes, Kind);
}

async function prove(module, notes, Kind) {
  const engine = await Kind.start(module, notes);
  if (!engine.selfTest()) {
    throw new LoadError('selftest_failed', `The ${engine.build} build computes wrong numbers on this machine.`, {
      build: engine.build,
    });
  }
  return engine;
}

async function fetchModule(url, options) {
  const target = resolveUrl(url);
  if (target.protocol === 'file:') return compile(await readLocalFile(target, options.signal), target);
  return request(target, (response) => moduleFrom(response, target), options);
}

/** One answer, one module. @param {Response} response @param {URL} url */
async function moduleFrom(response, url) {
  if (!WebAssembly.compileStreaming) return compile(await response.arrayBuffer(), url);
  // Streaming eats the body and wants the right type; the copy serves where the type is wrong, and tells
  // a page in place of the file from a damaged one.
  const copy = response.clone();
  try {
    const module = await WebAssembly.compileStreaming(response);
    copy.body?.cancel().catch(() => {});
    return module;
  } catch {
    return compile(await copy.arrayBuffer(), url);
  }
}

/** @param {ArrayBuffer | Uint8Array} source @param {URL | string} url @returns {Promise<WebAssembly.Module>} */
async function compile(source, url) {
  const bytes = source instanceof ArrayBuffer ? new Uint8Array(source) : source;
  refuseHtml(bytes, url);
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new LoadError(
      'bad_wasm',
      `${clipUrl(url)} is no WebAssembly file that runs here and may be damaged; load it again or rebuild it.`,
      { url: String(url) },
      error,
    );
  }
}
