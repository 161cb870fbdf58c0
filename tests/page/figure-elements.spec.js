// Each figure as an element of its own, as a page for frames, and as a section of the hosted page that gets ready
// when the reader comes near; and what every figure carries.

import { run } from './engine.js';
import { FIGURES, differences, openFigure, toolsOf } from './figures.js';
import { readNumbers } from './read.js';
import { Walk, expect, served, test } from './walk.js';

const TITLES = { context: '上下文', qkv: 'Q、K、V', 'four-steps': '四步', 'multi-head': '多头' };

test.describe('an element of its own', () => {
  for (const figure of FIGURES) {
    test(`<token-walk figure="${figure}"> in another page, by attributes alone`, async ({ page }) => {
      const rules = [
        {
          match: /^\/post/,
          type: 'text/html',
          body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A post</title>
<link rel="icon" href="icon.svg">
<script type="module" src="token-walk.js"></script><p>Words</p>
<token-walk figure="${figure}" layer="1" head="2" build="simd" mask="causal" lang="en"></token-walk></html>`,
        },
      ];
      await served({ rules }, async ({ url }) => {
        await page.goto(`${url}post`);
        const walk = new Walk(page, url);
        await walk.ready();
        expect(await walk.state()).toMatchObject({ figure, layer: 1, head: 2, mask: 'causal', lang: 'en' });
        const drawn = await readNumbers(walk);
        expect(drawn.length).toBeGreaterThan(3);
        expect(differences(drawn, await run({ mask: 'causal' }))).toEqual([]);
        expect(await page.evaluate(() => location.hash)).toBe('');
        await expect(walk.player).toHaveCount(0);
      });
    });

    test(`embed.html#figure=${figure}, and on to another figure by the address`, async ({ walk, page }) => {
      await openFigure(walk, figure, 'layer=1');
      await expect(walk.element.locator('h2')).toContainText(TITLES[figure]);
      expect(differences(await readNumbers(walk), await run())).toEqual([]);
      const next = FIGURES[(FIGURES.indexOf(figure) + 1) % FIGURES.length];
      await page.evaluate((name) => {
        location.hash = `figure=${name}`;
      }, next);
      await expect(walk.element.locator('h2')).toContainText(TITLES[next]);
      expect(await walk.state()).toMatchObject({ figure: next, layer: 0 });
      await page.evaluate(() => {
        location.hash = 'step=softmax';
      });
      await expect(walk.player).toHaveCount(1);
    });
  }

  test('two on a page do not touch each other', async ({ page, site, walk }) => {
    await page.goto(`${site.url}embed.html`);
    await page.evaluate(() => {
      document.body.innerHTML =
        '<token-walk figure="qkv" build="simd"></token-walk><token-walk figure="multi-head" build="simd"></token-walk>';
    });
    const other = new Walk(page, site.url, 1);
    await walk.ready();
    await other.ready();
    const before = await readNumbers(other);
    await walk.set({
      edits: [{ tensor: 'attention.value.weight', layer: 0, index: 3, value: 3 }],
      keys: 'query',
      cuts: [{ query: 6, key: 0 }],
    });
    expect(await readNumbers(other)).toEqual(before);
    expect(await other.state()).toMatchObject({ edits: [], keys: 'own', cuts: [] });
    expect(differences(before, await run())).toEqual([]);
  });

  test('a figure that does not exist is told of, and the walk stands there', async ({ walk }) => {
    await walk.open('figure=nothing', 'embed.html');
    await expect(walk.element.locator('.status .notice')).toContainText('figure=nothing');
    expect((await walk.state()).figure).toBe('walk');
  });
});

test.describe('a section of the hosted page', () => {
  test('all four, after the walk; each gets ready when it is scrolled to, and not before', async ({
    page,
    site,
    faults,
  }) => {
    const walk = new Walk(page, site.url, 'step-by-step');
    await page.goto(site.url);
    await walk.ready();
    expect(await page.locator('token-walk').evaluateAll((all) => all.map((element) => element.state.figure))).toEqual([
      'overview',
      'overview',
      'minute',
      'walk',
      ...FIGURES,
    ]);
    const last = new Walk(page, site.url, 'multi-head');
    expect(await last.element.evaluate((element) => element.trace)).toBe(null);
    for (const name of FIGURES) {
      const figure = new Walk(page, site.url, name);
      await figure.element.scrollIntoViewIfNeeded();
      await figure.ready();
      await expect(figure.element.locator('h2')).toContainText(TITLES[name]);
      const numbers = await run({
        build: (await figure.element.locator('.ready').textContent()).match(/simd|scalar/)?.[0] ?? 'simd',
      });
      const exact = (await figure.element.locator('.ready').textContent()).includes('relaxed')
        ? []
        : differences(await readNumbers(figure), numbers);
      expect(exact).toEqual([]);
      await expect(figure.element.locator('.belief .bar')).toHaveCount(3);
    }
    expect(faults).toEqual([]);
  });

  test('follow the page’s language, and keep their own state', async ({ page, site }) => {
    const walk = new Walk(page, site.url, 'step-by-step');
    await page.goto(site.url);
    await walk.ready();
    const figure = new Walk(page, site.url, 'qkv');
    await figure.element.scrollIntoViewIfNeeded();
    await figure.ready();
    await figure.set({ head: 3, keys: 'query' });
    await page.locator('#language').click();
    await expect(figure.element.locator('.walk')).toHaveAttribute('lang', 'en');
    await expect(page.locator('#multi-head .walk')).toHaveAttribute('lang', 'en');
    expect(await figure.state()).toMatchObject({ figure: 'qkv', head: 3, keys: 'query', lang: 'en' });
    expect(await walk.state()).toMatchObject({ figure: 'walk', head: 0, keys: 'own' });
  });

  test('keys for the player do nothing in a figure that has none', async ({ page, site }) => {
    const walk = new Walk(page, site.url, 'step-by-step');
    await page.goto(site.url);
    await walk.ready();
    const figure = new Walk(page, site.url, 'context');
    await figure.element.scrollIntoViewIfNeeded();
    await figure.ready();
    const [state, own] = [await walk.state(), await figure.state()];
    await (await toolsOf(figure)).locator('a').first().focus();
    for (const key of ['ArrowRight', 'ArrowLeft', 'Home']) await page.keyboard.press(key);
    expect([await walk.state(), await figure.state()]).toEqual([state, own]);
  });
});

test.describe('experiments that all figures share', () => {
  const isOpen = (walk) => walk.element.locator('.experiments').evaluate(({ open }) => open);

  test('are folded away, open by keyboard, and stay open while they are used', async ({ walk, page }) => {
    for (const figure of FIGURES) {
      await openFigure(walk, figure, 'layer=1');
      expect(await isOpen(walk), figure).toBe(false);
      await expect(walk.element.locator('#sentence')).toBeHidden();
      await walk.element.locator('.experiments > summary').focus();
      await page.keyboard.press('Enter');
      await expect(walk.element.locator('#sentence')).toBeVisible();
      await walk.choose('position', 'rope');
      expect((await walk.state()).position).toBe('rope');
      expect(await isOpen(walk), figure).toBe(true);
    }
  });

  test('are open where a sentence of the reader’s own is in view, or one that cannot be read is told of', async ({
    walk,
  }) => {
    await openFigure(walk, 'context', 'sentence=服务 A 需要获取最新配置。');
    await expect(walk.element.locator('#sentence')).toHaveValue('服务 A 需要获取最新配置。');
    await openFigure(walk, 'qkv', 'sentence=猫 需要获取最新配置。');
    await expect(walk.problem).toBeVisible();
    await expect(walk.problem).toContainText('猫');
  });

  test('the walk keeps them in sight', async ({ walk }) => {
    await walk.open('build=simd', 'embed.html');
    await expect(walk.element.locator('.experiments')).toHaveCount(0);
    await expect(walk.element.locator('#sentence')).toBeVisible();
  });
});

test.describe('every figure carries', () => {
  for (const figure of FIGURES) {
    test(`${figure}: a badge, what is seen in words, a link, a task, in both languages`, async ({ walk }) => {
      await openFigure(walk, figure, 'layer=1');
      const parts = ['.status .badge', '.now', '.take summary', '.task', '.lead', 'h2'];
      const read = () =>
        walk.element.evaluate(
          (element, names) => names.map((name) => element.shadowRoot.querySelector(name)?.textContent.trim() ?? ''),
          parts,
        );
      const chinese = await read();
      await walk.set({ lang: 'en' });
      const english = await read();
      parts.forEach((name, i) => {
        expect(chinese[i], name).toMatch(/\p{Script=Han}/u);
        expect(english[i], name).toMatch(/[a-z]{3}/);
      });
      expect(english[3]).toMatch(/^Try this/);
      expect(await walk.now.getAttribute('aria-live')).toBe('polite');
      expect(await walk.stage.getAttribute('aria-label')).toBe(english[1]);
    });

    test(`${figure}: the sentence changes with what is seen`, async ({ walk }) => {
      await openFigure(walk, figure, 'layer=0');
      const said = new Set();
      for (const change of [{}, { layer: 1 }, { token: 0 }, { head: 2 }, { mask: 'causal' }]) {
        await walk.set(change);
        said.add(await walk.now.textContent());
      }
      expect(said.size).toBeGreaterThanOrEqual(figure === 'multi-head' ? 4 : 5); // all heads are in view there
    });
  }
});
