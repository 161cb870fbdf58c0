import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BUILDS, isSupported } from '../../web/engine/build.js';
import { Engine } from '../../web/engine/engine.js';
import { LoadError, loadEngine } from '../../web/model/index.js';
import { fakeEngine } from './fake.js';
import { serveDuring } from './site.js';

const HTML = '<!doctype html><title>Not found</title>';
const WASM = 'application/wasm';
const wasm = (options) => ({ body: fakeEngine(options), type: WASM });

/** For a suite: its server, and `load`, which serves by the rules and loads from there. */
function loading() {
  const server = serveDuring(new URL('../../web/engine/', import.meta.url));
  const load = (rules, options = {}) => {
    server.follow(rules);
    return loadEngine({ url: server.url, build: 'scalar', ...options });
  };
  return { server, load };
}

async function failure(promise, code) {
  const error = await promise.then(
    () => assert.fail(`expected ${code}, but it loaded`),
    (reason) => reason,
  );
  assert.ok(error instanceof LoadError, `expected a LoadError, got ${error.stack}`);
  assert.equal(error.code, code);
  assert.match(error.message, /[.]$/u);
  return error;
}

const all = (rule) => [{ match: /attn\./, ...rule }];

describe('load: the published files', () => {
  const { server, load } = loading();

  for (const build of BUILDS) {
    it(`${build} proves itself, or says why it cannot`, async () => {
      if (await isSupported(build)) {
        const engine = await loadEngine({ build });
        assert.equal(engine.build, build);
        assert.deepEqual(engine.notes, []);
      } else {
        await failure(loadEngine({ build }), 'no_simd');
      }
    });
  }

  it('auto takes the best build that this Node can run, and notes each better one', async () => {
    const supported = [];
    for (const build of BUILDS) if (await isSupported(build)) supported.push(build);
    const engine = await loadEngine();
    assert.equal(engine.build, supported[0]);
    assert.deepEqual(
      engine.notes.map(({ build, reason }) => [build, reason]),
      BUILDS.slice(0, BUILDS.indexOf(supported[0])).map((build) => [build, 'no_simd']),
    );
  });

  it('come from a folder, absolute or relative', async () => {
    for (const url of [
      new URL('.', Engine.url('scalar')),
      String(new URL('.', Engine.url('scalar'))),
      './',
      '../engine/',
    ]) {
      assert.equal((await loadEngine({ url, build: 'scalar' })).build, 'scalar');
    }
  });

  it('come from bytes, from a compiled module, and over the network alike', async () => {
    const { readFile } = await import('node:fs/promises');
    const bytes = await readFile(Engine.url('scalar'));
    const module = await WebAssembly.compile(bytes);
    const engines = [await loadEngine({ bytes }), await loadEngine({ module }), await load([])];
    for (const engine of engines) assert.equal(engine.build, 'scalar');
    assert.equal(engines[1].module, module);
    assert.deepEqual(server.requests, ['/attn.scalar.wasm']);
  });
});

