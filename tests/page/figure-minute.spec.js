// The minute: five scenes whose numbers are runs made anew here, of the sentence, of it after a context, and of that
// with one edge cut; and a guess, before which the model's answer is nowhere on the page.

import { readFileSync } from 'node:fs';
import { loadEngine, modelUrl } from '../../web/model/index.js';
import { CONTEXTS, runModel } from './engine.js';
import { HEADS, LAYERS, openFigure, range, sum } from './figures.js';
import { SCENES, forward } from './minute.js';
import { focused, readWords } from './read.js';
import { SENTENCE, expect, test } from './walk.js';

const NAMES = ['服务 A', '配置中心 B'];
const MODELS = [
  ['encoder-rope', 'none'],
  ['encoder-own', 'none'],
  ['decoder', 'causal'],
];

const short = (value) => value.toFixed(3).replace('-', '\u2212');
const ruleOf = (name, context) => {
  const { article } = JSON.parse(readFileSync(new URL('measures.json', modelUrl(name)), 'utf8'));
  return article[Object.keys(CONTEXTS).indexOf(context)].rule;
};

const loaded = new Map();
async function modelOf(name) {
  if (!loaded.has(name))
    loaded.set(
      name,
      loadEngine({ build: 'simd' }).then((engine) => engine.loadModel(modelUrl(name))),
    );
  return loaded.get(name);
}

/** The share of the first name, and of the second, where the answer is read; with the run. */
async function told(name, mask, context, cuts = []) {
  const model = await modelOf(name);
  const decoder = model.config.architecture === 'decoder';
  const sentence = CONTEXTS[context] + SENTENCE + (decoder ? '它指' : '');
  const numbers = runModel(model, { sentence, mask, cuts });
  const reading = decoder ? numbers.tokens.length - 1 : numbers.pronoun;
  const shares = [...numbers.get('belief').data.slice(reading * 3, reading * 3 + 2)];
  return { context, cuts, reading, shares, numbers };
}

/** The head of the last layer that gives the two names most weight. */
function headOf({ numbers, reading }) {
  const layer = LAYERS.at(-1);
  const of = (head) => {
    const { data, shape } = numbers.get('weights', layer, head);
    return sum(numbers.tokens.map(({ text }, i) => (NAMES.includes(text) ? data[reading * shape[1] + i] : 0)));
  };
  const sums = HEADS.map(of);
  return { layer, head: sums.indexOf(Math.max(...sums)) };
}

/** The edge whose cut moves the first share most, of all edges of all heads. */
function mostOf({ numbers }) {
  const count = numbers.tokens.length;
  const all = LAYERS.flatMap((layer) =>
    HEADS.flatMap((head) => {
      const { data } = numbers.get('effect', layer, head);
      return [...data].map((effect, i) => ({ layer, head, query: Math.floor(i / count), key: i % count, effect }));
    }),
  );
  return all.reduce((most, one) => (Math.abs(one.effect) > Math.abs(most.effect) ? one : most));
}

const crosses = (a, b) => a.shares[0] > 0.5 !== b.shares[0] > 0.5;
const moved = (a, b) => Math.abs(a.shares[0] - b.shares[0]);

/** All that the film must show of a model. */
async function filmOf(name, mask) {
  const [before, a, b] = await Promise.all(['none', 'a', 'b'].map((context) => told(name, mask, context)));
  const [after, other] = [a, b].sort(
    (x, y) => Number(crosses(before, y)) - Number(crosses(before, x)) || moved(before, y) - moved(before, x),
  );
  const { layer, head, query, key } = mostOf(after);
  const cut = await told(name, mask, after.context, [{ layer, head, query, key }]);
  return { before, after, other, cut, edge: { layer, head, query, key } };
}

/** The shares on the stage, in order. */
const sharesOf = (walk) =>
  walk.stage
    .locator('[data-tensor=belief]')
    .evaluateAll((all) =>
      all.map(({ dataset: { column, value, context } }) => [Number(column), Number(value), context]),
    );

