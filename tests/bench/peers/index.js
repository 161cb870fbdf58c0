// Who is measured. Each is one contestant:
//
//   name, family   of a family's ways, tables show the quickest; where one must do (cold start, bytes) the first
//   ours           whose ratio to all others is wanted
//   where, native  'node' where it runs in Node alone; native is no WebAssembly: a ceiling, not a peer
//   entry, download  what travels to a reader: the package that is bundled, and files beside it; left out where that
//                  is no question
//   load(context)  resolves to prepare(workload), which gives { call, release? }; call gives the output, or a promise

/** Every peer's file, loaded only when it takes part. */
const FILES = {
  engine: () => import('./engine.js'),
  onnx: () => import('./onnx.js'),
  litert: () => import('./litert.js'),
  tfjs: () => import('./tfjs.js'),
  jax: () => import('./jax.js'),
  loop: () => import('./loop.js'),
  plain: () => import('./plain.js'),
};

export const NAMES = Object.keys(FILES);

/** The contestants of these files, in order. @param {string[]} names */
export const peersOf = async (names) =>
  (await Promise.all(names.map(async (name) => (await FILES[name]()).default))).flat();

/** The first of each family that comes as a download. @param {string[]} names */
export async function families(names) {
  const all = (await peersOf(names)).filter(({ download }) => download);
  return all.filter(({ family }, i) => all.findIndex((one) => one.family === family) === i);
}
