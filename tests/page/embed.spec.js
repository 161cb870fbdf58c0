// The walk in other people's pages: from another origin, under a sub-path and a strict content policy,
// by script and by iframe, with the host's styles and its own kept apart.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from './engine.js';
import { SITE, Walk, expect, served, test } from './walk.js';

const BASE = '/a/b/';
// As every host of static files that lets others embed its scripts, GitHub Pages among them.
const OPEN = { 'Access-Control-Allow-Origin': '*' };

const post = (
  origin,
  body,
  head = '',
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A post</title><link rel="stylesheet" href="host.css"><link rel="icon" href="${origin}icon.svg">${head}</head>
<body><h1>A post</h1><p id="own">Its own words.</p>
<button id="button">Its own button</button>${body}<p>More words.</p></body></html>`;

const script = (origin) => `<script type="module" src="${origin}token-walk.js"></script>`;

/** A host that tries hard to restyle what it embeds. */
const HOST_CSS = `body { font: 30px/3 serif; color: rgb(200, 0, 0); text-align: right; letter-spacing: 9px;
  text-transform: uppercase; word-spacing: 20px; visibility: visible; }
p, h2, button, input, label, fieldset, svg, rect, text, section, div, span { color: rgb(0, 200, 0) !important;
  font-size: 77px !important; display: inline !important; fill: rgb(0, 200, 0) !important; margin: 50px !important; }
#own { color: rgb(0, 0, 200) !important; } iframe { width: 800px; height: 900px; display: block !important; }`;

const strict = (origin) => ({
  'Content-Security-Policy': [
    `default-src 'none'; script-src 'self' ${origin} 'wasm-unsafe-eval'; style-src 'self' ${origin}`,
    `connect-src 'self' ${origin}; img-src 'self' ${origin}; frame-src ${origin}`,
  ].join('; '),
});

/** A blog on one origin and the walk on another; the blog shows `body` under a strict policy. */
async function blog(body, use, { headers = strict, head = '', element = OPEN } = {}) {
  await served({ base: BASE, headers: element }, async (walk) => {
    const { origin } = new URL(walk.url);
    const rules = [
      { match: /^\/post/, body: post(walk.url, body(walk.url), head), type: 'text/html' },
      { match: /^\/host\.css/, body: HOST_CSS, type: 'text/css' },
    ];
    await served({ headers: headers(origin), rules }, (host) => use({ url: `${host.url}post.html`, walk, host }));
  });
}

/** Where requests of the page go that leave these two servers. */
function strangers(page, allowed) {
  const list = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^http/.test(protocol) && !allowed.includes(origin)) list.push(request.url());
  });
  return list;
}

test('by one line of script, under a strict policy and a sub-path, asking nobody else', async ({ page, faults }) => {
  await blog(
    (origin) => `${script(origin)}<token-walk build="simd" step="softmax" layer="1" context="a"></token-walk>`,
    async ({ url, walk, host }) => {
      const others = strangers(page, [new URL(url).origin, new URL(walk.url).origin]);
      await page.goto(url);
      const figure = new Walk(page, url);
      await figure.ready();
      expect(await figure.state()).toMatchObject({ step: 'softmax', layer: 1, context: 'a' });
      expect(await figure.belief()).toEqual((await run({ context: 'a' })).belief);
      for (const step of ['tokens', 'project', 'merge', 'prediction']) await figure.set({ step });
      await figure.stage.locator('[role=gridcell][data-tensor=final]').nth(3).focus();
      await expect(figure.element.locator('.unfold')).toBeVisible();
      await expect(figure.element.locator('.rail i').first()).toHaveCSS('background-image', /linear-gradient/);
      expect(await page.evaluate(() => location.hash)).toBe('');
      expect(others).toEqual([]);
      expect(host.requests.filter((one) => !/^\/(post\.html|host\.css)/.test(one))).toEqual([]);
      for (const file of [/wasm/, /safetensors/, /config\.json/, /tokenizer\.json/])
        expect(
          walk.requests.filter((one) => file.test(one)),
          String(file),
        ).toHaveLength(1);
    },
  );
  expect(faults).toEqual([]);
});

test('by iframe, under the same policy; the frame tells how tall it is', async ({ page, faults }) => {
  await blog(
    (origin) => `<iframe title="walk" src="${origin}embed.html#step=mask&mask=causal&build=simd"></iframe>`,
    async ({ url }) => {
      await page.addInitScript(() => {
        window.heights = [];
        addEventListener(
          'message',
          ({ data }) => data?.type === 'token-walk:height' && window.heights.push(data.height),
        );
      });
      await page.goto(url);
      const figure = page.frameLocator('iframe').locator('token-walk');
      await expect(figure.locator('.ready')).toContainText('simd');
      await expect(figure.locator('[data-tensor=masked][data-row="0"][data-column="11"]').last()).toHaveAttribute(
        'data-value',
        '-Infinity',
      );
      await expect.poll(() => page.evaluate(() => window.heights.at(-1))).toBeGreaterThan(500);
      const frame = page.frames()[1];
      expect(await page.evaluate(() => window.heights.at(-1))).toBe(
        Math.ceil(await frame.evaluate(() => document.querySelector('token-walk').getBoundingClientRect().height)),
      );
    },
  );
  expect(faults).toEqual([]);
});

