// Tasks: on every model for which one is offered, its steps are taken, what it predicts holds, every number that its
// sentence shows is found once more in float64, and what was not done is not predicted.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { FIGURES } from '../../web/figures/registry.js';
import { Lab } from '../../web/lab/lab.js';
import { MODELS, modelUrl } from '../../web/model/index.js';
import { COMMON, initialState, ownMask, writeLink } from '../../web/story/state.js';
import { lookAt, takeUp } from '../../web/story/task.js';
import { AGAIN } from './predictions.js';

/** States to try from, besides the one that the page opens with. */
const STATES = [{}, { layer: 1, head: 2, mask: 'causal' }, { layer: 2, head: 1, context: 'b' }];

const WITHOUT = ['walk', 'overview', 'minute'];
const NAMES = Object.keys(FIGURES).filter((name) => !WITHOUT.includes(name));

const figures = new Map();
const labs = new Map();

async function fetchAll() {
  if (labs.size > 0) return;
  for (const name of NAMES) figures.set(name, (await FIGURES[name]()).default);
  for (const name of MODELS) {
    const lab = new Lab();
    await lab.load('simd', { name, url: modelUrl(name) });
    assert.equal(lab.phase, 'ready', lab.error?.stack);
    labs.set(name, lab);
  }
}

/** Ever more of what a figure computes. */
function* resultsOf(figure, lab, state) {
  const made = figure.compute?.(lab, state) ?? {};
  if (made[Symbol.iterator]) yield* made;
  else yield made;
}

/** Every task of a figure in one state, as the page takes it up once all that they are made of is computed. */
function tasksIn(name, lab, state) {
  const figure = figures.get(name);
  const properties = { ...figure.properties, ...COMMON };
  for (const results of resultsOf(figure, lab, state)) {
    const parts = { lab, view: lookAt(lab, state), results, properties };
    const all = figure.tasks.map((task) => ({ task, taken: takeUp(task, parts) }));
    if (all.every(({ taken }) => taken !== undefined)) return all;
  }
  throw new Error(`${name}: nothing is known of a task in the end`);
}

const startOf = (name, model, changes = {}) => ({
  ...initialState({ ...figures.get(name).properties, ...COMMON }),
  figure: name,
  model,
  mask: ownMask(model),
  ...changes,
});

/** Every task that is offered, with the state that offers it. */
function* offered(changes) {
  for (const model of MODELS)
    for (const name of NAMES) {
      const [lab, state] = [labs.get(model), startOf(name, model, changes)];
      for (const [i, { task, taken }] of tasksIn(name, lab, state).entries())
        if (taken) yield { lab, state, name, task, i, taken, title: `${name} ${task.name}, ${model}` };
    }
}

/** Those of the opening state, found once. */
const opening = [];
const inOpening = () => (opening.length > 0 ? opening : (opening.push(...offered()), opening));

const looksOf = ({ lab, state, taken }) => taken.course.map((point) => lookAt(lab, { ...state, ...point }));

/** Takes every step, each from the state before. */
function done({ lab, state, name, i, taken, title }) {
  let here = { ...state, ...taken.course[0] };
  for (const [step, point] of taken.course.entries()) {
    here = { ...here, ...point };
    const now = tasksIn(name, lab, here)[i].taken;
    assert.ok(now.at >= step, `${title}: after step ${step} it stands at ${now.at}`);
    assert.deepEqual(now.course, taken.course, `${title}: the steps stay what they were`);
    if (step === taken.course.length - 1) return { here, now };
    assert.equal(now.outcome, null, `${title}: no outcome before the last step`);
  }
  return null;
}

