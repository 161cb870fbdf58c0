// The public entry point: `token-walk/engine`. Works the same in a page, a worker and Node.
//
//   const engine = await loadEngine();
//   const model = await engine.loadModel(encoderUrl);
//   const trace = model.run('服务 A 调用了配置中心 B，因为它需要获取最新配置。');
//   trace.get('weights', { layer: 1, head: 0 })   // { data: Float32Array, shape: [12, 12] }

import { Engine } from '../engine/engine.js';
import { EngineError } from '../engine/errors.js';
import { load } from '../engine/load.js';
import { Model } from './model.js';

export { BUILDS } from '../engine/build.js';
export { EngineError, LoadError, ModelError, TextError, TokenWalkError } from '../engine/errors.js';
export { fetchModel } from './fetch.js';
export { Model } from './model.js';

/** The trained models that come with this package, that of the first look first. */
export const MODELS = ['encoder-rope', 'encoder-own', 'decoder'];
const FOLDER = new URL('../models/', import.meta.url);

/**
 * The folder of a model that comes with this package, for loadModel. Throws bad_option for an unknown name.
 * @param {string} name one of MODELS
 * @returns {URL}
 */
export function modelUrl(name) {
  if (MODELS.includes(name)) return new URL(`${name}/`, FOLDER);
  throw new EngineError('bad_option', `There is no model "${name}"; choose ${MODELS.join(', ')}.`, { option: 'name' });
}

/** The encoder that the page opens with. */
export const encoderUrl = modelUrl(MODELS[0]);

/** An engine that can take in models. */
class ModelEngine extends Engine {
  /**
   * @param {URL | string | import('./fetch.js').ModelFiles} source a folder's URL, or the files themselves
   * @param {import('./fetch.js').FetchOptions} [options]
   * @returns {Promise<Model>}
   */
  loadModel(source, options) {
    return Model.load(this, source, options);
  }

  /**
   * A model of seeded random weights, to be run on ids: for shapes, counts and times.
   * @param {Record<string, any>} config d_model, n_heads, and any other field of config.json
   * @param {number} [seed]
   * @returns {Model}
   */
  randomModel(config, seed) {
    return Model.random(this, config, seed);
  }
}

/**
 * Loads the best build of the engine that proves itself on this machine.
 * @param {import('../engine/load.js').LoadOptions} [options]
 * @returns {Promise<ModelEngine>}
 */
export async function loadEngine(options) {
  return /** @type {Promise<ModelEngine>} */ (load('loadEngine', options, ModelEngine));
}