test('in a sandboxed frame without an origin of its own, where storage throws', async ({ page, faults }) => {
  await blog(
    (origin) =>
      `<iframe title="walk" sandbox="allow-scripts" src="${origin}embed.html#step=softmax&layer=1&build=simd">` +
      '</iframe>',
    async ({ url }) => {
      await page.goto(url);
      const frame = page.frames()[1] ?? (await page.waitForEvent('framenavigated'));
      const figure = page.frameLocator('iframe').locator('token-walk');
      await expect(figure.locator('.ready')).toContainText('simd');
      expect(
        await frame.evaluate(() => {
          try {
            return String(localStorage);
          } catch (error) {
            return error.name;
          }
        }),
      ).toBe('SecurityError');
      await figure.locator('button.forward').click();
      await expect.poll(() => figure.evaluate((element) => element.state.step)).toBe('mix');
      await expect(figure.locator('.belief .bar')).toHaveCount(3);
    },
  );
  expect(faults).toEqual([]);
});

test('the sub-path serves the hosted page as well', async ({ page }) => {
  await served({ base: '/a/b/c/' }, async ({ url, requests }) => {
    const others = strangers(page, [new URL(url).origin]);
    await new Walk(page, url).open('step=score');
    await page.goto(`${url}embed.html`);
    await new Walk(page, url).ready();
    expect(others).toEqual([]);
    expect(requests.every((one) => one.startsWith('/'))).toBe(true);
  });
});

test('any server of files will do: one that knows neither types nor ranges', async ({ page, faults }) => {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
  const server = createServer(async ({ url }, response) => {
    const file = decodeURIComponent(new URL(url, 'http://any').pathname).replace(/\/$/, '/index.html');
    try {
      const bytes = await readFile(path.join(SITE, path.normalize(file)));
      response.writeHead(200, { 'Content-Type': types[path.extname(file)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const walk = new Walk(page, `http://127.0.0.1:${server.address().port}/`);
  await walk.open('build=scalar');
  expect(await walk.belief()).toEqual((await run({ build: 'scalar' })).belief);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  expect(faults).toEqual([]);
});

test.describe('styles stay where they belong', () => {
  /** What the walk looks like in itself: what a host could have changed. */
  const looks = (walk) =>
    walk.element.evaluate((element) =>
      [
        '.now',
        'h2',
        '.player button.forward',
        '.stage',
        '.stage text',
        '[role=gridcell]',
        '.token span',
        '.choices',
      ].map((name) => {
        const style = getComputedStyle(element.shadowRoot.querySelector(name));
        return [
          name,
          ...[
            'color',
            'fontSize',
            'display',
            'fill',
            'marginTop',
            'textAlign',
            'letterSpacing',
            'wordSpacing',
            'textTransform',
            'lineHeight',
            'fontFamily',
          ].map((property) => style[property]),
        ].join(' | ');
      }),
    );

  test('the host changes nothing in the walk', async ({ page, site }) => {
    const own = new Walk(page, site.url);
    await own.open('step=softmax', 'embed.html');
    const expected = await looks(own);
    await blog(
      (origin) => `${script(origin)}<token-walk step="softmax"></token-walk>`,
      async ({ url }) => {
        await page.goto(url);
        const figure = new Walk(page, url);
        await figure.ready();
        expect(await looks(figure)).toEqual(expected);
      },
    );
  });

  test('the walk changes nothing in the host', async ({ page }) => {
    const host = () =>
      page.evaluate(() =>
        ['#own', '#button', 'h1', 'body', 'html'].map((name) => {
          const style = getComputedStyle(document.querySelector(name));
          return [...style]
            .filter(
              (property) =>
                !/^(block-size|height|inline-size|width|perspective-origin|transform-origin)$/.test(property),
            )
            .map((property) => `${property}: ${style.getPropertyValue(property)}`)
            .join('; ');
        }),
      );
    await blog(
      () => '<token-walk step="softmax"></token-walk>',
      async ({ url, walk }) => {
        await page.goto(url);
        const before = await host();
        await page.addScriptTag({ url: `${walk.url}token-walk.js`, type: 'module' });
        await new Walk(page, url).ready();
        expect(await host()).toEqual(before);
        expect(
          await page.evaluate(() => document.adoptedStyleSheets.length + document.querySelectorAll('style').length),
        ).toBe(0);
      },
    );
  });
});

test('the script twice on a page, and an element made, moved and taken away by code', async ({ page, faults }) => {
  await blog(
    (origin) =>
      `${script(origin)}<script type="module" src="${origin}token-walk.js?copy"></script>` +
      '<div id="one"></div><div id="two"></div>',
    async ({ url }) => {
      await page.goto(url);
      await page.evaluate(async () => {
        await customElements.whenDefined('token-walk');
        const element = document.createElement('token-walk');
        element.setAttribute('step', 'score');
        document.querySelector('#one').append(element);
      });
      const figure = new Walk(page, url);
      await figure.ready();
      const picture = await figure.picture();
      await page.evaluate(() => document.querySelector('#two').append(document.querySelector('token-walk')));
      await figure.ready();
      expect(await figure.picture()).toBe(picture);
      await figure.element.evaluate((element) => element.setAttribute('mask', 'causal'));
      await expect.poll(async () => (await figure.state()).mask).toBe('causal');
      await page.evaluate(() => document.querySelector('token-walk').remove());
      await expect(page.locator('token-walk')).toHaveCount(0);
    },
  );
  expect(faults).toEqual([]);
});
