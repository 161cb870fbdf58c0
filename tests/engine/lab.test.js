// The lab: what two figures ask for alike is run once, a run never changes, and edits of one figure do
// not touch another's.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encoderUrl } from '../../web/model/index.js';
import { Lab, sharedLab } from '../../web/lab/lab.js';
import { COMMON, initialState } from '../../web/story/state.js';
import { parseTensorKey, tensorKey } from '../../web/engine/tensor-ref.js';

const IT = 6; // where 它 stands in the article's sentence

/** A lab with the shipped model in it; measures are no file that Node's fetch reads, so there are none. */
async function ready(build = 'simd') {
  const lab = new Lab();
  await lab.load(build, { name: 'encoder-rope', url: encoderUrl });
  assert.equal(lab.phase, 'ready', lab.error?.stack);
  return lab;
}

const state = (changes = {}) => ({ ...initialState(COMMON), ...changes });

describe('the lab', () => {
  it('runs once what is asked for alike, whatever else is in the state, and keeps a run as it was', async () => {
    const lab = await ready();
    const run = lab.run(state());
    assert.equal(lab.run({ ...state(), layer: 1, dk: 8, figure: 'another', token: 3 }), run);
    const before = run.get('residual', 1).data.slice();
    assert.notEqual(lab.run(state({ mask: 'causal' })), run);
    assert.equal(lab.run(state()), run);
    assert.deepEqual(run.get('residual', 1).data, before);
  });

  it('gives each run the weights that it was asked with, in whatever order they are read', async () => {
    const lab = await ready();
    const edits = [{ tensor: 'attention.query.weight', layer: 0, index: 5, value: 2 }];
    const plain = lab.run(state());
    const edited = lab.run(state({ edits }));
    const swapped = lab.run(state({ keys: 'query' }));
    const weight = (run, tensor) => run.get(tensor, 0).data;
    assert.equal(weight(edited, 'attention.query.weight')[5], 2);
    assert.notEqual(weight(plain, 'attention.query.weight')[5], 2);
    assert.deepEqual(weight(swapped, 'attention.key.weight'), weight(plain, 'attention.query.weight'));
    assert.notDeepEqual(edited.get('weights', 0, 0).data, plain.get('weights', 0, 0).data);
    assert.deepEqual(
      lab.run(state({ edits, mask: 'causal' })).get('attention.query.bias', 0),
      edited.get('attention.query.bias', 0),
    );
  });

  it('reads no special token as a word, in whatever sentence it stands', async () => {
    const lab = await ready();
    const sentence = '服务 A 调用了配置中心 B，因为它需要获取最新配置。';
    for (const word of ['[PAD]', '[MASK]']) {
      for (const typed of [word + sentence, sentence + word, word])
        assert.throws(() => lab.run(state({ sentence: typed })), { code: 'unknown_word', details: { words: [word] } });
    }
    assert.ok(lab.run(state({ sentence })));
  });

  it('finds the effect of each cut: what a run with that cut alone believes', async () => {
    const lab = await ready();
    const run = lab.run(state());
    const { edges } = run.effects;
    const { n_layers: layers, n_heads: heads } = run.config;
    assert.equal(edges.length, layers * heads * run.ids.length ** 2); // every edge of the encoder carries weight
    const points = edges.filter(({ query }) => query === IT);
    assert.ok(points.every(({ belief }) => belief === undefined));
    const left = [...run.effects.cut(points)];
    assert.deepEqual(
      left,
      [...left].sort((a, b) => b - a),
    );
    for (const { layer, head, key, belief } of points.filter((_, i) => i % 17 === 0)) {
      const cut = lab.run(state({ cuts: [{ layer, head, query: IT, key }] }));
      const { data, shape } = cut.get('belief');
      assert.equal(belief, data[IT * shape[1]], `${layer} ${head} ${key}`);
    }
    assert.equal(edges.filter(({ belief }) => belief !== undefined).length, points.length); // and no other was cut
    points[0].belief = 7;
    assert.deepEqual([[...run.effects.cut(points)].length, points[0].belief], [0, 7]); // what is known is not cut again
  });

  it('says the axes of what it derives, and derives nothing where there is no such layer or head', async () => {
    const run = (await ready()).run(state());
    assert.equal(run.get('score_terms', 0, 1), undefined);
    const terms = run.derive('score_terms', 0, 1);
    assert.deepEqual([terms.axes, terms.role], [['pair', 'head_dimension'], 'derived']);
    assert.equal(run.get('score_terms', 0, 1), terms);
    const count = run.ids.length;
    const sum = terms.data.subarray(0, terms.shape[1]).reduce((total, one) => total + one, 0);
    assert.ok(Math.abs(sum - run.get('scores', 0, 1).data[0]) < 1e-4);
    assert.deepEqual(run.get('scores', 0, 1).axes, ['token', 'key']);
    assert.equal(terms.shape[0], count * count);
    for (const ref of [
      ['score_terms', run.config.n_layers, 0],
      ['score_terms', 0, 4],
      ['score_terms', 0, null],
      ['nothing', 0, 0],
    ])
      assert.equal(run.derive(...ref), undefined, String(ref));
  });

  it('measures how spread each query’s attention is, as float64 does, and 0 ln 0 is 0', async () => {
    const lab = await ready();
    for (const mask of ['encoder', 'causal']) {
      const run = lab.run(state({ mask }));
      const { data, shape, axes } = run.derive('weights_entropy', 1, 2);
      assert.deepEqual([shape, axes], [[run.ids.length], ['token']]);
      const weights = run.get('weights', 1, 2).data;
      data.forEach((value, row) => {
        const own = [...weights.subarray(row * run.ids.length, (row + 1) * run.ids.length)].filter((p) => p > 0);
        assert.ok(Math.abs(value + own.reduce((total, p) => total + p * Math.log(p), 0)) < 1e-6, `${mask} ${row}`);
      });
      if (mask === 'causal') assert.equal(Math.abs(data[0]) < 1e-6, true); // the first sees itself alone
    }
    assert.deepEqual(lab.engine.entropies([0.25, 0.25, 0.25, 0.25, 1, 0, 0, 0], 4), [Math.log(4), 0]);
  });

  it('throws what cannot be run and goes on', async () => {
    const lab = await ready();
    assert.throws(() => lab.run(state({ sentence: 'hello' })), { code: 'unknown_word' });
    assert.equal(lab.run(state()).ids.length, 12);
  });

  it('is one by name, and fetches once for all who listen', async () => {
    const lab = sharedLab('test');
    assert.equal(sharedLab('test'), lab);
    assert.notEqual(sharedLab('another'), lab);
    const phases = [];
    const quits = [lab.listen(() => phases.push(lab.phase)), lab.listen(() => {})];
    const source = { name: 'encoder-rope', url: encoderUrl };
    await Promise.all([lab.load('scalar', source), lab.load('scalar', source)]);
    assert.deepEqual([...new Set(phases)], ['loading', 'ready']);
    assert.equal(phases.filter((phase) => phase === 'ready').length, 1);
    quits.forEach((quit) => quit());
  });
});

describe('a tensor’s key', () => {
  it('is read back as the address it was made of, for every tensor of a run', async () => {
    const run = (await ready()).run(state());
    const refs = run.tensors();
    assert.equal(new Set(refs.map(tensorKey)).size, refs.length);
    for (const ref of refs) assert.deepEqual(parseTensorKey(tensorKey(ref)), ref);
    assert.equal(tensorKey({ tensor: 'weights', layer: 1, head: 0, row: 3, column: 4 }), 'weights:1:0');
    assert.equal(tensorKey({ tensor: 'input' }), 'input');
  });
});
