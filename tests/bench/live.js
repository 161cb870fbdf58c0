// How long the live configuration takes to reach its effect, here in Node and in Chromium, in one run. Times are of
// this machine as busy as it is now; nothing passes or fails on them. The effect: 0.9 of the unambiguous held-out
// cases by the supervised head.

import { cp, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inChromium } from './chromium.js';
import { markdown } from './table.js';

const EVERY = 100;
const EFFECT = 0.9;

/** Trains with the manifest's own values; runs in Node and, as text, in a page. */
async function train(trainerUrl, every, effect) {
  const { loadTrainer } = await import(trainerUrl);
  const trainer = await loadTrainer();
  const run = trainer.start({ seed: 1 });
  const start = performance.now();
  let reached = null;
  while (!run.done) {
    run.advance(Math.min(every, run.fields.steps - run.step));
    if (reached === null && run.report(200).supervised_head >= effect)
      reached = { step: run.step, seconds: (performance.now() - start) / 1000 };
  }
  const { supervised_head: supervised } = run.report(400);
  const seconds = (performance.now() - start) / 1000;
  run.stop();
  return { build: trainer.manifest.build, steps: run.fields.steps, seconds, supervised, reached };
}

/** The trainer as a page gets it: one script with its module beside it. */
async function publish(folder) {
  const entry = fileURLToPath(new URL('../../web/model/trainer.js', import.meta.url));
  await build({
    entryPoints: [entry],
    outfile: `${folder}/model/trainer.js`,
    bundle: true,
    format: 'esm',
    external: ['node:*'],
  });
  await cp(new URL('../../web/engine/attn-train.simd.wasm', import.meta.url), `${folder}/engine/attn-train.simd.wasm`);
  await writeFile(`${folder}/index.html`, '<!doctype html><title>bench</title>');
}

async function inPage() {
  const folder = fileURLToPath(new URL('../../.build/bench/live', import.meta.url));
  await publish(folder);
  return inChromium(folder, (page, url) =>
    page.evaluate(`(${train})(${JSON.stringify(`${url}model/trainer.js`)}, ${EVERY}, ${EFFECT})`),
  );
}

const row = (where, { build: used, steps, seconds, supervised, reached }) => [
  `${where} (${used})`,
  steps,
  `${seconds.toFixed(1)} s`,
  supervised.toFixed(3),
  reached ? `${reached.seconds.toFixed(1)} s (step ${reached.step})` : 'not reached',
];

/** The table of both, as Markdown. */
export async function liveTable() {
  const node = await train(new URL('../../web/model/trainer.js', import.meta.url).href, EVERY, EFFECT);
  return markdown(
    ['where', 'steps', 'all', 'supervised head, unambiguous', 'reaches 0.9'],
    [row('Node', node), row('Chromium', await inPage())],
  );
}
