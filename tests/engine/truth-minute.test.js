// What the minute and the overview say, held against float64: every number of every scene in both languages, whom the
// model leans to, which context is chosen, and that no other edge of the pronoun's moves the belief more.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MODELS } from '../../web/model/index.js';
import { computed, draw, figureOf, stateOf } from './truth/pages.js';
import { World } from './truth/world.js';

/** What the made-up sentences' rule gives the first name: without context, after a, after b. */
const RULE = { none: 0.646, a: 0.973, b: 0.083 };

const numbersIn = (text) =>
  [...text.matchAll(/[+\u2212]?\d+(?:\.\d+)?(?=%?)/g)].map(([one]) => one.replace('\u2212', '-'));

/** Each number as it is written, against the one that it should be: half a unit of its last digit, and float32. */
function assertNumbers(text, expected) {
  const written = numbersIn(text);
  assert.equal(written.length, expected.length, `${text} | ${expected}`);
  written.forEach((one, i) => {
    const unit = 10 ** -(one.split('.')[1]?.length ?? 0);
    assert.ok(Math.abs(Number(one) - expected[i]) <= 0.51 * unit + 1e-6, `${one} for ${expected[i]} in: ${text}`);
  });
}

const worldOf = (world, state, run) => new World({ ...world.view, state, tokens: [] }, run.ids);

const edgesOf = (world) =>
  Array.from({ length: world.layers * world.H }, (_, i) => {
    const at = { layer: Math.floor(i / world.H), head: i % world.H };
    return world
      .get('weights', at.layer, at.head)
      .flatMap((row, query) => row.map((weight, key) => ({ ...at, query, key, weight })));
  })
    .flat()
    .filter(({ weight }) => weight !== 0);

/** What each scene should say, from float64 alone. */
function expectedOf(world) {
  const { before, after, at, cut, other: second } = world.results;
  const [first, later] = [before, after].map(({ state, run }) => worldOf(world, state, run));
  const looks = Math.max(...first.get('weights', at.layer, at.head)[first.reading]);
  const { layer, head, query, key } = cut.edge;
  const left = later.like({ cuts: [{ layer, head, query, key }] }).share;
  const other = worldOf(world, second.state, second.run);
  const rule = before.truth === null ? [] : [RULE.none, RULE[after.context]];
  return {
    first,
    later,
    other,
    left,
    question: [],
    arcs: [at.layer + 1, at.head + 1, 100 * looks, first.share, 1 - first.share, ...rule.slice(0, 1)],
    context: [],
    flip: [first.share, later.share, 0.5, ...rule, other.share],
    cut: [
      ...[layer + 1, head + 1, query + 1, key + 1],
      ...[later.get('weights', layer, head)[query][key], later.share, left, left - later.share],
      edgesOf(later).length,
    ],
  };
}

for (const model of MODELS) {
  describe(`the minute on ${model}`, async () => {
    const minute = await figureOf('minute');
    const state = stateOf(minute, { model, figure: 'minute', step: 'cut' });
    const from = await computed(minute, state);
    const scene = (step, lang, guess = 'none') => {
      const at = { moment: minute.moments().find((one) => one.step === step), t: 1 };
      return draw(minute, from, { ...state, step, lang, guess }, { at });
    };
    const expected = expectedOf(scene('cut', 'zh').world);

    for (const lang of ['zh', 'en'])
      for (const step of ['question', 'arcs', 'context', 'flip', 'cut'])
        it(`${step}, ${lang}`, () => assertNumbers(scene(step, lang).picture.now, expected[step]));

    it('compares the guess with what the model leans to', () => {
      const leads = expected.first.share > 0.5 ? 0 : 1;
      for (const guess of [0, 1]) {
        const { now } = scene('arcs', 'en', String(guess)).picture;
        assert.equal(now.includes('too.'), guess === leads, now);
      }
    });

    it('takes the context that turns the belief, or moves it more', () => {
      const { first, later, other } = expected;
      const rank = ({ share }) => (share > 0.5 !== first.share > 0.5) + Math.abs(share - first.share);
      assert.ok(rank(later) >= rank(other));
    });

    it('cuts an edge that none of the pronoun’s outdoes, of every third', () => {
      const { later, left } = expected;
      const most = Math.abs(left - later.share);
      const own = edgesOf(later).filter(({ query }, i) => query === later.reading && i % 3 === 0);
      const outdone = own.filter(({ layer, head, query, key }) => {
        const { share } = later.like({ cuts: [{ layer, head, query, key }] });
        return Math.abs(share - later.share) > most + 1e-4;
      });
      assert.deepEqual(outdone, []);
    });
  });

  describe(`the overview on ${model}`, async () => {
    const overview = await figureOf('overview');
    for (const lang of ['zh', 'en'])
      it(`says which look is the strongest, and whom the model expects, ${lang}`, async () => {
        const state = stateOf(overview, { model, figure: 'overview', lang, token: 6 });
        const from = await computed(overview, state);
        const { picture, world } = draw(overview, from, state);
        const looks = edgesOf(world).filter(({ query, key }) => query === 6 && key !== 6);
        const best = looks.reduce((found, one) => (one.weight > found.weight ? one : found));
        const most = Math.max(...world.named);
        const shape = [world.layers, world.H];
        assertNumbers(picture.now, [...shape, best.layer + 1, best.head + 1, 100 * best.weight, 100 * most]);
      });
  });
}
