// The whole walk by keyboard alone: no mouse is used in this file.

import { run } from './engine.js';
import { focused } from './read.js';
import { CONFIG, MOMENTS, ROTATED, WALKED, Walk, expect, stateOf, test } from './walk.js';

/** Presses Tab until what has focus is as wanted; fails after too many. */
async function tabTo(page, wanted, key = 'Tab') {
  const seen = [];
  for (let i = 0; i < 300; i += 1) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (wanted(now)) return now;
    seen.push(`${now.tag}.${now.className}`);
  }
  throw new Error(`Tab never got there; it went through ${seen.join(' ')}`);
}

/** Where the walk stands, once it has changed from `before`. */
async function arrived(walk, before) {
  const heard = async () => `${await walk.element.locator('h2').textContent()} ${await walk.now.textContent()}`;
  await expect.poll(heard).not.toBe(before);
  return heard();
}

const expectAt = async (walk, moment) => expect(await walk.state()).toMatchObject({ ...stateOf(moment), t: 1 });

test('from the top of the page: Tab to the player, → through every moment, ← back, Home, End', async ({
  walk,
  page,
}) => {
  await walk.open();
  await tabTo(page, ({ className }) => className === 'forward');
  const heard = [await arrived(walk, '')];
  for (const moment of WALKED.slice(1)) {
    await page.keyboard.press('ArrowRight');
    heard.push(await arrived(walk, heard.at(-1)));
    await expectAt(walk, moment);
  }
  expect(new Set(heard).size, 'each moment says something of its own').toBe(WALKED.length);
  await page.keyboard.press('ArrowRight');
  await expectAt(walk, WALKED.at(-1));
  for (const moment of WALKED.slice(0, -1).reverse()) {
    await page.keyboard.press('ArrowLeft');
    await expectAt(walk, moment);
  }
  expect(await arrived(walk, '')).toBe(heard[0]);
  await page.keyboard.press('ArrowLeft');
  await expectAt(walk, WALKED[0]);
  await page.keyboard.press('End');
  await expectAt(walk, WALKED.at(-1));
  expect(await arrived(walk, '')).toBe(heard.at(-1));
  await page.keyboard.press('Home');
  await expectAt(walk, WALKED[0]);
});

