// The d_k slider of the four-steps figure: what scaling does to softmax, by the engine's own draws, made again here
// with the same seed, and held against the table of another program.

import { choose, openFigure, ownEngine, range } from './figures.js';
import { parse } from './read.js';
import { expect, test } from './walk.js';

const NAMES = ['spread', 'largest_weight', 'entropy', 'gradient'];
const LOOKS = ['raw median', 'raw mean', 'scaled median', 'scaled mean'];
const WIDTHS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const DRAWS = { keys: 16, draws: 400, seed: 1 };

/** The four charts: the dots at the slider's place and the curves, by their looks. */
const chartsOf = (walk) =>
  walk.stage.locator('.curves').evaluateAll((charts) =>
    charts.map((chart) => ({
      title: chart.querySelector('.caption').textContent.trim(),
      here: Number(chart.querySelector('.here').getAttribute('x1')),
      dots: Object.fromEntries(
        [...chart.querySelectorAll('.dot')].map((dot) => [
          dot.dataset.look,
          {
            value: Number(dot.dataset.value),
            label: dot.getAttribute('aria-label'),
            x: Number(dot.getAttribute('cx')),
            y: Number(dot.getAttribute('cy')),
          },
        ]),
      ),
      curves: Object.fromEntries(
        [...chart.querySelectorAll('.curve')].map((curve) => [
          curve.getAttribute('class').replace('curve ', ''),
          curve
            .getAttribute('d')
            .split(/[ML]/)
            .filter(Boolean)
            .map((pair) => pair.split(',').map(Number)),
        ]),
      ),
    })),
  );

const slide = async (walk, page, keys) => {
  await walk.element.locator('.own-controls label.slider input').focus();
  for (const key of keys) await page.keyboard.press(key);
  await walk.drawn();
};

test('the dots are the engine’s numbers at every width that the slider can be at', async ({ walk, page }) => {
  await openFigure(walk, 'four-steps');
  const engine = await ownEngine();
  const expectDots = async (dK) => {
    expect((await walk.state()).dk).toBe(dK);
    const expected = engine.saturation({ dK, ...DRAWS });
    const charts = await chartsOf(walk);
    expect(charts).toHaveLength(4);
    charts.forEach(({ dots }, i) =>
      expect(
        Object.fromEntries(Object.entries(dots).map(([look, { value }]) => [look, value])),
        `${NAMES[i]} at ${dK}`,
      ).toEqual(
        Object.fromEntries(
          LOOKS.map((look) => [
            look,
            look.split(' ').reduce((at, part, j) => (j === 0 ? at[part][NAMES[i]] : at[part]), expected),
          ]),
        ),
      ),
    );
    expect(await walk.element.locator('.own-controls label.slider output').textContent()).toBe(String(dK));
  };
  await expectDots(64);
  await slide(walk, page, ['Home']);
  await expectDots(1);
  await slide(walk, page, ['ArrowRight', 'ArrowRight']);
  await expectDots(3);
  await slide(walk, page, ['End']);
  await expectDots(512);
  await slide(walk, page, ['ArrowLeft']);
  await expectDots(511);
});

test('the curves go through the dots at each width of the axis', async ({ walk }) => {
  await openFigure(walk, 'four-steps');
  for (const [i, dk] of WIDTHS.entries()) {
    await walk.set({ dk });
    for (const { title, dots, curves, here } of await chartsOf(walk)) {
      expect(Object.keys(curves).sort(), title).toEqual([...LOOKS].sort());
      for (const look of LOOKS) {
        expect(curves[look]).toHaveLength(WIDTHS.length);
        const [x, y] = curves[look][i];
        expect(Math.abs(x - dots[look].x) + Math.abs(y - dots[look].y), `${title} ${look} at ${dk}`).toBeLessThan(0.25);
        expect(Math.abs(x - here)).toBeLessThan(0.1);
      }
    }
  }
});

