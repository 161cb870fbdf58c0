// The page in a real browser, two at a time. A test that fails once has failed: nothing is tried again,
// and nothing waits for a fixed time. Limits are there for what hangs, not for what is slow: a test takes
// seconds, and on a machine with ten times the work of its own it may take ten times as long.

import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { launchOptions } from '../chromium.js';

const built = (name) => fileURLToPath(new URL(`../../.build/${name}`, import.meta.url));

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.js',
  outputDir: built('page-results'),
  globalSetup: './temporary.js',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // `node tests/page/times.js` tells from the second one where the time went.
  reporter: [['list'], ['json', { outputFile: built('page-results.json') }]],
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 900 },
    locale: 'zh-CN',
    colorScheme: 'light',
    // Finished pictures at once; motion.spec.js is about the other setting.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