test('the buttons of the player, by Enter and by space', async ({ walk, page }) => {
  await walk.open();
  await tabTo(page, ({ className }) => className === 'forward');
  for (const [key, moment] of [
    ['Enter', WALKED[1]],
    ['Space', WALKED[2]],
  ]) {
    await page.keyboard.press(key);
    await expect.poll(async () => (await walk.state()).step).toBe(moment.step);
  }
  await tabTo(page, ({ className }) => className === 'last');
  await page.keyboard.press('Enter');
  await expectAt(walk, WALKED.at(-1));
  await tabTo(page, ({ className }) => className === 'back', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectAt(walk, WALKED.at(-2));
  await tabTo(page, ({ className }) => className === 'first', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectAt(walk, WALKED[0]);
});

test('space plays and pauses, wherever on the walk the focus is, and with nothing focused', async ({ walk, page }) => {
  await walk.open('step=score');
  await page.keyboard.press('Space');
  await expect(walk.button('pause')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(walk.button('play')).toBeVisible();
  await tabTo(page, ({ className }) => className === 'play');
  await page.keyboard.press('Space');
  await expect(walk.button('pause')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(walk.button('play')).toBeFocused();
});

test('with nothing focused, ← and → step, and typing in the page does not', async ({ walk, page }) => {
  await walk.open('step=score');
  await page.keyboard.press('ArrowRight');
  await expectAt(walk, { step: 'scale', layer: 0 });
  await walk.element.locator('#sentence').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expectAt(walk, { step: 'scale', layer: 0 });
  await expect(walk.button('play')).toBeVisible();
});

test.describe('a matrix', () => {
  const at = (row, column) => ({
    tag: 'rect',
    role: 'gridcell',
    tensor: 'scores',
    row: String(row),
    column: String(column),
  });

  test('is one tab stop; arrows, Home and End walk in it; Escape lets go; Shift+Tab leaves', async ({ walk, page }) => {
    await walk.open('step=score');
    await tabTo(page, ({ tensor }) => tensor === 'scores');
    expect(await focused(page)).toMatchObject(at(0, 0));
    const moves = [
      ['ArrowRight', 0, 1],
      ['ArrowDown', 1, 1],
      ['ArrowDown', 2, 1],
      ['End', 2, 11],
      ['ArrowRight', 2, 11],
      ['ArrowUp', 1, 11],
      ['Home', 1, 0],
      ['ArrowLeft', 1, 0],
      ['Control+End', 11, 11],
      ['ArrowDown', 11, 11],
      ['Control+Home', 0, 0],
      ['ArrowUp', 0, 0],
    ];
    for (const [key, row, column] of moves) {
      await page.keyboard.press(key);
      expect(await focused(page), key).toMatchObject(at(row, column));
      expect((await walk.state()).cell, key).toEqual({ tensor: 'scores', layer: 0, head: 0, row, column });
    }
    await expectAt(walk, { step: 'score', layer: 0 });
    await expect(walk.element.locator('.unfold')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(walk.element.locator('.unfold')).toHaveCount(0);
    expect((await walk.state()).cell).toBe(null);
    await page.keyboard.press('Tab');
    expect((await focused(page)).tensor).not.toBe('scores');
    await page.keyboard.press('Shift+Tab');
    expect((await focused(page)).tensor).toBe('scores');
    await page.keyboard.press('Shift+Tab');
    expect((await focused(page)).tensor).toBe(ROTATED[0]);
  });

  test('says of each cell its tensor, its row, its column and every digit', async ({ walk, page }) => {
    await walk.open('step=softmax&layer=1');
    await tabTo(page, ({ tensor }) => tensor === 'masked');
    await tabTo(page, ({ tensor, row }) => tensor === 'weights' && row === '0');
    await page.keyboard.press('ArrowDown');
    const { label, value } = await focused(page);
    expect(label).toContain('A');
    expect(label).toContain('调用');
    expect(label).toContain('服务 A');
    expect(label).toContain(String(Number(Number(value).toPrecision(9))));
  });

  test('turned sideways, is walked as it is drawn', async ({ walk, page }) => {
    await walk.open('step=score');
    await tabTo(page, ({ tensor }) => tensor === ROTATED[1]);
    const place = async () => walk.stage.locator('[role=gridcell]:focus').boundingBox();
    const first = await place();
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toMatchObject({ tensor: ROTATED[1], row: '1', column: '0' });
    expect((await place()).x).toBeGreaterThan(first.x);
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toMatchObject({ tensor: ROTATED[1], row: '1', column: '1' });
    expect((await place()).y).toBeGreaterThan(first.y);
  });

  test('every matrix of a scene can be reached and left by Tab', async ({ walk, page }) => {
    for (const moment of [MOMENTS[4], MOMENTS[8], MOMENTS[12]]) {
      await walk.open(`step=${moment.step}&layer=${moment.layer}`);
      const grids = await walk.stage.locator('[role=grid]').count();
      const reached = [];
      await tabTo(page, (now) => {
        if (now.role === 'gridcell') reached.push(`${now.tensor} ${now.row} ${now.column}`);
        return now.className === 'first';
      });
      expect(reached.length, moment.step).toBe(grids);
    }
  });
});

test('the arcs of the first scene: one tab stop, each unfolds with every digit, and can be cut', async ({
  walk,
  page,
}) => {
  await walk.open('build=simd');
  const { get } = await run();
  const last = CONFIG.n_layers - 1;
  await tabTo(page, ({ role, tensor }) => role === 'gridcell' && tensor === 'weights');
  const before = await walk.belief();
  for (const column of [0, 1, 2, 3]) {
    if (column > 0) await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toMatchObject({ tensor: 'weights', row: '6', column: String(column) });
    await expect(walk.element.locator('.unfold output').first()).toHaveText(
      String(Number(get('weights', last, 0).data[6 * 12 + column].toPrecision(9))).replace('-', '\u2212'),
    );
  }
  await page.keyboard.press('Home');
  await tabTo(page, ({ label }) => label.includes('所有头'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => walk.belief()).toEqual((await run({ cuts: [{ layer: last, query: 6, key: 0 }] })).belief);
  expect(await walk.belief()).not.toEqual(before);
});

test('what has focus can be seen to have it', async ({ walk, page }) => {
  const look = (tensor) =>
    walk.stage
      .locator(`[role=gridcell][data-tensor="${tensor}"]`)
      .first()
      .evaluate((cell) =>
        [cell, ...cell.children]
          .map((shape) =>
            ['outlineStyle', 'stroke', 'strokeWidth', 'strokeOpacity']
              .map((name) => getComputedStyle(shape)[name])
              .join(' '),
          )
          .join(' | '),
      );
  for (const [link, tensor] of [
    ['', 'weights'],
    ['step=mask', 'scaled'],
  ]) {
    await walk.open(link);
    const before = await look(tensor);
    await tabTo(page, (now) => now.role === 'gridcell' && now.tensor === tensor);
    expect(await look(tensor), tensor).not.toBe(before);
  }
});

test('cutting an edge and joining it again, without a mouse', async ({ walk, page }) => {
  await walk.open('step=mask&layer=1');
  const before = await walk.belief();
  await tabTo(page, ({ tensor, row }) => tensor === 'masked' && row === '0');
  for (let i = 0; i < 6; i += 1) await page.keyboard.press('ArrowDown');
  await tabTo(page, ({ label }) => label.includes('所有头'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => walk.belief()).not.toEqual(before);
  expect((await walk.state()).cuts).toEqual([{ layer: 1, query: 6, key: 0 }]);
  expect((await focused(page)).label, 'focus is handed on').toBe('接回去');
  await tabTo(page, ({ label }) => label.includes('接回全部'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => walk.belief()).toEqual(before);
});

test('Tab goes through the whole page and out of it at the end', async ({ site, page }) => {
  await new Walk(page, site.url, 'step-by-step').open('step=mask&layer=1', '');
  const last = await page.locator('#summary a:visible').last().textContent();
  await tabTo(page, ({ inside }) => inside);
  await tabTo(page, ({ tag, inside, label }) => !inside && tag === 'a' && last.startsWith(label.slice(0, 20)));
});

test('Shift+Tab goes through the page backwards and out of it at the top', async ({ site, page }) => {
  const walk = new Walk(page, site.url, 'step-by-step');
  await walk.open('step=mask&layer=1', '');
  await walk.button('back').focus();
  await tabTo(page, ({ className }) => className === 'forward');
  await tabTo(page, ({ tag }) => tag === 'input', 'Shift+Tab');
  await tabTo(page, ({ tag, inside }) => tag === 'button' && !inside, 'Shift+Tab');
});

test('the choices, the followed token and the speed, by keyboard', async ({ walk, page }) => {
  await walk.open('step=softmax');
  await tabTo(page, ({ tag, name }) => tag === 'input' && name === 'token');
  await page.keyboard.press('ArrowRight');
  expect((await walk.state()).token).toBe(7);
  await tabTo(page, ({ name }) => name === 'mask');
  await page.keyboard.press('ArrowRight');
  expect((await walk.state()).mask).toBe('causal');
  await tabTo(page, ({ name }) => name === 'head');
  await page.keyboard.press('ArrowRight');
  expect((await walk.state()).head).toBe(1);
  await tabTo(page, ({ className }) => className === 'speed');
  await page.keyboard.press('ArrowDown');
  expect((await walk.state()).speed).toBe('2');
  expect((await walk.state()).step).toBe('softmax');
});

test('the scrub bar says where it is and reaches both ends', async ({ walk, page }) => {
  await walk.open('step=score');
  const bar = walk.element.locator('.scrub input');
  await tabTo(page, ({ tag, label }) => tag === 'input' && label === '进度');
  await expect(bar).toHaveAttribute('aria-valuetext', new RegExp(`第 7 步，共 ${WALKED.length} 步`));
  await page.keyboard.press('End');
  await expect(bar).toHaveAttribute('aria-valuetext', new RegExp(`第 ${WALKED.length} 步`));
  await page.keyboard.press('Home');
  await expect(bar).toHaveAttribute('aria-valuetext', /第 1 步/);
});
