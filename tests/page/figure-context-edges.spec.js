// The maps of the context figure: beside every weight what cutting that edge alone does, each held against a run in
// Node; and the paragraph that names the extremes, which are looked for here once more.

import { loadEngine, modelUrl } from '../../web/model/index.js';
import { run, runModel } from './engine.js';
import { IT, differences, openFigure, range } from './figures.js';
import { focused, readNumbers } from './read.js';
import { expect, test } from './walk.js';

const note = (walk) => walk.element.locator('.note');

const cellsOf = async (walk, tensor) =>
  (await readNumbers(walk)).filter((shown) => shown.tensor === tensor && shown.isCell && !shown.isArc);

/** Every edge that carries weight, with the effect of cutting it, from runs in Node. */
function edgesOf(numbers, layers, heads) {
  const count = numbers.tokens.length;
  return range(layers * heads).flatMap((i) => {
    const [layer, head] = [Math.floor(i / heads), i % heads];
    const [weights, effects] = ['weights', 'effect'].map((name) => numbers.get(name, layer, head).data);
    return range(count * count)
      .map((pair) => ({ layer, head, query: Math.floor(pair / count), key: pair % count, pair }))
      .map((edge) => ({ ...edge, weight: weights[edge.pair], effect: effects[edge.pair] }))
      .filter(({ weight }) => weight > 0);
  });
}

/** Which edges the paragraph must name: largest weight without effect, smallest that decides, largest effect. */
function extremesOf(numbers, row, layers, heads) {
  const base = numbers.trace.get('belief').data[row * 3];
  const edges = edgesOf(numbers, layers, heads).filter(({ layer, query }) => layer < layers - 1 || query === row);
  const idle = edges.filter(({ effect }) => Math.abs(effect) < 0.0005).sort((a, b) => b.weight - a.weight)[0];
  const turning = edges
    .filter(({ effect }) => base > 0.5 !== base + effect > 0.5)
    .sort((a, b) => a.weight - b.weight)[0];
  const most = [...edges].sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))[0];
  return { base, idle, turning, most };
}

const minus = (text) => text.replace('-', '\u2212');

/** How an edge is named in each language. */
const NAMED = {
  zh: ({ layer, head, query, key, weight }, glyphs) =>
    `第 ${layer + 1} 层头 ${head + 1} 的「${glyphs[query]} → ${glyphs[key]}」（权重 ≈ ${weight.toFixed(3)}）`,
  en: ({ layer, head, query, key, weight }, glyphs) =>
    `“${glyphs[query]}” → “${glyphs[key]}” in layer ${layer + 1}, head ${head + 1} (weight ≈ ${weight.toFixed(3)})`,
};
const SAYS = {
  zh: { idle: '剪了等于没剪（影响不到 0.0005）的最大权重：', turning: '一剪就翻（份额越过 0.5）的最小权重：' },
  en: {
    idle: 'The largest weight that does nothing (an effect below 0.0005): ',
    turning: 'The smallest weight that decides (its cut takes the share across 0.5): ',
  },
};
const NONE_TURNS = { zh: '越过 0.5；影响最大的是', en: 'across 0.5; the largest effect has ' };

/** Holds every drawn cell and the words of both languages against Node's runs. */
async function expectMaps(walk, numbers, row, { n_layers: layers, n_heads: heads }) {
  const count = numbers.tokens.length;
  for (const tensor of ['weights', 'effect']) {
    const cells = await cellsOf(walk, tensor);
    expect(new Set(cells.map(({ layer, head, row: q, column }) => `${layer} ${head} ${q} ${column}`)).size).toBe(
      layers * heads * count ** 2,
    );
    expect(differences(cells, numbers).slice(0, 4)).toEqual([]);
  }
  const { base, idle, turning, most } = extremesOf(numbers, row, layers, heads);
  const glyphs = await walk.element.evaluate((element) =>
    [...element.shadowRoot.querySelectorAll('.chip text:not(.id)')].map((text) => text.textContent),
  );
  const beliefs = ({ effect }) => `≈ ${base.toFixed(3)} → ${(base + effect).toFixed(3)}`;
  for (const lang of ['zh', 'en']) {
    await walk.set({ lang });
    const said = await note(walk).textContent();
    expect(said).toContain(String(edgesOf(numbers, layers, heads).length));
    expect(said).toContain(SAYS[lang].idle + NAMED[lang](idle, glyphs));
    expect(said).toContain(`≈ ${minus(idle.effect.toFixed(3)).replace('\u22120.000', '0.000')}`);
    if (turning) expect(said).toContain(SAYS[lang].turning + NAMED[lang](turning, glyphs));
    else expect(said).toContain(NONE_TURNS[lang] + NAMED[lang](most, glyphs));
    expect(said).toContain(beliefs(turning ?? most));
  }
}

