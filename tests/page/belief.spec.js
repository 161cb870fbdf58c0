// The model's belief about 它: as recorded, and as it changes when a reader cuts, masks and restores.

import { recordedBelief, run } from './engine.js';
import { readNumbers } from './read.js';
import { expect, test } from './walk.js';

/** What the model's card says of 服务 A. */
const KNOWN = { none: 0.584, a: 0.94, b: 0.107 };

/** What stands at each name: its probability, and its share of the candidates' if it is one. */
const shown = async (walk) =>
  Object.fromEntries(
    await walk.element.locator('.belief .bar').evaluateAll((bars) =>
      bars.map((bar) => {
        const numbers = [...bar.querySelectorAll('[data-tensor]')].map((one) => one.textContent.trim());
        return [bar.querySelector('dt').textContent.trim(), numbers];
      }),
    ),
  );

const three = (value) => value.toFixed(3);

for (const [context, known] of Object.entries(KNOWN)) {
  test(`服务 A has ${known} of the candidates' part with context ${context}, in numbers and in words`, async ({
    walk,
  }) => {
    await walk.open(`build=simd&context=${context}&step=prediction`);
    const recorded = recordedBelief(context);
    const belief = await walk.belief();
    recorded.forEach((value, i) => expect(Math.abs(belief[i] - value)).toBeLessThan(1e-5));
    const numbers = await run({ context });
    expect(belief).toEqual(numbers.belief);
    const named = 1 - recorded.at(-1);
    const parts = [recorded[0] * named, recorded[1] * named, recorded[2]]; // which add up to 1
    const words = await shown(walk);
    expect(words['服务 A'][1]).toBe(three(known));
    expect(Object.values(words)).toEqual([
      [three(parts[0]), three(recorded[0])],
      [three(parts[1]), three(recorded[1])],
      [three(parts[2])],
    ]);
    await expect(walk.now).toContainText(`服务 A ≈ ${three(parts[0])}`);
  });
}

/** How long each part of a bar is, as a share of all of it, and where it begins. */
const lengths = (parts) =>
  parts.evaluateAll((all) => {
    const boxes = all.map((one) => one.getBoundingClientRect());
    const whole = boxes.at(-1).right - boxes[0].left;
    return boxes.map(({ left, width }) => ({ at: (left - boxes[0].left) / whole, part: width / whole }));
  });

test('one bar holds all that there is: its parts stand end to end and are as long as the probabilities', async ({
  walk,
}) => {
  await walk.open('build=simd&context=a&step=prediction');
  const belief = await walk.belief();
  const parts = [belief[0], belief[1]].map((share) => share * (1 - belief[2]));
  const expected = [...parts, belief[2]];
  for (const bar of [walk.stage.locator('.share .part'), walk.element.locator('.belief .stack i')]) {
    const drawn = await lengths(bar);
    drawn.forEach(({ at, part }, i) => {
      expect(Math.abs(part - expected[i])).toBeLessThan(0.01);
      expect(Math.abs(at - expected.slice(0, i).reduce((sum, value) => sum + value, 0))).toBeLessThan(0.01);
    });
    expect(Math.abs(drawn.reduce((sum, { part }) => sum + part, 0) - 1)).toBeLessThan(0.005);
  }
});

test.describe('cutting 它 → 服务 A in layer 2', () => {
  test('by scissors, changes the belief to what Node computes, and restoring brings back every bit', async ({
    walk,
  }) => {
    await walk.open('build=simd&step=mask&layer=1');
    const before = await walk.belief();
    await walk.cell({ tensor: 'masked', row: 6, column: 0 }).last().focus();
    await walk.element.locator('.scissors button', { hasText: '所有头' }).click();
    const cut = await run({ cuts: [{ layer: 1, query: 6, key: 0 }] });
    expect(cut.belief[0]).not.toBe(before[0]);
    await expect.poll(() => walk.belief()).toEqual(cut.belief);
    await expect(walk.cell({ tensor: 'masked', row: 6, column: 0 }).last()).toHaveAttribute('data-value', '-Infinity');
    for (const head of [0, 1, 2, 3]) {
      await walk.set({ head, step: 'softmax', layer: 1 });
      await expect(walk.cell({ tensor: 'weights', row: 6, column: 0 }).last()).toHaveAttribute('data-value', '0');
    }
    expect(await walk.link()).toContain('cuts=1.*.6.0');
    await walk.set({ step: 'mask', layer: 1, head: 0 });
    await walk.cell({ tensor: 'masked', row: 6, column: 0 }).last().focus();
    await walk.element.locator('.scissors button', { hasText: '接回' }).click();
    await expect.poll(() => walk.belief()).toEqual(before);
    expect(await walk.link()).not.toContain('cuts');
  });

  test('in one head only is another cut than in all', async ({ walk }) => {
    await walk.open('build=simd&step=mask&layer=1&head=0');
    await walk.cell({ tensor: 'masked', row: 6, column: 0 }).last().focus();
    await walk.element.locator('.scissors button', { hasText: '这个头' }).click();
    const one = await run({ cuts: [{ layer: 1, head: 0, query: 6, key: 0 }] });
    const all = await run({ cuts: [{ layer: 1, query: 6, key: 0 }] });
    await expect.poll(() => walk.belief()).toEqual(one.belief);
    expect(one.belief).not.toEqual(all.belief);
    await walk.element.locator('.belief .cuts button').click();
    await expect.poll(() => walk.belief()).toEqual((await run()).belief);
  });

  test('from a link, and a row with every edge cut is zeros and words, never NaN', async ({ walk }) => {
    const cuts = Array.from({ length: 12 }, (_, key) => `1.0.6.${key}`).join('+');
    await walk.open(`build=simd&step=softmax&layer=1&cuts=${cuts}`);
    const row = (await readNumbers(walk)).filter((cell) => cell.tensor === 'weights' && cell.row === 6);
    expect(row.length).toBeGreaterThanOrEqual(12);
    expect(row.filter(({ value }) => value !== '0')).toEqual([]);
    await expect(walk.now).toContainText('一个位置也看不见');
    await walk.go({ step: 'mix', layer: 1 });
    await expect(walk.now).toContainText('零向量');
    expect((await walk.belief()).every(Number.isFinite)).toBe(true);
  });
});

test('encoder, causal, encoder: the first and the third are the same to the last bit', async ({ walk }) => {
  await walk.open('build=simd&step=softmax&layer=1');
  const [first, belief] = [await readNumbers(walk), await walk.belief()];
  await walk.choose('mask', 'causal');
  await expect.poll(() => walk.belief()).toEqual((await run({ mask: 'causal' })).belief);
  expect(await readNumbers(walk)).not.toEqual(first);
  await walk.choose('mask', 'encoder');
  await expect.poll(() => walk.belief()).toEqual(belief);
  expect(await readNumbers(walk)).toEqual(first);
});

test('a context chosen by its switch is the context of the link', async ({ walk }) => {
  await walk.open('build=simd');
  await walk.choose('context', 'a');
  await expect.poll(() => walk.belief()).toEqual((await run({ context: 'a' })).belief);
  expect(await walk.link()).toContain('context=a');
});
