// What travels over the wire, in brotli bytes, against the limits the project set itself. `make size`
// prints the table and fails above a limit. A reader loads one wasm build, so the largest counts.

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const SITE = fileURLToPath(new URL('../.build/site', import.meta.url));
const KB = 1000;

const size = (file) => brotliCompressSync(readFileSync(path.join(SITE, file))).length;
const sum = (files) => files.reduce((total, file) => total + size(file), 0);
const list = (folder, filter) => readdirSync(path.join(SITE, folder)).filter((name) => filter.test(name))
  .map((name) => path.join(folder, name));

const wasm = list('engine', /\.wasm$/);
const largest = Math.max(...wasm.map(size));
const figure = list('.', /^(token-walk|chunk-.*)\.js$/);
const model = list('models/encoder', /./);
const page = list('.', /^(index\.html|(?!token-walk|chunk-).*\.(js|css|svg))$/);

const rows = [
  ...wasm.map((file) => [file, size(file), 40 * KB]),
  ['element (scripts and styles)', sum(figure)],
  ['model', sum(model)],
  ['page (what is not in the element)', sum(page)],
  ['one embedded figure without its model', sum(figure) + largest, 120 * KB],
  ['hosted page with engine and model', sum(page) + sum(figure) + largest + sum(model), 300 * KB],
];

for (const [name, bytes, limit] of rows) {
  const verdict = limit === undefined ? '' : `of ${limit} allowed${bytes > limit ? '  TOO LARGE' : ''}`;
  console.log(`${String(bytes).padStart(8)} B  ${name.padEnd(40)} ${verdict}`);
}
if (rows.some(([, bytes, limit]) => bytes > limit)) exit(1);
