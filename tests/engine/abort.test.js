// A signal stops loading wherever the files are: on the disk, on a server, in hand; before, between and after reads;
// and what is thrown is the signal's own reason, as fetch does it.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../web/engine/attention.js';
import { Engine } from '../../web/engine/engine.js';
import { encoderUrl, fetchModel, loadEngine } from '../../web/model/index.js';
import { loadTrainer } from '../../web/model/trainer.js';
import { wasmBytes } from './builds.js';
import { shippedFiles } from './files.js';

const engine = await loadEngine({ build: 'scalar' });
const bytes = wasmBytes('scalar');

const LOADS = {
  'loadEngine from the disk': (signal) => loadEngine({ build: 'scalar', signal }),
  'loadEngine from a folder of the disk': (signal) => loadEngine({ url: new URL('.', Engine.url('scalar')), signal }),
  'loadEngine of bytes': (signal) => loadEngine({ bytes, signal }),
  'loadEngine of a module': (signal) => loadEngine({ module: engine.module, signal }),
  'loadAttention from the disk': (signal) => loadAttention({ build: 'scalar', signal }),
  'loadTrainer from the disk': (signal) => loadTrainer({ build: 'scalar', signal }),
  'loadTrainer of bytes': (signal) => loadTrainer({ bytes: wasmBytes('scalar', 'attn-train'), signal }),
  'loadModel from the disk': (signal) => engine.loadModel(encoderUrl, { signal }),
  'fetchModel from the disk': (signal) => fetchModel(encoderUrl, { signal }),
};

describe('abort', () => {
  for (const [name, load] of Object.entries(LOADS)) {
    it(`${name}: loads while the signal is quiet, and not after or under it`, async () => {
      const stop = new AbortController();
      await load(stop.signal);
      const reason = new Error('enough');
      await assert.rejects(load(AbortSignal.abort()), { name: 'AbortError' });
      await assert.rejects(load(AbortSignal.abort(reason)), (error) => error === reason);
      const loading = load(stop.signal);
      stop.abort(reason);
      await assert.rejects(loading, (error) => error === reason);
    });
  }

  it('a file that is not there is not missed once the signal is given', async () => {
    const nowhere = new URL('./nowhere/', import.meta.url);
    for (const load of [
      (signal) => engine.loadModel(nowhere, { signal }),
      (signal) => loadEngine({ url: nowhere, signal }),
      (signal) => loadTrainer({ url: new URL('no.wasm', nowhere), signal }),
    ]) {
      const stop = new AbortController();
      await assert.rejects(load(stop.signal), { code: 'not_found' });
      const loading = load(stop.signal);
      stop.abort();
      await assert.rejects(loading, { name: 'AbortError' });
    }
  });

  it('loadModel of files in hand', async () => {
    await assert.rejects(engine.loadModel(shippedFiles(), { signal: AbortSignal.abort() }), { name: 'AbortError' });
  });

  it('between and after the reads of a model on the disk', async () => {
    for (const at of [1, 2, 3]) {
      const stop = new AbortController();
      let seen = 0;
      const onProgress = () => {
        seen += 1;
        if (seen === at) stop.abort();
      };
      await assert.rejects(engine.loadModel(encoderUrl, { signal: stop.signal, onProgress }), { name: 'AbortError' });
      assert.ok(seen >= at);
    }
  });
});
