// What the figures hand out as files: one tensor, and one file that NumPy computes once more.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { takeApart } from '../engine/files.js';
import { run, valueOf } from './engine.js';
import { FIGURES, HEADS, LAYERS, openFigure, toolsOf, ownEngine, runChanged } from './figures.js';
import { readNumbers } from './read.js';
import { expect, test } from './walk.js';

const SCRIPT = fileURLToPath(new URL('../../web/model/verify.py', import.meta.url));

const python = ['python3', '/usr/bin/python3'].find((name) => spawnSync(name, ['-c', 'import numpy']).status === 0);

/** The file that a click hands out: its name, its path, its bytes. */
async function taken(page, click) {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  const path = await download.path();
  return { name: download.suggestedFilename(), path, bytes: readFileSync(path) };
}

const tool = async (walk, name) => (await toolsOf(walk)).getByRole('button', { name, exact: true });

const take = (walk, page, name) => taken(page, async () => (await tool(walk, name)).click());

test.describe('one tensor', () => {
  const asked = {
    'four-steps': [
      'fault=mask_after_softmax&mask=causal&layer=1&head=2',
      { fault: 'mask_after_softmax', mask: 'causal' },
    ],
    qkv: ['context=b&head=3', { context: 'b' }],
    'multi-head': ['layer=1&off=1.2', { headsOff: [{ layer: 1, head: 2 }] }],
    context: ['layer=1&head=2&cuts=1.*.6.0', { cuts: [{ layer: 1, query: 6, key: 0 }] }],
  };
  const place = (value) => (value === undefined ? undefined : Number(value));

  for (const figure of FIGURES) {
    test(`${figure}: CSV and JSON hold each drawn tensor whole, to the last bit`, async ({ walk, page }) => {
      const [link, options] = asked[figure];
      await openFigure(walk, figure, link);
      const numbers = await run(options);
      const select = (await toolsOf(walk)).locator('select');
      await expect(select).toHaveCount(1);
      const offered = await select
        .locator('optgroup')
        .first()
        .locator('option')
        .evaluateAll((all) => all.map(({ value }) => value));
      const drawn = new Set(
        (await readNumbers(walk))
          .filter(({ isCell }) => isCell)
          .map(({ tensor, layer, head }) => [tensor, layer, head].filter((part) => part !== undefined).join(':')),
      );
      expect(new Set(offered)).toEqual(drawn);
      for (const option of offered.filter((_, i) => i % 3 === 0 || i === offered.length - 1)) {
        const [tensor, layer, head] = option.split(':');
        const { data, shape } = numbers.get(tensor, place(layer), place(head));
        await select.selectOption(option);
        const csv = await take(walk, page, 'CSV');
        const cells = csv.bytes
          .toString()
          .trim()
          .split('\n')
          .map((line) => line.split(',').map((text) => Math.fround(Number(text))));
        expect(cells.flat(), option).toEqual([...data]);
        expect(cells[0].length).toBe(shape.at(-1));
        const json = await take(walk, page, 'JSON');
        expect([csv.name, json.name].map((name) => name.startsWith(tensor))).toEqual([true, true]);
        const parsed = JSON.parse(json.bytes.toString());
        expect([parsed.shape, parsed.data.map((value) => Math.fround(Number(value)))], option).toEqual([
          shape,
          [...data],
        ]);
        expect(parsed.name).toBe(option);
      }
    });
  }

  test('any tensor of the state, drawn or not, each once: all that a run leaves and every weight', async ({
    walk,
    page,
  }) => {
    const options = { context: 'b', mask: 'causal', cuts: [{ layer: 0, query: 12, key: 3 }] };
    await openFigure(walk, 'context', 'context=b&mask=causal&cuts=0.*.12.3&heads=mean');
    const [numbers, { trace, model }] = [await run(options), await runChanged(() => {}, options)];
    const nameOf = ({ name, layer = -1, head = -1 }) => [name, layer, head].filter((part) => part !== -1).join(':');
    const effects = LAYERS.flatMap((layer) => HEADS.map((head) => ({ name: 'effect', layer, head })));
    const all = [...trace.tensors(), ...model.weights(), ...effects].map(nameOf);
    expect(all.length).toBeGreaterThan(150);
    const select = (await toolsOf(walk)).locator('select');
    const offered = await select.locator('option').evaluateAll((list) => list.map(({ value }) => value));
    expect([...offered].sort()).toEqual([...all].sort());
    // A browser hands out no more than a few files from one page, so some come in one form and some in the other.
    for (const [option, form] of [
      ['row_max:1:3', 'CSV'],
      ['exp:0:2', 'JSON'],
      ['head_contribution:1:1', 'CSV'],
      ['logits', 'JSON'],
      ['prediction.bias', 'CSV'],
      ['attention.output.weight:1', 'JSON'],
      ['token_embedding.weight', 'CSV'],
    ]) {
      const [tensor, layer, head] = option.split(':');
      const { data, shape } = numbers.get(tensor, place(layer), place(head));
      await select.selectOption(option);
      const text = (await take(walk, page, form)).bytes.toString();
      const {
        name,
        shape: said,
        data: values,
      } = form === 'JSON' ? JSON.parse(text) : { name: option, shape, data: text.trim().split(/[\n,]/) };
      expect([name, said], option).toEqual([option, shape]);
      expect(
        values.map((value) => Math.fround(Number(value))),
        option,
      ).toEqual([...data]);
    }
  });

  test('−∞ comes through both, and files of the walk are the walk’s', async ({ walk, page }) => {
    await walk.open('build=simd&step=mask&mask=causal&layer=1', 'embed.html');
    await (await toolsOf(walk)).locator('select').selectOption('masked:1:0');
    const { data } = (await run({ mask: 'causal' })).get('masked', 1, 0);
    const csv = (await take(walk, page, 'CSV')).bytes.toString();
    expect(
      csv
        .trim()
        .split(/[\n,]/)
        .map((text) => Math.fround(Number(text))),
    ).toEqual([...data]);
    expect(csv.match(/-Infinity/g)).toHaveLength(66);
    const json = JSON.parse((await take(walk, page, 'JSON')).bytes.toString());
    expect(json.data.filter((value) => value === '-Infinity')).toHaveLength(66);
  });

  test('random heads are handed out as themselves, in either layer', async ({ walk, page }) => {
    for (const layer of [0, 1]) {
      await openFigure(walk, 'multi-head', `layer=${layer}&size=8`);
      const [engine, { model, trace }] = [await ownEngine(), await runChanged(() => {})];
      const { vocab_size, d_model, d_ff, max_length } = model.config;
      const random = engine
        .randomModel({ vocab_size, d_model, n_heads: 8, n_layers: 1, d_ff, max_length }, 1)
        .run([...trace.ids]);
      const count = await (await toolsOf(walk)).locator('optgroup').first().locator('option').count();
      expect(count, `layer ${layer}`).toBe(4 + 4 + 3 + 8);
      for (const head of [1, 7]) {
        await (await toolsOf(walk)).locator('select').selectOption({ index: count - 8 + head });
        const cells = (await take(walk, page, 'CSV')).bytes
          .toString()
          .trim()
          .split(/[\n,]/)
          .map((text) => Math.fround(Number(text)));
        expect(cells).toEqual([...random.get('weights', { layer: 0, head }).data]);
      }
    }
  });
});

