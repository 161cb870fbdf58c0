// The page in a real browser, two at a time. A test that fails once has failed: nothing is tried again, and nothing
// waits for a fixed time.

import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { launchOptions } from '../chromium.js';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.js',
  outputDir: fileURLToPath(new URL('../../.build/page-results', import.meta.url)),
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
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
