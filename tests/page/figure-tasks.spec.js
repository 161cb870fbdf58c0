// Tasks on the page: a button does each step, the outcome says what Node's own run says, and the way back leads to the
// link from before. What tasks predict on every model is tests/engine/tasks.test.js.

import { run } from './engine.js';
import { HEADS, IT, LAYERS, T, openFigure, ownEngine, range, runChanged, sum } from './figures.js';
import { rows } from './four-steps.js';
import { keysAsQueries, valuesAsInputs } from './qkv.js';
import { focused } from './read.js';
import { GLYPHS, expect, test } from './walk.js';

const fixed = (value, digits) => value.toFixed(digits).replace('-', '\u2212');
const pct = (value) => `${(value * 100).toFixed(1)}%`;

const taskOf = (walk, name) => walk.element.locator(`[data-task="${name}"]`);

/** Presses the button of each step; before the last nothing is said. */
async function doAll(walk, name, steps) {
  const task = taskOf(walk, name);
  const buttons = task.locator('.steps button[aria-pressed]');
  await expect(buttons).toHaveCount(steps);
  for (const step of range(steps)) {
    await expect(task.locator('.outcome')).toHaveCount(0);
    await buttons.nth(step).click();
    await walk.drawn();
  }
  await expect(buttons.last()).toHaveAttribute('aria-pressed', 'true');
  return task.locator('[aria-live=polite] .outcome').textContent();
}

/** What a link says, in whatever order. */
const linked = async (walk) => [...new URLSearchParams(await walk.link())].map(String).sort();

/** Does a task, looks at what it says, and takes the way back; the keyboard stays inside the task. */
async function tryOut(walk, name, steps, says) {
  const before = await linked(walk);
  const said = await doAll(walk, name, steps);
  for (const part of await says(said)) expect(said, name).toContain(part);
  expect(await linked(walk)).not.toEqual(before);
  await taskOf(walk, name).getByRole('button', { name: '复原' }).click();
  await walk.drawn();
  expect(await linked(walk), name).toEqual(before);
  await expect(taskOf(walk, name).locator('.outcome')).toHaveCount(0);
  expect(await focused(walk.page)).toMatchObject({ tag: 'button' });
}

const weightsOf = ({ get }, layer = 0) => HEADS.flatMap((head) => [...get('weights', layer, head).data]);

const differing = (a, b) => a.filter((value, i) => value !== b[i]).length;

test('qkv: W_K := W_Q and V := X', async ({ walk }) => {
  await openFigure(walk, 'qkv');
  const plain = await run();
  await tryOut(walk, 'keys', 1, async (said) => {
    const { get } = await runChanged(keysAsQueries);
    const [scores, weights] = ['scores', 'weights'].map((name) => rows(get(name, 0, 0)));
    const pairs = range(T).flatMap((i) => range(i).map((j) => [i, j]));
    const gap = ([i, j]) => Math.abs(weights[i][j] - weights[j][i]);
    const [i, j] = pairs.reduce((far, pair) => (gap(pair) > gap(far) ? pair : far));
    expect(said).not.toContain(fixed(rows(plain.get('scores', 0, 0))[i][j], 2));
    return [
      `「${GLYPHS[i]}」和「${GLYPHS[j]}」`,
      `都是 ${fixed(scores[i][j], 2)}`,
      `是 ${fixed(weights[i][j], 3)}，反过来是 ${fixed(weights[j][i], 3)}`,
    ];
  });
  await tryOut(walk, 'values', 1, async () => {
    const changed = await runChanged(valuesAsInputs);
    const z = ({ get }) => HEADS.flatMap((head) => [...get('head_output', 0, head).data]);
    expect(differing(weightsOf(plain), weightsOf(changed))).toBe(0);
    const [all, next] = [weightsOf(plain).length, differing(weightsOf(plain, 1), weightsOf(changed, 1))];
    return [
      `${all} 个权重逐个相同`,
      `Z 的 ${z(plain).length} 个数却变了 ${differing(z(plain), z(changed))} 个`,
      `那里 ${all} 个权重变了 ${next} 个`,
    ];
  });
});

