// A machine made for one test: a folder with only those commands on PATH that the test puts there, so
// that set-up meets what a reader's machine may be like, and nothing is really installed.

import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const CONFIG = fileURLToPath(new URL('../../emsdk-config', import.meta.url));
// What every Unix has and the scripts may use.
const ORDINARY =
  'sh cat cp dirname basename env false grep head ls mkdir mv printf rm sed sort tail tee touch tr true uname wc'.split(
    ' ',
  );

/** An emcc of this version on this LLVM; `build` is what it does when asked to compile. */
export const emcc = (version, llvm, build = 'exit 0') => `case "$*" in
--version) echo "emcc (Emscripten gcc/clang-like replacement + linker emulating GNU ld) ${version} ()" ;;
*-dM*) echo "#define __clang_major__ ${llvm}" ;;
*) ${build} ;;
esac`;

/** What a machine has that lacks nothing for a build. */
export const WHOLE = {
  node: 'echo v20.1.0',
  npm: 'exit 0',
  emcc: emcc('3.1.6', 14),
  'clang-19': 'exit 0',
  'wasm-ld-19': 'exit 0',
  id: 'echo 0',
};

/**
 * @param {Record<string, string | undefined>} commands name -> body of a shell script; undefined leaves one out
 * @param {(machine: { folder: string, run: Function, calls: () => string[] }) => void} use
 *   run(args, env) runs `sh ...args` there; calls() tells which of the commands were called, with what
 */
export function onMachine(commands, use) {
  const folder = mkdtempSync(path.join(tmpdir(), 'token-walk-setup-'));
  try {
    const bin = path.join(folder, 'bin');
    mkdirSync(bin);
    cpSync(CONFIG, path.join(folder, 'emsdk-config'), { recursive: true });
    for (const name of ORDINARY) symlinkSync(real(name), path.join(bin, name));
    for (const [name, body] of Object.entries(commands)) {
      if (body === undefined) continue;
      const file = path.join(bin, name);
      writeFileSync(file, `#!/bin/sh\necho "${name} $*" >>"${folder}/calls"\n${body}\n`);
      chmodSync(file, 0o755);
    }
    const run = (args, env = {}) => {
      const { status, stdout, stderr } = spawnSync(real('sh'), args, {
        cwd: folder,
        env: { PATH: bin, ...env },
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    };
    const calls = () => readFileSync(path.join(folder, 'calls'), 'utf8').trim().split('\n');
    use({ folder, run, calls });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const real = (name) =>
  spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    .stdout.trim()
    .replace(/^(?!\/)/, '/bin/');