describe('every task on every model', () => {
  before(fetchAll);

  STATES.forEach((changes) =>
    it(`does as it says, from ${JSON.stringify(changes)}`, () => {
      const seen = new Set();
      for (const one of changes === STATES[0] ? inOpening() : offered(changes)) {
        seen.add(`${one.name} ${one.task.name}`);
        const { here, now } = done(one);
        assert.equal(now.outcome.holds, true, `${one.title}: ${JSON.stringify(now.outcome)}`);
        AGAIN[one.name][one.task.name](looksOf(one), now.outcome);
        const { properties } = figures.get(one.name);
        const back = { ...here, ...now.course[0] };
        assert.equal(
          writeLink(back, { ...properties, ...COMMON }),
          writeLink({ ...one.state, ...now.course[0] }, { ...properties, ...COMMON }),
          `${one.title}: the way back`,
        );
      }
      const all = NAMES.flatMap((name) => figures.get(name).tasks.map((task) => `${name} ${task.name}`));
      assert.deepEqual([...seen].sort(), all.sort(), 'each is offered for some model');
    }),
  );

  it('is offered on all three where nothing depends on the sentence', () => {
    const count = new Map();
    for (const { title } of inOpening()) {
      const [task] = title.split(',');
      count.set(task, (count.get(task) ?? 0) + 1);
    }
    assert.deepEqual([...new Set(count.values())], [MODELS.length]);
  });
});

describe('a prediction can fail', () => {
  before(fetchAll);

  it('it does not hold where the steps were not taken', () => {
    for (const one of inOpening()) {
      const looks = looksOf(one);
      // A step that changes nothing: every run is the last one before the task's own change.
      const idle = looks.map((_, i) => looks[Math.min(i, looks.length - 2)]);
      const same = idle.map((look, i) => ({ ...look, state: looks[i].state }));
      if (one.task.name === 'width') same[1].state = { ...looks[0].state };
      assert.equal(one.task.predicts(...same).holds, one.task.name === 'split', one.title);
    }
  });

  it('on one token alone nothing is said that needs two, and nothing that needs an answer is offered', () => {
    const holds = new Map();
    for (const one of offered({ sentence: '它' }))
      // A decoder is asked in two words more.
      if (one.state.model !== 'decoder') holds.set(one.task.name, one.task.predicts(...looksOf(one)).holds);
    assert.deepEqual(Object.fromEntries(holds), {
      keys: false,
      values: false,
      scale: false,
      columns: false,
      zero: false,
      late: false,
      width: true,
      split: true,
    });
  });

  it('and every number that is said would be found wrong, were it another', () => {
    for (const one of inOpening()) {
      const looks = looksOf(one);
      const outcome = one.task.predicts(...looks);
      for (const [path, value] of numbersIn(outcome)) {
        const changed = structuredClone(outcome);
        const owner = path.slice(0, -1).reduce((part, key) => part[key], changed);
        owner[path.at(-1)] = Number.isInteger(value) ? value + 1 : value + 0.002 * Math.max(1, Math.abs(value));
        assert.throws(
          () => AGAIN[one.name][one.task.name](looks, changed),
          { name: 'AssertionError' },
          `${one.title}: ${path.join('.')} may be ${owner[path.at(-1)]}`,
        );
      }
    }
  });
});

/** Every number of an outcome by its way in. */
function numbersIn(value, path = []) {
  if (typeof value === 'number') return [[path, value]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, part]) => numbersIn(part, [...path, key]));
}

describe('a wrong way that hides nothing', () => {
  before(fetchAll);

  it('is said to change nothing exactly where every weight is the right way’s', async () => {
    const { idle } = await import('../../web/figures/four-steps/tasks.js');
    for (const model of MODELS)
      for (const mask of ['encoder', 'causal'])
        for (const fault of ['none', 'zero_mask', 'mask_after_softmax', 'softmax_columns'])
          for (const cuts of [[], [{ layer: 1, head: 0, query: 3, key: 2 }]]) {
            const [lab, state] = [labs.get(model), startOf('four-steps', model, { mask, fault, cuts })];
            const { n_layers: layers, n_heads: heads } = lab.run(state).config;
            const weights = ({ get }) =>
              Array.from({ length: layers * heads }, (_, i) => [
                ...get('weights', Math.floor(i / heads), i % heads).data,
              ]).flat();
            const [wrong, right] = [weights(lab.run(state)), weights(lab.run({ ...state, fault: 'none' }))];
            const hidesNothing = mask === 'encoder' && cuts.length === 0;
            const says = hidesNothing && ['zero_mask', 'mask_after_softmax'].includes(fault);
            assert.equal(idle(lab, state), says ? wrong.length : 0, `${model} ${mask} ${fault} ${cuts.length}`);
            if (says) assert.deepEqual(wrong, right);
            else if (fault !== 'none') assert.notDeepEqual(wrong, right);
          }
  });
});
