// The link holds the whole state; nothing stays behind from what was before; two figures share nothing.

import { run } from './engine.js';
import { readNumbers, readWords } from './read.js';
import { MOMENTS, Walk, expect, served, test } from './walk.js';

const EVERYTHING = {
  step: 'softmax',
  layer: 1,
  head: 2,
  token: 5,
  t: 0.625,
  mask: 'causal',
  context: 'b',
  position: 'rope',
  speed: '2',
  pace: 'full',
  lang: 'en',
  build: 'scalar',
  cuts: [
    { layer: 1, query: 6, key: 0 },
    { layer: 0, head: 3, query: 2, key: 1 },
    { query: 4, key: 4 },
  ],
  cell: { tensor: 'weights', layer: 1, head: 2, row: 7, column: 3 },
};

test.describe('the link', () => {
  test('restores the exact experiment, in a page that never saw it', async ({ walk, context, site }) => {
    await walk.open('build=scalar');
    await walk.set(EVERYTHING);
    const [state, picture, link] = [await walk.state(), await walk.picture(), await walk.link()];
    expect(state).toMatchObject(EVERYTHING);
    const other = new Walk(await context.newPage(), site.url);
    await other.open(link);
    expect(await other.state()).toEqual(state);
    expect(await other.picture()).toBe(picture);
    expect(await other.link()).toBe(link);
    const options = { build: 'scalar', mask: 'causal', context: 'b', position: 'rope', cuts: EVERYTHING.cuts };
    expect(await other.belief()).toEqual((await run(options)).belief);
  });

  test('written by hand, every part of it arrives', async ({ walk }) => {
    await walk.open(
      'step=mask&layer=1&head=3&token=2&t=0.250&mask=causal&context=a&cuts=1.*.6.0+0.2.3.1' +
        '&cell=masked%3A1%3A3%3A6%3A0&lang=en&speed=0.5',
    );
    expect(await walk.state()).toMatchObject({
      step: 'mask',
      layer: 1,
      head: 3,
      token: 2,
      t: 0.25,
      mask: 'causal',
      context: 'a',
      lang: 'en',
      speed: '0.5',
      cuts: [
        { layer: 1, query: 6, key: 0 },
        { layer: 0, head: 2, query: 3, key: 1 },
      ],
      cell: { tensor: 'masked', layer: 1, head: 3, row: 6, column: 0 },
    });
    await expect(walk.element.locator('.notice')).toHaveCount(0);
  });

  test("with a sentence of the reader's own", async ({ walk }) => {
    const sentence = '网关 C 查询数据库 D，它正在加载密钥。';
    await walk.open(`build=simd&step=prediction&${new URLSearchParams({ sentence })}`);
    expect((await walk.state()).sentence).toBe(sentence);
    expect(await walk.element.locator('.token').allTextContents()).toEqual([
      '网关 C',
      '查询',
      '数据库 D',
      '，',
      '它',
      '正在',
      '加载',
      '密钥',
      '。',
    ]);
    await expect(walk.element.locator('#sentence')).toHaveValue(sentence);
  });

  test('of the plain page is plain, and changes with every lasting change', async ({ walk, page }) => {
    await walk.open();
    expect(await walk.link()).toBe('');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => walk.link()).toBe('step=embedding');
    await walk.set({ mask: 'causal' });
    await expect.poll(() => walk.link()).toBe('step=embedding&mask=causal');
    await walk.set({ step: 'tokens', mask: 'encoder' });
    await expect.poll(() => walk.link()).toBe('');
  });

  test('changed in place is followed: other links, and another build', async ({ walk, page }) => {
    await walk.open('build=simd&lang=zh');
    const links = [
      'context=a&step=prediction',
      'step=mask&mask=causal',
      'model=decoder&step=softmax&layer=2',
      'step=mask&layer=2&cuts=2.*.6.0&cell=masked%3A2%3A0%3A6%3A0',
      'position=none&step=position',
    ];
    for (const link of links) {
      const wanted = new URLSearchParams(link);
      await page.evaluate((hash) => {
        location.hash = hash;
      }, link);
      await expect.poll(async () => (await walk.state()).step).toBe(wanted.get('step'));
      const state = await walk.state();
      for (const name of ['context', 'mask', 'position', 'model'])
        if (wanted.has(name)) expect(state[name]).toBe(wanted.get(name));
      if (wanted.has('layer')) expect(state.layer).toBe(Number(wanted.get('layer')));
    }
    await page.evaluate(() => {
      location.hash = 'build=scalar';
    });
    await expect(walk.element.locator('.ready')).toContainText('scalar');
  });
});

