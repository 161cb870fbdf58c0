// Everything that can fail to arrive, met on purpose: one visible sentence in the page's language that
// says what happened, the first picture still whole, and a way to try again.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './engine.js';
import { readNumbers } from './read.js';
import { CONFIG, MODEL, SITE, Walk, expect, forgive, served, test } from './walk.js';

const HTML = '<!doctype html><title>Not found</title><p>Sorry.</p>';
const WASM = /attn\.\w+\.wasm/;
const weights = readFileSync(path.join(SITE, `models/${MODEL}/model.safetensors`));

/** The weights with one number made NaN. */
function withNaN() {
  const bytes = new Uint8Array(weights);
  bytes.fill(0xff, bytes.length - 40, bytes.length - 36);
  return bytes;
}

/** name → what the server does, and what each sentence must hold beside being in its language. */
const FAULTS = {
  'wasm missing': { rule: { match: WASM, status: 404 }, says: [/attn\.scalar\.wasm/, /404/] },
  'weights missing': { rule: { match: /safetensors/, status: 404 }, says: [/model\.safetensors/, /404/] },
  'config missing': { rule: { match: /config\.json/, status: 404 }, says: [/config\.json/, /404/] },
  'tokenizer missing': { rule: { match: /tokenizer\.json/, status: 404 }, says: [/tokenizer\.json/, /404/] },
  'server error': { rule: { match: /safetensors/, status: 503 }, says: [/model\.safetensors/, /503/] },
  'HTML in place of wasm': {
    rule: { match: WASM, body: HTML, type: 'text/html' },
    says: [/attn\.scalar\.wasm/, /网页|web page/],
  },
  'HTML called wasm': {
    rule: { match: WASM, body: HTML, type: 'application/wasm' },
    says: [/attn\.scalar\.wasm/, /网页|web page/],
  },
  'HTML in place of weights': {
    rule: { match: /safetensors/, body: HTML },
    says: [/model\.safetensors/, /网页|web page/],
  },
  'HTML in place of config': {
    rule: { match: /config\.json/, body: HTML, type: 'application/json' },
    says: [/config\.json/, /网页|web page/],
  },
  'wasm damaged': {
    rule: { match: WASM, body: new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 9, 9, 9]), type: 'application/wasm' },
    says: [/attn\.scalar\.wasm/, /损坏|damaged/],
  },
  'weights cut short': {
    rule: { match: /safetensors/, body: weights.subarray(0, 5000) },
    says: [/model\.safetensors/, /损坏|不完整|damaged/],
  },
  'weights empty': {
    rule: { match: /safetensors/, body: new Uint8Array(0) },
    says: [/model\.safetensors/, /损坏|不完整|damaged/],
  },
  'NaN in weights': {
    rule: { match: /safetensors/, body: withNaN() },
    says: [/model\.safetensors/, /损坏|不完整|damaged/],
  },
  'config is no JSON': {
    rule: { match: /config\.json/, body: '{"d_model": 4' },
    says: [/config\.json/, /损坏|damaged/],
  },
  'config asks for the impossible': {
    rule: { match: /config\.json/, body: '{"d_model": 1e9, "n_heads": -1}' },
    says: [/config\.json/, /损坏|damaged/],
  },
  'tokenizer is no tokenizer': {
    rule: { match: /tokenizer\.json/, body: '{}' },
    says: [/tokenizer\.json/, /损坏|damaged/],
  },
  'connection dropped': { rule: { match: /safetensors/, drop: true }, says: [/model\.safetensors/, /网络|network/] },
};

