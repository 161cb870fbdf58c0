// What travels over the wire, in brotli bytes, against the limits the project set itself. `make size`
// prints the table and fails above a limit. A reader loads one wasm build, so the largest counts. The
// whole page has an aim instead: float32 weights hardly compress, and they alone are most of it.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const SITE = fileURLToPath(new URL('../.build/site', import.meta.url));
const KB = 1000;

const size = (file) => brotliCompressSync(readFileSync(path.join(SITE, file))).length;
const sum = (files) => files.reduce((total, file) => total + size(file), 0);
const list = (folder, filter) =>
  readdirSync(path.join(SITE, folder))
    .filter((name) => filter.test(name))
    .map((name) => path.join(folder, name));

const wasm = list('engine', /\.wasm$/);
// The trainer and attention without a model are fetched by those who ask for them, and by nobody else.
const largest = Math.max(...wasm.filter((file) => !/attn-(train|direct)/.test(file)).map(size));
// Beside the page's own files, which lie at the top of web/ under the same names, every script is the element's.
const isPages = (file) => existsSync(fileURLToPath(new URL(`../web/${file}`, import.meta.url)));
const figure = list('.', /\.js$/).filter((file) => !isPages(file));
const model = list('models/encoder-rope', /./);
const page = list('.', /\.(html|js|css|svg)$/).filter((file) => isPages(file) && file !== 'embed.html');

const rows = [
  ...wasm.map((file) => ({ name: file, bytes: size(file), limit: 40 * KB })),
  { name: 'element (scripts and styles)', bytes: sum(figure) },
  { name: 'model', bytes: sum(model) },
  { name: 'page (what is not in the element)', bytes: sum(page) },
  { name: 'one embedded figure without its model', bytes: sum(figure) + largest, limit: 120 * KB },
  { name: 'hosted page with engine and model', bytes: sum(page) + sum(figure) + largest + sum(model), aim: 300 * KB },
];

function verdict({ bytes, limit, aim }) {
  if (limit) return `of ${limit} allowed${bytes > limit ? ': TOO LARGE' : ''}`;
  if (aim) return `of ${aim} aimed at${bytes > aim ? ': not reached' : ''}`;
  return '';
}

for (const row of rows)
  console.log(`${String(row.bytes).padStart(8)} B  ${row.name.padEnd(38)}  ${verdict(row)}`.trimEnd());
if (rows.some(({ bytes, limit }) => bytes > limit)) exit(1);
