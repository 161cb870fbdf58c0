// Every matrix of every figure by keyboard, touch and mouse: one tab stop, arrows, Home and End, names read out, each
// cell unfolded into numbers that add up, each number to be copied whole.

import { run, valueOf } from './engine.js';
import { FIGURES, openFigure, range } from './figures.js';
import { focused, parse } from './read.js';
import { GLYPHS, expect, test } from './walk.js';

const place = ({ tensor, row, column }) => `${tensor} ${row} ${column}`;

for (const figure of FIGURES) {
  test(`${figure}: one tab stop each, arrows move one cell, Home and End go to the ends, Shift+Tab leads out`, async ({
    walk,
    page,
  }) => {
    await openFigure(walk, figure, 'layer=1&head=1&threshold=0');
    const grids = walk.stage.locator('[role=grid]');
    const count = await grids.count();
    expect(count).toBeGreaterThan(0);
    const stops = await grids.evaluateAll((all) =>
      all.map(
        (grid) =>
          [grid, ...grid.querySelectorAll('*')].filter((element) => element.getAttribute('tabindex') === '0').length,
      ),
    );
    expect(stops).toEqual(range(count).map(() => 1));
    for (let i = 0; i < count; i += 1) {
      const grid = grids.nth(i);
      const cells = await grid.evaluate((element) =>
        [...element.querySelectorAll('[role=row]')].map((line) =>
          [...line.querySelectorAll('[role=gridcell]')].map(
            ({ dataset: { tensor, row, column } }) => `${tensor} ${row} ${column}`,
          ),
        ),
      );
      const [down, across] = [cells.length, cells[0].length];
      const [r, c] = [Math.min(1, down - 1), Math.min(1, across - 1)];
      await grid.focus();
      for (const [key, [toRow, toColumn]] of [
        ['ArrowRight', [0, c]],
        ['ArrowDown', [r, c]],
        ['ArrowLeft', [r, 0]],
        ['End', [r, across - 1]],
        ['Home', [r, 0]],
        ['Control+End', [down - 1, across - 1]],
        ['Control+Home', [0, 0]],
        ['ArrowUp', [0, 0]],
      ]) {
        await page.keyboard.press(key);
        expect(place(await focused(page)), `grid ${i}, ${key}`).toBe(cells[toRow][toColumn]);
      }
      await page.keyboard.press('Shift+Tab');
      expect(await grid.evaluate((element) => element.contains(element.getRootNode().activeElement)), `grid ${i}`).toBe(
        false,
      );
    }
  });

  test(`${figure}: cells say their row, their column and their number`, async ({ walk }) => {
    await openFigure(walk, figure, 'layer=1&threshold=0&lang=en');
    const labels = await walk.stage
      .locator('[role=grid]')
      .evaluateAll((grids) =>
        grids.map((grid) => [
          grid.getAttribute('aria-label'),
          ...[...grid.querySelectorAll('[role=gridcell]')]
            .slice(-1)
            .map((cell) => [
              cell.dataset.tensor,
              Number(cell.dataset.row),
              Number(cell.dataset.column),
              cell.getAttribute('aria-label'),
            ]),
        ]),
      );
    for (const [name, [tensor, row, column, label]] of labels) {
      expect(name).toMatch(/\d+ rows?, \d+ columns?/);
      const byToken =
        /^(weights|scores|scaled|exp|effect|query|key|value(?!_terms)|head_|attention_(norm|output)$)/.test(tensor);
      if (byToken) expect(label, tensor).toContain(GLYPHS[row]);
      if (/_terms$/.test(tensor))
        expect(label, tensor).toContain(`${GLYPHS[Math.floor(row / GLYPHS.length)]} · ${GLYPHS[row % GLYPHS.length]}`);
      if (/^(scores|scaled|exp|weights|weights_mean|effect)$/.test(tensor))
        expect(label.replace(GLYPHS[row], ''), tensor).toContain(GLYPHS[column]);
      else if (!/_sum$/.test(tensor)) expect(label, tensor).toContain(`dimension ${column + 1}`);
      expect(Number.isFinite(parse(label.split(': ').at(-1)))).toBe(true);
    }
  });

  test(`${figure}: Escape lets go, the copy key copies every digit, a pointer shows what focus shows`, async ({
    walk,
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openFigure(walk, figure, 'layer=1&head=1&threshold=0');
    const unfolded = walk.element.locator('.unfold');
    const cell = walk.stage.locator('[role=gridcell][data-tensor="weights"]').nth(3);
    await cell.focus();
    const shown = await unfolded.locator('.head').textContent();
    await unfolded.locator('.head button').first().click();
    await expect(unfolded.locator('.head button').first()).toHaveText('已复制');
    const { tensor, row, column } = await cell.evaluate(({ dataset }) => ({ ...dataset }));
    const { layer, head } = (await walk.state()).cell;
    expect(Number(await page.evaluate(() => navigator.clipboard.readText()))).toBe(
      valueOf(await run(), { tensor, layer, head, row: Number(row), column: Number(column) }),
    );
    await cell.focus();
    await page.keyboard.press('Escape');
    await expect(unfolded).toHaveCount(0);
    expect((await walk.state()).cell).toBe(null);
    await cell.hover({ force: true, position: figure === 'context' ? undefined : { x: 2, y: 2 } }).catch(() => {});
    if (figure !== 'context') {
      await expect(unfolded.locator('.head')).toHaveText(shown.replace('已复制', '复制'));
      await page.mouse.move(3, 3);
      await expect(unfolded).toHaveCount(0);
    }
  });
}

/** Unfolds some cells of every matrix; the lines of a sum with it. */
const unfoldSome = (walk) =>
  walk.element.evaluate(async (element) => {
    const root = element.shadowRoot;
    const opened = [];
    const number = (text) => Number(text.replaceAll('\u2212', '-').replace('∞', 'Infinity'));
    for (const grid of root.querySelectorAll('[role=grid]:not([data-block^="random"])')) {
      const cells = [...grid.querySelectorAll('[role=gridcell]')];
      for (const i of new Set([0, Math.floor(cells.length * 0.37), cells.length - 1])) {
        cells[i].focus();
        await element.updateComplete;
        const { tensor, layer, head, row, column } = cells[i].dataset;
        const terms = [...root.querySelectorAll('.unfold .terms tbody tr')].map((line) =>
          number(line.lastElementChild.textContent),
        );
        const bias = /(\u2212?[\d.]+) ≈ /.exec(root.querySelector('.unfold .total')?.textContent ?? '')?.[1];
        opened.push({
          tensor,
          layer: layer && Number(layer),
          head: head && Number(head),
          row: Number(row),
          column: Number(column),
          text: root.querySelector('.unfold')?.textContent ?? '',
          output: [...root.querySelectorAll('.unfold output')].map((one) => number(one.textContent)),
          terms,
          bias: bias ? number(bias) : 0,
        });
      }
    }
    return opened;
  });

const STATES = {
  context: [
    ['layer=1&head=2', {}],
    ['layer=0&heads=mean&context=b', { context: 'b' }],
  ],
  qkv: [
    ['layer=1&head=3&token=2', {}],
    ['layer=0&mask=causal', { mask: 'causal' }],
  ],
  'four-steps': [
    ['layer=1', {}],
    ['layer=0&head=2&scale=none', { scale: 'none' }],
    ['layer=1&fault=softmax_columns', { fault: 'softmax_columns' }],
  ],
  'multi-head': [
    ['layer=1', {}],
    [
      'layer=1&off=1.0 1.2',
      {
        headsOff: [
          { layer: 1, head: 0 },
          { layer: 1, head: 2 },
        ],
      },
    ],
  ],
};

for (const figure of FIGURES) {
  for (const [link, options] of STATES[figure]) {
    test(`${figure}, ${link}: every matrix unfolds into Node's number, and sums add up to it`, async ({ walk }) => {
      await openFigure(walk, figure, link);
      const numbers = await run(options);
      const opened = await unfoldSome(walk);
      expect(opened.length).toBeGreaterThan(1);
      const wrong = opened.flatMap((cell) => {
        const { tensor, layer, head, row, column, output, terms, bias, text } = cell;
        const value = valueOf(numbers, cell);
        const name = `${tensor} ${layer} ${head} [${row}, ${column}]`;
        if (output.length === 0 || output.some((one) => Math.fround(one) !== value))
          return [`${name}: ${output}, engine ${value}`];
        if (/NaN|undefined|\[object/.test(text)) return [`${name}: ${text}`];
        const total = terms.reduce((all, one) => all + one, bias);
        return terms.length > 0 && Math.abs(total - value) > 0.006 * (terms.length + 1)
          ? [`${name}: terms add up to ${total}, not ${value}`]
          : [];
      });
      expect(wrong).toEqual([]);
    });
  }
}