/** The failed page: words in its language, the first picture whole, a button to try again. */
async function expectFailed(walk, lang, says) {
  await expect(walk.alert).toBeVisible();
  await expect(walk.alert).toHaveAttribute('role', 'alert');
  const text = await walk.alert.textContent();
  for (const pattern of says) expect(text).toMatch(pattern);
  if (lang === 'zh') expect(text).toMatch(/[\u4e00-\u9fff]{4}.*[。；]/);
  else expect(text).not.toMatch(/[\u4e00-\u9fff]/);
  expect(text).not.toMatch(/undefined|NaN\b|\[object/);
  await expect(walk.alert.locator('button')).toBeEnabled();
  await expectFirstPicture(walk);
}

async function expectFirstPicture(walk) {
  const { get } = await run({ build: 'scalar' });
  const arcs = (await readNumbers(walk)).filter(({ tensor }) => tensor === 'weights');
  expect(arcs.map(({ value }) => Number(value))).toEqual([
    ...get('weights', CONFIG.n_layers - 1, 0).data.slice(72, 84),
  ]);
  await expect(walk.element.locator('.token')).toHaveCount(12);
  expect(await walk.belief()).toHaveLength(3);
  await expect(walk.button('forward')).toBeDisabled();
}

/** The page that holds one figure only, so that requests can be counted. */
const ALONE = 'embed.html';

const NETWORK = /Failed to load resource|net::ERR|status of/;

for (const [name, { rule, says }] of Object.entries(FAULTS)) {
  test(`${name}: said in Chinese and in English`, async ({ page, faults }) => {
    await served({ rules: [{ ...rule }] }, async ({ url }) => {
      const walk = new Walk(page, url);
      await walk.load('step=softmax');
      await expectFailed(walk, 'zh', says);
      await walk.set({ lang: 'en' });
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expectFailed(walk, 'en', says);
    });
    forgive(faults, NETWORK);
  });
}

test('the causes have sentences of their own', async ({ page, faults }) => {
  const sentences = [];
  for (const name of [
    'wasm missing',
    'HTML in place of wasm',
    'wasm damaged',
    'weights cut short',
    'config is no JSON',
    'tokenizer is no tokenizer',
    'connection dropped',
  ]) {
    await served({ rules: [{ ...FAULTS[name].rule }] }, async ({ url }) => {
      const walk = new Walk(page, url);
      await walk.load();
      await expect(walk.alert).toBeVisible();
      sentences.push((await walk.alert.textContent()).replace(/[!-~]+/g, ''));
    });
  }
  expect(new Set(sentences).size).toBe(sentences.length);
  forgive(faults, NETWORK);
});

test.describe('trying again', () => {
  test('a server that fails twice: the button brings everything, where the link said', async ({ page, faults }) => {
    await served({ rules: [{ match: /safetensors/, status: 404, times: 2 }] }, async ({ url, requests }) => {
      const walk = new Walk(page, url);
      await walk.load('build=simd&step=softmax&layer=1&mask=causal', ALONE);
      await expect(walk.alert).toBeVisible();
      await walk.alert.locator('button').click();
      await expect.poll(() => requests.filter((one) => /safetensors/.test(one)).length).toBe(2);
      await expect(walk.alert).toBeVisible();
      await walk.alert.locator('button').click();
      await walk.ready();
      await expect(walk.alert).toHaveCount(0);
      expect(await walk.state()).toMatchObject({ step: 'softmax', layer: 1, mask: 'causal' });
      expect(await walk.belief()).toEqual((await run({ mask: 'causal' })).belief);
    });
    expect(forgive(faults, NETWORK)).toBe(2);
  });

  test('a connection that drops once is tried again without a word', async ({ page, faults }) => {
    await served({ rules: [{ match: /safetensors/, drop: true, times: 1 }] }, async ({ url }) => {
      const walk = new Walk(page, url);
      await walk.open('build=simd', ALONE);
      await expect(walk.alert).toHaveCount(0);
    });
    forgive(faults, NETWORK);
  });

  for (const [what, match] of [
    ['the engine', WASM],
    ['the weights', /safetensors/],
  ]) {
    test(`${what} never answers: first that it is being fetched, then that it took too long`, async ({
      page,
      faults,
    }) => {
      await page.clock.install();
      await served({ rules: [{ match, hang: true, times: 1 }] }, async ({ url, requests }) => {
        const walk = new Walk(page, url);
        await walk.load('build=simd', ALONE);
        await expect(walk.element.locator('.loading')).toBeVisible();
        await expect.poll(() => requests.some((one) => match.test(one))).toBe(true);
        await page.clock.runFor(21_000);
        await expectFailed(walk, 'zh', [/20 秒/]);
        await walk.set({ lang: 'en' });
        await expectFailed(walk, 'en', [/20 seconds/]);
        await walk.alert.locator('button').click();
        await walk.ready();
        expect(requests.filter((one) => match.test(one))).toHaveLength(2);
      });
      expect(faults).toEqual([]);
    });
  }
});
