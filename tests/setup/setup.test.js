// Set-up as machines of other people meet it: what is asked for, what is installed, and that whatever
// is missing or broken ends in one sentence that says what to do.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { WHOLE, emcc, onMachine } from './machine.js';

const SETUP = ['emsdk-config/setup.sh', 'build'];
const APT = {
  'apt-get': 'case "$*" in *update*) echo "Hit:1 http://somewhere trixie InRelease" ;; *) echo "Setting up it" ;; esac',
};

/** Set-up on a machine that is whole but for these changes. */
const setUp = (changes, check, env) =>
  onMachine({ ...WHOLE, ...changes }, (machine) => check(machine.run(SETUP, env), machine));

/** It ended, and said this in one line. */
function saidOnce({ status, stdout, stderr }, words) {
  assert.equal(status, 1, stdout + stderr);
  assert.equal(stderr.trim().split('\n').length, 1, stderr);
  assert.match(stderr, words);
  assert.match(stderr, /[.]\n$/);
}

const installed = (machine) => machine.calls().filter((call) => /apt-get install/.test(call));

describe('set-up: a machine that has everything', () => {
  it('prints nothing and installs nothing', () => {
    setUp(APT, (result, machine) => {
      assert.deepEqual(result, { status: 0, stdout: '', stderr: '' });
      assert.deepEqual(installed(machine), []);
    });
  });

  it('asks an emcc once, and again when it is another', () => {
    onMachine(WHOLE, ({ folder, run, calls }) => {
      const asked = () => calls().filter((call) => call.startsWith('emcc')).length;
      run(SETUP);
      run(SETUP);
      assert.equal(asked(), 2, 'its version and its LLVM');
      const file = path.join(folder, 'bin/emcc');
      writeFileSync(file, `#!/bin/sh\necho "emcc $*" >>"${folder}/calls"\n${emcc('4.0.10', 21)}\n# another one\n`);
      run(SETUP);
      assert.equal(asked(), 4);
    });
  });
});

describe('set-up: Node', () => {
  it('that is too old is told by its version', () =>
    setUp({ node: 'echo v18.19.0' }, (result) => saidOnce(result, /needs Node 20 or later .* is v18\.19\.0/)));

  it('that is missing, or without npm, is asked for', () => {
    setUp({ node: undefined }, (result) => saidOnce(result, /no node on PATH/));
    setUp({ npm: undefined }, (result) => saidOnce(result, /no npm beside Node v20\.1\.0/));
  });
});

