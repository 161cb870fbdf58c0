// What one embedding's way through the widget's own model costs: three layers, d_model 48, 4 heads, the article's
// sentence.

import { race } from './measure.js';

const SENTENCE = '服务 A 调用了配置中心 B，因为它需要获取最新配置。';

/**
 * @param {object} context
 * @returns {Promise<{ tokens: number, rows: { name: string, median: number, spread: number }[] }>}
 */
export async function runFlow({ loadEngine, asset }) {
  const engine = await loadEngine();
  const model = await engine.loadModel(asset('models/encoder-rope/'));
  const { ids } = model.encode(SENTENCE);
  const steps = watch(engine, () => model.run(ids));
  const ways = {
    'model.run of the text: tokens, all steps, a copy of the trace': () => model.run(SENTENCE),
    'model.run of token ids': () => model.run(ids),
    "the engine's steps only": () => engine.run(...steps),
  };
  const times = await race(
    Object.values(ways).map((call) => ({ call, estimate: 0.1 })),
    1000,
  );
  return { tokens: ids.length, rows: Object.keys(ways).map((name, i) => ({ name, ...times[i] })) };
}

/** With what a model calls its engine: the handle is its secret, and the steps alone want it. */
function watch(engine, use) {
  const run = engine.run.bind(engine);
  let seen;
  engine.run = (...given) => {
    seen = given;
    return run(...given);
  };
  use();
  delete engine.run;
  return seen;
}
