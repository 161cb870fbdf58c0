// What every page test starts from: the built site on a server of its own, the one element on its
// page, and the rule that nothing may go wrong unseen: an exception or an error in the console fails
// the test that met it, unless the test says that it expects one.

import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from '@playwright/test';
import { MODELS, modelUrl } from '../../web/model/index.js';
import { serve } from '../../emsdk-config/serve.js';
import { slowDown, stressOf } from '../stress/slow.js';

export { expect };

/** The folder that is tested; SITE_DIR names another copy, for example one broken on purpose. */
export const SITE = env.SITE_DIR ?? fileURLToPath(new URL('../../.build/site', import.meta.url));

/** The model that the page opens with. */
export const [MODEL] = MODELS;
export const CONFIG = JSON.parse(readFileSync(new URL('config.json', modelUrl(MODEL)), 'utf8'));

/** What queries and keys are called where they meet. */
export const ROTATED = CONFIG.position === 'rope' ? ['rotated_query', 'rotated_key'] : ['query', 'key'];

const ROTATE = CONFIG.position === 'rope' ? ['rotate'] : [];
export const BLOCK = [
  ...['norm', 'project', ...ROTATE, 'score', 'scale', 'mask', 'softmax', 'mix', 'merge', 'add', 'feed-forward'],
];

/** Every moment of the walk through that model with all layers in full, in order. */
export const MOMENTS = [
  ...['tokens', 'embedding', 'position'].map((step) => ({ step, layer: null })),
  ...Array.from({ length: CONFIG.n_layers }, (_, layer) => BLOCK.map((step) => ({ step, layer }))).flat(),
  { step: 'prediction', layer: null },
];

/** The moments before the layers and of the first of them: every kind of scene but the last. */
export const FIRST_MOMENTS = MOMENTS.filter(({ step, layer }) => step !== 'prediction' && !(layer > 0));

/** The moments that are walked unless more is asked for: later layers in one scene each. */
export const WALKED = [
  ...FIRST_MOMENTS,
  ...Array.from({ length: CONFIG.n_layers - 1 }, (_, i) => ({ step: 'block', layer: i + 1 })),
  MOMENTS.at(-1),
];

export const SENTENCE = '服务 A 调用了配置中心 B，因为它需要获取最新配置。';
export const GLYPHS = ['服务 A', '调用', '了', '配置中心 B', '，', '因为', '它', '需要', '获取', '最新', '配置', '。'];

/** What a moment is called in the state: no layer where it has none. */
export const stateOf = ({ step, layer }) => ({ step, ...(layer !== null && { layer }) });

/** One <token-walk> on a page: the first, unless another is asked for. */
export class Walk {
  /**
   * @param {import('@playwright/test').Page} page
   * @param {string} url where the site is served
   * @param {number | string} which by place, or by id
   */
  constructor(page, url, which = 0) {
    this.page = page;
    this.url = url;
    this.element = typeof which === 'string' ? page.locator(`#${which}`) : page.locator('token-walk').nth(which);
    this.stage = this.element.locator('svg.stage');
    this.now = this.element.locator('.now');
    this.alert = this.element.locator('.failed');
    this.problem = this.element.locator('.problem');
    this.player = this.element.locator('.player');
  }

  /** Loads a page anew with this link and waits for the numbers; the page of one figure, unless another is named. */
  async open(link = '', path = 'embed.html') {
    await this.load(link, path);
    await this.ready();
  }

  /** Loads the page anew; the engine may never come. */
  async load(link = '', path = 'embed.html') {
    if (this.page.url() !== 'about:blank') await this.page.goto('about:blank');
    await this.page.goto(`${this.url}${path}${link && '#'}${link}`);
  }

  async ready() {
    await expect.poll(() => this.element.evaluate((element) => Boolean(element.trace))).toBe(true);
    await this.drawn();
  }

  /** Waits until what was asked for is drawn. */
  drawn() {
    return this.element.evaluate((element) => element.updateComplete);
  }

  state() {
    return this.element.evaluate((element) => element.state);
  }

  async set(changes) {
    await this.element.evaluate((element, wanted) => {
      element.setState(wanted);
      return element.updateComplete;
    }, changes);
  }

  go(moment) {
    return this.set({ ...stateOf(moment), t: 1 });
  }

  link() {
    return this.page.evaluate(() => location.hash.replace(/^#/, ''));
  }

  cell({ tensor, row, column, layer, head }) {
    const place = Object.entries({ layer, head })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `[data-${name}="${value}"]`)
      .join('');
    return this.stage.locator(
      `[role=gridcell][data-tensor="${tensor}"][data-row="${row}"][data-column="${column}"]${place}`,
    );
  }

  /** Takes one of several choices, as a click does. */
  choose(name, value) {
    return this.element.locator(`input[type=radio][name="${name}"][value="${value}"]`).check({ force: true });
  }

  /** The numbers behind the belief bars beside the stage. */
  belief() {
    return this.element
      .locator('.belief [data-tensor=belief]')
      .evaluateAll((bars) => bars.map((bar) => Number(bar.dataset.value)));
  }

  /** The fingerprint of the whole picture, to compare two of them; the picture itself is a megabyte. */
  picture() {
    return this.stage.evaluate((stage) => {
      const text = stage.outerHTML.replaceAll(/<!--.*?-->/g, '');
      let hash = 0x811c9dc5; // FNV-1a
      for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
      return `${text.length} characters, ${(hash >>> 0).toString(16)}`;
    });
  }

  button(name) {
    return this.player.locator(`button.${name}`);
  }
}

/** How late the site's server answers: at once, but for `make test-stress`. */
const LATE = stressOf(env)?.most ?? 0;

export const test = base.extend({
  context: async ({ context }, use, { testId }) => {
    const stress = stressOf(env, testId);
    if (stress) await context.addInitScript(slowDown, stress);
    await use(context);
  },

  site: [
    async ({}, use) => {
      const server = await serve({ dir: SITE, late: LATE });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],

  /** What went wrong on the page; a test that expects something takes it out. */
  faults: async ({ page }, use) => {
    const faults = [];
    page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
    page.on('console', (message) => message.type() === 'error' && faults.push(`console: ${message.text()}`));
    await use(faults);
    expect(faults, 'what went wrong on the page').toEqual([]);
  },

  walk: async ({ page, site, faults }, use) => {
    void faults;
    await use(new Walk(page, site.url));
  },
});

/** Takes out the faults that a test expects, and tells how many there were. */
export function forgive(faults, pattern) {
  const others = faults.filter((fault) => !pattern.test(fault));
  return faults.splice(0, faults.length, ...others).length - others.length;
}

/** Serves the site under other conditions for one test. */
export async function served(options, use) {
  const server = await serve({ dir: SITE, late: LATE, ...options });
  try {
    await use(server);
  } finally {
    await server.close();
  }
}
