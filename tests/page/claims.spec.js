// What the page claims in words, tried on the numbers that the claim is about: "visible places" and
// "order", the two points where the usual sentences are true only in part.

import { readFileSync } from 'node:fs';
import { modelUrl } from '../../web/model/index.js';
import { readSafetensors, writeSafetensors } from '../../web/model/safetensors.js';
import { readNumbers } from './read.js';
import { CONFIG, MODEL, Walk, expect, served, test } from './walk.js';

/** The shipped weights with some tensors multiplied. */
function scaled(factor, ...names) {
  const tensors = readSafetensors(new Uint8Array(readFileSync(new URL('model.safetensors', modelUrl(MODEL)))));
  for (const name of names) {
    const { data, shape } = tensors.get(name);
    tensors.set(name, { data: data.map((value) => value * factor), shape });
  }
  return writeSafetensors(tensors, {});
}

const weightsOf = async (walk, row) =>
  (await readNumbers(walk))
    .filter((shown) => shown.tensor === 'weights' && shown.row === row)
    .map(({ value }) => Number(value));

test('a visible place whose score lies too low has weight 0, and the page says why', async ({ page }) => {
  await served(
    { rules: [{ match: /safetensors/, body: scaled(60, 'layers.0.attention.query.weight') }] },
    async ({ url }) => {
      const walk = new Walk(page, url);
      await walk.open('step=softmax&layer=0&token=0');
      let seen = 0;
      for (let token = 0; token < 12; token += 1) {
        await walk.set({ token });
        const zeros = new Set(
          (await readNumbers(walk))
            .filter(({ tensor, row, value }) => tensor === 'weights' && row === token && value === '0')
            .map(({ column }) => column),
        ).size;
        if (zeros > 0) await expect(walk.now).toContainText(`有 ${zeros} 个可见位置`);
        else await expect(walk.now).not.toContainText('就是 0');
        await expect(walk.now).toContainText('12 个可见位置');
        seen += zeros;
      }
      expect(seen).toBeGreaterThan(0);
    },
  );
});

test('where every query is zero every weight is 1 in 12, and the page goes on', async ({ page }) => {
  await served(
    {
      rules: [
        { match: /safetensors/, body: scaled(0, 'layers.1.attention.query.weight', 'layers.1.attention.query.bias') },
      ],
    },
    async ({ url }) => {
      const walk = new Walk(page, url);
      await walk.open('step=softmax&layer=1');
      const weights = await weightsOf(walk, 3);
      expect(weights.length).toBeGreaterThanOrEqual(12);
      expect(weights.filter((weight) => weight !== Math.fround(1 / 12))).toEqual([]);
      await expect(walk.now).toContainText('8.3%');
    },
  );
});

test.describe('without positions', () => {
  const [plain, swapped] = [
    '服务 A 调用了配置中心 B，因为它需要获取最新配置。',
    '服务 A 最新了配置中心 B，因为它需要获取调用配置。',
  ];

  /** What each token has become after the last layer, by its own word. */
  async function outcomes(walk, sentence) {
    await walk.set({ sentence, step: 'feed-forward', layer: CONFIG.n_layers - 1 });
    const glyphs = await walk.element.locator('.token').allTextContents();
    const rows = new Map(glyphs.map((glyph) => [glyph, []]));
    for (const { tensor, row, column, value } of await readNumbers(walk))
      if (tensor === 'residual') rows.get(glyphs[row])[column] = Number(value);
    return rows;
  }

  const apart = (a, b) =>
    Math.max(...[...a].flatMap(([glyph, row]) => row.map((value, i) => Math.abs(value - b.get(glyph)[i]))));

  test('an encoder cannot tell the order, a causal mask can, and the page says both', async ({ walk, page }) => {
    await walk.open('position=none');
    expect(apart(await outcomes(walk, plain), await outcomes(walk, swapped))).toBeLessThan(1e-4);
    await walk.set({ mask: 'causal' });
    expect(apart(await outcomes(walk, plain), await outcomes(walk, swapped))).toBeGreaterThan(1e-2);
    await walk.set({ mask: 'encoder', position: 'model' });
    expect(apart(await outcomes(walk, plain), await outcomes(walk, swapped))).toBeGreaterThan(1e-2);
    await walk.load('', '');
    await expect(page.locator('.notes [data-lang=zh]')).toContainText('只对编码器成立');
    await page.locator('#language').click();
    await expect(page.locator('.notes [data-lang=en]')).toContainText('encoders only');
  });
});

test('under the causal mask, what comes later changes nothing before it, by not one bit', async ({ walk }) => {
  await walk.open('build=simd&mask=causal');
  const before = async (sentence) => {
    await walk.set({ sentence, step: 'feed-forward', layer: CONFIG.n_layers - 1 });
    return (await readNumbers(walk))
      .filter(({ tensor, row, isCell }) => tensor === 'residual' && isCell && row < 10)
      .map(({ row, column, value }) => `${row} ${column} ${value}`)
      .sort();
  };
  const first = await before('服务 A 调用了配置中心 B，因为它需要获取最新配置。');
  expect(first.length).toBeGreaterThanOrEqual(480);
  expect(await before('服务 A 调用了配置中心 B，因为它需要获取最新证书。')).toEqual(first);
});
