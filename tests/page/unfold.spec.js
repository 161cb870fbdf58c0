// What a cell is made of: focus it, and the full number and its parts stand beside the stage.

import { run, valueOf } from './engine.js';
import { parse } from './read.js';
import { BLOCK, MOMENTS, ROTATED, expect, test } from './walk.js';

const [Q, K] = ROTATED;

/** Focuses a few cells of every matrix of the scene and reads what unfolds. */
const unfoldSome = (walk) =>
  walk.element.evaluate(async (element) => {
    const root = element.shadowRoot;
    const opened = [];
    for (const grid of root.querySelectorAll('[role=grid]')) {
      const cells = [...grid.querySelectorAll('[role=gridcell]')];
      for (const i of new Set([0, Math.floor(cells.length * 0.61), cells.length - 1])) {
        cells[i].focus();
        await element.updateComplete;
        const { tensor, layer, head, row, column } = cells[i].dataset;
        opened.push({
          tensor,
          layer: layer && Number(layer),
          head: head && Number(head),
          row: Number(row),
          column: Number(column),
          output: [...root.querySelectorAll('.unfold output')].map((one) => one.textContent),
          text: root.querySelector('.unfold')?.textContent,
        });
      }
    }
    return opened;
  });

test('cells of every matrix of every moment unfold with the number that Node computes', async ({ walk }) => {
  await walk.open('build=simd&mask=causal');
  const numbers = await run({ mask: 'causal' });
  for (const moment of MOMENTS.slice(1)) {
    await walk.go(moment);
    const opened = await unfoldSome(walk);
    expect(opened.length, moment.step).toBeGreaterThan(3);
    const wrong = opened.filter((cell) => {
      const value = valueOf(numbers, cell);
      const all =
        cell.output.length > 0 &&
        cell.output.every((text) => (value === -Infinity ? text === '\u2212∞' : Math.fround(parse(text)) === value));
      return !all || /NaN|undefined|\[object/.test(cell.text);
    });
    expect(wrong, `${moment.step} ${moment.layer}`).toEqual([]);
  }
});

/** The lines of the unfolded sum, as numbers. */
const termsOf = (walk) =>
  walk.element
    .locator('.unfold .terms tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent.replace('\u2212', '-')))),
    );

const close = (a, b) => Math.abs(a - b) <= 0.00501;

test.describe('a sum unfolds into its own terms', () => {
  const row = ({ data, shape }, i) => [...data.slice(i * shape[1], (i + 1) * shape[1])];
  const column = ({ data, shape }, j) => Array.from({ length: shape[0] }, (_, i) => data[i * shape[1] + j]);
  const at = { layer: 1, head: 2, row: 6, column: 3 };
  const cases = {
    scores: { step: 'score', left: (n) => row(n.get(Q, 1, 2), 6), right: (n) => row(n.get(K, 1, 2), 3) },
    head_output: {
      step: 'mix',
      left: (n) => row(n.get('weights', 1, 2), 6),
      right: (n) => column(n.get('value', 1, 2), 3),
    },
    query: {
      step: 'project',
      left: (n) => row(n.get('attention_norm', 1), 6),
      right: (n) => row(n.get('attention.query.weight', 1), 2 * 12 + 3),
      bias: (n) => n.get('attention.query.bias', 1).data[2 * 12 + 3],
    },
  };
  for (const [tensor, { step, left, right, bias = () => 0 }] of Object.entries(cases)) {
    test(tensor, async ({ walk }) => {
      await walk.open(`build=simd&step=${step}&layer=1&head=2`);
      await walk.cell({ tensor, ...at }).focus();
      const numbers = await run();
      const [a, b] = [left(numbers), right(numbers)];
      const terms = await termsOf(walk);
      expect(terms).toHaveLength(a.length);
      terms.forEach(([x, y, product], i) =>
        expect(close(x, a[i]) && close(y, b[i]) && close(product, a[i] * b[i]), `${i}: ${x} ${y} ${product}`).toBe(
          true,
        ),
      );
      const sum = a.reduce((total, x, i) => total + x * b[i], bias(numbers));
      expect(Math.abs(sum - parse(await walk.element.locator('.unfold .total output').textContent()))).toBeLessThan(
        1e-5 * Math.max(1, Math.abs(sum)),
      );
    });
  }

  test('the outlines on the stage stand around the very row and column', async ({ walk }) => {
    await walk.open('build=simd&step=score&layer=1&head=2');
    await walk.cell({ tensor: 'scores', ...at }).focus();
    const box = (locator) =>
      locator.evaluate((shape) => {
        const { x, y, right, bottom } = shape.getBoundingClientRect();
        return { x, y, right, bottom };
      });
    const outlines = await walk.stage.locator('.pointers .outline').evaluateAll((all) =>
      all.map((shape) => {
        const { x, y, right, bottom } = shape.getBoundingClientRect();
        return { x, y, right, bottom };
      }),
    );
    const around = (inner) =>
      outlines.some(
        (outer) =>
          outer.x <= inner.x + 1 &&
          outer.y <= inner.y + 1 &&
          outer.right >= inner.right - 1 &&
          outer.bottom >= inner.bottom - 1 &&
          (outer.right - outer.x) * (outer.bottom - outer.y) < 12 * 12 * 400,
      );
    const ends = [
      [Q, 6, 0],
      [Q, 6, 11],
      [K, 3, 0],
      [K, 3, 11],
      ['scores', 6, 3],
    ];
    for (const [tensor, r, c] of ends)
      expect(
        around(await box(walk.cell({ tensor, row: r, column: c, layer: 1, head: 2 }))),
        `${tensor} ${r} ${c}`,
      ).toBe(true);
    expect(outlines).toHaveLength(3);
  });
});

test.describe('opening and letting go', () => {
  test('a mouse over a cell unfolds it, and leaving closes it', async ({ walk, page }) => {
    await walk.open('step=score&layer=0');
    const cell = walk.cell({ tensor: 'scores', row: 4, column: 9 });
    await cell.hover();
    await expect(walk.element.locator('.unfold .head')).toContainText(
      (await cell.getAttribute('data-value')).replace('-', '\u2212').slice(0, 7),
    );
    await page.mouse.move(5, 5);
    await expect(walk.element.locator('.unfold')).toHaveCount(0);
  });

  test('a click holds a cell; Escape, the close button and another step let it go', async ({ walk, page }) => {
    await walk.open('step=score&layer=0');
    const cell = walk.cell({ tensor: 'scores', row: 4, column: 9 });
    const unfolded = walk.element.locator('.unfold');
    const hold = async () => {
      await cell.click();
      await page.mouse.move(5, 5);
      await expect(unfolded).toBeVisible();
      expect((await walk.state()).cell).toEqual({ tensor: 'scores', layer: 0, head: 0, row: 4, column: 9 });
    };
    await hold();
    await page.keyboard.press('Escape');
    await expect(unfolded).toHaveCount(0);
    await page.evaluate(() => document.activeElement.shadowRoot.activeElement?.blur());
    await hold();
    await walk.element.locator('.unfold .quiet').click();
    await expect(unfolded).toHaveCount(0);
    await hold();
    await walk.button('forward').click();
    await expect(unfolded).toHaveCount(0);
  });

  test('a click on the cell that Escape let go opens it again', async ({ walk, page }) => {
    await walk.open('step=score&layer=0');
    const cell = walk.cell({ tensor: 'scores', row: 4, column: 9 });
    await cell.click();
    await page.keyboard.press('Escape');
    await page.mouse.move(5, 5);
    await expect(walk.element.locator('.unfold')).toHaveCount(0);
    await cell.click();
    await page.mouse.move(5, 5);
    await expect(walk.element.locator('.unfold')).toHaveCount(1);
  });

  test('the copy key copies every digit', async ({ walk, page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await walk.open('build=simd&step=softmax&layer=1&cell=weights:1:0:6:0');
    await walk.element.locator('.unfold .head button').first().click();
    await expect(walk.element.locator('.unfold .head button').first()).toHaveText('已复制');
    const copied = Number(await page.evaluate(() => navigator.clipboard.readText()));
    expect(copied).toBe((await run()).get('weights', 1, 0).data[6 * 12]);
  });

  test('hovering 配置 at place 10 marks no other token', async ({ walk }) => {
    await walk.open('build=simd&sentence=配置，配置，配置。&step=score');
    await walk.cell({ tensor: 'scores', row: 0, column: 4 }).hover();
    const key = walk.cell({ tensor: K, row: 4, column: 0 });
    const { x } = await key.boundingBox();
    const near = await walk.stage
      .locator('.pointers .outline.key')
      .evaluateAll((all) => all.map((shape) => shape.getBoundingClientRect().x));
    expect(near).toHaveLength(1);
    expect(Math.abs(near[0] - x)).toBeLessThan(6);
  });
});

test('every block step can be reached for every layer', async ({ walk }) => {
  await walk.open('step=norm&layer=1');
  for (const step of BLOCK) {
    await walk.set({ step });
    await expect(walk.element.locator('h2')).toContainText('第 2 层');
  }
});
