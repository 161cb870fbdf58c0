/**
 * What all labs of a page fetch once: the compiled module of a build, and the files of a model. Neither is ever
 * changed: each lab makes an engine of its own from the module, and its model from a copy of the weights. A failure
 * is forgotten, so that a lab can try again.
 */

const modules = new Map();
const files = new Map();
const cards = new Map();

function once(map, key, make) {
  if (!map.has(key)) {
    const promise = make();
    map.set(key, promise);
    promise.catch(() => map.delete(key));
  }
  return map.get(key);
}

/** @returns {Promise<import('../engine/engine.js').Engine>} an engine of the lab's own */
export async function makeEngine(build) {
  const { loadEngine } = await import('../model/index.js'); // after the first picture
  const { module } = await once(modules, build, () => loadEngine({ build }));
  return loadEngine({ module });
}

/** The shipped models carry what was measured of them; a reader's own need not. */
async function fetchMeasures(folder) {
  const response = await fetch(new URL('measures.json', folder));
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

/**
 * @param {{name: string, url: URL|null}} source a shipped model, or the folder of another one
 * @returns {Promise<{model, measures: object|null}>}
 */
export async function makeModel(engine, { name, url }, onProgress) {
  const { fetchModel, modelUrl } = await import('../model/index.js');
  const folder = url ?? modelUrl(name);
  const { weights, ...rest } = await once(files, folder.href, () => fetchModel(folder, { onProgress }));
  const measures = url === null ? await once(cards, folder.href, () => fetchMeasures(folder)).catch(() => null) : null;
  return { model: await engine.loadModel({ ...rest, weights: weights.slice() }), measures };
}
