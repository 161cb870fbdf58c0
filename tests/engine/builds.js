// One suite, every build: `eachBuild(title, tests)` describes the tests once for each of scalar, simd
// and relaxed (or only for the one that ATTN_BUILD names). A build is left out only where this
// runtime cannot run it, or where this machine's compilers cannot make it and emsdk-config/wasm.sh
// has left a note that says so; the report repeats why. Any other missing file is a failure.
//
// Engines are loaded here, before a test file describes anything: a file that awaits between two
// suites lets the first one run, hooks of the file included, before the second one is known.

import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { relaxedSimd, simd } from 'wasm-feature-detect';
import { loadEngine } from '../../web/model/index.js';

export const BUILDS = process.env.ATTN_BUILD ? [process.env.ATTN_BUILD] : ['scalar', 'simd', 'relaxed'];

// A float32 has 24 bits; a few hundred roundings stay below 1e-5 of the largest number of a tensor.
// Relaxed multiply-adds may round once or twice, as the machine likes, so that build gets more room.
const TOLERANCE = { scalar: 1e-5, simd: 1e-5, relaxed: 1e-4 };

const supported = { scalar: true, simd: await simd(), relaxed: await relaxedSimd() };

const wasmFile = (build, module) => new URL(`../../web/engine/${module}.${build}.wasm`, import.meta.url);

/** The wasm file of a build, as bytes. @param {string} build @param {string} [module] */
export const wasmBytes = (build, module = 'attn') => readFileSync(wasmFile(build, module));

/** Why a build is not tested here, in words; undefined where it is. */
export function whyLeftOut(build, module = 'attn') {
  if (!supported[build]) return `Node ${process.version} cannot run ${build} SIMD`;
  const note = new URL(`../../.build/${module}.${build}.skipped`, import.meta.url);
  return !existsSync(wasmFile(build, module)) && existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
}

export const canRun = (build) => whyLeftOut(build) === undefined;

/**
 * What each build gives when loaded, all at once; to be awaited before a file describes anything.
 * @param {(options: { build: string }) => Promise<any>} load
 * @param {string[]} [builds]
 * @returns {Promise<{ build: string, engine?: any, error?: Error, leftOut?: string }[]>} one of the three a build
 */
export const loadBuilds = (load, builds = BUILDS) =>
  Promise.all(
    builds.map(async (build) => {
      const leftOut = whyLeftOut(build);
      if (leftOut) return { build, leftOut };
      return load({ build }).then(
        (engine) => ({ build, engine }),
        (error) => ({ build, error }),
      );
    }),
  );

const ENGINES = await loadBuilds(loadEngine);

/**
 * @param {string} title
 * @param {(engine: any, tolerance: number, build: string) => void} tests called with a loaded engine
 * @param {Awaited<ReturnType<typeof loadBuilds>>} [engines] others than the traced engines
 */
export function eachBuild(title, tests, engines = ENGINES) {
  for (const { build, engine, error, leftOut } of engines) {
    if (engine) describe(`${title} (${build})`, () => tests(engine, TOLERANCE[build], build));
    else if (error) it(`${title} (${build}): loads`, () => Promise.reject(error));
    else it.skip(`${title} (${build}): ${leftOut}`);
  }
}
