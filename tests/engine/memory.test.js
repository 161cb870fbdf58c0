// The memory: where its parts lie, and that what does not fit is refused in words and changes nothing.
// Most modules here are the built ones with a lower bound of their memory, so that it is soon full.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BUILDS, canRun, wasmBytes } from './builds.js';
import { CONFIG, memoryLayout, request, start, withMemory } from './raw.js';

const MEGABYTE = 2 ** 20;
const MOST = 2 ** 24;

const startSmall = (build, most) => start(build, withMemory(wasmBytes(build), most));

for (const build of BUILDS.filter(canRun)) {
  describe(`memory (${build})`, () => {
    for (const module of ['attn', 'attn-direct', ...(build === 'relaxed' ? [] : ['attn-train'])])
      it(`has the stack below all data, so that one that runs out traps: ${module}`, () => {
        const { stack, data } = memoryLayout(wasmBytes(build, module));
        assert.equal(stack, 65536); // emsdk-config/common.mk
        assert.ok(data.length > 0);
        for (const [begin, end] of data) assert.ok(begin >= stack, `data from ${begin} to ${end}`);
      });

    it('refuses what can never be had and what is not left, in words of their own', async () => {
      const { x, write, error } = await startSmall(build, 64 * MEGABYTE);
      for (const config of [
        CONFIG.with(0, MOST).with(1, MOST).with(2, 1),
        CONFIG.with(0, MOST).with(1, 24), // 1.6e9 bytes, and the bound of every module is 2^30
        CONFIG.with(3, MOST),
        [MOST, MOST, MOST, MOST, MOST, MOST, 0, 0, 1, 10000, 0, 0],
      ]) {
        write(config);
        assert.equal(x.attn_create(), -5);
        assert.equal(error().code, 'too_large');
        assert.match(error().message, /there can be 1 GiB in all; choose a smaller model/);
      }
      write(CONFIG.with(0, 1e6).with(1, 24)); // 96 MB: allowed, but there are 64
      assert.equal(x.attn_create(), -6);
      assert.equal(error().code, 'no_memory');
      assert.match(error().message, /release what is no longer used/);
    });

    it('gives everything back', async () => {
      const { x, write } = await start(build);
      let after;
      for (let i = 0; i < 200; i += 1) {
        write(CONFIG.with(0, 5000));
        const h = x.attn_create();
        write(request([1, 2, 3]));
        assert.equal(x.attn_begin(h), 0);
        assert.equal(x.attn_destroy(h), 0);
        after ??= x.memory.buffer.byteLength;
      }
      assert.equal(x.memory.buffer.byteLength, after, 'a leak of 240 KB each would have shown');
    });

    it('a run that cannot be laid out leaves the earlier one as it was', async () => {
      const { x, write, error, manifest } = await startSmall(build, 128 * MEGABYTE);
      write(CONFIG.with(5, 1e6).with(7, 1));
      const h = x.attn_create();
      write(request([1, 2, 3]));
      x.attn_begin(h);
      assert.equal(x.attn_run(h, 0, 29), 0);
      const rows = () => [...new Int32Array(x.memory.buffer, x.attn_trace(h), x.attn_trace_rows(h) * 7)];
      const before = rows();
      const id = manifest.tensors.findIndex(({ name }) => name === 'position');
      const [, , , , size0, size1, offset] = before.slice(
        before.findIndex((tensor, i) => i % 7 === 0 && tensor === id),
      );
      const numbers = () => [...new Float32Array(x.memory.buffer, offset, size0 * size1)];
      const computed = numbers();
      assert.ok(computed.some((number) => number !== 0));
      for (const [n, code] of [
        [1200, 'no_memory'], // 32 matrices of [n, n]: 184 MB
        [3200, 'too_large'], // 1.3 GB
      ]) {
        write(request(Array(n).fill(1)));
        assert.ok(x.attn_begin(h) < 0);
        assert.equal(error(h).code, code);
        // Had the run's memory been given back, another engine would now write into it.
        write(CONFIG);
        const other = x.attn_create();
        write(request([4, 5, 6]));
        x.attn_begin(other);
        assert.deepEqual(rows(), before);
        assert.deepEqual(numbers(), computed);
        assert.equal(x.attn_run(h, 29, 29), 0);
      }
    });

    it('a token whose logits find no memory has not been read', async () => {
      const { x, write, error } = await startSmall(build, 2 * MEGABYTE);
      const words = 4000;
      write(CONFIG.with(0, words).with(1, 4).with(2, 1));
      const decoder = x.attn_create();
      assert.equal(x.attn_decode_begin(decoder), 0);
      const fillers = [];
      for (const size of [words, 500, 11]) {
        write(CONFIG.with(0, size));
        for (let h = x.attn_create(); h > 0; h = x.attn_create()) fillers.push(h);
      }
      assert.equal(error().code, 'no_memory');
      assert.equal(x.attn_decode(decoder, 1), -6);
      assert.equal(error(decoder).code, 'no_memory');
      for (const filler of fillers) assert.equal(x.attn_destroy(filler), 0);
      assert.equal(x.attn_decode(decoder, 1), 1, 'the first token');
    });
  });
}
