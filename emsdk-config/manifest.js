// Writes web/engine/manifest.generated.js: what the engine says of itself, for code that runs without
// one. The scalar build tells it, which runs everywhere; all builds say the same but for their name,
// which is left out. Run by `make wasm`; nothing but Node is needed.

import { readFile, writeFile } from 'node:fs/promises';

const ENGINE = new URL('../web/engine/', import.meta.url);

async function readManifest(file) {
  const { instance } = await WebAssembly.instantiate(await readFile(file));
  const { memory, _initialize, attn_manifest: tell } = instance.exports;
  _initialize();
  const start = tell();
  const bytes = new Uint8Array(memory.buffer);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(start, bytes.indexOf(0, start))));
}

const { build, tensors, ...manifest } = await readManifest(new URL('attn.scalar.wasm', ENGINE));
await writeFile(
  new URL('manifest.generated.js', ENGINE),
  `// Made by emsdk-config/manifest.js from the ${build} build; not to be edited.
/** @type {import('./engine.js').Manifest['tensors']} */
export const tensors = ${JSON.stringify(tensors)};
/** @type {import('./engine.js').Manifest} */
const manifest = { ...${JSON.stringify(manifest)}, tensors };
export default manifest;
`,
);
