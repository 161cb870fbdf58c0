// The picture taken away: an SVG that stands for itself and a PNG of twice its size, both looking like what was on
// the page.

import { readFileSync } from 'node:fs';
import { FIGURES, openFigure, toolsOf } from './figures.js';
import { expect, test } from './walk.js';

async function take(walk, page, name) {
  const tools = await toolsOf(walk);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    tools.getByRole('button', { name, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** What a strict reader of XML makes of a file: problems, size, and what it would need from elsewhere. */
const read = (page, text) =>
  page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
    const root = parsed.documentElement;
    const all = [root, ...root.querySelectorAll('*')];
    const values = all.flatMap((element) =>
      [...element.attributes]
        .filter(({ name }) => !/^xmlns/.test(name))
        .map(({ name, value }) => [element.localName, name, value]),
    );
    const ids = new Set(all.map(({ id }) => id).filter(Boolean));
    const names = values
      .filter(([, , value]) => /url\(/.test(value))
      .map(([, , value]) => /url\("?(.*?)"?\)/.exec(value)[1]);
    return {
      error: parsed.querySelector('parsererror')?.textContent ?? null,
      root: root.localName,
      namespace: root.namespaceURI,
      width: Number(root.getAttribute('width')),
      height: Number(root.getAttribute('height')),
      viewBox: root.getAttribute('viewBox'),
      elsewhere: names.filter((name) => !name.startsWith('#') || !ids.has(name.slice(1))),
      unresolved: values
        .filter(
          ([, name, value]) =>
            /var\(|https?:|^data:|blob:|currentcolor/i.test(value) ||
            /href|^on/.test(name) ||
            /NaN|undefined/.test(value),
        )
        .slice(0, 5),
      foreign: all
        .map(({ localName }) => localName)
        .filter((name) => /script|style|foreignobject|^image$|use/i.test(name)),
      cells: all
        .filter((element) => element.getAttribute('role') === 'gridcell')
        .map(({ dataset }) => dataset.value ?? null),
      texts: all.filter(({ localName }) => localName === 'text').map(({ textContent }) => textContent),
    };
  }, text);

/** An image as the browser draws it on its own: its size, and for a grid of 40 by 40 places the mean colour of each. */
const looks = (page, base64, type) =>
  page.evaluate(
    async ([data, mime]) => {
      const image = new Image();
      image.src = `data:${mime};base64,${data}`;
      await image.decode();
      const [n, side] = [40, 8];
      const canvas = Object.assign(document.createElement('canvas'), { width: n * side, height: n * side });
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      const places = Array.from({ length: n * n }, (_, i) => {
        const { data: pixels } = context.getImageData((i % n) * side, Math.floor(i / n) * side, side, side);
        const mean = [0, 0, 0];
        pixels.forEach((value, at) => {
          if (at % 4 < 3) mean[at % 4] += value / side ** 2;
        });
        return mean;
      });
      const {
        data: [...first],
      } = context.getImageData(1, 1, 1, 1);
      return { width: image.naturalWidth, height: image.naturalHeight, places, first };
    },
    [base64, type],
  );

/** How many of the places differ more than edges drawn a little otherwise would make them. */
const apart = (a, b) =>
  a.places.filter((place, i) => Math.max(...place.map((value, at) => Math.abs(value - b.places[i][at]))) > 14).length;

const CASES = FIGURES.map((figure, i) => [
  figure,
  ['light', 'dark'][i % 2],
  ['', 'keys=query&head=1', 'mask=causal&fault=zero_mask&layer=1', 'layer=1&size=8'][i],
]);

for (const [figure, colorScheme, link] of [
  ...CASES,
  ['multi-head', 'light', 'layer=1'],
  ['context', 'dark', 'layer=1&lang=en'],
  ['walk', 'dark', 'step=mask&mask=causal&layer=1'],
]) {
  test(`${figure}, ${colorScheme}, ${link}: SVG and PNG stand alone and look like the page`, async ({ walk, page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await openFigure(walk, figure, link);
    const stage = await walk.stage.evaluate((element) => ({
      width: element.width.baseVal.value,
      height: element.height.baseVal.value,
      viewBox: element.getAttribute('viewBox'),
      cells: [...element.querySelectorAll('[role=gridcell]')].map(({ dataset }) => dataset.value),
      texts: [...element.querySelectorAll('text')].map(({ textContent }) => textContent),
    }));
    const svg = await take(walk, page, 'SVG');
    expect(svg.name).toMatch(/\.svg$/);
    const file = await read(page, svg.bytes.toString('utf8'));
    expect(file).toMatchObject({
      error: null,
      root: 'svg',
      namespace: 'http://www.w3.org/2000/svg',
      elsewhere: [],
      unresolved: [],
      foreign: [],
      ...stage,
    });
    expect(file.texts.length).toBeGreaterThan(10);

    const png = await take(walk, page, 'PNG');
    expect(png.name).toMatch(/\.png$/);
    expect([...png.bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([
      Math.round(2 * stage.width),
      Math.round(2 * stage.height),
    ]);

    await walk.stage.evaluate((element) => element.getRootNode().activeElement?.blur());
    const shot = await looks(page, (await walk.stage.screenshot()).toString('base64'), 'image/png');
    const [alone, pixels] = [
      await looks(page, svg.bytes.toString('base64'), 'image/svg+xml'),
      await looks(page, png.bytes.toString('base64'), 'image/png'),
    ];
    // Whole pixels.
    expect(Math.max(Math.abs(alone.width - stage.width), Math.abs(alone.height - stage.height))).toBeLessThan(1);
    expect(new Set(alone.places.map((place) => place.map(Math.round).join())).size).toBeGreaterThan(40);
    expect(apart(alone, shot), 'SVG beside the page').toBeLessThan(40);
    expect(apart(pixels, shot), 'PNG beside the page').toBeLessThan(40);
    const bright = alone.first.slice(0, 3).reduce((total, value) => total + value, 0) / 3;
    expect(colorScheme === 'dark' ? bright < 80 : bright > 200).toBe(true);
  });
}
