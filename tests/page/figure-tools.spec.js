// What can be taken away: a link to this very state, the picture, one tensor, and one file that NumPy computes anew.

import { FIGURES, openFigure, toolsOf, range } from './figures.js';
import { readNumbers } from './read.js';
import { Walk, expect, test } from './walk.js';

/** A changed state of each figure, and what Node's engine is asked for to get there. */
const STATES = {
  context: {
    layer: 1,
    head: 2,
    heads: 'mean',
    threshold: 0.05,
    mask: 'causal',
    context: 'a',
    cuts: [{ layer: 1, head: 0, query: 13, key: 7 }],
  },
  qkv: {
    layer: 1,
    head: 1,
    token: 3,
    keys: 'query',
    edits: [{ tensor: 'attention.query.weight', layer: 1, index: 600, value: 1.25 }],
  },
  'four-steps': { layer: 0, head: 3, scale: 'none', fault: 'zero_mask', mask: 'causal', dk: 200 },
  'multi-head': {
    layer: 1,
    off: [
      { layer: 1, head: 0 },
      { layer: 0, head: 2 },
    ],
    size: '4',
    position: 'rope',
  },
};

test.describe('a link to this very state', () => {
  for (const figure of FIGURES) {
    test(`${figure}: opens the same figure with the same numbers`, async ({ walk, page }) => {
      await openFigure(walk, figure);
      await walk.set(STATES[figure]);
      const [state, numbers, href] = [
        await walk.state(),
        await readNumbers(walk),
        await (await toolsOf(walk)).locator('a').first().getAttribute('href'),
      ];
      expect(state).toMatchObject({ figure, ...STATES[figure] });
      await page.goto('about:blank');
      await page.goto(href);
      await walk.ready();
      expect(await walk.state()).toEqual(state);
      expect(await readNumbers(walk)).toEqual(numbers);
    });
  }

  test('of a figure in the hosted page leads to that figure there, and leaves the others as they are', async ({
    page,
    site,
  }) => {
    const walk = new Walk(page, site.url, 'step-by-step');
    await page.goto(site.url);
    const figure = new Walk(page, site.url, 'four-steps');
    await figure.element.scrollIntoViewIfNeeded();
    await figure.ready();
    await figure.set(STATES['four-steps']);
    const href = await (await toolsOf(figure)).locator('a').first().getAttribute('href');
    await page.goto('about:blank');
    await page.goto(href);
    await figure.ready();
    expect(await figure.state()).toMatchObject({ figure: 'four-steps', ...STATES['four-steps'] });
    await expect
      .poll(() => figure.element.evaluate((element) => Math.abs(element.getBoundingClientRect().top) < innerHeight))
      .toBe(true);
    // What all figures of the page have in common comes along, and nothing else.
    const { mask } = STATES['four-steps'];
    expect(await walk.state()).toMatchObject({ figure: 'walk', scale: 'sqrt(d_k)', fault: 'none', mask });
  });

  test('of a figure without an address of its own leads to the page that came with it', async ({
    page,
    site,
    walk,
  }) => {
    await page.goto(`${site.url}embed.html`);
    await page.evaluate(() => {
      document.body.innerHTML = '<token-walk figure="multi-head" layer="1" off="1.3" build="simd"></token-walk>';
    });
    await walk.ready();
    const numbers = await readNumbers(walk);
    const href = await (await toolsOf(walk)).locator('a').first().getAttribute('href');
    expect(new URL(href).pathname).toMatch(/\/embed\.html$/);
    await page.goto('about:blank');
    await page.goto(href);
    await walk.ready();
    expect(await readNumbers(walk)).toEqual(numbers);
  });
});

test('the tools come with the engine, one set a figure, all by keyboard', async ({ walk }) => {
  for (const figure of FIGURES) {
    await openFigure(walk, figure);
    await expect(walk.element.locator('.tools')).toHaveCount(0);
    await walk.element.locator('details.take summary').focus();
    await walk.page.keyboard.press('Enter');
    const reached = await (
      await toolsOf(walk)
    ).evaluate((tools) => [...tools.querySelectorAll('a, button, select')].map(({ tabIndex }) => tabIndex));
    expect(reached.length).toBe(8);
    expect(reached).toEqual(range(reached.length).map(() => 0));
  }
});
