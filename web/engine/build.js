// Which builds of the engine exist and which of them this machine says it can run, best first.
// Saying is not doing: some versions of iOS pass the SIMD test and compute wrong numbers, and WebKit
// refuses a whole module that holds one relaxed instruction. So this is only the order of trying;
// load.js proves each build by its self-test.

import { relaxedSimd, simd } from 'wasm-feature-detect';
import { LoadError } from './errors.js';

/** @typedef {'relaxed' | 'simd' | 'scalar'} Build */

/** @type {Build[]} */
export const BUILDS = ['relaxed', 'simd', 'scalar'];

const DETECT = { relaxed: relaxedSimd, simd, scalar: async () => true };

// An empty module: valid wherever WebAssembly exists at all.
const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** Whether this machine says that it can run the build. @param {Build} build */
export async function isSupported(build) {
  return DETECT[build]();
}

/** Throws unless this page or process may compile WebAssembly at all. */
export function requireWebAssembly() {
  if (typeof WebAssembly !== 'object') {
    throw new LoadError(
      'no_webassembly',
      'This browser has no WebAssembly (or it is switched off), so ' +
        'the engine cannot run here; try a current browser.',
    );
  }
  try {
    // Browsers word this refusal differently; that the empty module is refused says it for all.
    new WebAssembly.Module(EMPTY);
  } catch (error) {
    throw new LoadError(
      'blocked_by_policy',
      'The content security policy of this page forbids ' + "WebAssembly; add 'wasm-unsafe-eval' to its script-src.",
      {},
      error,
    );
  }
}
