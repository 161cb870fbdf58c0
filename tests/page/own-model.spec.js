// A model with other settings than the shipped ones: what is said of a cell follows the model, and is
// true of its numbers.

import { makeConfig, randomWeights, smallFiles } from '../engine/small.js';
import { parse } from './read.js';
import { Walk, expect, served, test } from './walk.js';

/** Opens a walk through a small model of these settings on three of its words. */
async function open(page, changes, attributes, use) {
  const config = makeConfig(changes);
  const { tokenizer, weights } = smallFiles(config, randomWeights(config));
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>own</title><link rel="icon" href="icon.svg">
<script type="module" src="token-walk.js"></script>
<token-walk src="own/" sentence="w1 w2 w3" build="simd" lang="en" ${attributes}></token-walk></html>`;
  const rules = [
    { match: /^\/own\/config\.json/, type: 'application/json', body: JSON.stringify(config) },
    { match: /^\/own\/tokenizer\.json/, type: 'application/json', body: JSON.stringify(tokenizer) },
    { match: /^\/own\/model\.safetensors/, type: 'application/octet-stream', body: weights },
    { match: /^\/post/, type: 'text/html', body: html },
  ];
  await served({ rules }, async ({ url }) => {
    const walk = new Walk(page, url);
    await page.goto(`${url}post`);
    await walk.ready();
    await use(walk, config);
  });
}

/** The numbers of the one line of arithmetic, in order. */
const numbers = async (walk) =>
  ((await walk.element.locator('.unfold .equation').textContent()).match(/\u2212?\d+(\.\d+)?/g) ?? []).map(parse);

for (const scale of ['none', 'sqrt(d_model)']) {
  test(`embeddings of a model with embedding_scale "${scale}" are what is said of them`, async ({ page }) => {
    await open(page, { embedding_scale: scale }, 'step="embedding"', async (walk, { d_model: width }) => {
      for (const column of [0, 5, 11]) {
        await walk.cell({ tensor: 'embedding', row: 2, column }).last().focus();
        const said = await numbers(walk);
        const [first, by] = said;
        const factor = said.length === 3 ? by : 1;
        expect(Math.abs(first * factor - said.at(-1))).toBeLessThan(1e-5);
        expect(Math.abs(factor - (scale === 'none' ? 1 : Math.sqrt(width)))).toBeLessThan(1e-6);
      }
      const words = [walk.now, walk.element.locator('.lead'), walk.element.locator('.formula')];
      await walk.set({ cell: null });
      for (const one of words)
        expect(/√|multiplied/.test(await one.textContent()) || (await one.locator('msqrt').count()) > 0).toBe(
          scale !== 'none',
        );
      const signs = await walk.stage.locator('.operator').allTextContents();
      expect(signs.some((sign) => sign.startsWith('×'))).toBe(scale !== 'none');
    });
  });
}

/** x · Φ(x), by the midpoint rule over the normal density. */
function gelu(x) {
  const steps = 4000;
  const width = (x + 8) / steps;
  let sum = 0;
  for (let i = 0; i < steps; i += 1) sum += Math.exp(-((-8 + (i + 0.5) * width) ** 2) / 2) * width;
  return (x * sum) / Math.sqrt(2 * Math.PI);
}

const ACTIVATIONS = { relu: { name: 'ReLU', of: (x) => Math.max(0, x) }, gelu: { name: 'GELU', of: gelu } };

for (const [activation, { name, of }] of Object.entries(ACTIVATIONS)) {
  test(`a model with ${activation} is shown with ${activation}`, async ({ page }) => {
    await open(page, { activation }, 'step="feed-forward" layer="1"', async (walk) => {
      for (const column of [0, 3, 7]) {
        await walk.cell({ tensor: 'feed_forward_hidden', row: 2, column }).focus();
        expect(await walk.element.locator('.unfold .equation').textContent()).toContain(`${name}(`);
        const [x, y] = await numbers(walk);
        expect(Math.abs(of(x) - y), `${name}(${x})`).toBeLessThan(1e-3);
      }
      const formula = await walk.element.locator('.formula').textContent();
      expect([/max/.test(formula), /GELU/.test(formula)]).toEqual([activation === 'relu', activation === 'gelu']);
    });
  });
}
