/**
 * What all figures of a page fetch once: the compiled module of a build, and the files of a model. Neither is ever changed: each
 * figure makes an engine of its own from the module, and its model from a copy of the weights. A failure is forgotten, so that a
 * figure can try again.
 */

const modules = new Map();
const files = new Map();

function once(map, key, make) {
  if (!map.has(key)) {
    const promise = make();
    map.set(key, promise);
    promise.catch(() => map.delete(key));
  }
  return map.get(key);
}

/** @returns {Promise<import('../engine/engine.js').Engine>} an engine of the figure's own */
export async function makeEngine(build) {
  const { loadEngine } = await import('../model/index.js'); // after the first picture
  const { module } = await once(modules, build, () => loadEngine({ build }));
  return loadEngine({ module });
}

/** @param {string|undefined} url folder of the model; the one that came with the figure if left out */
export async function makeModel(engine, url, onProgress) {
  const { encoderUrl, fetchModel } = await import('../model/index.js');
  const folder = url ? new URL(url, document.baseURI) : encoderUrl;
  const { weights, ...rest } = await once(files, folder.href, () => fetchModel(folder, { onProgress }));
  return engine.loadModel({ ...rest, weights: weights.slice() });
}
