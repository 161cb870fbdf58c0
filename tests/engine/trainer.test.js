// The trainer's module: what it promises about bytes, what it refuses, and that what it makes is a
// model like any other.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { loadEngine } from '../../web/model/index.js';
import { loadTrainer } from '../../web/model/trainer.js';
import { eachBuild, loadBuilds } from './builds.js';
import { shippedJson } from './files.js';

const SMALL = { d_model: 16, n_heads: 2, n_layers: 2, d_ff: 16, steps: 30, batch: 4 };
const ARTICLE = '服务 A 调用了配置中心 B，因为它需要获取最新配置。';

// As in tests/native/trainer_test.c: the run whose bytes are the same on every machine.
const RECORDED = { fields: { steps: 12, batch: 6, seed: 1 }, fnv: 0xd3214b35 };

function fnv(bytes) {
  let hash = 2166136261;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 16777619) >>> 0;
  return hash;
}

function train(trainer, fields, slice) {
  const run = trainer.start(fields);
  while (!run.done) run.advance(Math.min(slice, fields.steps - run.step));
  const bytes = run.weights();
  run.stop();
  return bytes;
}

const TRAINERS = await loadBuilds(loadTrainer, ['scalar', 'simd']);

eachBuild(
  'the trainer',
  (trainer, _tolerance, build) => {
    it('gives the same bytes in slices of any size, and others for another seed', () => {
      const whole = train(trainer, SMALL, 30);
      assert.deepEqual(train(trainer, SMALL, 7), whole);
      assert.notDeepEqual(train(trainer, { ...SMALL, seed: 1 }, 30), whole);
    });

    it(
      'gives the bytes that the same C gives natively',
      { skip: build === 'scalar' && 'one lane adds in another order' },
      () => {
        assert.equal(fnv(train(trainer, RECORDED.fields, 12)), RECORDED.fnv);
      },
    );

    it(
      'learns: the loss falls and the told head gets better than a coin',
      { skip: build === 'scalar' && 'slow, and the same C' },
      async () => {
        const run = trainer.start({ ...SMALL, d_model: 32, n_heads: 4, d_ff: 32, steps: 240, batch: 16 });
        const reports = [];
        assert.equal(await run.go({ slice: 20, every: 80, onReport: (report) => reports.push(report) }), true);
        run.stop();
        assert.ok(reports.length >= 3);
        assert.ok(reports.at(-1).loss < reports[0].loss, `${reports.map(({ loss }) => loss)}`);
        assert.ok(reports.at(-1).told_head > 0.6, `${reports.map((report) => report.told_head)}`);
        assert.deepEqual(
          ['truth_none', 'truth_a_lacks', 'truth_b_expired'].map((name) => reports[0][name].toFixed(3)),
          ['0.646', '0.973', '0.083'],
        );
      },
    );

    it('makes a model that the engine loads, with the belief that was reported', async () => {
      const run = trainer.start(SMALL);
      run.advance(20);
      const report = run.report(50);
      const engine = await loadEngine({ build });
      const model = await engine.loadModel(run.export(shippedJson('tokenizer.json')));
      const trace = model.run(ARTICLE);
      const pronoun = trace.tokens.findIndex(({ text }) => text === '它');
      const belief = trace.get('belief');
      const agent = trace.candidates.findIndex((id) => model.tokenizer.textOf(id) === '服务 A');
      assert.ok(Math.abs(belief.data[pronoun * belief.shape[1] + agent] - report.belief_none) < 1e-5);
      run.stop();
    });

    it('stops between two slices and goes on where it was', async () => {
      const run = trainer.start(SMALL);
      const stop = new AbortController();
      assert.equal(await run.go({ slice: 5, every: 10, onReport: () => stop.abort(), signal: stop.signal }), false);
      assert.equal(run.step, 10);
      assert.equal(await run.go({ slice: 5 }), true);
      assert.deepEqual(run.weights(), train(trainer, SMALL, 30));
      run.stop();
    });

    it('answers what it cannot do with a sentence', () => {
      const refused = (fields, words) =>
        assert.throws(
          () => trainer.start(fields),
          (error) => error.code === 'bad_config' && words.test(error.message),
        );
      refused({ d_model: 7 }, /d_model 7 does not divide/);
      refused({ d_model: 1e12 }, /d_model/);
      refused({ seed: -1 }, /seed/);
      refused({ seed: 0.5 }, /seed is 0.5; it must be a whole number/);
      refused({ seed: 'x' }, /seed/);
      refused({ rate: 0 }, /rate/);
      refused({ rate: NaN }, /rate/);
      refused({ batch: 0 }, /batch/);
      refused({ position: 'learned' }, /position/);
      refused({ pointer: 0, words: 0 }, /nothing would teach/);
      refused({ speed: 1 }, /no training field "speed"/);
      const run = trainer.start(SMALL);
      assert.throws(() => run.advance(0), { code: 'bad_input' });
      assert.throws(() => run.advance(1e6), { code: 'bad_input' });
      assert.throws(() => run.report(0), { code: 'bad_input' });
      run.stop();
      assert.throws(() => run.advance(1), { code: 'bad_handle' });
      run.stop();
    });
  },
  TRAINERS,
);

describe('the vocabulary', () => {
  it('is the same in the grammar and in the tokenizer', () => {
    const source = readFileSync(new URL('../../src/train/words.c', import.meta.url), 'utf8');
    const words = [
      ...source.slice(source.indexOf('WORDS[WORD_COUNT] = {'), source.indexOf('};')).matchAll(/"([^"]+)"/g),
    ].map(([, word]) => word);
    assert.deepEqual(
      Object.fromEntries(words.map((word, id) => [word, id])),
      shippedJson('tokenizer.json').model.vocab,
    );
  });
});