describe('set-up: the compilers', () => {
  const lacking = { 'clang-19': undefined, 'wasm-ld-19': undefined };

  it('an emcc on an LLVM below 16 needs a newer clang beside it, wherever it lies', () => {
    for (const [version, llvm] of [
      ['3.1.6', 14],
      ['3.1.20', 15],
    ])
      setUp({ ...APT, ...lacking, emcc: emcc(version, llvm) }, (result, machine) => {
        assert.equal(result.status, 0, result.stderr);
        assert.match(installed(machine)[0], /clang-19 lld-19$/);
      });
  });

  it('a newer emcc needs none, and any newer pair will do for an older one', () => {
    for (const changes of [{ emcc: emcc('3.1.69', 20) }, { 'clang-21': 'exit 0', 'wasm-ld-21': 'exit 0' }])
      setUp({ ...APT, ...lacking, ...changes }, (result, machine) => {
        assert.deepEqual(result, { status: 0, stdout: '', stderr: '' });
        assert.deepEqual(installed(machine), []);
      });
  });

  it('a clang without its linker is no pair', () =>
    setUp({ ...APT, 'wasm-ld-19': undefined }, (result, machine) => assert.match(installed(machine)[0], /lld-19/)));

  it('an emcc older than the oldest that was tried is refused by name', () =>
    setUp({ emcc: emcc('2.0.12', 12) }, (result) =>
      saidOnce(result, /emcc is Emscripten 2\.0\.12; Token Walk needs 3\.1\.6 or later/),
    ));

  it('an emcc that does not run is said to be so, and where its words are', () =>
    setUp({ emcc: 'echo "Traceback: no module" >&2; exit 1' }, (result, { run }) => {
      saidOnce(result, /bin\/emcc does not run .*\.build\/emcc\.log/);
      assert.match(run(['-c', 'cat .build/emcc.log']).stdout, /Traceback/);
    }));

  it('an EMSDK comes before PATH, and one that holds nothing falls back to PATH in words', () => {
    onMachine({ ...WHOLE, ...lacking }, ({ folder, run, calls }) => {
      const stale = run(SETUP, { EMSDK: path.join(folder, 'gone') });
      assert.equal(stale.status, 0);
      assert.match(
        stale.stderr,
        /^EMSDK is .*gone, which holds no upstream\/emscripten\/emcc; .*bin\/emcc is used instead\.\n$/,
      );
      const home = path.join(folder, 'sdk/upstream/emscripten');
      mkdirSync(home, { recursive: true });
      writeFileSync(path.join(home, 'emcc'), `#!/bin/sh\necho "sdk $*" >>"${folder}/calls"\n${emcc('4.0.10', 21)}\n`);
      chmodSync(path.join(home, 'emcc'), 0o755);
      assert.deepEqual(run(SETUP, { EMSDK: path.join(folder, 'sdk') }), { status: 0, stdout: '', stderr: '' });
      assert.ok(calls().some((call) => call.startsWith('sdk')));
    });
  });
});

describe('set-up: installing', () => {
  const bare = { emcc: undefined };

  it('without a network ends in one sentence, whatever apt-get prints', () => {
    const noise = 'for i in 1 2 3 4 5; do echo "Err:$i http://somewhere"; echo "W: Failed to fetch" >&2; done; exit 0';
    setUp({ ...bare, 'apt-get': noise }, (result, machine) => {
      saidOnce(result, /No package server can be reached .*setup\.log.* missing: emscripten\. Connect/);
      assert.deepEqual(installed(machine), []);
    });
  });

  it('that fails ends in one sentence', () =>
    setUp(
      { ...bare, 'apt-get': 'case "$*" in *update*) echo Hit:1 ;; *) echo "E: Broken" >&2; exit 100 ;; esac' },
      (result) => saidOnce(result, /apt-get could not install emscripten .*setup\.log/),
    ));

  it('goes through sudo only where sudo asks for no password', () => {
    const user = { ...bare, ...APT, id: 'echo 1000' };
    setUp({ ...user, sudo: 'if [ "$1" = -n ]; then shift; fi; "$@"' }, (result, machine) =>
      assert.ok(machine.calls().some((call) => /^sudo .*apt-get install/.test(call))),
    );
    setUp({ ...user, sudo: '[ "$1" = -n ] && exit 1; echo asked >>asked' }, (result, { run }) => {
      saidOnce(result, /install these Debian packages.* as root: emscripten/);
      assert.equal(run(['-c', 'cat asked']).stdout, '', 'sudo would have asked for a password');
    });
    setUp({ ...user, sudo: undefined }, (result) => saidOnce(result, /install these Debian packages/));
    setUp({ ...bare, 'apt-get': undefined }, (result) => saidOnce(result, /install these Debian packages/));
  });

  it('what only the relaxed build needs and nobody can install is no reason to stop', () =>
    setUp({ 'clang-19': undefined, 'apt-get': undefined }, (result) => assert.equal(result.status, 0, result.stderr)));

  it('npm says that it fetches, and a failure is one sentence', () => {
    onMachine({ ...WHOLE, npm: 'exit 1' }, ({ run }) => {
      const result = run(['emsdk-config/setup.sh', 'npm', '.']);
      saidOnce(result, /npm could not fetch .*connect this machine to the network/);
      assert.match(result.stdout, /^Fetching the packages/);
    });
  });
});
