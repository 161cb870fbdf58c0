// One minute first: a guess before the answer, five scenes that play by themselves, and numbers that are Node's.

import { run } from './engine.js';
import { AXE, openFigure } from './figures.js';
import { expect, served, test } from './walk.js';

const STEPS = ['question', 'arcs', 'context', 'flip', 'cut'];

/** The answers that are drawn: candidate, context, cut and value. */
const answers = (walk) =>
  walk.stage
    .locator('[data-tensor=belief]')
    .evaluateAll((all) =>
      all.map(({ dataset: { column, context, cut, value } }) => [column, context, cut ?? '', value]),
    );

const shares = (numbers) => [...numbers.belief.slice(0, 2)];

test('nothing of the answer is there before the guess, and the guess is compared after', async ({ walk }) => {
  await openFigure(walk, 'minute');
  expect(await answers(walk)).toEqual([]);
  await expect(walk.stage).toContainText('?');
  await walk.element.locator('.guess button', { hasText: '配置中心 B' }).click();
  await walk.set({ step: 'arcs', t: 1 });
  await expect(walk.now).toContainText('你说的是「配置中心 B」，模型偏向「服务 A」');
  expect(await walk.link()).toContain('guess=1');
  await openFigure(walk, 'minute', 'step=arcs&guess=0');
  await expect(walk.now).toContainText('你说的也是「服务 A」');
});

test('every answer is Node’s: without context, after one, and with one edge cut', async ({ walk }) => {
  await openFigure(walk, 'minute');
  const plain = shares(await run());
  await walk.set({ step: 'arcs', t: 1 });
  expect((await answers(walk)).map(([, , , value]) => Number(value))).toEqual(plain);
  await walk.set({ step: 'flip', t: 1 });
  const flipped = await answers(walk);
  const context = flipped.at(-1)[1];
  const after = shares(await run({ context }));
  expect(flipped.map(([column, , , value]) => [column, Number(value)])).toEqual([
    ['0', plain[0]],
    ['0', after[0]],
    ['1', plain[1]],
    ['1', after[1]],
  ]);
  expect(after[0] > 0.5, 'the context that turns the belief').not.toBe(plain[0] > 0.5);
  await walk.set({ step: 'cut', t: 1 });
  await expect.poll(async () => (await answers(walk)).some(([, , cut]) => cut !== '')).toBe(true);
  const cut = (await answers(walk)).filter(([, , name]) => name !== '');
  const [layer, head, query, key] = cut[0][2].split('.').map(Number);
  const left = shares(await run({ context, cuts: [{ layer, head, query, key }] }));
  expect(cut.map(([, , , value]) => Number(value))).toEqual(left);
});

test('it plays through by itself, one height from scene to scene, and leads on', async ({ walk }) => {
  await openFigure(walk, 'minute');
  const heights = new Set();
  for (const step of STEPS) {
    await walk.set({ step, t: 1 });
    heights.add(await walk.stage.getAttribute('height'));
  }
  expect(heights.size).toBe(1);
  await expect(walk.element.locator('a.on')).toHaveAttribute('href', /figure=walk/);
  await walk.set({ step: 'question', t: 0, speed: '2' });
  await walk.button('play').click();
  await expect.poll(async () => (await walk.state()).step, { timeout: 20_000 }).not.toBe('question');
});

for (const [lang, width] of [
  ['zh', 390],
  ['en', 390],
  ['en', 1280],
])
  test(`whole on ${width} pixels, without a fault that axe can find, ${lang}`, async ({ page, faults }) => {
    await served({ rules: [{ match: /^\/axe\.js/, body: AXE, type: 'text/javascript' }] }, async ({ url }) => {
      const { Walk } = await import('./walk.js');
      const walk = new Walk(page, url);
      await page.setViewportSize({ width, height: 844 });
      await openFigure(walk, 'minute', `lang=${lang}`);
      await page.addScriptTag({ url: `${url}axe.js` });
      for (const step of STEPS) {
        await walk.set({ step, t: 1 });
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        expect(scrollWidth).toBe(clientWidth);
        const { violations } = await page.evaluate(() => window.axe.run('token-walk', { resultTypes: ['violations'] }));
        expect(violations.map(({ id, nodes }) => `${step} ${id} ${nodes[0].html.slice(0, 90)}`)).toEqual([]);
      }
    });
    expect(faults).toEqual([]);
  });
