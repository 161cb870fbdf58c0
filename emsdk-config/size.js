// What travels over the wire, in brotli bytes, against the limits the project set itself. `make size`
// prints the table and fails above a limit. A reader loads one wasm build, so the largest counts.

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
const scripts = list('.', /\.js$/).filter((file) => !isPages(file));

/** The files that come with some: what they import at once and, where it is asked for, what they may fetch later. */
function closure(files, later = () => false) {
  const found = new Set(files);
  for (const file of found) {
    const text = readFileSync(path.join(SITE, file), 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) found.add(name);
    for (const [, name] of text.matchAll(/import\("\.\/([^"]+\.js)"\)/g)) if (later(name)) found.add(name);
  }
  return [...found];
}

/** What a reader of one language gets for these figures: the shell, the engine's glue, figures and words. */
const read = (lang, figures) =>
  closure(['token-walk.js', ...figures], (name) => new RegExp(`^(model-|${lang}-|text\\.${lang}-)`).test(name));

const LANGUAGES = ['zh', 'en'];
const figures = scripts.filter((file) => file.startsWith('figure-'));
const one = Math.max(...LANGUAGES.flatMap((lang) => figures.map((figure) => sum(read(lang, [figure])))));
const all = Math.max(...LANGUAGES.map((lang) => sum(read(lang, figures))));
// What the page opens with; the other figures come as the reader goes on.
const html = readFileSync(path.join(SITE, 'index.html'), 'utf8');
const opening = [...html.matchAll(/<token-walk\b[^>]*>/g)]
  .map(([tag]) => tag)
  .filter((tag) => !tag.includes('loading="lazy"'))
  .map((tag) => /figure="([a-z-]+)"/.exec(tag)?.[1] ?? 'walk');
const nameOf = (file) => /name:"([a-z-]+)",properties:/.exec(readFileSync(path.join(SITE, file), 'utf8'))[1];
const first = figures.filter((file) => opening.includes(nameOf(file)));
const opens = Math.max(...LANGUAGES.map((lang) => sum(read(lang, first))));
const model = list('models/encoder-rope', /./);
const page = list('.', /\.(html|js|css|svg)$/).filter((file) => isPages(file) && file !== 'embed.html');

const shared = largest + sum(model);

const rows = [
  ...wasm.map((file) => ({ name: file, bytes: size(file), limit: 40 * KB })),
  { name: 'element: every figure, both languages', bytes: sum(scripts) },
  { name: 'element: every figure, one language', bytes: all },
  { name: 'element: the largest figure, one language', bytes: one },
  { name: 'model', bytes: sum(model) },
  { name: 'page (what is not in the element)', bytes: sum(page) },
  { name: 'one embedded figure without its model', bytes: one + largest, limit: 120 * KB },
  { name: 'one embedded figure with its model', bytes: one + largest + sum(model), limit: 220 * KB },
  { name: 'hosted page as it opens, with engine and model', bytes: sum(page) + opens + shared, limit: 250 * KB },
  { name: 'hosted page, read to its end', bytes: sum(page) + all + shared, limit: 290 * KB },
];

const verdict = ({ bytes, limit }) => (limit ? `of ${limit} allowed${bytes > limit ? ': TOO LARGE' : ''}` : '');

for (const row of rows)
  console.log(`${String(row.bytes).padStart(8)} B  ${row.name.padEnd(42)}  ${verdict(row)}`.trimEnd());
if (rows.some(({ bytes, limit }) => bytes > limit)) exit(1);
