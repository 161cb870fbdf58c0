// Whatever a reader types: it works, or one sentence says what happened and what to do, their text
// stays, and the picture stays whole.

import { run } from './engine.js';
import { readNumbers, readWords } from './read.js';
import { CONFIG, SENTENCE, expect, test } from './walk.js';

const field = (walk) => walk.element.locator('#sentence');

async function type(walk, text) {
  await field(walk).fill(text);
  await walk.element.locator('.own button[type=submit]').click();
}

test("a sentence of the reader's own is split, run and followed", async ({ walk }) => {
  await walk.open('build=simd&step=prediction&cuts=1.*.6.0&token=3');
  const sentence = '注册中心 C 通知了缓存 D，因为它需要同步最新数据。';
  await type(walk, sentence);
  await expect(walk.element.locator('.token')).toHaveCount(12);
  expect(await walk.state()).toMatchObject({ sentence, token: null, cuts: [] });
  const model = await run({ sentence });
  const numbers = (await readNumbers(walk)).filter(
    ({ tensor, layer }) => tensor === 'final' || (tensor === 'residual' && layer === CONFIG.n_layers - 1),
  );
  expect(numbers.length).toBe(96);
  expect(
    numbers.filter(
      ({ tensor, layer, row, column, value }) => Number(value) !== model.get(tensor, layer).data[row * 48 + column],
    ),
  ).toEqual([]);
  await expect(walk.element.locator('.belief dt')).toHaveText(['注册中心 C', '缓存 D', /./]);
  await expect(walk.problem).toBeEmpty();
  await walk.element.locator('.own .quiet').click();
  await expect.poll(() => walk.belief()).toEqual((await run()).belief);
  await expect(field(walk)).toHaveValue('');
});

test('without 它, and without an entity, the page says so instead of showing a belief', async ({ walk }) => {
  await walk.open('step=prediction');
  for (const [sentence, words] of [
    ['服务 A 调用了服务 B。', /没有「它」/],
    ['它需要配置。', /没有模型认识的实体/],
  ]) {
    await type(walk, sentence);
    await expect(walk.element.locator('.belief')).toHaveText(words);
    await expect(walk.element.locator('[data-tensor=belief]')).toHaveCount(0);
    expect((await readWords(walk)).filter((text) => /NaN|undefined/.test(text))).toEqual([]);
  }
});

test('one token is enough, and the most that the model reads is read', async ({ walk }) => {
  await walk.open('step=softmax');
  await type(walk, '它');
  await expect(walk.cell({ tensor: 'weights', row: 0, column: 0 }).last()).toHaveAttribute('data-value', '1');
  await type(walk, '它'.repeat(96));
  await expect(walk.element.locator('.token')).toHaveCount(96);
  await type(walk, '它'.repeat(97));
  await expect(walk.problem).toContainText('97');
  await expect(walk.problem).toContainText('96');
  await expect(walk.element.locator('.token')).toHaveCount(96);
});

const LONG = '服务'.repeat(5000);
const MARKUP = '"><img src=x onerror="window.hacked = true">';

const REFUSED = [
  ['an unknown word', '它需要香蕉', /「香蕉」/, /“香蕉”/],
  ['nothing', '', /还没有句子/, /no sentence/],
  ['only spaces', ' \u3000 ', /空格/, /spaces/],
  ['10,000 characters', LONG, /(5000|10000).*96|模型不认识/, /(5000|10000).*96|does not know/],
  ['10,000 characters that it knows', '它'.repeat(10_000), /10000.*96/, /10000.*96/],
  ['200 characters without a space', '配置'.repeat(100), /100.*96/, /100.*96/],
  ['markup', MARKUP, /<img/, /<img/],
  ['emoji', '它需要👨‍👩‍👧', /👨‍👩‍👧/, /👨‍👩‍👧/],
  ['a rare character', '它需要𠮷', /「𠮷」/, /“𠮷”/],
  ['NaN', 'NaN', /「NaN」/, /“NaN”/],
];

