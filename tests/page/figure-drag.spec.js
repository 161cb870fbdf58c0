// A weight dragged on its own cell in the Q/K/V figure: by mouse, by touch, by keyboard. What comes of it is Node's,
// with the same number written into the same weight.

import { D, differences, openFigure, range, runChanged } from './figures.js';
import { focused, parse, readNumbers } from './read.js';
import { expect, test } from './walk.js';

const written =
  (...edits) =>
  (model) =>
    edits.forEach(({ tensor, layer, index, value }) => model.writeWeight(tensor, { layer, index, value }));

/** The middle of a cell on the screen, and what the weight there is. */
async function spotOf(walk, place) {
  const cell = walk.cell(place);
  await cell.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { x, y, width, height } = await cell.boundingBox();
  return { cell, x: x + width / 2, y: y + height / 2, value: Number(await cell.getAttribute('data-value')) };
}

const WEIGHT = { tensor: 'attention.query.weight', layer: 0, row: 3, column: 17 };
const INDEX = 3 * D + 17;

/** Everything drawn is Node's for these edits, all of it. */
async function expectNode(walk, edits) {
  const numbers = await runChanged(written(...edits));
  const drawn = await readNumbers(walk);
  expect(differences(drawn, numbers).slice(0, 3)).toEqual([]);
  for (const tensor of ['query', 'scores', 'weights'])
    expect(drawn.some((shown) => shown.tensor === tensor)).toBe(true);
  expect(await walk.belief()).toEqual(numbers.belief);
}