test.describe('a bad link', () => {
  const BAD = [
    'model=encoder', // once shipped, and in old links
    'layer=9',
    'layer=-1',
    'layer=1e9',
    'layer=NaN',
    'layer=',
    'layer=abc',
    'head=4',
    'head=1e9',
    'head=0x1',
    'token=99',
    'token=-1',
    'token=1.5',
    't=2',
    't=NaN',
    't=-0.5',
    'step=nowhere',
    'step=',
    'step=__proto__',
    'mask=padding',
    'position=learned',
    'context=c',
    'speed=100',
    'lang=fr',
    'build=fast',
    'cuts=1.2.3',
    'cuts=9.*.6.0',
    'cuts=0.0.99.0',
    'cell=weights:9:0:0:0',
    'cell=weights:1:0:99:0',
    'cell=nothing:1:0:0:0',
    'cell=weights',
    'unknown=1',
    'constructor=1',
    'layer=0&layer=1',
    'step=%E0%A4%A',
    'step=%',
    '%=%',
    '=&=',
    '%00=1',
  ];

  test('is named and replaced by the default, and the walk goes on', async ({ walk, page }) => {
    await walk.open();
    const plain = await walk.picture();
    const start = await walk.state();
    for (const link of BAD) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, link);
      await expect(walk.element.locator('.notice'), link).not.toHaveCount(0);
      await expect(walk.element.locator('.notice').first(), link).toBeVisible();
      expect(await walk.state(), link).toEqual({ ...start, ...(link.startsWith('layer=0&') && { layer: 0 }) });
      expect(await walk.picture(), link).toBe(plain);
      expect(
        (await readWords(walk)).filter((text) => /NaN|undefined|\[object/.test(text.replace(link, ''))),
        link,
      ).toEqual([]);
      await page.evaluate(() => {
        location.hash = 'head=1';
      });
      await expect.poll(async () => (await walk.state()).head, { message: link }).toBe(1);
      await expect(walk.element.locator('.notice'), `after ${link}`).toHaveCount(0);
    }
  });

  test('on a fresh load says which part was not used', async ({ walk }) => {
    await walk.open('head=1e9&step=softmax&layer=-1&lang=en');
    await expect(walk.element.locator('.notice').first()).toContainText('head=1e9');
    await expect(walk.element.locator('.notice').first()).toContainText('layer=-1');
    expect(await walk.state()).toMatchObject({ head: 0, layer: 0, step: 'softmax', lang: 'en' });
  });

  test('with a sentence that cannot be read leaves the reader a way on', async ({ walk }) => {
    await walk.load('sentence=hello&step=softmax');
    await expect(walk.problem).toContainText('hello');
    await walk.element.locator('#sentence').fill('它需要配置。');
    await walk.element.locator('.own button[type=submit]').click();
    await walk.ready();
    await expect(walk.element.locator('.token')).toHaveCount(4);
  });
});

