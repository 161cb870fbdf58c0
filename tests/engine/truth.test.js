// No sentence that a number denies: every figure in every scene, with every value of everything that changes a run,
// in both languages. All that it says and draws in words is parsed to its end, and every number, name and claim in
// it is held against float64 (truth/world.js).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONTEXT, CONTEXT_CONTROLS, CONTEXT_DRAWN } from './truth/context.js';
import { FOUR_STEPS, FOUR_STEPS_CONTROLS, FOUR_STEPS_DRAWN } from './truth/four-steps.js';
import { MINUTE, MINUTE_CONTROLS, MINUTE_DRAWN, filmOf } from './truth/minute.js';
import { MULTI_HEAD, MULTI_HEAD_CONTROLS, MULTI_HEAD_DRAWN } from './truth/multi-head.js';
import { QKV, QKV_CONTROLS } from './truth/qkv.js';
import { EARLY } from './truth/walk.js';
import { WALK_DRAWN } from './truth/walk-drawn.js';
import { LATE } from './truth/walk-late.js';
import { computed, draw, figureOf, stateOf } from './truth/pages.js';
import { pictureFaults } from './truth/pictures.js';
import { covering } from './truth/covering.js';

const CUTS = [
  { layer: 0, head: 1, query: 6, key: 0 },
  { query: 6, key: 5 },
];
const BLIND = Array.from({ length: 12 }, (_, key) => ({ layer: 1, head: 0, query: 6, key }));

/** What changes a run. */
const RUNS = covering({
  model: ['encoder-rope', 'encoder-own', 'decoder'],
  position: ['model', 'none', 'sinusoidal', 'rope'],
  mask: ['encoder', 'causal'],
  scale: ['sqrt(d_k)', 'none', 'd_k', 'sqrt(d_model)'],
  fault: ['none', 'softmax_columns', 'mask_after_softmax', 'zero_mask', 'no_head_transpose'],
  context: ['none', 'a', 'b'],
  cuts: [[], CUTS, BLIND],
  off: [[], [{ layer: 1, head: 2 }]],
  keys: ['own', 'query'],
  values: ['own', 'input'],
});

const STEPS = { ...EARLY, ...LATE };
const OTHERS = {
  qkv: { claims: QKV, drawn: [], controls: QKV_CONTROLS, own: covering({ layer: [0, 2], head: [0, 3] }) },
  'four-steps': {
    claims: FOUR_STEPS,
    drawn: FOUR_STEPS_DRAWN,
    controls: FOUR_STEPS_CONTROLS,
    own: covering({ layer: [0, 1, 2], head: [0, 2], dk: [1, 64, 512] }),
  },
  'multi-head': {
    claims: MULTI_HEAD,
    drawn: MULTI_HEAD_DRAWN,
    controls: MULTI_HEAD_CONTROLS,
    own: covering({ layer: [0, 1, 2], size: ['own', '1', '2', '4', '8', 'paper'] }),
  },
  context: {
    claims: CONTEXT,
    drawn: CONTEXT_DRAWN,
    controls: CONTEXT_CONTROLS,
    own: covering({
      heads: ['one', 'mean'],
      mentions: ['apart', 'together'],
      threshold: [0, 0.01, 0.2],
      layer: [0, 2],
    }),
  },
};

/** One of a list, another each time. */
const turn = (list, i) => list[i % list.length];

const brief = (state) =>
  JSON.stringify(state, (_, value) => (Array.isArray(value) && value.length > 3 ? `${value.length}` : value));

describe('the walk says nothing that a number denies', async () => {
  const walk = await figureOf('walk');
  const looked = new Map();
  let count = 0;
  RUNS.forEach((changes, i) =>
    it(`${brief(changes)}`, async () => {
      const state = stateOf(walk, changes);
      const from = await computed(walk, state);
      const full = walk.moments({ ...state, pace: 'full' }, from.run.config);
      const later = walk.moments(state, from.run.config).filter(({ step }) => step === 'block');
      const wrong = [...full, ...later].flatMap((moment) => {
        count += 1;
        const lang = turn(['zh', 'en'], count + i);
        const shown = { lang, token: turn([null, 0, 1, 5], count), head: turn([0, 1, 2, 3], count + i) };
        looked.set(`${moment.step} ${lang}`, true);
        const at = { moment, t: turn([1, 0, 0.35, 0.7], count) };
        const drawn = draw(walk, from, { ...state, ...shown }, { at, width: turn([820, 420], i) });
        const faults = pictureFaults(drawn, { claims: STEPS[moment.step], drawn: WALK_DRAWN[moment.step] ?? [] });
        return faults.map((fault) => `${moment.step} ${brief(shown)}: ${fault}`);
      });
      assert.deepEqual(wrong, []);
    }),
  );

  it('and every scene was looked at in both languages', () => assert.equal(looked.size, 2 * Object.keys(STEPS).length));
});

/** Two runs of three, for each figure others. */
const runsOf = (which) => RUNS.filter((_, i) => (i + which) % 3 !== 0);

const valuesOf = (runs) =>
  new Set(runs.flatMap((one) => Object.entries(one).map(([axis, value]) => `${axis} ${JSON.stringify(value)}`)));

for (const [which, [name, { own, ...about }]] of Object.entries(OTHERS).entries()) {
  describe(`${name} says nothing that a number denies`, async () => {
    const figure = await figureOf(name);
    const runs = runsOf(which);
    it('in runs with every value of every axis', () => assert.deepEqual(valuesOf(runs), valuesOf(RUNS)));

    runs.forEach((changes, i) =>
      it(`${brief(changes)}`, async () => {
        const token = turn([null, 0, 3], i);
        const state = stateOf(figure, { ...changes, figure: name, token, ...turn(own, i) });
        const from = await computed(figure, state, name === 'context' && i % 6 > 0);
        const shown = { lang: turn(['zh', 'en'], i + Math.floor(i / 4)), token };
        const drawn = draw(figure, from, { ...state, ...shown }, { width: turn([820, 420], i) });
        const wrong = pictureFaults(drawn, about).map((fault) => `${brief({ ...turn(own, i), ...shown })}: ${fault}`);
        assert.deepEqual(wrong, []);
      }),
    );
  });
}

describe('the minute says nothing that a number denies', async () => {
  const minute = await figureOf('minute');
  const about = { claims: MINUTE, drawn: MINUTE_DRAWN, controls: MINUTE_CONTROLS };
  const runs = runsOf(1);
  const looked = new Set();
  it('in runs with every value of every axis', () => assert.deepEqual(valuesOf(runs), valuesOf(RUNS)));

  runs.forEach((changes, i) =>
    it(`${brief(changes)}`, async () => {
      const state = stateOf(minute, { ...changes, step: 'cut' });
      const from = await computed(minute, state, i % 6 > 0);
      const wrong = minute.moments().flatMap((moment, nth) => {
        const shown = { lang: turn(['zh', 'en'], i + nth), guess: turn(['none', '0', '1'], i) };
        looked.add(`${moment.step} ${shown.lang} ${shown.guess}`);
        const at = { moment, t: turn([1, 0, 0.35, 0.7], i + (i % 6 > 0 ? nth : 0)) };
        const drawn = draw(minute, from, { ...state, ...shown }, { at, width: turn([820, 420], i) });
        const faults = pictureFaults(filmOf(drawn, moment.step), about);
        return faults.map((fault) => `${moment.step} ${brief(shown)}: ${fault}`);
      });
      assert.deepEqual(wrong, []);
    }),
  );

  it('and every scene was looked at in both languages, with every guess', () =>
    assert.equal(looked.size, minute.moments().length * 2 * 3));
});
