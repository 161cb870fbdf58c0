// What is measured beside the race: one embedding's flow, cold start, memory, and what has to be downloaded.

import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { makeContext } from './context.js';
import { summary } from './measure.js';
import { families } from './peers/index.js';
import { SITE_URL, bundle, inNode } from './places.js';
import { markdown, time, withSpread } from './table.js';

const STARTS = 5;
const LENGTHS = [2048, 4096];
const OURS = 16384; // where a table of scores would take 8.6 GB
const MEMORY_SECONDS = 45;
const build = 'relaxed';
// Brotli's last two levels take half a minute over these files and save a twentieth.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const PACKED = [(file) => file, (file) => promisify(gzip)(file), (file) => promisify(brotliCompress)(file, BROTLI)];

/** @param {[string, (job: object) => Promise<any>][]} places */
export async function flowTable(places) {
  const results = [];
  for (const [, run] of places) results.push(await run({ job: 'flow', build }));
  const lines = results[0].rows.map(({ name }, i) => [name, ...results.map(({ rows }) => withSpread(rows[i]))]);
  const head = `Two layers, d_model 48, 4 heads, ${results[0].tokens} tokens, every intermediate kept.`;
  return `${head}\n\n${markdown(['', ...places.map(([name]) => name)], lines)}`;
}

/** Every family's first, with the file that it comes from. @param {string[]} names */
async function representatives(names) {
  const all = await Promise.all(names.map(async (file) => (await families([file])).map((peer) => ({ ...peer, file }))));
  return all.flat();
}

/** @param {string[]} names */
export async function coldTable(names) {
  const list = await representatives(names);
  const lines = [];
  const jobs = list.map(({ name, file }) => [name, { job: 'cold', build, peer: name, peers: [file] }]);
  if (list.some(({ ours }) => ours)) jobs.unshift(['engine, scripts and bytes in hand', { job: 'ready', build }]);
  for (const [name, job] of jobs) lines.push([name, ...(await starts(job))]);
  const head = `From files on the disk to the first result of block C, n = 12, in a new process; medians of ${STARTS}.`;
  return `${head}\n\n${markdown(['', 'load', 'first result', 'both'], lines)}`;
}

async function starts(job) {
  const runs = [];
  try {
    for (let i = 0; i < STARTS; i += 1) runs.push(await inNode(job, { seconds: 30 }));
  } catch (error) {
    return [error.message, '–', '–'];
  }
  return ['load', 'first', 'total'].map((part) => time(summary(runs.map((run) => run[part])).median));
}

/** @param {string[]} names */
export async function memoryTable(names) {
  const lines = [];
  for (const { name, file, ours } of await representatives(names)) {
    const cells = [];
    for (const n of LENGTHS) cells.push(await memoryCell({ job: 'memory', build, peer: name, peers: [file], n }));
    cells.push(ours ? await memoryCell({ job: 'memory', build, peer: name, peers: [file], n: OURS }) : '–');
    lines.push([name, ...cells]);
  }
  const lengths = [...LENGTHS, OURS];
  const inputs = lengths.map((n) => `${Math.round((4 * n * 2048) / 1e6)} MB at ${n}`).join(', ');
  const head =
    'Growth of the process at its highest / of WebAssembly memory, in MB, beside the inputs. Three inputs\n' +
    `and an output are ${inputs}, which whoever copies them into a module has to have there.`;
  return `${head}\n\n${markdown(['', ...lengths.map((n) => `n = ${n}`)], lines)}`;
}

async function memoryCell(job) {
  try {
    const { rss, wasm, off } = await inNode(job, { seconds: MEMORY_SECONDS });
    return off <= 1e-4 ? `${Math.round(rss / 1e6)} / ${Math.round(wasm / 1e6)}` : '**wrong**';
  } catch (error) {
    return error.message.slice(0, 80);
  }
}

/** @param {string[]} names */
export async function bytesTable(names) {
  const { bytes } = await makeContext(SITE_URL, build);
  const lines = [];
  for (const { family, entry, download } of await representatives(names)) {
    const files = await Promise.all(download.map(bytes));
    if (entry) files.push(await script(entry));
    const totals = [];
    for (const pack of PACKED)
      totals.push((await Promise.all(files.map(pack))).reduce((sum, { length }) => sum + length, 0));
    lines.push([family, ...totals.map((total) => `${(total / 1000).toFixed(0)} kB`)]);
  }
  return `Scripts (bundled and minified) and modules.\n\n${markdown(['', 'raw', 'gzip', 'brotli 9'], lines)}`;
}

/** All that a package's entry brings along, as one script. */
async function script(entry) {
  const contents = `export * from ${JSON.stringify(entry)}`;
  const { outputFiles } = await bundle({
    stdin: { contents, resolveDir: fileURLToPath(new URL('peers', import.meta.url)) },
    write: false,
  });
  return Buffer.from(outputFiles[0].contents);
}
