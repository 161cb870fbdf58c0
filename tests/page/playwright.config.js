// The page in a real browser: Debian's Chromium (or the one that CHROMIUM names), two at a time. A test
// that fails once has failed: nothing is tried again, and nothing waits for a fixed time.

import { execFileSync } from 'node:child_process';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

/** Where the browser lies: CHROMIUM, or the first of its names that is on PATH. */
function chromium() {
  if (env.CHROMIUM) return env.CHROMIUM;
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const found = execFileSync('sh', ['-c', `${names.map((name) => `command -v ${name}`).join(' || ')} || true`], { encoding: 'utf8' }).trim();
  if (!found) throw new Error('There is no Chromium on PATH; install one, or say where it lies in CHROMIUM.');
  return found;
}

const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.js',
  outputDir: fileURLToPath(new URL('../../.build/page-results', import.meta.url)),
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: chromium(), args: asRoot ? ['--no-sandbox'] : [] },
    viewport: { width: 1280, height: 900 },
    locale: 'zh-CN',
    colorScheme: 'light',
    // Finished pictures at once; motion.spec.js is about the other setting.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
