// Runs one suite again and again on a machine made busy and late: four busy loops beside it, and every
// fetch and every WebAssembly compilation delayed at random (slow.js). Each run has a seed of its own,
// which is printed, and `SEED=… TIMES=1` runs it again. What was built before is what is tested.
//
//   node tests/stress/run.js engine 20     also: native, page

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, closeSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { argv, env, execPath, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOGS = path.join(ROOT, '.build/stress');
const LOOPS = 4;

const tests = () =>
  readdirSync(path.join(ROOT, 'tests/engine'))
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => `tests/engine/${name}`);

// Node 20 hides relaxed SIMD behind a flag that later releases no longer know.
const RELAXED = '--experimental-wasm-relaxed-simd';
const relaxed = () => (spawnSync(execPath, [RELAXED, '-e', '0']).status === 0 ? [RELAXED] : []);

const SUITES = {
  engine: () => [execPath, ...relaxed(), '--import', './tests/stress/preload.js', '--test', ...tests()],
  native: () => ['sh', '-c', '.build/native-scalar && .build/native-simd'],
  page: () => ['npx', 'playwright', 'test', '--config', 'tests/page/playwright.config.js', '--workers=2'],
};

/** Runs once; what it printed stays in a file. @returns {Promise<boolean>} whether it passed */
async function once([program, ...given], seed, log) {
  const out = openSync(log, 'w');
  const child = spawn(program, given, {
    cwd: ROOT,
    env: { ...env, STRESS_SEED: String(seed) },
    stdio: ['ignore', out, out],
  });
  const status = await new Promise((resolve) => {
    child.once('exit', resolve).once('error', resolve);
  });
  closeSync(out);
  return status === 0;
}

const [suite, times = '1'] = argv.slice(2);
if (!Object.hasOwn(SUITES, suite ?? '') || !(Number(times) >= 1)) {
  console.error(`Say which suite and how often: node tests/stress/run.js ${Object.keys(SUITES).join('|')} 20`);
  exit(1);
}

mkdirSync(LOGS, { recursive: true });
const loops = Array.from({ length: LOOPS }, () => spawn(execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
const first = Number(env.SEED ?? 1);
let passed = 0;
try {
  for (let seed = first; seed < first + Number(times); seed += 1) {
    const log = path.join(LOGS, `${suite}.${seed}.log`);
    const start = Date.now();
    const fine = await once(SUITES[suite](), seed, log);
    if (fine) passed += 1;
    const seconds = Math.round((Date.now() - start) / 1000);
    const where = fine ? '' : `; see ${path.relative(ROOT, log)}`;
    console.log(`${suite}, seed ${seed}: ${fine ? 'passed' : 'FAILED'} in ${seconds} s${where}`);
  }
} finally {
  loops.forEach((loop) => loop.kill());
}
console.log(`${suite}: ${passed} of ${times} passed`);
exit(passed === Number(times) ? 0 : 1);
