// What a run needs to know of where it runs. Node and pages see one and the same folder, .build/bench/site, from a
// file: or an http: address: packages/ (of this folder), built/ (peak and loop), engine/ and models/ (of web/).

/**
 * @param {string} base the folder's address, ending in /
 * @param {'relaxed' | 'simd' | 'scalar'} build
 */
export async function makeContext(base, build) {
  const asset = (path) => new URL(/^(built|engine|models)\//.test(path) ? path : `packages/${path}`, base).href;
  const bytes = async (path) => {
    const url = asset(path);
    if (!url.startsWith('file:')) return new Uint8Array(await (await fetch(url)).arrayBuffer());
    const { readFile } = await import('node:fs/promises');
    return readFile(new URL(url));
  };
  const loadEngine = async () => {
    const api = await import('../../web/model/index.js');
    return api.loadEngine({ build, url: asset('engine/') });
  };
  const loadAttention = async () => {
    const api = await import('../../web/engine/attention.js');
    return api.loadAttention({ build, url: asset('engine/') });
  };
  return { build, asset, bytes, loadEngine, loadAttention, inNode: base.startsWith('file:') };
}
