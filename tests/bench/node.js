// One job in a Node process of its own, as run.js asks for it: a pass of the suite, the flow, one cold start, one
// peer's memory.

import process from 'node:process';
import { makeContext } from './context.js';
import { runFlow } from './flow.js';
import { families } from './peers/index.js';
import { runSuite } from './suite.js';
import { distance, expected, expectedRows, takeRows, workload } from './workloads.js';

const { job, base, build, ...rest } = JSON.parse(process.argv[2]);
const context = await makeContext(base, build);
const find = async (name) => (await families(rest.peers)).find((peer) => peer.name === name);
const jobs = {
  suite: () => runSuite(context, rest, (text) => process.send({ say: text })),
  flow: () => runFlow(context),
  cold: () => cold(rest.peer),
  ready: () => ready(),
  memory: () => memory(rest.peer, rest.n),
};
process.send({ result: await jobs[job]() }, () => process.exit(0)); // some peers leave timers or threads behind

/** From nothing but files on the disk to the first result of the smallest block. */
async function cold(name) {
  const peer = await find(name);
  const work = workload('C', 12);
  const start = performance.now();
  const prepare = await peer.load(context);
  const loaded = performance.now();
  const { call } = await prepare(work);
  const result = await call();
  const end = performance.now();
  return { load: loaded - start, first: end - loaded, total: end - start, off: distance(result, expected(work)) };
}

/** The same of the engine where scripts and bytes are there already. */
async function ready() {
  const { loadAttention } = await import('../../web/engine/attention.js');
  const bytes = await context.bytes(`engine/attn-direct.${build}.wasm`);
  const { x, weights, dModel, heads } = workload('C', 12);
  const start = performance.now();
  const engine = await loadAttention({ bytes });
  const loaded = performance.now();
  engine.multiHeadAttention({ dModel, heads, weights }).run(x, {});
  const end = performance.now();
  return { load: loaded - start, first: end - loaded, total: end - start };
}

/** What one call takes at its worst, beyond what the process and its inputs take anyway. */
async function memory(name, n) {
  const memories = watchMemories();
  const held = () => [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  const peer = await find(name);
  const prepare = await peer.load(context);
  const warm = await prepare(workload('A', 64));
  await warm.call();
  warm.release?.();
  const work = workload('A', n);
  const before = { rss: process.memoryUsage().rss, wasm: held() };
  const { call } = await prepare(work);
  const result = await call();
  // Before the check, which takes memory of its own.
  const after = { rss: process.resourceUsage().maxRSS * 1024, wasm: held() };
  const rows = [0, 1, Math.floor(n / 3), n - 1];
  const off =
    result.length === n * work.dModel ? distance(takeRows(result, work, rows), expectedRows(work, rows)) : Infinity;
  return { rss: after.rss - before.rss, wasm: after.wasm - before.wasm, off };
}

/** Every WebAssembly memory that is made or exported from now on. @returns {Set<WebAssembly.Memory>} */
function watchMemories() {
  const all = new Set();
  const { Memory, Instance, instantiate } = WebAssembly;
  const note = (instance) =>
    Object.values(instance.exports)
      .filter((one) => one instanceof Memory)
      .forEach((one) => all.add(one));
  WebAssembly.Memory = class extends Memory {
    constructor(...given) {
      super(...given);
      all.add(this);
    }
  };
  WebAssembly.Instance = class extends Instance {
    constructor(...given) {
      super(...given);
      note(this);
    }
  };
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    note(made.instance ?? made);
    return made;
  };
  return all;
}
