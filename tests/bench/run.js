// `make bench`: every job in its place, one after the other, and the results as Markdown. A whole run is kept in
// results.md; with options it is printed only:
//
//   ONLY=A,B,C,flow,cold,memory,bytes,training  SIZES=12,64  PEERS=engine,onnx,…
//   WHERE=node,chromium  BUILDS=relaxed,simd

import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { env, stderr, versions } from 'node:process';
import { inChromium } from './chromium.js';
import { bytesTable, coldTable, flowTable, memoryTable } from './extras.js';
import { liveTable } from './live.js';
import { NAMES } from './peers/index.js';
import { SITE, inNode, inPage, layOut } from './places.js';
import { suiteTables } from './table.js';

const KINDS = ['A', 'B', 'C'];
const options = ['ONLY', 'SIZES', 'PEERS', 'WHERE', 'BUILDS'];
const [only, sizes, peers, where, builds] = options.map((name) => env[name]?.split(',').filter(Boolean));
const wants = (part) => !only || only.includes(part);
const PLACES = { node: ['Node', inNode], chromium: ['Chromium', inPage] };
const places = where ?? Object.keys(PLACES);

// Without relaxed SIMD only those matter who are quick with it or without it; whatever SIMD the others use, they were
// measured.
const PLAIN = { kinds: ['A'], peers: ['engine', 'onnx', 'litert', 'loop'], sizes: [64, 128, 256, 512, 1024, 2048] };

const report = [];
/** One part of the report; that one cannot be measured here is no reason to lose the others. */
async function write(title, measure) {
  const text = await measure().catch((error) => `Not measured: ${error.message.split('\n')[0]}`);
  report.push(`## ${title}\n\n${text}`);
  console.log(`\n## ${title}\n\n${text}`);
}
const say = (place) => (text) => stderr.isTTY && stderr.write(`\r\x1b[K${place}: ${text}`);

async function suites() {
  const kinds = KINDS.filter(wants);
  if (!kinds.length) return;
  for (const build of builds ?? ['relaxed', 'simd']) {
    const plain = build === 'simd' && !only && !sizes && !peers;
    const job = {
      job: 'suite',
      build,
      kinds,
      sizes: sizes?.map(Number),
      peers: peers ?? NAMES,
      ...(plain ? PLAIN : {}),
    };
    for (const place of places) {
      const [name, run] = PLACES[place];
      const title = `${name}, ${build === 'relaxed' ? 'relaxed SIMD' : 'SIMD without relaxed'}`;
      await write(title, async () => suiteTables(await run(job, { say: say(name) })));
    }
  }
}

const start = performance.now();
const [busy] = loadavg();
await layOut();
await suites();
if (wants('flow')) await write("One embedding's flow", () => flowTable(places.map((place) => PLACES[place])));
if (wants('cold')) await write('Cold start, Node', () => coldTable(peers ?? NAMES));
if (wants('memory')) await write('Memory of one call, 8 heads of 64, Node', () => memoryTable(peers ?? NAMES));
if (wants('bytes')) await write('Bytes to download', () => bytesTable(peers ?? NAMES));
if (wants('training')) await write('Live training', () => liveTable());

const minutes = ((performance.now() - start) / 60000).toFixed(1);
if (!options.some((name) => env[name])) {
  const chromium = await inChromium(SITE, async (page, url, version) => `Chromium ${version}`);
  const machine = `${cpus().length} x ${cpus()[0].model}, load ${busy.toFixed(1)} from others`;
  const about = [
    new Date().toISOString().slice(0, 10),
    machine,
    `one thread; Node ${versions.node} (V8 ${versions.v8})`,
    chromium,
  ];
  const head =
    `# Measured by \`make bench\`\n\n${about.join(', ')}; ${minutes} minutes.\n` +
    'A: attention, 8 heads of 64. B: the whole block, d_model 512, 8 heads. C: the block, d_model 32, 4 heads.\n' +
    'Float32Array in and out, copies counted; all take turns in rotated order; ± is half of what lies between the\n' +
    'quartiles; every result was held against float64.\n' +
    'Times are of this machine as busy as it was; ratios are of one and the same run.';
  await writeFile(new URL('results.md', import.meta.url), `${[head, ...report].join('\n\n')}\n`);
}
console.log(`\n${minutes} minutes.`);