for (const lang of ['zh', 'en']) {
  test(`what cannot be read is refused in words, and everything stays whole, ${lang}`, async ({ walk, page }) => {
    await walk.open(`build=simd&step=softmax&layer=1&lang=${lang}`);
    const [picture, belief] = [await walk.picture(), await walk.belief()];
    for (const [name, text, zh, en] of REFUSED) {
      await type(walk, text);
      await expect(walk.problem, name).toHaveText(lang === 'zh' ? zh : en);
      await expect(walk.problem, name).toBeVisible();
      await expect(walk.problem, name).toHaveAttribute('role', 'alert');
      await expect(field(walk), name).toHaveAttribute('aria-invalid', 'true');
      expect((await walk.picture()) === picture, name).toBe(true);
      expect(await walk.belief(), name).toEqual(belief);
      expect((await field(walk).inputValue()) === text, `${name}: the text is kept`).toBe(true);
      const words = await walk.problem.textContent();
      expect(words, name).not.toMatch(/undefined|\uFFFD/);
      expect(words.length, `${name}: one sentence, not a page`).toBeLessThan(400);
      if (lang === 'en') expect(words.replace(/“[^”]*”/g, ''), name).not.toMatch(/[\u4e00-\u9fff]/);
    }
    expect(await page.evaluate(() => window.hacked)).toBe(undefined);
    await expect(walk.element.locator('img')).toHaveCount(0);
    await type(walk, '它需要配置。');
    await expect(walk.problem).toBeEmpty();
    await expect(field(walk)).toHaveAttribute('aria-invalid', 'false');
  });
}

test('an empty field leaves the last sentence on the stage', async ({ walk }) => {
  await walk.open('step=softmax');
  await type(walk, '它');
  await expect(walk.element.locator('.token')).toHaveCount(1);
  await type(walk, '');
  await expect(walk.problem).toContainText('还没有句子');
  await expect(walk.element.locator('.token')).toHaveCount(1);
});

test('half of a character is named, not drawn as a replacement', async ({ walk }) => {
  await walk.open();
  await field(walk).evaluate((input) => {
    // made in the page: on its way there it would be replaced
    input.value = `它需要${String.fromCharCode(0xd842)}`;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  await field(walk).press('Enter');
  await expect(walk.problem).toContainText('D842');
  expect((await readWords(walk)).join('')).not.toContain('\uFFFD');
});

test('markup from the link is text', async ({ walk, page }) => {
  await walk.load(new URLSearchParams({ sentence: `它${MARKUP}`, step: MARKUP }).toString());
  await expect(walk.problem).toContainText('<img');
  await expect(walk.element.locator('.notice')).toContainText('step=');
  await expect(walk.element.locator('img')).toHaveCount(0);
  expect(await page.evaluate(() => window.hacked)).toBe(undefined);
});

test('half-width and full-width give the same numbers, and each shows what was typed', async ({ walk }) => {
  await walk.open('build=simd');
  const recorded = await walk.belief();
  const typed = SENTENCE.replace('，', ',').replace('服务 A', '服务Ａ').replace('。', '.');
  await type(walk, typed);
  await expect
    .poll(() => walk.element.locator('.token').allTextContents())
    .toEqual(['服务Ａ', '调用', '了', '配置中心 B', ',', '因为', '它', '需要', '获取', '最新', '配置', '.']);
  expect(await walk.belief()).toEqual(recorded);
  await expect(walk.stage).toContainText('服务Ａ');
});

test.describe('an input method', () => {
  /** Types through the browser's own composition, as an input method does. */
  const compose = async (page, text) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    return session;
  };

  test('Enter that takes its suggestion submits nothing; Enter after it does', async ({ walk, page }) => {
    await walk.open();
    await field(walk).focus();
    const session = await compose(page, 'ta');
    await session.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Enter',
      code: 'Enter',
      windowsVirtualKeyCode: 229,
    });
    await expect(walk.problem).toBeEmpty();
    expect((await walk.state()).sentence).toBe(null);
    await session.send('Input.insertText', { text: '它' });
    await expect(field(walk)).toHaveValue('它');
    expect((await walk.state()).sentence).toBe(null);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await walk.state()).sentence).toBe('它');
  });

  for (const [name, event] of [
    ['composing', { isComposing: true }],
    ['code 229 after composition', { keyCode: 229 }],
  ]) {
    test(`an Enter marked as ${name} is swallowed`, async ({ walk }) => {
      await walk.open();
      await field(walk).fill('它');
      const swallowed = await field(walk).evaluate(
        (input, init) =>
          !input.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }),
          ),
        event,
      );
      expect(swallowed).toBe(true);
    });
  }
});

test('words of the vocabulary can be put in by a click', async ({ walk }) => {
  await walk.open();
  await walk.element.locator('.own summary').click();
  for (const word of ['它', '需要', '配置'])
    await walk.element.locator('.word', { hasText: new RegExp(`^${word}$`) }).click();
  await expect(field(walk)).toHaveValue('它需要配置');
  const words = await walk.element.locator('.word').allTextContents();
  expect(words).toContain('配置中心 B');
  expect(words.filter((word) => /^\[/.test(word))).toEqual([]);
});