test.describe('every edge is measured', () => {
  const cases = [
    ['as the page opens', '', {}],
    ['under the causal mask', 'mask=causal', { mask: 'causal' }],
  ];
  for (const [title, link, options] of cases)
    test(title, async ({ walk }) => {
      await openFigure(walk, 'context', link);
      const numbers = await run(options);
      await expectMaps(walk, numbers, IT, { n_layers: 3, n_heads: 4 });
    });

  test('again with another model, which is read at its last token', async ({ walk }) => {
    await openFigure(walk, 'context', '');
    await walk.set({ model: 'decoder', mask: 'causal' });
    await walk.drawn();
    const model = await (await loadEngine({ build: 'simd' })).loadModel(modelUrl('decoder'));
    const sentence = '服务 A 调用了配置中心 B，因为它需要获取最新配置。它 指';
    const numbers = runModel(model, { sentence, mask: 'causal' });
    await expect(walk.stage.locator('.chip')).toHaveCount(numbers.tokens.length);
    await expectMaps(walk, numbers, numbers.tokens.length - 1, model.config);
  });
});

test('the followed row is marked, the chosen head framed, and a link opens a measured cell', async ({ walk }) => {
  await openFigure(walk, 'context', `layer=1&head=2&cell=effect:2:3:${IT}:0`);
  const value = (await run()).get('effect', 2, 3).data[IT * 12];
  await expect(walk.element.locator('.unfold output').first()).toHaveText(minus(String(Number(value.toPrecision(9)))));
  await expect(walk.element.locator('.scissors button')).toHaveCount(3);
  await expect(walk.stage.locator('.row-mark')).toHaveCount(24);
  await walk.element.locator('.scissors button').first().click();
  await walk.drawn();
  expect((await walk.state()).cuts).toEqual([{ layer: 2, head: 3, query: IT, key: 0 }]);
  await expect(walk.cell({ tensor: 'effect', layer: 2, head: 3, row: IT, column: 0 })).toHaveAttribute(
    'data-value',
    '0',
  );
});

test('by keyboard as in any other matrix: Tab, arrows, and the words of a cell', async ({ walk, page }) => {
  await openFigure(walk, 'context', '');
  await walk.stage.locator('.block[data-block="effect:0:1"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toMatchObject({ tensor: 'effect', layer: '0', head: '1', row: '1', column: '1' });
  expect((await focused(page)).label).toMatch(/^Δp 调用，调用：/);
  await expect(walk.stage.locator('.block[data-block="effect:0:1"]')).toHaveAttribute('aria-label', /第 1 层头 2/);
});

test('on a phone the chosen head stands alone, with the names of rows and columns', async ({ walk, page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openFigure(walk, 'context', 'layer=2&head=3');
  const numbers = await run();
  for (const [layer, head] of [
    [2, 3],
    [0, 1],
  ]) {
    await walk.set({ layer, head });
    const cells = await cellsOf(walk, 'effect');
    expect(new Set(cells.map((one) => `${one.layer} ${one.head}`))).toEqual(new Set([`${layer} ${head}`]));
    expect(cells).toHaveLength(144);
    expect(differences(cells, numbers)).toEqual([]);
  }
  await expect(walk.stage.locator('.names.upright text')).toHaveCount(12);
});

test('where there is no belief, words say so', async ({ walk }) => {
  for (const [lang, says] of [
    ['zh', '没有信念'],
    ['en', 'no belief'],
  ])
    for (const sentence of ['服务 A 需要获取最新配置。', '它需要获取最新配置。']) {
      await openFigure(walk, 'context', `lang=${lang}&sentence=${sentence}`);
      await expect(note(walk)).toContainText(says === '没有信念' ? '没有「它」' : says);
      expect(await cellsOf(walk, 'effect')).toEqual([]);
    }
});
