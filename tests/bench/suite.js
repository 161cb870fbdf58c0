// One pass over the workloads, in Node or in a page: load who takes part, measure the peak, then each workload: check
// every result against float64, and race those that are right and not hopelessly slow.

import { race, timed } from './measure.js';
import { peersOf } from './peers/index.js';
import { distance, expected, workloads } from './workloads.js';

const RIGHT = 1e-4; // of the largest number; float32 attention is at 1e-6
const LIMITS = {
  once: 800, // milliseconds: who takes longer is timed in one call
  never: 2500, // who will take longer, by the last workload's rate, is left out
  cell: 1000, // what the rounds of one workload should take together
};

/**
 * @param {object} context as makeContext gives it
 * @param {{ kinds: string[], sizes?: number[], peers: string[] }} job
 * @param {(text: string) => void} say
 */
export async function runSuite(context, { kinds, sizes, peers }, say) {
  const { runners, missing } = await loadAll(context, peers);
  const peak = await measurePeak(context);
  const rates = new Map();
  const rows = [];
  for (const work of workloads(kinds, sizes)) {
    say(work.name);
    const right = expected(work);
    const entrants = [];
    for (const runner of runners) entrants.push(await enter(runner, work, right, rates));
    rows.push({ name: work.name, flops: work.flops, cells: await finish(entrants, work, rates) });
  }
  const about = runners
    .map(({ peer }) => peer)
    .map(({ name, family, ours, native }) => ({ name, family, ours, native }));
  return { peers: about, missing, peak, rows };
}

async function loadAll(context, names) {
  const runners = [];
  const missing = [];
  for (const peer of await peersOf(names)) {
    if (peer.where === 'node' && !context.inNode) continue;
    try {
      runners.push({ peer, prepare: await peer.load(context) });
    } catch (error) {
      missing.push({ name: peer.name, reason: sentence(error) });
    }
  }
  return { runners, missing };
}

/** The best of the shapes of peak.c, in multiply-adds of the same build. */
export async function measurePeak({ bytes, build }) {
  const {
    instance: { exports },
  } = await WebAssembly.instantiate(await bytes(`built/peak.${build}.wasm`));
  const turns = 20_000;
  const flops = turns * exports.peak_flops_per_turn();
  const shapes = Object.keys(exports).filter((name) => /^peak_(chain|outer)/.test(name));
  const times = await race(
    shapes.map((name) => ({ call: () => exports[name](turns), estimate: 3 })),
    500,
  );
  // The best samples, not the medians: a peak is what the machine can do.
  const rates = shapes.map((name, i) => ({ shape: name.replace('peak_', ''), rate: flops / times[i].best / 1e6 }));
  return rates.sort((a, b) => b.rate - a.rate)[0];
}

/**
 * Prepares one contestant and checks its result.
 * @returns what finish wants: an entrant, or a cell that says why not
 */
async function enter({ peer, prepare }, work, right, rates) {
  const rate = rates.get(peer.name + work.kind);
  if (rate && work.flops / rate > LIMITS.never) return { peer, cell: { skipped: true } };
  try {
    const { call, release } = await prepare(work);
    let result;
    const first = await timed(async () => {
      result = await call();
    });
    const off = distance(result, right);
    if (!(off <= RIGHT)) {
      release?.();
      return { peer, cell: { wrong: off } };
    }
    return { peer, call, release, off, estimate: first < LIMITS.once ? await timed(call) : first };
  } catch (error) {
    return { peer, cell: { failed: sentence(error) } };
  }
}

async function finish(entrants, work, rates) {
  const racing = entrants.filter(({ estimate }) => estimate < LIMITS.once);
  const times = await race(racing, LIMITS.cell);
  const cells = {};
  for (const { peer, cell, release, off, estimate } of entrants) {
    const at = racing.findIndex((one) => one.peer === peer);
    const once = { median: estimate, spread: null, samples: 1 };
    cells[peer.name] = cell ?? { ...(at < 0 ? once : times[at]), off };
    if (cells[peer.name].median) rates.set(peer.name + work.kind, work.flops / cells[peer.name].median);
    release?.();
  }
  return cells;
}

const sentence = (error) =>
  String(error?.message ?? error)
    .split('\n')[0]
    .slice(0, 200);