describe('load: what servers do', () => {
  const { server, load } = loading();

  it('a wrong type costs no second request', async () => {
    for (const type of ['text/plain', 'application/octet-stream', '']) {
      const engine = await load(all({ type }));
      assert.equal(engine.build, 'scalar');
      assert.equal(server.requests.length, 1);
    }
  });

  it('a missing file is named with its status', async () => {
    const error = await failure(load(all({ status: 404, body: HTML })), 'not_found');
    assert.deepEqual([error.details.url, error.details.status], [`${server.url}attn.scalar.wasm`, 404]);
    assert.equal(server.requests.length, 1);
  });

  it('a page in place of the file is told from a damaged file, whatever its type', async () => {
    for (const type of ['text/html', WASM]) {
      for (const body of [HTML, `\ufeff\n  ${HTML}`]) {
        const error = await failure(load(all({ body, type })), 'html_instead');
        assert.equal(error.details.url, `${server.url}attn.scalar.wasm`);
        assert.equal(server.requests.length, 1);
      }
    }
  });

  it('a file cut short, empty or of other bytes is bad, whatever its type', async () => {
    const whole = fakeEngine();
    const bodies = [
      whole.slice(0, 0),
      whole.slice(0, 4),
      whole.slice(0, 8),
      whole.slice(0, -1),
      whole.slice(0, 60),
      new Uint8Array(64).fill(7),
    ];
    for (const body of bodies) {
      for (const type of [WASM, 'text/plain']) await failure(load(all({ body, type })), 'bad_wasm');
    }
  });

  it('a module that is not this engine is bad: another version, wanted imports', async () => {
    await failure(load(all(wasm({ abi: 1 }))), 'bad_wasm');
    await failure(load(all(wasm({ imports: true }))), 'bad_wasm');
  });

  it('a connection dropped once, or a busy server, is tried again', async () => {
    for (const rule of [{ drop: true }, { status: 503 }]) {
      const engine = await load(all({ ...rule, times: 1 }));
      assert.equal(engine.build, 'scalar');
      assert.equal(server.requests.length, 2);
    }
  });

  it('a connection dropped every time is a network failure, after as many tries as asked for', async () => {
    const error = await failure(load(all({ drop: true }), { retries: 2 }), 'network');
    assert.equal(error.details.url, `${server.url}attn.scalar.wasm`);
    assert.equal(server.requests.length, 3);
  });

  it('a server that does not answer is given up after the time-out, once, in words', async () => {
    const error = await failure(load(all({ hang: true }), { timeout: 0.2, build: 'auto' }), 'timeout');
    assert.equal(error.details.seconds, 0.2);
    assert.ok(server.requests.length <= 1, 'not asked again; a busy machine may not even have asked in time');
    const engine = await load([]);
    assert.equal(engine.build, 'scalar', 'a later try goes through');
  });

  it('a caller can stop it', async () => {
    const stop = new AbortController();
    const stopped = load(all({ hang: true, met: () => stop.abort() }), { signal: stop.signal });
    await assert.rejects(stopped, { name: 'AbortError' });
    await assert.rejects(loadEngine({ url: server.url, build: 'scalar', signal: AbortSignal.abort() }), {
      name: 'AbortError',
    });
  });

  it('a file that is not on the disk is not found', async () => {
    const error = await failure(loadEngine({ url: new URL('./no-such.wasm', import.meta.url) }), 'not_found');
    assert.match(error.details.url, /no-such\.wasm$/);
  });
});

describe('load: which build', () => {
  const { server, load } = loading();

  it('a build that computes wrong numbers, or traps, is passed over for the next', async () => {
    for (const selftest of [1, 'trap']) {
      const engine = await load(
        [
          { match: /relaxed/, ...wasm({ build: 'relaxed', selftest }) },
          { match: /simd/, ...wasm({ build: 'simd', selftest }) },
        ],
        { build: 'auto' },
      );
      assert.equal(engine.build, 'scalar');
      const expected = (await isSupported('relaxed')) ? 'selftest_failed' : 'no_simd';
      assert.deepEqual(
        engine.notes.map(({ build, reason }) => [build, reason]),
        [
          ['relaxed', expected],
          ['simd', 'selftest_failed'],
        ],
      );
    }
  });

  it('when every build computes wrong numbers, that is what is said', async () => {
    const error = await failure(load(all(wasm({ selftest: 1 })), { build: 'auto' }), 'selftest_failed');
    assert.equal(error.details.notes.length, 3);
  });

  it('a missing fast build does not keep the next one from loading', async () => {
    const engine = await load([{ match: /relaxed|simd/, status: 404 }], { build: 'auto' });
    assert.equal(engine.build, 'scalar');
    assert.equal(engine.notes.at(-1).reason, 'not_found');
  });

  it('without SIMD auto falls to scalar, and simd says that it cannot run', async () => {
    const { validate } = WebAssembly;
    WebAssembly.validate = () => false;
    try {
      const engine = await loadEngine();
      assert.equal(engine.build, 'scalar');
      assert.deepEqual(
        engine.notes.map(({ reason }) => reason),
        ['no_simd', 'no_simd'],
      );
      await failure(loadEngine({ build: 'simd' }), 'no_simd');
    } finally {
      WebAssembly.validate = validate;
    }
  });

  it('without WebAssembly nothing is fetched and the reason is said', async () => {
    const kept = globalThis.WebAssembly;
    delete globalThis.WebAssembly;
    try {
      await failure(load([]), 'no_webassembly');
      assert.equal(server.requests.length, 0);
    } finally {
      globalThis.WebAssembly = kept;
    }
  });

  it('a content policy that forbids WebAssembly is named, and nothing is fetched', async () => {
    const { Module } = WebAssembly;
    WebAssembly.Module = class {
      constructor() {
        throw new EvalError('blocked');
      }
    };
    try {
      const error = await failure(load([]), 'blocked_by_policy');
      assert.match(error.message, /wasm-unsafe-eval/);
      assert.equal(server.requests.length, 0);
    } finally {
      WebAssembly.Module = Module;
    }
  });

  it('an unknown build is refused', async () => {
    for (const build of ['fast', '', 'constructor', 1]) await failure(loadEngine({ build }), 'bad_option');
  });
});
