// Where jobs are done: a Node process of its own, or a page in Chromium. Both get the same folder, which this lays out.

import { fork } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { inChromium } from './chromium.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
/** Laid out by layOut. */
export const SITE = here('../../.build/bench/site');
/** The same as an address, for Node. */
export const SITE_URL = pathToFileURL(`${SITE}/`).href;

/** The folder of context.js, and in it the bundle that pages load. */
export async function layOut() {
  await rm(SITE, { recursive: true, force: true });
  await mkdir(SITE, { recursive: true });
  const links = {
    packages: './node_modules',
    built: '../../.build/bench',
    engine: '../../web/engine',
    models: '../../web/models',
  };
  for (const [name, folder] of Object.entries(links)) await symlink(here(folder), `${SITE}/${name}`);
  await bundle({ entryPoints: [here('page.js')], outdir: `${SITE}/bundle`, splitting: true });
  await writeFile(
    `${SITE}/index.html`,
    '<!doctype html><title>bench</title><body><script type="module" src="bundle/page.js"></script>',
  );
}

/**
 * As a page would have it. What is native, or Node's own, is not asked for there.
 * @param {import('esbuild').BuildOptions} options
 */
export const bundle = (options) =>
  build({
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: ['node:*', 'onnxruntime-node'],
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    ...options,
  });

/**
 * @param {object} job what node.js reads, without its base
 * @param {{ say?: (text: string) => void, seconds?: number }} [options]
 */
export function inNode(job, { say = () => {}, seconds = 900 } = {}) {
  // Where relaxed SIMD wants a flag, make gave it to this process.
  const execArgv = job.build === 'relaxed' ? process.execArgv : [];
  const child = fork(here('node.js'), [JSON.stringify({ ...job, base: SITE_URL })], { execArgv, silent: true });
  let noise = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      noise = (noise + text).slice(-2000);
    });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`over ${seconds} s`));
    }, seconds * 1000);
    let outcome;
    child.on('message', ({ say: text, result }) => (text ? say(text) : (outcome = { result })));
    child.on('exit', (code) => {
      clearTimeout(timer);
      if (outcome) resolve(outcome.result);
      else reject(new Error(/^\w*Error.*$/m.exec(noise)?.[0] ?? `ended with ${code}: ${noise}`));
    });
  });
}

/** @param {object} job what page.js reads @param {{ say?: (text: string) => void }} [options] */
export const inPage = (job, { say = () => {} } = {}) =>
  inChromium(SITE, async (page) => {
    page.on('console', (line) => line.text().startsWith('bench: ') && say(line.text().slice(7)));
    page.on('pageerror', (error) => say(String(error)));
    await page.waitForFunction(() => globalThis.bench);
    return page.evaluate((given) => globalThis.bench(given), job);
  });
