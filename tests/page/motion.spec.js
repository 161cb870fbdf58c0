// Motion: steps without it where the reader asks for none, an end to it everywhere, and a pause.

import { FIRST_MOMENTS, MOMENTS, WALKED, expect, test } from './walk.js';

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

/** Half a second of a page that draws sixty times a second. */
const IDLE = 500;

/** How many frames the page asks for in half a second; none, if nothing moves. */
async function framesWhileIdle(page) {
  const count = () => page.evaluate(() => window.framesAskedFor);
  const before = await count();
  await page.clock.runFor(IDLE);
  return (await count()) - before;
}

/** Opens a page whose time stands still from now on, but for what `page.clock.runFor` lets go by. */
async function openStill(walk, link = '') {
  const { page } = walk;
  await page.clock.install();
  await countFrames(page);
  await walk.open(link);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

/** Longer than any scene and the rest after it. */
const SCENE = 12_000;

const veils = (walk) => walk.stage.locator('.veil, .traveller, .flight').count();

test.describe('with reduced motion', () => {
  test('forward gives each finished scene at once', async ({ walk, page }) => {
    await openStill(walk);
    const finished = [];
    for (const moment of WALKED) {
      await walk.go(moment);
      finished.push(await walk.picture());
    }
    await walk.button('first').click();
    for (const [i] of WALKED.entries()) {
      if (i > 0) await page.keyboard.press('ArrowRight');
      await walk.drawn();
      expect((await walk.picture()) === finished[i], WALKED[i].step).toBe(true);
      expect(await veils(walk), WALKED[i].step).toBe(0);
      expect((await walk.state()).t).toBe(1);
    }
    expect(await framesWhileIdle(page)).toBe(0);
  });

  test('play goes on step by step, never half-drawn, and pausing leaves a finished scene', async ({ walk, page }) => {
    await openStill(walk, 'step=score&speed=2');
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
    for (let i = 0; i < 40 && (await walk.state()).step === 'score'; i += 1) await page.clock.runFor(250);
    expect((await walk.state()).step).toBe('scale');
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

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('forward plays one scene through and then asks for no more frames', async ({ walk, page }) => {
    await openStill(walk, 'step=position&speed=2');
    await page.keyboard.press('ArrowRight');
    await page.clock.runFor(300);
    expect((await walk.state()).t).toBeLessThan(1);
    expect(await veils(walk)).toBeGreaterThan(0);
    await page.clock.runFor(SCENE);
    expect((await walk.state()).t).toBe(1);
    expect((await walk.state()).step).toBe('norm');
    expect(await veils(walk)).toBe(0);
    expect(await framesWhileIdle(page)).toBe(0);
  });

  test('the picture moves while it plays, and stops when paused', async ({ walk, page }) => {
    await openStill(walk, 'step=score&layer=1&t=0');
    await walk.button('play').click();
    const first = await walk.picture();
    await page.clock.runFor(1000);
    expect(await walk.picture()).not.toBe(first);
    await walk.button('pause').click();
    const paused = await walk.picture();
    expect((await walk.state()).t).toBeLessThan(1);
    expect(await framesWhileIdle(page)).toBe(0);
    expect(await walk.picture()).toBe(paused);
    await walk.button('play').click();
    await page.clock.runFor(1000);
    expect(await walk.picture()).not.toBe(paused);
  });

  test('played to the end, it ends', async ({ walk, page }) => {
    await openStill(walk, 'step=prediction&t=0.800&speed=2');
    await walk.button('play').click();
    await page.clock.runFor(SCENE);
    await expect(walk.button('play')).toBeVisible();
    expect(await walk.state()).toMatchObject({ step: 'prediction', t: 1 });
    expect(await framesWhileIdle(page)).toBe(0);
    await walk.button('play').click();
    await page.clock.runFor(100);
    expect((await walk.state()).step).toBe('tokens');
  });

  test('nothing runs when it was never played, nor when it is scrolled out of sight', async ({ walk, page }) => {
    await openStill(walk);
    expect(await framesWhileIdle(page)).toBe(0);
    await walk.button('play').click();
    await expect(walk.button('pause')).toBeVisible();
    await page.evaluate(() => {
      document.body.style.paddingBottom = '4000px';
      scrollTo(0, document.documentElement.scrollHeight);
    });
    await expect(walk.element.locator('button.play')).toHaveCount(1);
    expect(await framesWhileIdle(page)).toBe(0);
  });

  test('every moment has a picture of its own between its start and its end', async ({ walk }) => {
    await walk.open();
    for (const moment of FIRST_MOMENTS) {
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