test('higher is more, and every dot says its number and which of the four it is', async ({ walk }) => {
  await openFigure(walk, 'four-steps', 'dk=256');
  for (const { title, dots } of await chartsOf(walk)) {
    const order = Object.values(dots).sort((a, b) => a.value - b.value);
    order
      .slice(1)
      .forEach(({ y, value }, i) =>
        expect(y, title).toBeLessThanOrEqual(order[i].y + (value > order[i].value ? 1e-9 : 0)),
      );
    expect(new Set(order.map(({ label }) => label.split(': ')[0])).size, title).toBe(4);
    for (const [look, { label }] of Object.entries(dots)) {
      expect(label).toContain(look.startsWith('raw') ? '不缩放' : '除以');
      expect(label).toContain(look.endsWith('median') ? '中位数' : '平均数');
    }
    for (const { value, label } of order) {
      expect(label).toContain('256');
      expect(Math.abs(parse(label.split(': ').at(-1)) - value)).toBeLessThan(0.000501);
    }
  }
});

// ../shared/tiny-model.md, section 6: 4,000 draws of 16 keys by a program in Python; 400 draws come within a tenth of
// it.
const TABLE = {
  8: {
    spread: 2.83,
    entropy: 1.314,
    largest_weight: 0.561,
    gradient: 0.181,
    scaled_entropy: 2.37,
    scaled_largest_weight: 0.239,
    scaled_gradient: 0.069,
  },
  64: {
    spread: 8.01,
    entropy: 0.413,
    largest_weight: 0.842,
    gradient: 0.288,
    scaled_entropy: 2.357,
    scaled_largest_weight: 0.246,
    scaled_gradient: 0.072,
  },
  512: {
    spread: 22.66,
    entropy: 0.13,
    largest_weight: 0.948,
    gradient: 0.335,
    scaled_entropy: 2.357,
    scaled_largest_weight: 0.247,
    scaled_gradient: 0.072,
  },
};

test('means are those of another program', async ({ walk }) => {
  await openFigure(walk, 'four-steps');
  for (const [dk, row] of Object.entries(TABLE)) {
    await walk.set({ dk: Number(dk) });
    const charts = await chartsOf(walk);
    for (const [name, expected] of Object.entries(row)) {
      const { dots } = charts[NAMES.indexOf(name.replace('scaled_', ''))];
      const { value } = dots[name.startsWith('scaled_') ? 'scaled mean' : 'raw mean'];
      expect(Math.abs(value / expected - 1), `${name} at ${dk}: ${value}`).toBeLessThan(0.12);
    }
  }
});

test('the typical gradient collapses without scaling and the mean one does not, which is why both are drawn', async ({
  walk,
}) => {
  await openFigure(walk, 'four-steps', 'dk=512');
  const { dots } = (await chartsOf(walk))[3];
  expect(dots['raw median'].value).toBeLessThan(0.01);
  expect(dots['raw mean'].value).toBeGreaterThan(0.2);
  expect(dots['scaled median'].value).toBeGreaterThan(0.05);
  const words = (await walk.stage.locator('.caption').allTextContents()).join(' ');
  expect(words).toContain('中位数');
  expect(words).toContain('平均数');
});

test('the slider changes nothing of the sentence, and a link brings it back', async ({ walk, page }) => {
  await openFigure(walk, 'four-steps', 'layer=1');
  const cells = () =>
    walk.stage.locator('[role=gridcell]').evaluateAll((all) => all.map(({ dataset }) => dataset.value).join());
  const before = await cells();
  await slide(walk, page, ['Home', ...range(6).map(() => 'ArrowRight')]);
  expect(await cells()).toBe(before);
  await choose(walk, 'scale', 'none');
  expect(await cells()).not.toBe(before);
  const charts = await chartsOf(walk);
  await walk.open(await walk.link(), 'embed.html');
  expect(await walk.state()).toMatchObject({ figure: 'four-steps', dk: 7, scale: 'none' });
  expect(await chartsOf(walk)).toEqual(charts);
});
