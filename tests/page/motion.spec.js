// Motion: steps without it where the reader asks for none, an end to it everywhere, and a pause.

import { MOMENTS, expect, test as base } from './walk.js';

/** Counts every animation frame that the page asks for. */
const countFrames = (page) =>
  page.addInitScript(() => {
    const real = window.requestAnimationFrame.bind(window);
    window.framesAskedFor = 0;
    window.requestAnimationFrame = (callback) => {
      window.framesAskedFor += 1;
      return real(callback);
    };
  });

/** How many frames the page asks for while the browser draws thirty of its own. */
const framesWhileIdle = (page) =>
  page.evaluate(async () => {
    const probe = document.createElement('iframe');
    document.body.append(probe);
    const before = window.framesAskedFor;
    for (let i = 0; i < 30; i += 1)
      await new Promise((resolve) => {
        probe.contentWindow.requestAnimationFrame(resolve);
      });
    probe.remove();
    return window.framesAskedFor - before;
  });

const test = base.extend({
  counted: async ({ page, walk }, use) => {
    await countFrames(page);
    await use(walk);
  },
});

const moving = base.extend({
  contextOptions: async ({}, use) => use({ reducedMotion: 'no-preference' }),
  counted: async ({ page, walk }, use) => {
    await countFrames(page);
    await use(walk);
  },
});

const veils = (walk) => walk.stage.locator('.veil, .traveller, .flight').count();

test.describe('with reduced motion', () => {
  test('forward gives each finished scene at once', async ({ counted: walk, page }) => {
    await walk.open();
    const finished = [];
    for (const moment of MOMENTS) {
      await walk.go(moment);
      finished.push(await walk.picture());
    }
    await walk.button('first').click();
    for (const [i] of MOMENTS.entries()) {
      if (i > 0) await page.keyboard.press('ArrowRight');
      await walk.drawn();
      expect((await walk.picture()) === finished[i], MOMENTS[i].step).toBe(true);
      expect(await veils(walk), MOMENTS[i].step).toBe(0);
      expect((await walk.state()).t).toBe(1);
    }
    expect(await framesWhileIdle(page)).toBe(0);
  });

  test('play goes on step by step, never half-drawn, and pausing leaves a finished scene', async ({
    counted: walk,
    page,
  }) => {
    await walk.open('step=score&speed=2');
    const halves = await page.evaluateHandle(() => {
      const seen = { half: 0, drawings: 0 };
      const root = document.querySelector('token-walk').shadowRoot;
      new MutationObserver(() => {
        seen.drawings += 1;
        seen.half += root.querySelectorAll('.veil, .traveller, .flight').length;
      }).observe(root, { subtree: true, childList: true, attributes: true });
      return seen;
    });
    await walk.button('play').click();
    await expect.poll(async () => (await walk.state()).step).toBe('scale');
    await walk.button('pause').click();
    await walk.drawn();
    expect(await halves.evaluate(({ drawings }) => drawings)).toBeGreaterThan(0);
    expect(await halves.evaluate(({ half }) => half)).toBe(0);
    expect(await veils(walk)).toBe(0);
    expect(await framesWhileIdle(page)).toBe(0);
  });

  test('no transition and no animation of the style sheet runs', async ({ walk, page }) => {
    await walk.open('step=score');
    await page.keyboard.press('ArrowRight');
    expect(
      await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length),
    ).toBe(0);
  });
});

moving.describe('with motion', () => {
  moving('forward plays one scene through and then asks for no more frames', async ({ counted: walk, page }) => {
    await walk.open('step=position&speed=2');
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await walk.state()).t).toBeLessThan(1);
    await expect.poll(() => veils(walk)).toBeGreaterThan(0);
    await expect.poll(async () => (await walk.state()).t, { timeout: 15_000 }).toBe(1);
    expect((await walk.state()).step).toBe('norm');
    expect(await veils(walk)).toBe(0);
    expect(await framesWhileIdle(page)).toBe(0);
  });

  moving('the picture moves while it plays, and stops when paused', async ({ counted: walk, page }) => {
    await walk.open('step=score&layer=1&t=0');
    await walk.button('play').click();
    const first = await walk.picture();
    await expect.poll(() => walk.picture()).not.toBe(first);
    await walk.button('pause').click();
    const paused = await walk.picture();
    expect((await walk.state()).t).toBeLessThan(1);
    expect(await framesWhileIdle(page)).toBe(0);
    expect(await walk.picture()).toBe(paused);
    await walk.button('play').click();
    await expect.poll(() => walk.picture()).not.toBe(paused);
  });

  moving('played to the end, it ends', async ({ counted: walk, page }) => {
    await walk.open('step=prediction&t=0.800&speed=2');
    await walk.button('play').click();
    await expect(walk.button('play')).toBeVisible();
    expect(await walk.state()).toMatchObject({ step: 'prediction', t: 1 });
    expect(await framesWhileIdle(page)).toBe(0);
    await walk.button('play').click();
    await expect.poll(async () => (await walk.state()).step).toBe('tokens');
  });

  moving(
    'nothing runs when it was never played, nor when it is scrolled out of sight',
    async ({ counted: walk, page }) => {
      await walk.open();
      expect(await framesWhileIdle(page)).toBe(0);
      await walk.button('play').click();
      await expect(walk.button('pause')).toBeVisible();
      await page.evaluate(() => {
        document.body.style.paddingBottom = '4000px';
        scrollTo(0, document.documentElement.scrollHeight);
      });
      await expect(walk.element.locator('button.play')).toHaveCount(1);
      expect(await framesWhileIdle(page)).toBe(0);
    },
  );

  moving('every moment has a picture of its own between its start and its end', async ({ walk }) => {
    await walk.open();
    for (const moment of MOMENTS.slice(0, 14)) {
      const pictures = new Set();
      for (const t of [0, 0.25, 0.55, 1]) {
        await walk.set({ step: moment.step, layer: moment.layer ?? 0, t });
        pictures.add(await walk.picture());
      }
      expect(pictures.size, moment.step).toBeGreaterThan(2);
    }
  });
});

test('play and pause are one button, always there, at every moment', async ({ walk }) => {
  await walk.open();
  for (const moment of MOMENTS.filter((_, i) => i % 4 === 0)) {
    await walk.go(moment);
    await walk.button('play').click();
    await expect(walk.button('pause')).toBeVisible();
    await walk.button('pause').click();
    await expect(walk.button('play')).toBeVisible();
  }
});
