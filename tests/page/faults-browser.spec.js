// Browsers and servers that are not as they should be: no WebAssembly, no SIMD, a policy that forbids
// compiling, a type that is wrong, no JavaScript at all.

import { recordedBelief, run } from './engine.js';
import { readNumbers } from './read.js';
import { CONFIG, Walk, expect, forgive, served, test } from './walk.js';

const FILES = [/attn\.\w+\.wasm/, /config\.json/, /tokenizer\.json/, /model\.safetensors/];

async function expectFirstPicture(walk) {
  const arcs = (await readNumbers(walk)).filter(({ tensor }) => tensor === 'weights');
  expect(arcs.map(({ value }) => Number(value))).toEqual([
    ...(await run({ build: 'scalar' })).get('weights', CONFIG.n_layers - 1, 0).data.slice(72, 84),
  ]);
}

for (const type of ['text/plain', 'application/octet-stream', 'text/html']) {
  test(`wasm served as ${type} still works, and each file is asked for once`, async ({ page, faults }) => {
    await served({ rules: [{ match: /\.wasm/, type }] }, async ({ url, requests }) => {
      const walk = new Walk(page, url);
      await walk.open('build=simd', 'embed.html');
      expect(await walk.belief()).toEqual((await run()).belief);
      for (const file of FILES)
        expect(
          requests.filter((one) => file.test(one)),
          String(file),
        ).toHaveLength(1);
    });
    expect(faults).toEqual([]);
  });
}

for (const name of ['embed.html', '']) {
  test(`each file is asked for once, by all figures of ${name || 'the hosted page'} together`, async ({ page }) => {
    await served({}, async ({ url, requests }) => {
      await new Walk(page, url).open('', name);
      for (const figure of await page.locator('token-walk').all()) {
        await figure.scrollIntoViewIfNeeded();
        await expect.poll(() => figure.evaluate((element) => Boolean(element.trace))).toBe(true);
      }
      for (const file of FILES)
        expect(
          requests.filter((one) => file.test(one)),
          String(file),
        ).toHaveLength(1);
    });
  });
}

test('without WebAssembly: its own words, the first picture and the article', async ({ page, site, faults }) => {
  await page.addInitScript(() => {
    delete globalThis.WebAssembly;
  });
  const walk = new Walk(page, site.url, 'step-by-step');
  await walk.load('', '');
  await expect(walk.alert).toContainText('没有 WebAssembly');
  await expectFirstPicture(walk);
  await expect(page.locator('.notes h2:visible').first()).toBeVisible();
  await page.locator('#language').click();
  await expect(walk.alert).toContainText('no WebAssembly');
  expect(faults).toEqual([]);
});

test.describe('without SIMD', () => {
  /** A browser from before SIMD: it refuses every module that holds such instructions. */
  const forget = (page) =>
    page.addInitScript(() => {
      const real = WebAssembly.validate.bind(WebAssembly);
      WebAssembly.validate = (bytes) => (new Uint8Array(bytes).includes(0xfd) ? false : real(bytes));
    });

  test('the scalar build runs by itself', async ({ page, walk }) => {
    await forget(page);
    await walk.open();
    await expect(walk.element.locator('.ready')).toContainText('scalar');
    expect(await walk.belief()).toEqual((await run({ build: 'scalar' })).belief);
  });

  test('a link that forces the simd build is answered in words, and not as a bad connection', async ({
    page,
    walk,
  }) => {
    await forget(page);
    await walk.load('build=simd');
    await expect(walk.alert).toContainText('SIMD');
    await expect(walk.alert).not.toContainText('网络');
    await expectFirstPicture(walk);
    await walk.set({ lang: 'en' });
    await expect(walk.alert).toContainText('SIMD');
    await expect(walk.alert).not.toContainText(/[\u4e00-\u9fff]|connection/);
  });
});

test('a build that computes wrong numbers is passed over', async ({ page, walk }) => {
  await page.addInitScript(() => {
    const real = WebAssembly.instantiate.bind(WebAssembly);
    let first = true;
    WebAssembly.instantiate = async (module, imports) => {
      const instance = await real(module, imports);
      if (!first || !(module instanceof WebAssembly.Module)) return instance;
      first = false;
      return { exports: { ...instance.exports, attn_selftest: () => 1 } };
    };
  });
  await walk.open();
  await expect(walk.element.locator('.ready')).toContainText(/WebAssembly (simd|scalar)/);
  const [belief] = await walk.belief();
  expect(Math.abs(belief - recordedBelief('none')[0])).toBeLessThan(1e-5);
});

test.describe('a content policy', () => {
  const policy = (script) => ({
    'Content-Security-Policy':
      `default-src 'none'; script-src ${script}; style-src 'self'; img-src 'self'; ` + "connect-src 'self'",
  });

  test('strict, with wasm-unsafe-eval, is content with the page', async ({ page, faults }) => {
    await served({ headers: policy("'self' 'wasm-unsafe-eval'") }, async ({ url }) => {
      const walk = new Walk(page, url);
      await walk.open('step=softmax');
      await walk.go({ step: 'prediction', layer: null });
      await expect(walk.element.locator('.belief .bar').first()).toBeVisible();
    });
    expect(faults).toEqual([]);
  });

  test('without wasm-unsafe-eval has a sentence of its own', async ({ page, faults }) => {
    await served({ headers: policy("'self'") }, async ({ url }) => {
      const walk = new Walk(page, url);
      await walk.load();
      await expect(walk.alert).toContainText('wasm-unsafe-eval');
      await expect(walk.alert).toContainText('内容安全策略');
      await expectFirstPicture(walk);
      await walk.set({ lang: 'en' });
      await expect(walk.alert).toContainText('content policy');
      await expect(walk.alert).toContainText('wasm-unsafe-eval');
    });
    forgive(faults, /Content Security Policy/);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the article is there, and says what the figure needs', async ({ page, site }) => {
    await page.goto(site.url);
    await expect(page.locator('h1').first()).toBeVisible();
    await expect(page.locator('token-walk p').first()).toContainText('JavaScript');
    await expect(page.locator('.notes h2').first()).toBeVisible();
  });
});

test('without storage the page works', async ({ page, walk }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    }
    Object.defineProperty(document, 'cookie', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await walk.open('step=mask');
  await walk.set({ mask: 'causal' });
  expect((await walk.state()).mask).toBe('causal');
});

test('what is slow says how far it is, and the controls wait', async ({ page, faults }) => {
  await page.clock.install();
  await served({ rules: [{ match: /safetensors/, hang: true }] }, async ({ url }) => {
    const walk = new Walk(page, url);
    await walk.load('lang=en');
    await expect(walk.element.locator('.loading')).toContainText('Fetching');
    await expect(walk.element.locator('.loading progress')).toHaveAttribute('max', '100');
    await expect(walk.button('play')).toBeDisabled();
    await expectFirstPicture(walk);
  });
  expect(faults).toEqual([]);
});
