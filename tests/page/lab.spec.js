// Figures on one page: those that name one lab share its model, its runs and what they have in common;
// others share nothing; and each figure brings only its own code.

import { run } from './engine.js';
import { Walk, expect, served, test } from './walk.js';

const page2 = (
  figures,
) => `<!doctype html><html lang="zh"><meta charset="utf-8"><title>lab</title><link rel="icon" href="icon.svg">
<script type="module" src="token-walk.js"></script>${figures}</html>`;

const withPage = (figures, use) =>
  served({ rules: [{ match: /^\/post/, type: 'text/html', body: page2(figures) }] }, use);

/** Both figures of a page, when both have their numbers. */
async function both(page, url) {
  await page.goto(`${url}post`);
  const walks = [new Walk(page, url, 0), new Walk(page, url, 1)];
  await Promise.all(walks.map((walk) => walk.ready()));
  return walks;
}

const sameTrace = (page) =>
  page.evaluate(() => {
    const [one, two] = document.querySelectorAll('token-walk');
    return one.trace === two.trace;
  });

test('two figures of one lab share a run and what they have in common, and keep their own', async ({
  page,
  faults,
}) => {
  const figures =
    '<token-walk lab="a" build="simd" step="softmax"></token-walk>' +
    '<token-walk lab="a" figure="context" layer="1" head="2"></token-walk>';
  await withPage(figures, async ({ url, requests }) => {
    const [one, two] = await both(page, url);
    expect(await sameTrace(page)).toBe(true);
    expect(requests.filter((path) => /attn\..*wasm/.test(path))).toHaveLength(1);
    await page.evaluate(() => {
      window.told = [];
      document.addEventListener('statechange', ({ target, detail }) =>
        window.told.push([target.state.figure, detail.context]),
      );
    });
    await two.element.locator('.switches input[name=context][value=a]').check({ force: true });
    await expect.poll(async () => (await one.state()).context).toBe('a');
    await Promise.all([one.drawn(), two.drawn()]);
    expect(await sameTrace(page)).toBe(true);
    const { belief } = await run({ context: 'a' });
    expect([await one.belief(), await two.belief()]).toEqual([belief, belief]);
    expect(await page.evaluate(() => window.told)).toEqual([['context', 'a']]);
    await one.set({ mask: 'causal', token: 3, head: 1, cuts: [{ query: 6, key: 0 }] });
    await two.drawn();
    expect(await two.state()).toMatchObject({ mask: 'causal', token: 3, layer: 1, head: 2, cuts: [] });
    expect(await sameTrace(page)).toBe(false);
    expect(await two.belief()).toEqual((await run({ context: 'a', mask: 'causal' })).belief);
    await one.set({ model: 'decoder', cuts: [] });
    await expect.poll(async () => (await two.state()).model).toBe('decoder');
    await expect.poll(() => sameTrace(page)).toBe(true);
    await one.set({ lang: 'en' });
    await expect(two.element.locator('.walk')).toHaveAttribute('lang', 'en');
  });
  expect(faults).toEqual([]);
});

test('a figure that comes later takes on what its lab has in common; one without a lab has its own', async ({
  page,
}) => {
  await withPage(
    '<token-walk lab="a" build="simd" context="b" lang="en"></token-walk><token-walk build="simd"></token-walk>',
    async ({ url }) => {
      const [one, two] = await both(page, url);
      expect(await two.state()).toMatchObject({ context: 'none', lang: 'zh' });
      await one.set({ mask: 'causal', token: 3 });
      expect((await two.state()).mask).toBe('encoder');
      expect(await two.belief()).toEqual((await run()).belief);
      await page.evaluate(() => {
        document.body.insertAdjacentHTML('beforeend', '<token-walk lab="a" figure="qkv" head="3"></token-walk>');
      });
      const late = new Walk(page, url, 2);
      await late.ready();
      expect(await one.state()).toMatchObject({ token: 3, context: 'b' }); // and sets nothing back
      expect(await late.state()).toMatchObject({
        figure: 'qkv',
        head: 3,
        context: 'b',
        mask: 'causal',
        lang: 'en',
        build: 'simd',
      });
      expect(await late.belief()).toEqual((await run({ context: 'b', mask: 'causal' })).belief);
    },
  );
});

test('an embedded figure brings its own code and words, and no other’s', async ({ page }) => {
  const loaded = {};
  for (const figure of ['walk', 'context', 'qkv', 'four-steps', 'multi-head']) {
    await withPage(`<token-walk figure="${figure}" build="simd"></token-walk>`, async ({ url, requests }) => {
      const walk = new Walk(page, url);
      await page.goto(`${url}post`);
      await walk.ready();
      loaded[figure] = requests.filter((path) => /\/(figure|text\.)[^/]*\.js$/.test(path)).sort();
    });
  }
  for (const [figure, files] of Object.entries(loaded)) {
    expect(
      files.filter((path) => path.startsWith('/figure-')),
      figure,
    ).toHaveLength(1);
    expect(
      files.filter((path) => path.startsWith('/text.zh-')),
      figure,
    ).toHaveLength(1);
    expect(
      files.filter((path) => path.startsWith('/text.en-')),
      figure,
    ).toHaveLength(0);
  }
  expect(new Set(Object.values(loaded).flat()).size).toBe(10);
});

test('a cell that is said to be off is zero, whatever the wrong way', async ({ walk }) => {
  for (const fault of ['none', 'no_head_transpose', 'softmax_columns', 'zero_mask']) {
    await walk.open(`build=simd&figure=multi-head&layer=1&off=1.1&lang=en&fault=${fault}`, 'embed.html');
    const opened = await walk.element.evaluate(async (element) => {
      const root = element.shadowRoot;
      const found = [];
      for (const cell of root.querySelectorAll('[data-tensor=concat], [data-tensor=head_contribution]')) {
        if (Number(cell.dataset.column) % 5) continue;
        cell.focus();
        await element.updateComplete;
        found.push([root.querySelector('.unfold .how').textContent, Number(cell.dataset.value)]);
      }
      return found;
    });
    const off = opened.filter(([how]) => /switched off/.test(how));
    expect(
      off.filter(([, value]) => value !== 0),
      fault,
    ).toEqual([]);
    if (fault !== 'no_head_transpose') expect(off.length, fault).toBeGreaterThan(5);
  }
});
