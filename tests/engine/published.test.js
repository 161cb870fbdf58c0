// The built site and the package as they would be published: that they hold what was tested.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { BUILDS } from '../../web/engine/build.js';
import { Engine } from '../../web/engine/engine.js';
import { loadAttention } from '../../web/engine/attention.js';
import { MODELS, encoderUrl, loadEngine, modelUrl } from '../../web/model/index.js';
import baked from '../../web/story/baked.generated.js';
import * as js from '../shape/js.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SITE = path.join(ROOT, '.build/site');
const site = (file) => readFileSync(path.join(SITE, file));
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
const list = (ending) => readdirSync(SITE).filter((name) => name.endsWith(ending));

describe('published: the site', () => {
  it('holds the very wasm files and models that the tests run, and no model of others', () => {
    for (const build of BUILDS)
      assert.equal(hash(site(`engine/attn.${build}.wasm`)), hash(readFileSync(Engine.url(build))), build);
    const folders = readdirSync(path.join(SITE, 'models'), { withFileTypes: true }).filter((one) => one.isDirectory());
    assert.deepEqual(folders.map(({ name }) => name).sort(), [...MODELS].sort());
    for (const name of MODELS) {
      const own = (file) => readFileSync(new URL(file, modelUrl(name)));
      assert.equal(hash(site(`models/${name}/model.safetensors`)), hash(own('model.safetensors')), name);
      for (const file of ['config.json', 'tokenizer.json', 'measures.json'])
        // laid out without spaces there
        assert.deepEqual(JSON.parse(site(`models/${name}/${file}`)), JSON.parse(own(file)), `${name}/${file}`);
    }
  });

  it('names its own files only by relative paths that exist', () => {
    const named = [
      ...list('.html').flatMap((file) => [
        ...String(site(file)).matchAll(/<(?:script|link|img|iframe)\b[^>]*?\s(?:src|href)="([^"]*)"/g),
      ]),
      ...list('.js').flatMap((file) => [...String(site(file)).matchAll(/new URL\("([^"]*)",\s*import\.meta\.url\)/g)]),
    ].map(([, target]) => target);
    assert.ok(named.length >= BUILDS.length + 1, `${named}`);
    for (const target of named) {
      assert.doesNotMatch(target, /^(?:\/|[a-z]+:)/, 'an absolute address');
      assert.ok(existsSync(path.join(SITE, target.replace(/[?#].*/, ''))), `${target} is not in the site`);
    }
  });

  it('has everything in its bundles but Node', () => {
    for (const file of list('.js')) {
      const outside = js.imports(String(site(file))).filter((name) => !/^\.\/[\w.-]+\.js$/.test(name));
      assert.deepEqual(
        [...new Set(outside)].filter((name) => !name.startsWith('node:')),
        [],
        file,
      );
    }
  });
});

describe('published: the first frame', () => {
  it('is what the engine computes, bit by bit', async () => {
    const engine = await loadEngine({ build: 'scalar' });
    const model = await engine.loadModel(encoderUrl);
    const trace = model.run(baked.tokens.map(({ id }) => id));
    assert.equal(baked.tokens.map(({ glyph }) => glyph).join(''), '服务 A调用了配置中心 B，因为它需要获取最新配置。');
    assert.deepEqual(baked.candidates, trace.candidates);
    const { n_heads: heads, n_layers: layers, pronoun_id: pronoun } = model.config; // the picture is of the last layer
    assert.equal(baked.row, trace.ids.indexOf(pronoun)); // and of one row
    const drawn = ['belief', 'probabilities', ...Array(heads).fill('weights')];
    assert.deepEqual(baked.tensors.map(({ name }) => name).sort(), drawn);
    assert.ok(baked.tensors.every(({ name, layer }) => name !== 'weights' || layer === layers - 1));
    for (const { name, layer, head, shape, data } of baked.tensors) {
      const expected = trace.get(name, { layer, head });
      assert.deepEqual(shape, expected.shape);
      const [, wide] = shape;
      const row = expected.data.slice(baked.row * wide, (baked.row + 1) * wide);
      const known = row.map((value, i) => (data[i] === null ? NaN : value)); // of the words, the candidates alone
      const given = Float32Array.from(data.map((value) => value ?? NaN));
      assert.deepEqual(given, known, `${name} ${layer} ${head}`);
      if (name === 'probabilities') assert.ok(trace.candidates.every((id) => data[id] !== null));
    }
  });
});

describe('published: the package', () => {
  it('lets others import the engine by its name', async () => {
    const own = await import('token-walk/engine');
    assert.equal(own.loadEngine, loadEngine);
    assert.equal((await import('token-walk/attention')).loadAttention, loadAttention);
  });

  it('brings attention alone without the traced engine: a bundler copies three modules, not six', async () => {
    const { metafile } = await bundle({
      entryPoints: [path.join(ROOT, 'web/engine/attention.js')],
      bundle: true,
      format: 'esm',
      external: ['node:*'],
      metafile: true,
      write: false,
    });
    const parts = Object.keys(metafile.inputs).map((file) => path.basename(file));
    assert.ok(parts.includes('multi-head.js'));
    assert.deepEqual(
      parts.filter((name) => ['engine.js', 'trace.js'].includes(name)),
      [],
    );
  });

  it('holds every file that its exports name, built ones included', () => {
    const { exports } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    // Older and newer npm wrap the answer differently: a list, or an object by name.
    const [packed] = Object.values(
      JSON.parse(
        execFileSync('npm', ['pack', '--dry-run', '--json'], {
          cwd: ROOT,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      ),
    );
    const files = new Set(packed.files.map((file) => `./${file.path}`));
    for (const target of [
      ...Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? entry : Object.values(entry))),
      './web/draw/formulas.generated.js',
      './web/story/baked.generated.js',
    ]) {
      assert.ok(files.has(target), `${target} is not in the package`);
    }
  });
});