test('context: two edges, one after the other, and what a reader had cut comes back', async ({ walk }) => {
  await openFigure(walk, 'context', 'cuts=0.1.6.3');
  await tryOut(walk, 'edges', 2, async () => {
    const [first, second] = await taskOf(walk, 'edges').locator('button[aria-pressed]').allTextContents();
    const cutOf = (label) => {
      const [, layer, head, to, weight] = /第 (\d) 层头 (\d) 的「它 → (.+?)」（权重 ≈ ([\d.]+)）/.exec(label);
      return { layer: layer - 1, head: head - 1, to, weight };
    };
    const whole = await run();
    const [thick, thin] = await Promise.all(
      [first, second].map(cutOf).map(async ({ layer, head, to, weight }) => {
        const row = rows(whole.get('weights', layer, head))[IT];
        const key = row.findIndex((value, i) => GLYPHS[i] === to && value.toFixed(2) === weight);
        return { weight, belief: (await run({ cuts: [{ layer, head, query: IT, key }] })).belief[0] };
      }),
    );
    const [base] = whole.belief;
    expect(Number(thick.weight)).toBeGreaterThan(Number(thin.weight));
    expect(Math.abs(thin.belief - base)).toBeGreaterThan(Math.abs(thick.belief - base));
    return [
      `原来是 ${fixed(base, 3)}`,
      `（权重 ${thick.weight}），变成 ${fixed(thick.belief, 3)}`,
      `（权重 ${thin.weight}），变成 ${fixed(thin.belief, 3)}`,
    ];
  });
});

test('four-steps: no scaling, three wrong ways, wide keys', async ({ walk }) => {
  await openFigure(walk, 'four-steps');
  await tryOut(walk, 'scale', 1, async () => {
    const [small, large] = await Promise.all(
      ['sqrt(d_k)', 'none'].map(async (scale) => Math.max(...rows((await run({ scale })).get('weights', 0, 0))[IT])),
    );
    return [`从 ${pct(small)} 到 ${pct(large)}`];
  });
  await tryOut(walk, 'columns', 1, async () => {
    const sums = rows((await run({ fault: 'softmax_columns' })).get('weights', 0, 0)).map(sum);
    const far = sums.reduce((most, one, i) => (Math.abs(one - 1) > Math.abs(sums[most] - 1) ? i : most), 0);
    return [`「${GLYPHS[far]}」这行是 ${fixed(sums[far], 3)}`];
  });
  await tryOut(walk, 'zero', 2, async () => {
    const weights = rows((await run({ fault: 'zero_mask', mask: 'causal' })).get('weights', 0, 0));
    const hidden = weights.flatMap((row, i) => row.slice(i + 1));
    return [`${(T * (T - 1)) / 2} 个看不见的位置`, `${hidden.length} 个有了权重`, pct(Math.max(...hidden))];
  });
  await tryOut(walk, 'late', 2, async () => {
    const sums = rows((await run({ fault: 'mask_after_softmax', mask: 'causal' })).get('weights', 0, 0)).map(sum);
    const least = sums.indexOf(Math.min(...sums));
    return [`${T} 行里有 ${T - 1} 行`, `「${GLYPHS[least]}」这行：${fixed(sums[least], 3)}`];
  });
  await tryOut(walk, 'width', 1, async () => {
    const engine = await ownEngine();
    return [64, 512].map((dK) => {
      const { raw, scaled } = engine.saturation({ dK, keys: 16, draws: 400, seed: 1 });
      return `${fixed(raw.gradient.median, 3)} 对 ${fixed(scaled.gradient.median, 3)}`;
    });
  });
});

test('four-steps: a wrong way that hides nothing says so, and offers the mask that does', async ({ walk }) => {
  await openFigure(walk, 'four-steps', 'fault=zero_mask');
  const [wrong, right] = [await run({ fault: 'zero_mask' }), await run()];
  const all = LAYERS.flatMap((layer) => weightsOf(right, layer));
  expect(LAYERS.flatMap((layer) => weightsOf(wrong, layer))).toEqual(all);
  const note = walk.element.locator('.idle');
  await expect(note).toContainText(`${all.length} 个权重`);
  await note.getByRole('button').click();
  await walk.drawn();
  await expect(note).toHaveCount(0);
  expect(await walk.state()).toMatchObject({ mask: 'causal', fault: 'zero_mask' });
  await expect(taskOf(walk, 'zero').locator('.outcome')).toBeVisible();
});

test('multi-head: two heads of the last layer, and the same width in 1 and 8', async ({ walk }) => {
  await openFigure(walk, 'multi-head');
  const layer = LAYERS.at(-1);
  await tryOut(walk, 'pulls', 2, async () => {
    const without = await Promise.all(
      HEADS.map(async (head) => ({ head, belief: (await run({ headsOff: [{ layer, head }] })).belief[0] })),
    );
    const sorted = without.sort((a, b) => a.belief - b.belief);
    const told = ({ head, belief }, how) => `只关头 ${head + 1}，${how} ${fixed(belief, 3)}`;
    return [`原来是 ${fixed((await run()).belief[0], 3)}`, told(sorted[0], '降到'), told(sorted.at(-1), '升到')];
  });
  await tryOut(walk, 'split', 2, () => ['1 个头 48 维，8 个头每个 6 维', (4 * 48 * 48).toLocaleString('en')]);
});
