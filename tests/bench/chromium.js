// A page of ours in the system's Chromium, for the benches that run there.

import { chromium } from '@playwright/test';
import { serve } from '../../emsdk-config/serve.js';
import { launchOptions } from '../chromium.js';

// Apart from all others a page gets a clock of 5 microseconds instead of 100.
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/**
 * Serves a folder, opens its index.html, and lets go of everything afterwards.
 * @template T
 * @param {string} dir
 * @param {(page: import('@playwright/test').Page, url: string, version: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function inChromium(dir, use) {
  const site = await serve({ dir, port: 0, headers: ISOLATED });
  let browser;
  try {
    browser = await chromium.launch(launchOptions());
    const page = await browser.newPage();
    await page.goto(site.url);
    return await use(page, site.url, browser.version());
  } finally {
    await browser?.close();
    await site.close();
  }
}
