// What stands on the stage can be read: no word and no matrix lies over another, none is cut off, at
// every width and in both languages.

import { WALKED, expect, test } from './walk.js';

/** Words and matrices on the stage that lie over each other, and those that leave it. */
const collisions = (walk) =>
  walk.element.evaluate((element) => {
    const stage = element.shadowRoot.querySelector('.stage');
    const frame = stage.getBoundingClientRect();
    const words = [
      ...stage.querySelectorAll(
        'text.caption, .legend text, text.operator, text.side, .share text, .chip text:not(.id), text.amount',
      ),
    ]
      .filter(
        (text) => text.textContent.trim() !== '' && Number(text.closest('[opacity]')?.getAttribute('opacity') ?? 1) > 0,
      )
      .map((text) => ({
        text: text.textContent.trim().replaceAll('\u200b', ''),
        ...text.getBoundingClientRect().toJSON(),
      }));
    const over = (a, b) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
    const pairs = words.flatMap((a, i) =>
      words
        .slice(i + 1)
        .filter((b) => over(a, b))
        .map((b) => `"${a.text}" over "${b.text}"`),
    );
    const blocks = [...stage.querySelectorAll('.block')].map((block) => ({
      text: block.dataset.block,
      ...block.querySelector('.ground').getBoundingClientRect().toJSON(),
    }));
    pairs.push(
      ...blocks.flatMap((a, i) =>
        blocks
          .slice(i + 1)
          .filter((b) => over(a, b))
          .map((b) => `${a.text} lies over ${b.text}`),
      ),
    );
    const cut = [...words, ...blocks]
      .filter(
        ({ left, right, bottom }) => left < frame.left - 24 || right > frame.right + 8 || bottom > frame.bottom + 2,
      )
      .map(({ text }) => `"${text}" leaves the stage`);
    return [...pairs, ...cut];
  });

for (const [width, langs] of [
  [390, ['zh', 'en']],
  [768, ['en']],
  [1280, ['zh', 'en']],
]) {
  for (const lang of langs) {
    test(`${width} pixels, ${lang}`, async ({ walk, page }) => {
      await page.setViewportSize({ width, height: 900 });
      await walk.open(`lang=${lang}`);
      const found = {};
      for (const context of ['none', 'a']) {
        await walk.set({ context });
        for (const moment of WALKED) {
          await walk.go(moment);
          const list = await collisions(walk);
          if (list.length > 0) found[`${moment.step} ${context}`] = list;
        }
      }
      expect(found).toEqual({});
    });
  }
}
