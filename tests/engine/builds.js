// One suite, every build: `eachBuild(title, tests)` describes the tests once for each of scalar, simd
// and relaxed (or only for the one that ATTN_BUILD names). A build is left out only where this
// runtime cannot run it, and the report says so; a missing file is a failure.

import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { relaxedSimd, simd } from 'wasm-feature-detect';
import { loadEngine } from '../../web/model/index.js';

export const BUILDS = process.env.ATTN_BUILD ? [process.env.ATTN_BUILD] : ['scalar', 'simd', 'relaxed'];

// A float32 has 24 bits; a few hundred roundings stay below 1e-5 of the largest number of a tensor.
// Relaxed multiply-adds may round once or twice, as the machine likes, so that build gets more room.
const TOLERANCE = { scalar: 1e-5, simd: 1e-5, relaxed: 1e-4 };

const supported = { scalar: true, simd: await simd(), relaxed: await relaxedSimd() };

/** The wasm file of a build, as bytes. @param {string} build @param {string} [module] */
export const wasmBytes = (build, module = 'attn') =>
  readFileSync(new URL(`../../web/engine/${module}.${build}.wasm`, import.meta.url));

export const canRun = (build) => supported[build];

/**
 * @param {string} title
 * @param {(engine: any, tolerance: number, build: string) => void} tests called with a loaded engine
 * @param {(options: object) => Promise<any>} [load] what loads it
 */
export async function eachBuild(title, tests, load = loadEngine) {
  for (const build of BUILDS) {
    if (!canRun(build)) {
      it.skip(`${title} (${build}): Node ${process.version} cannot run ${build} SIMD`);
      continue;
    }
    const engine = await load({ build });
    describe(`${title} (${build})`, () => tests(engine, TOLERANCE[build], build));
  }
}
