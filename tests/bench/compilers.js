// Two compilers' modules against each other, in turns: `node tests/bench/compilers.js <folder>` compares the modules
// in that folder (emsdk-config/trixie.sh makes them) with those in web/engine. Above 1 the folder's are slower.

import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { argv, env, exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { loadAttention } from '../../web/engine/attention.js';
import { Engine } from '../../web/engine/engine.js';
import { encoderUrl, loadEngine } from '../../web/model/index.js';
import { race } from './measure.js';
import { markdown } from './table.js';
import { workload } from './workloads.js';

const [folder] = argv.slice(2);
if (!folder || !existsSync(folder)) {
  console.error('Say where the other modules lie: node tests/bench/compilers.js <folder>');
  exit(1);
}
const OTHERS = pathToFileURL(path.resolve(folder) + path.sep);
const OURS = new URL('.', Engine.url('simd'));
const SENTENCE = '服务 A 调用了配置中心 B，因为它需要获取最新配置。';
const BUDGET = 4000;

/** One call of attention: 8 heads of 64. */
function attentionCall({ attention }, n, mask) {
  const work = workload('A', n, mask);
  const out = new Float32Array(work.q.length);
  return () => attention({ q: work.q, k: work.k, v: work.v, heads: 8, dK: 64, mask, out });
}

async function tracedCall(engine) {
  const model = await engine.loadModel(encoderUrl);
  return () => model.run(SENTENCE);
}

/** The calls of one set of modules, by what they do. */
async function calls(url, build) {
  const [direct, engine] = await Promise.all([loadAttention({ url, build }), loadEngine({ url, build })]);
  const pairs = [64, 512, 2048].flatMap((n) =>
    ['none', 'causal'].map((mask) => [`attention, n ${n}, ${mask}`, attentionCall(direct, n, mask)]),
  );
  return new Map([...pairs, ['traced pass', await tracedCall(engine)]]);
}

async function compare(build) {
  const [ours, theirs] = await Promise.all([calls(OURS, build), calls(OTHERS, build)]);
  const rows = [];
  for (const [name, call] of ours) {
    const contestants = [call, theirs.get(name)].map((one) => ({ call: one, estimate: 5 }));
    const [mine, other] = await race(contestants, BUDGET);
    const ratios = [other.median / mine.median, other.best / mine.best].map((ratio) => ratio.toFixed(3));
    rows.push([name, mine.median.toFixed(3), other.median.toFixed(3), ...ratios]);
  }
  return rows;
}

const size = (base, name) => statSync(new URL(name, base)).size;
const BUILDS = env.BUILDS?.split(',') ?? ['relaxed', 'simd', 'scalar'];
const sizes = BUILDS.flatMap((build) =>
  ['attn', 'attn-direct'].map((module) => {
    const name = `${module}.${build}.wasm`;
    return [name, ...[OURS, OTHERS].map((base) => String(size(base, name)))];
  }),
);
console.log(markdown(['module', 'bytes here', 'bytes there'], sizes));
for (const build of BUILDS) {
  const rows = await compare(build);
  console.log(`\n${markdown([build, 'ms here', 'ms there', 'ratio of medians', 'ratio of the quickest'], rows)}`);
}