test.describe('by mouse', () => {
  test('right or up is more, left or down is less, all that comes after follows, and it lasts when let go', async ({
    walk,
    page,
  }) => {
    await openFigure(walk, 'qkv');
    const { x, y, value } = await spotOf(walk, WEIGHT);
    await page.mouse.move(x, y);
    await page.mouse.down();
    let last = value;
    for (const [dx, dy] of [
      [40, 0],
      [40, -60],
      [40, 30],
      [-90, 30],
    ]) {
      await page.mouse.move(x + dx, y + dy);
      await walk.drawn();
      const { edits } = await walk.state();
      expect(edits).toEqual([
        { tensor: WEIGHT.tensor, layer: 0, index: INDEX, value: expect.closeTo(value + (dx - dy) / 100, 5) },
      ]);
      expect(Math.sign(edits[0].value - last)).toBe(Math.sign(value + (dx - dy) / 100 - last));
      last = edits[0].value;
      await expectNode(walk, edits);
      expect(await walk.link(), 'the address waits').not.toContain('edits');
    }
    await page.mouse.up();
    await walk.drawn();
    const { edits, cell } = await walk.state();
    expect(edits[0].value).toBe(last);
    expect(cell).toMatchObject({ tensor: WEIGHT.tensor, row: 3, column: 17 });
    expect(Math.fround(parse(await walk.element.locator('.unfold .head output').textContent()))).toBe(
      Math.fround(last),
    );
    expect(await walk.link()).toContain('edits');
    await walk.open(await walk.link(), 'embed.html');
    await expectNode(walk, edits);
  });

  test('it goes no further than the slider does, and only one drag is told', async ({ walk, page }) => {
    await openFigure(walk, 'qkv');
    const { x, y } = await spotOf(walk, WEIGHT);
    await walk.element.evaluate((element) => {
      window.told = 0;
      element.addEventListener('statechange', ({ detail }) => {
        window.told += detail.edits.length;
      });
    });
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const dx of range(20)) await page.mouse.move(x + 30 * dx, y);
    expect((await walk.state()).edits[0].value).toBe(3);
    await page.mouse.move(x - 600, y);
    expect((await walk.state()).edits[0].value).toBe(-3);
    expect(await page.evaluate(() => window.told)).toBe(0);
    await page.mouse.up();
    await expect.poll(() => page.evaluate(() => window.told)).toBe(1);
  });

  test('Escape lets go and puts back what was there before, an earlier change too', async ({ walk, page }) => {
    await openFigure(walk, 'qkv', `edits=attention.query.weight:0:${INDEX}:1.5`);
    const before = await readNumbers(walk);
    const { x, y } = await spotOf(walk, WEIGHT);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 80, y);
    await walk.drawn();
    expect((await walk.state()).edits[0].value).toBeCloseTo(2.3, 5);
    await page.keyboard.press('Escape');
    await page.mouse.move(x + 120, y);
    await walk.drawn();
    expect((await walk.state()).edits).toEqual([{ tensor: WEIGHT.tensor, layer: 0, index: INDEX, value: 1.5 }]);
    expect(await readNumbers(walk)).toEqual(before);
    await page.mouse.up();
    expect((await walk.state()).edits).toHaveLength(1);
  });

  test('a click is no drag, and cells that are no weights, or W_K while it is W_Q, stay as they are', async ({
    walk,
    page,
  }) => {
    await openFigure(walk, 'qkv');
    const drag = async (place) => {
      const { x, y } = await spotOf(walk, place);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 70, y);
      await page.mouse.up();
      await walk.drawn();
      return (await walk.state()).edits;
    };
    await (await spotOf(walk, WEIGHT)).cell.click();
    expect((await walk.state()).edits).toEqual([]);
    for (const place of [
      { tensor: 'scores', row: 2, column: 3 },
      { tensor: 'query', row: 6, column: 1 },
      { tensor: 'attention_norm', row: 6, column: 4 },
    ])
      expect(await drag(place)).toEqual([]);
    await walk.set({ keys: 'query' });
    expect(await drag({ tensor: 'attention.key.weight', layer: 0, row: 1, column: 1 })).toEqual([]);
    await walk.set({ keys: 'own' });
    expect(await drag({ tensor: 'attention.value.bias', layer: 0, row: 0, column: 2 })).toMatchObject([
      { tensor: 'attention.value.bias', index: 2 },
    ]);
    await openFigure(walk, 'four-steps');
    expect(await drag({ tensor: 'scores', row: 6, column: 3 })).toEqual([]);
  });

  test('let go outside the page’s sight, it is let go: coming back moves nothing', async ({ walk, page }) => {
    await openFigure(walk, 'qkv');
    const { x, y } = await spotOf(walk, WEIGHT);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(5, 5); // out of the picture in one step
    await page.mouse.up();
    await page.mouse.move(x + 60, y);
    await page.mouse.move(x + 90, y);
    await walk.drawn();
    expect((await walk.state()).edits).toEqual([]);
  });

  test('within a frame: what a move changes is drawn by the next one', async ({ walk, page }) => {
    await openFigure(walk, 'qkv');
    const { x, y } = await spotOf(walk, WEIGHT);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y);
    const stale = await walk.element.evaluate(
      async (element, at) => {
        const box = element.shadowRoot.querySelector('.stage-box');
        const cell = element.shadowRoot.querySelector(
          '[data-tensor="attention.query.weight"][data-row="3"][data-column="17"]',
        );
        const query = element.shadowRoot.querySelector('[data-tensor="query"][data-row="6"][data-column="3"]');
        let late = 0;
        for (let i = 0; i < 20; i += 1) {
          const before = query.dataset.value;
          box.dispatchEvent(
            new PointerEvent('pointermove', {
              pointerId: 1,
              pointerType: 'mouse',
              buttons: 1,
              clientX: at.x + 21 + i,
              clientY: at.y,
              bubbles: true,
              composed: true,
            }),
          );
          await new Promise(requestAnimationFrame);
          late +=
            query.dataset.value === before ||
            Math.abs(Number(cell.dataset.value) - element.state.edits[0].value) > 1e-6;
        }
        return late;
      },
      { x, y },
    );
    expect(stale).toBe(0);
    await page.mouse.up();
  });
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('sideways moves the weight; up and down is left to the page', async ({ walk, page }) => {
    await openFigure(walk, 'qkv');
    const { x, y, value } = await spotOf(walk, WEIGHT);
    const client = await page.context().newCDPSession(page);
    const touch = (type, ...points) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([dx, dy]) => ({ x: x + dx, y: y + dy })),
      });
    await touch('touchStart', [0, 0]);
    for (const dx of [10, 20, 30, 40, 50]) await touch('touchMove', [dx, 0]);
    await touch('touchEnd');
    await walk.drawn();
    const { edits } = await walk.state();
    expect(edits).toHaveLength(1);
    expect(edits[0].value - value).toBeGreaterThan(0.2);
    await expectNode(walk, edits);
    await touch('touchStart', [0, 0]);
    for (const dy of [-20, -40, -60, -80, -100]) await touch('touchMove', [0, dy]);
    await touch('touchEnd');
    await walk.drawn();
    expect((await walk.state()).edits).toEqual(edits);
  });
});

test('by keyboard: Shift and an arrow on the cell; plain arrows still walk', async ({ walk, page }) => {
  await openFigure(walk, 'qkv');
  const { cell, value } = await spotOf(walk, WEIGHT);
  await cell.focus();
  for (const [key, steps] of [
    ['ArrowUp', 1],
    ['ArrowRight', 2],
    ['ArrowUp', 3],
    ['ArrowDown', 2],
    ['ArrowLeft', 1],
  ]) {
    await page.keyboard.press(`Shift+${key}`);
    await walk.drawn();
    expect((await walk.state()).edits).toEqual([
      { tensor: WEIGHT.tensor, layer: 0, index: INDEX, value: expect.closeTo(value + 0.05 * steps, 5) },
    ]);
    expect(await focused(page)).toMatchObject({ tensor: WEIGHT.tensor, row: '3', column: '17' });
  }
  await expectNode(walk, (await walk.state()).edits);
  await page.keyboard.press('ArrowRight');
  // The weight is drawn turned: its rows run sideways.
  expect(await focused(page)).toMatchObject({ row: '4', column: '17' });
  expect((await walk.state()).edits).toHaveLength(1);
});
