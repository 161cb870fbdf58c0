// One module made by whatever compilers there are: which of them is taken, and what is said when one
// fails or none will do.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WHOLE, emcc, onMachine } from './machine.js';

const JOB = { FLAGS: '', SOURCES: 'src/a.c', EXPORTS: 'emsdk-config/exports.txt', STACK_BYTES: '1' };
const make = (run, build) =>
  run(['emsdk-config/wasm.sh', 'out.wasm'], { ...JOB, BUILD: build, INITIAL_BYTES: '1', MAXIMUM_BYTES: '1' });

// The finished module is what the last tool writes after -o.
const WRITES = 'for arg in "$@"; do [ "$last" = -o ] && echo module >"$arg"; last=$arg; done';
const TOOLS = {
  ...WHOLE,
  emcc: emcc('3.1.6', 14, WRITES),
  'clang-19': WRITES,
  'wasm-ld-19': WRITES,
  'wasm-metadce': WRITES,
  'em-config': 'echo cache',
};
const used = (calls) =>
  calls()
    .filter((call) => /-c src|src\/a\.c -o|^wasm/.test(call))
    .map((call) => call.split(' ')[0]);

describe('one module', () => {
  it('is made by emcc, but relaxed by the newer pair where the LLVM of emcc is older than 16', () => {
    for (const [build, tools] of [
      ['simd', ['emcc', 'wasm-metadce']],
      ['relaxed', ['clang-19', 'wasm-ld-19']],
    ])
      onMachine(TOOLS, ({ run, calls }) => {
        const { status, stdout, stderr } = make(run, build);
        assert.equal(status, 0, stderr);
        assert.match(stdout, /^out\.wasm: +7 bytes\n$/);
        assert.deepEqual(used(calls), tools);
      });
  });

  it('is made by a current emcc alone, wherever that lies', () => {
    onMachine({ ...TOOLS, emcc: emcc('4.0.10', 21, WRITES) }, ({ run, calls }) => {
      assert.equal(make(run, 'relaxed').status, 0);
      assert.deepEqual(used(calls), ['emcc', 'wasm-metadce']);
    });
  });

  it('is left out in words where no compiler can make it, with a note for the tests', () => {
    onMachine({ ...TOOLS, 'wasm-ld-19': undefined }, ({ run }) => {
      run(['-c', 'echo old >out.wasm']);
      const { status, stdout } = make(run, 'relaxed');
      assert.equal(status, 0);
      assert.match(
        stdout,
        /^Skipped out\.wasm: relaxed SIMD needs .* LLVM 16 or later \(this one has 14\), or clang-19/,
      );
      assert.equal(run(['-c', 'cat .build/out.skipped']).stdout, stdout);
      assert.equal(run(['-c', '[ -e out.wasm ]']).status, 1, 'an earlier module would be taken for the new one');
    });
  });

  it('that fails says so in a sentence with the place of the log, and shows what is said of our sources', () => {
    const fails = 'echo "emcc: warning: cache" >&2; echo "src/a.c:3:1: error: no such thing" >&2; exit 1';
    onMachine({ ...TOOLS, emcc: emcc('3.1.6', 14, fails) }, ({ run }) => {
      const { status, stderr } = make(run, 'simd');
      assert.equal(status, 1);
      const [ours, sentence] = stderr.split('\n');
      assert.equal(ours, 'src/a.c:3:1: error: no such thing');
      assert.equal(sentence, 'out.wasm was not made: emcc failed; all that it said is in .build/out.log.');
    });
  });

  it('without any emcc asks for one', () => {
    onMachine({ ...TOOLS, emcc: undefined }, ({ run }) => {
      const { status, stderr } = make(run, 'simd');
      assert.equal(status, 1);
      assert.match(stderr, /^No emcc: install Emscripten .*[.]\n$/);
    });
  });
});
