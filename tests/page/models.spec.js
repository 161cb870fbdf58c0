// The switch between models: each believes on the page what it believes in Node, beside the true value by the rule.

import { readFileSync } from 'node:fs';
import { loadEngine } from '../../web/model/index.js';
import { CONTEXTS } from './engine.js';
import { SENTENCE, expect, test } from './walk.js';

const folder = (name) => new URL(`../../web/models/${name}/`, import.meta.url);

/**
 * The rule's log-odds of the article's sentence are 0.6, and 3 more or less after a sentence about A's or B's
 * trouble.
 */
const TRUTH = { none: 1 / (1 + Math.exp(-0.6)), a: 1 / (1 + Math.exp(-3.6)), b: 1 / (1 + Math.exp(2.4)) };

const OURS = { 'encoder-own': 'none', 'encoder-rope': 'none', decoder: 'causal' };

/** What a model believes of 服务 A in Node: in the row of 它, or, for a decoder, after 「它 指」. */
async function believed(name, context) {
  const engine = await loadEngine({ build: 'simd' });
  const model = await engine.loadModel(folder(name));
  const decoder = OURS[name] === 'causal';
  const candidates = ['服务 A', '配置中心 B'].map((word) => model.tokenizer.idOf(word));
  const trace = model.run(`${CONTEXTS[context]}${SENTENCE}${decoder ? '它指' : ''}`, {
    candidates,
    mask: decoder ? 'causal' : 'none',
  });
  const row = decoder ? trace.tokens.length - 1 : trace.ids.lastIndexOf(model.tokenizer.idOf('它'));
  return [...trace.get('belief').data.slice(3 * row, 3 * row + 3)];
}

const onPage = (walk) =>
  walk.element
    .locator('.belief [data-tensor=belief]')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.dataset.value)));

for (const name of Object.keys(OURS)) {
  for (const context of ['none', 'a', 'b']) {
    test(`${name} believes on the page what it believes in Node, context ${context}`, async ({ walk }) => {
      await walk.open(`build=simd&model=${name}&context=${context}`);
      const belief = await believed(name, context);
      expect(await onPage(walk)).toEqual(belief);
      const truth = Number(await walk.element.locator('.belief .rule').getAttribute('data-truth'));
      expect(Math.abs(truth - TRUTH[context])).toBeLessThan(0.0006);
      // Each was chosen by held-out error, so it stands nearer to the rule than a coin does.
      expect(Math.abs(belief[0] - truth)).toBeLessThan(Math.abs(0.5 - truth) + 0.08);
    });
  }
}

test('the switch loads another model and takes its own mask along, and the link brings it back', async ({
  walk,
  page,
}) => {
  await walk.open('build=simd');
  await walk.element.locator('input[name=model][value=decoder]').check({ force: true });
  await expect.poll(async () => (await onPage(walk))[0]).toBe((await believed('decoder', 'none'))[0]);
  expect(await walk.state()).toMatchObject({ model: 'decoder', mask: 'causal' });
  await expect.poll(() => page.url()).toContain('model=decoder');
  await walk.open(new URL(page.url()).hash.slice(1));
  expect(await walk.state()).toMatchObject({ model: 'decoder', mask: 'causal' });
  await walk.element.locator('input[name=model][value=encoder-own]').check({ force: true });
  await expect.poll(async () => (await onPage(walk))[0]).toBe((await believed('encoder-own', 'none'))[0]);
  expect(await walk.state()).toMatchObject({ model: 'encoder-own', mask: 'encoder' });
});

test('no rule is shown for a sentence of the reader’s own', async ({ walk }) => {
  await walk.open(`sentence=${encodeURIComponent('服务 B 调用了缓存 A，因为它需要获取最新数据。')}`);
  await expect(walk.element.locator('.belief .bar')).toHaveCount(3);
  await expect(walk.element.locator('.belief .rule')).toHaveCount(0);
});

test('each shipped model has a card and its measures', () => {
  for (const name of Object.keys(OURS)) {
    const card = readFileSync(new URL('README.md', folder(name)), 'utf8');
    const { held_out: heldOut } = JSON.parse(readFileSync(new URL('measures.json', folder(name)), 'utf8'));
    expect(card).toContain('seed');
    expect(heldOut.unambiguous).toBeGreaterThanOrEqual(0.99);
    expect(heldOut.apart).toBeLessThanOrEqual(0.08);
  }
});