const arcsOf = (walk) =>
  walk.stage
    .locator('.arc')
    .evaluateAll((all) =>
      all.map(({ dataset }) => ['layer', 'head', 'row', 'column', 'value'].map((name) => Number(dataset[name]))),
    );

/** What arcs must be there: all weights of a row that are not 0. */
function arcsIn({ numbers }, { layer, head }, row) {
  const { data, shape } = numbers.get('weights', layer, head);
  return range(shape[1])
    .map((column) => [layer, head, row, column, data[row * shape[1] + column]])
    .filter(([, , , , value]) => value > 0);
}

const both = (...runs) => [0, 1].flatMap((i) => runs.map((one) => [i, one.shares[i], one.context]));

for (const [name, mask] of MODELS)
  test(`every number of every scene is a run of its own, ${name}`, async ({ walk, page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { before, after, other, cut, edge } = await filmOf(name, mask);
    await openFigure(walk, 'minute', `model=${name}&guess=1`);
    const head = headOf(before);
    const seen = {
      question: [[], []],
      arcs: [arcsIn(before, head, before.reading), both(before)],
      context: [[], both(before)],
      flip: [arcsIn(after, head, after.reading), both(before, after)],
      cut: [arcsIn(cut, edge, edge.query), both(after, cut)],
    };
    const said = {
      question: [],
      arcs: [...before.shares, ruleOf(name, 'none')],
      context: [],
      flip: [before.shares[0], after.shares[0], ruleOf(name, 'none'), ruleOf(name, after.context), other.shares[0]],
      cut: [after.shares[0], cut.shares[0], cut.shares[0] - after.shares[0]],
    };
    for (const scene of SCENES) {
      await forward(walk, scene);
      expect(await arcsOf(walk), scene).toEqual(seen[scene][0]);
      expect(await sharesOf(walk), scene).toEqual(seen[scene][1]);
      for (const lang of ['zh', 'en']) {
        await walk.set({ lang });
        const now = await walk.now.textContent();
        for (const value of said[scene]) expect(now, `${scene} ${lang}`).toContain(short(value));
      }
    }
    const place = (index) => String(index + 1);
    const now = await walk.now.textContent();
    expect(now).toContain(`Layer ${place(edge.layer)}, head ${place(edge.head)}: token ${place(edge.query)}`);
    expect(now).toContain(`looks at token ${place(edge.key)},`);
    await expect(walk.stage.locator('.severed.cut')).toHaveCount(1);
  });

/** Whether any share of the model's is on the page, drawn, written or spoken. */
async function answered(walk, { shares }) {
  const words = (await readWords(walk)).join(' ');
  const numbers = await walk.element.evaluate((element) => element.shadowRoot.querySelectorAll('[data-tensor]').length);
  return numbers > 0 || shares.some((share) => words.includes(share.toFixed(2)));
}

test('nothing is answered before the guess; then it is compared, in both languages', async ({ walk, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const before = await told('encoder-rope', 'none', 'none');
  const lead = before.shares[0] > before.shares[1] ? 0 : 1;
  for (const guess of [0, 1]) {
    await openFigure(walk, 'minute');
    const buttons = walk.element.locator('.guess button');
    expect(await buttons.allTextContents().then((all) => all.map((text) => text.trim()))).toEqual(NAMES);
    expect(await answered(walk, before)).toBe(false);
    await buttons.nth(guess).click();
    await walk.drawn();
    expect(await walk.state()).toMatchObject({ guess: String(guess), step: 'arcs', t: 1 });
    expect(await answered(walk, before)).toBe(true);
    await expect(buttons.nth(guess)).toHaveAttribute('aria-pressed', 'true');
    await expect(walk.now).toContainText(
      guess === lead ? `你说的也是「${NAMES[guess]}」` : `你说的是「${NAMES[guess]}」，模型偏向「${NAMES[lead]}」`,
    );
    await walk.set({ lang: 'en' });
    await expect(walk.now).toContainText(
      guess === lead ? `You said “${NAMES[guess]}” too` : `“${NAMES[guess]}”; the model leans to “${NAMES[lead]}”`,
    );
  }
});

test('whoever goes on without a guess sees the answer, compared with nothing', async ({ walk, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openFigure(walk, 'minute');
  await forward(walk, 'question');
  await forward(walk, 'arcs');
  await expect(walk.now).not.toContainText('你说');
  expect((await sharesOf(walk)).length).toBe(2);
});

test('the scene plays its parts one after the other', async ({ walk }) => {
  await openFigure(walk, 'minute', 'step=arcs&t=0.2');
  expect(await sharesOf(walk)).toEqual([]);
  await walk.set({ t: 0.5 });
  expect((await sharesOf(walk)).length).toBe(2);
  await walk.set({ step: 'flip', t: 0.2 });
  expect((await sharesOf(walk)).length).toBe(2);
  await walk.set({ t: 0.5 });
  expect((await sharesOf(walk)).length).toBe(4);
});

test('it goes on by itself, guess or none', async ({ walk }) => {
  await openFigure(walk, 'minute', 'step=question&t=0&speed=2');
  await walk.button('play').click();
  await expect.poll(async () => (await walk.state()).step, { timeout: 30_000 }).not.toBe('question');
  expect((await walk.state()).guess).toBe('none');
});

test('a link brings back scene and guess; its last words lead on to the walk', async ({ walk, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openFigure(walk, 'minute', 'step=flip');
  await walk.element.locator('.guess button').nth(1).click();
  await walk.drawn();
  expect(await walk.link()).toContain('step=flip');
  expect(await walk.link()).toContain('guess=1');
  const now = await walk.now.textContent();
  await walk.open(await walk.link(), 'embed.html');
  expect(await walk.state()).toMatchObject({ figure: 'minute', step: 'flip', guess: '1' });
  await expect(walk.now).toHaveText(now);
  await expect(walk.element.locator('.on')).toHaveCount(0);
  await walk.button('last').click();
  await walk.element.locator('.on').click();
  await expect.poll(async () => (await walk.state()).figure).toBe('walk');
  await walk.drawn();
  expect((await walk.state()).step).toBe('tokens');
});

test('from the keyboard: a guess keeps its button in focus, arrows go on', async ({ walk, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openFigure(walk, 'minute');
  await walk.element.locator('.guess button').first().focus();
  await page.keyboard.press('Enter');
  await walk.drawn();
  expect(await walk.state()).toMatchObject({ guess: '0', step: 'arcs' });
  expect((await focused(page)).tag).toBe('button');
  for (const scene of SCENES.slice(2)) {
    await page.keyboard.press('ArrowRight');
    await walk.drawn();
    expect((await walk.state()).step).toBe(scene);
  }
  await page.keyboard.press('Home');
  expect((await walk.state()).step).toBe('question');
});

test('a sentence of one’s own: with 它 it gets the context, without there is nothing to tell', async ({
  walk,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const own = '配置中心 B 调用了服务 A，因为它需要获取配置。';
  await openFigure(walk, 'minute', `step=flip&sentence=${encodeURIComponent(own)}`);
  const model = await modelOf('encoder-rope');
  const shares = ['', CONTEXTS.a, CONTEXTS.b].map((context) => {
    const words = ['配置中心 B', '服务 A'];
    return runModel(model, { sentence: context + own, words }).belief[0];
  });
  const drawn = (await sharesOf(walk)).filter(([column]) => column === 0).map(([, value]) => value);
  expect(drawn[0]).toBe(shares[0]);
  expect(shares.slice(1)).toContain(drawn[1]);
  await openFigure(walk, 'minute', `sentence=${encodeURIComponent('服务 A 需要获取最新配置。')}`);
  for (const scene of SCENES) {
    await forward(walk, scene);
    await expect(walk.now).toContainText('没有「它」');
    expect(await sharesOf(walk)).toEqual([]);
  }
});