test.describe('nothing stays behind', () => {
  test('forward 6 and back 6 is where it was', async ({ walk, page }) => {
    await walk.open();
    const [picture, state] = [await walk.picture(), await walk.state()];
    for (let i = 0; i < 6; i += 1) await page.keyboard.press('ArrowRight');
    expect((await walk.state()).step).toBe(MOMENTS[6].step);
    for (let i = 0; i < 6; i += 1) await page.keyboard.press('ArrowLeft');
    expect(await walk.state()).toEqual(state);
    expect(await walk.picture()).toBe(picture);
  });

  test('another sentence at step 5, then Home, equals a fresh load with it', async ({ walk }) => {
    const sentence = '服务 B 请求了网关 D，因为它缺少证书。';
    await walk.open('build=simd&step=score&cell=scores:0:0:11:11&token=11&cuts=1.*.6.0');
    await walk.element.locator('#sentence').fill(sentence);
    await walk.element.locator('#sentence').press('Enter');
    await expect.poll(async () => (await walk.state()).sentence).toBe(sentence);
    await walk.button('first').click();
    const [picture, numbers, state] = [await walk.picture(), await readNumbers(walk), await walk.state()];
    await walk.open(`build=simd&${new URLSearchParams({ sentence })}`);
    expect(await walk.picture()).toBe(picture);
    expect(await readNumbers(walk)).toEqual(numbers);
    expect(await walk.state()).toEqual(state);
  });

  test('short and long sentences and back: the same legend and the same numbers', async ({ walk }) => {
    await walk.open('build=simd&step=score&layer=1');
    const first = await walk.picture();
    for (let i = 0; i < 3; i += 1) {
      await walk.set({ context: 'a' });
      await walk.set({ context: 'none', sentence: '它。' });
      await walk.set({ sentence: '它'.repeat(96) }); // the engine's memory grows
      await walk.set({ sentence: null });
    }
    expect(await walk.picture()).toBe(first);
  });
});

const TWO = `<!doctype html><html lang="zh"><meta charset="utf-8"><link rel="icon" href="icon.svg"><title>two</title>
<script type="module" src="token-walk.js"></script>
<h2 id="sentence">a heading with an id that the element also uses</h2>
<token-walk id="one" mask="causal" step="softmax" layer="1"></token-walk>
<token-walk id="two" step="softmax" layer="1" lang="en"></token-walk></html>`;

test('two on a page share no state, no choice and no id', async ({ page, faults }) => {
  await served({ rules: [{ match: /^\/two\.html/, body: TWO, type: 'text/html' }] }, async ({ url }) => {
    await page.goto(`${url}two.html`);
    const [one, two] = [new Walk(page, url, 0), new Walk(page, url, 1)];
    await Promise.all([one.ready(), two.ready()]);
    expect([(await one.state()).mask, (await two.state()).mask]).toEqual(['causal', 'encoder']);
    const before = await two.picture();
    await one.set({ head: 3, cuts: [{ query: 6, key: 0 }] });
    await one.element.locator('.token').nth(2).click();
    expect(await two.picture()).toBe(before);
    expect(await two.state()).toMatchObject({ mask: 'encoder', head: 0, token: null, cuts: [] });
    await expect(two.element.locator('.token input:checked')).toHaveCount(1);
    await expect(one.element.locator('.token input:checked')).toHaveCount(1);
    const ids = await page.evaluate(() =>
      [document, ...[...document.querySelectorAll('token-walk')].map((walk) => walk.shadowRoot)].map((root) =>
        [...root.querySelectorAll('[id]')].map(({ id }) => id),
      ),
    );
    for (const list of ids) expect(new Set(list).size).toBe(list.length);
    expect(await page.evaluate(() => location.hash)).toBe('');
  });
  expect(faults).toEqual([]);
});

test('statechange tells the whole state, once for each change, and crosses the shadow', async ({ walk, page }) => {
  await walk.open();
  await page.evaluate(() => {
    window.told = [];
    document.addEventListener('statechange', ({ detail }) => window.told.push(detail));
  });
  await walk.set({ step: 'mask', layer: 1 });
  await walk.choose('mask', 'causal');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => window.told.length)).toBe(2);
  const told = await page.evaluate(() => window.told);
  expect(told[0]).toMatchObject({ step: 'mask', layer: 1, mask: 'encoder' });
  expect(told[1].mask).toBe('causal');
  expect(told[1]).toEqual(await walk.state());
  expect(Object.keys(told[1])).toEqual(expect.arrayContaining([...Object.keys(EVERYTHING), 'sentence']));
});