test.describe('verify it yourself', () => {
  const cases = [
    ['context', 'cuts=*.*.6.0&mentions=together&layer=1', { cuts: [{ query: 6, key: 0 }] }],
    ['context', 'context=a&cuts=1.*.13.7', { context: 'a', cuts: [{ layer: 1, query: 13, key: 7 }] }],
    ['context', 'context=b&mask=causal&position=none', { context: 'b', mask: 'causal', position: 'none' }],
    ['qkv', 'edits=attention.key.weight:0:5:2 attention.value.bias:1:3:-1.5&keys=query', null],
    ['qkv', 'values=input&position=rope', null],
    ...['softmax_columns', 'mask_after_softmax', 'zero_mask', 'no_head_transpose'].map((fault) => [
      'four-steps',
      `fault=${fault}&mask=causal&scale=d_k`,
      { fault, mask: 'causal', scale: 'd_k' },
    ]),
    [
      'multi-head',
      'off=0.1 1.3',
      {
        headsOff: [
          { layer: 0, head: 1 },
          { layer: 1, head: 3 },
        ],
      },
    ],
    ['multi-head', 'size=paper&sentence=它需要获取配置。', null],
  ];
  for (const [figure, link, options] of cases) {
    test(`${figure}, ${link}: NumPy comes to the same numbers, and they are the ones shown`, async ({ walk, page }) => {
      expect(python, 'a python3 with numpy').toBeDefined();
      await openFigure(walk, figure, link);
      const { name, path, bytes } = await taken(page, async () =>
        (await toolsOf(walk)).locator('.verify button').click(),
      );
      expect(name).toMatch(/\.safetensors$/);
      const { status, stdout, stderr } = spawnSync(python, [SCRIPT, path], { encoding: 'utf8' });
      expect([stderr, status], stdout.slice(-400)).toEqual(['', 0]);
      expect(stdout).toMatch(/\b0 of them off/);
      const { header, data } = takeApart(new Uint8Array(bytes));
      const get = (tensor, layer, head) => {
        const where = `${layer === undefined ? '' : `layers.${layer}.`}`;
        const entry =
          header[`trace.${where}${head === undefined ? '' : `heads.${head}.`}${tensor}`] ?? header[`${where}${tensor}`];
        return { data: new Float32Array(data.slice(...entry.data_offsets).buffer), shape: entry.shape };
      };
      const shown = (await readNumbers(walk)).filter(
        ({ tensor }) => tensor !== 'belief' && !/^random\.|_terms$|^effect$/.test(tensor),
      );
      expect(shown.filter((cell) => valueOf({ get }, cell) !== Number(cell.value)).slice(0, 3)).toEqual([]);
      if (options) {
        const { data: own } = (await run(options)).get('residual', 1);
        expect([...get('residual', 1).data]).toEqual([...own]);
      }
    });
  }

  test('the script beside it is the very script', async ({ walk, page }) => {
    await openFigure(walk, 'qkv');
    const { name, bytes } = await taken(page, async () => (await toolsOf(walk)).locator('.verify a').click());
    expect(name).toBe('verify.py');
    expect(bytes.equals(readFileSync(SCRIPT))).toBe(true);
  });

  test('a number changed in the file is found', async ({ walk, page }) => {
    await openFigure(walk, 'four-steps');
    const { bytes } = await taken(page, async () => (await toolsOf(walk)).locator('.verify button').click());
    const { header } = takeApart(new Uint8Array(bytes));
    const [start] = header['trace.layers.1.heads.2.weights'].data_offsets;
    const length = Number(bytes.readBigUInt64LE(0));
    bytes.writeFloatLE(bytes.readFloatLE(8 + length + start) + 0.01, 8 + length + start);
    const changed = test.info().outputPath('changed.safetensors');
    writeFileSync(changed, bytes);
    const { status, stdout } = spawnSync(python, [SCRIPT, changed], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout).toMatch(/layers\.1\.heads\.2\.weights {2}DIFFERS/);
  });
});
