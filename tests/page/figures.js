// What the tests of single figures share: opening one, comparing what it draws with Node's engine, and an engine of
// their own whose weights a test may change.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { encoderUrl, loadEngine } from '../../web/model/index.js';
import { runModel, valueOf } from './engine.js';
import { parse, readNumbers } from './read.js';
import { CONFIG, expect } from './walk.js';

export const FIGURES = ['context', 'qkv', 'four-steps', 'multi-head'];
export const T = 12;
export const D = CONFIG.d_model;
export const K = CONFIG.d_model / CONFIG.n_heads;
export const LAYERS = Array.from({ length: CONFIG.n_layers }, (_, i) => i);
export const HEADS = Array.from({ length: CONFIG.n_heads }, (_, i) => i);
/** Edges of one token of the article's that sees all. */
export const EDGES = CONFIG.n_layers * CONFIG.n_heads * T;
/** Where 它 stands in the article's sentence. */
export const IT = 6;

export const range = (n) => Array.from({ length: n }, (_, i) => i);

/** Opens one figure alone on its page; the build is the one that the numbers are compared with. */
export const openFigure = (walk, figure, link = '') =>
  walk.open(`build=simd&figure=${figure}${link && '&'}${link}`, 'embed.html');

/** An engine of the test's own, since it may change weights. */
export const ownEngine = () => loadEngine({ build: 'simd' });

/** Runs the shipped model after `change` has been at its weights; options as of runModel. */
export async function runChanged(change, options) {
  const model = await (await ownEngine()).loadModel(encoderUrl);
  change(model);
  return { ...runModel(model, options), model };
}

/** The drawn numbers that are not what Node computed, in their data or in what is read out. */
export function differences(drawn, numbers) {
  return drawn.flatMap((shown) => {
    const { tensor, layer, head, row, column, value, label, isCell } = shown;
    const expected = valueOf(numbers, shown);
    const name = `${tensor} ${layer} ${head} [${row}, ${column}]`;
    if (expected === undefined) return [`${name} does not exist`];
    if (Number(value) !== expected) return [`${name}: data ${value}, engine ${expected}`];
    const spoken = isCell ? label.split(/[：:]\s*/).at(-1) : null;
    const says =
      spoken === null || (expected === -Infinity ? spoken === '\u2212∞' : Math.fround(parse(spoken)) === expected);
    return says ? [] : [`${name}: spoken "${label}", engine ${expected}`];
  });
}

/** Holds every drawn number against Node's, and that at least these tensors are there, with so many cells each. */
export async function expectSame(walk, numbers, whole = {}) {
  const drawn = await readNumbers(walk);
  expect(differences(drawn, numbers).slice(0, 4)).toEqual([]);
  const cells = (tensor) =>
    new Set(drawn.filter((shown) => shown.tensor === tensor).map(({ head, row, column }) => `${head} ${row} ${column}`))
      .size;
  const counted = Object.fromEntries(Object.keys(whole).map((tensor) => [tensor, cells(tensor)]));
  expect(counted).toEqual(whole);
  return drawn;
}

/** The options of Node's engine for a state of the page. */
export const asMask = (mask) => (mask === 'causal' ? 'causal' : 'none');

/** Numbers on a tensor's cells, row by row, as drawn. */
export async function matrixOf(walk, tensor, { layer, head } = {}) {
  const rows = [];
  for (const shown of await readNumbers(walk)) {
    if (
      shown.tensor !== tensor ||
      !shown.isCell ||
      (layer !== undefined && shown.layer !== layer) ||
      (head !== undefined && shown.head !== head)
    )
      continue;
    (rows[shown.row] ??= [])[shown.column] = Number(shown.value);
  }
  return rows;
}

export const sum = (list) => list.reduce((total, value) => total + value, 0);

/** What a figure lets a reader take away, its menu opened if it was not. */
export async function toolsOf(walk) {
  const menu = walk.element.locator('details.take');
  if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click();
  const tools = menu.locator('.tools');
  await tools.waitFor();
  return tools;
}

/** Picks one of a row of choices as a reader with a mouse would. */
export async function choose(walk, name, value) {
  await walk.element
    .locator(`input[type=radio][name="${name}"]`)
    .and(walk.element.locator(`input[value="${value}"]`))
    .evaluate((input) => input.closest('label').scrollIntoView({ block: 'center' }));
  await walk.element.locator(`label:has(> input[name="${name}"][value="${value}"])`).click();
  await walk.drawn();
}

export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
