// What an instance takes for a fault of the module, and what for one of its caller: only the first costs
// the instance and every handle in it.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Engine } from '../../web/engine/engine.js';
import { loadEngine } from '../../web/model/index.js';
import { fakeEngine } from './fake.js';

const engine = await loadEngine({ build: 'scalar' });

/** An engine with one more export, `attn_faulty`, which throws. */
async function engineThatThrows(error) {
  const { exports } = await WebAssembly.instantiate(engine.module, {});
  const attn_faulty = () => {
    throw error;
  };
  return new Engine(engine.module, { exports: { ...exports, attn_faulty } }, []);
}

describe('instance: whose fault it is', () => {
  it('a call of what is not exported, or with what is no number, leaves the instance and its handles alone', () => {
    const model = engine.randomModel({ d_model: 8, n_heads: 2 }, 1);
    const before = model.run([1, 2, 3]).get('logits').data;
    for (const misuse of [
      () => engine.call('no_such_function'),
      () => engine.call('memory'),
      () => engine.call('run', 1n, 0, 0),
      () => engine.call('run', Symbol('handle'), 0, 0),
    ])
      assert.throws(misuse, TypeError);
    assert.throws(() => engine.call('atn_run'), /no function attn_atn_run/);
    assert.equal(engine.generation, 0);
    assert.equal(engine.dead, false);
    assert.deepEqual(model.run([1, 2, 3]).get('logits').data, before);
    model.dispose();
  });

  it('a trap costs the instance, and the next call has a new one', async () => {
    const internal = Object.assign(new Error('too much recursion'), { name: 'InternalError' }); // Firefox's own class
    for (const error of [new WebAssembly.RuntimeError('unreachable'), new RangeError('stack'), internal]) {
      const fragile = await engineThatThrows(error);
      assert.throws(() => fragile.call('faulty'), { name: 'EngineError', code: 'trap', cause: error });
      assert.equal(fragile.generation, 1);
      assert.equal(fragile.dead, true);
      assert.equal(fragile.call('selftest'), 0);
      assert.equal(fragile.dead, false);
    }
  });

  it('a stack that runs out in the module is a trap', async () => {
    const endless = await Engine.start(await WebAssembly.compile(fakeEngine({ selftest: 'endless' })));
    assert.throws(() => endless.call('selftest'), { code: 'trap' });
    assert.equal(endless.generation, 1);
  });
});
