// What cutting an edge does, of every edge: held to the float64 oracle with that cut alone, and to runs of a model that
// the lab has nothing to do with.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MODELS, loadEngine, modelUrl } from '../../web/model/index.js';
import { Lab } from '../../web/lab/lab.js';
import { COMMON, initialState } from '../../web/story/state.js';
import { forward, keyOf } from './oracle.js';

const ARTICLE = '服务 A 调用了配置中心 B，因为它需要获取最新配置。';
const CASES = [
  ['as it is', {}],
  ['under the causal mask', { mask: 'causal' }],
  ['on top of a cut', { cuts: [{ layer: 2, head: 0, query: 6, key: 0 }] }],
];

/** The weights of a model as the oracle reads them. */
function weightsIn(model) {
  const known = new Map();
  return (name) => {
    if (!known.has(name)) {
      const [, layer, own] = /^(?:layers\.(\d+)\.)?(.+)$/.exec(name);
      const { data, shape } = model.weight(own, layer === undefined ? {} : { layer: Number(layer) });
      const [rows, wide = 0] = shape;
      const made = wide
        ? Array.from({ length: rows }, (_, row) => [...data.slice(row * wide, (row + 1) * wide)])
        : [...data];
      known.set(name, made);
    }
    return known.get(name);
  };
}

const engine = await loadEngine({ build: 'simd' });

/** A lab's run of a model's article, and what an engine of its own says the same sentence is. */
async function both(name, changes) {
  const lab = new Lab();
  await lab.load('simd', { name, url: modelUrl(name) });
  const model = await engine.loadModel(modelUrl(name));
  const isDecoder = model.config.architecture === 'decoder';
  const mask = isDecoder ? 'causal' : 'encoder';
  const run = lab.run({ ...initialState(COMMON), mask, ...changes });
  const { ids } = model.encode(isDecoder ? `${ARTICLE}它 指` : ARTICLE);
  const candidates = ['服务 A', '配置中心 B'].map((word) => model.tokenizer.idOf(word));
  const row = isDecoder ? ids.length - 1 : ids.indexOf(model.tokenizer.idOf('它'));
  const causal = isDecoder || changes.mask === 'causal';
  const cuts = changes.cuts ?? [];
  const weights = weightsIn(model);
  const share = (cut) => {
    const options = { candidates, mask: causal ? 'causal' : 'none', cuts: [...cuts, ...cut] };
    return model.run(ids, options).get('belief').data[row * 3];
  };
  const exact = (cut) =>
    forward(model.config, weights, [...ids], { causal, candidates, cuts: [...cuts, ...cut] }).get(keyOf('belief'))[
      row
    ][0];
  return { run, share, exact, causal, cuts, ids };
}

for (const name of MODELS)
  describe(`effects of cuts, ${name}`, () => {
    for (const [title, changes] of CASES)
      it(title, async () => {
        const { run, share, exact, causal, cuts, ids } = await both(name, changes);
        const [base, exactBase] = [share([]), exact([])];
        const count = ids.length;
        let moved = 0;
        for (let i = 0; i < run.config.n_layers * run.config.n_heads; i += 1) {
          const [layer, head] = [Math.floor(i / run.config.n_heads), i % run.config.n_heads];
          const { data, shape, axes } = run.derive('effect', layer, head);
          assert.deepEqual(
            [shape, axes],
            [
              [count, count],
              ['token', 'key'],
            ],
          );
          data.forEach((effect, pair) => {
            const cut = { layer, head, query: Math.floor(pair / count), key: pair % count };
            const where = `${title} ${JSON.stringify(cut)}`;
            const hidden =
              (causal && cut.key > cut.query) || cuts.some((one) => Object.keys(cut).every((k) => one[k] === cut[k]));
            if (hidden) assert.equal(effect, 0, where);
            if ((i + pair) % 13 === 0) assert.equal(effect, Math.fround(share([cut]) - base), where);
            if ((i * 31 + pair) % 211 === 0) assert.ok(Math.abs(effect - (exact([cut]) - exactBase)) < 2e-5, where);
            if (Math.abs(effect) > 0.001) moved += 1;
          });
        }
        assert.ok(moved > 3, `only ${moved} cuts move the belief`);
        const visible = run.effects.edges.length;
        const pairs = causal ? (count * (count + 1)) / 2 : count ** 2;
        assert.equal(visible, run.config.n_layers * run.config.n_heads * pairs - cuts.length);
      });
  });

describe('effects of cuts', () => {
  it('are none where there is no pronoun, or no candidate', async () => {
    const lab = new Lab();
    await lab.load('simd', { name: MODELS[0], url: modelUrl(MODELS[0]) });
    for (const sentence of ['服务 A 需要获取最新配置。', '它需要获取最新配置。']) {
      const run = lab.run({ ...initialState(COMMON), sentence });
      assert.deepEqual([run.effects, run.derive('effect', 0, 0)], [null, undefined], sentence);
    }
  });
});
