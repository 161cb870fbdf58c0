// The house rules: where things are, how large they may be, who may know whom.

import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import * as c from './c.js';
import { FILES, lineOf, read, under } from './files.js';
import * as js from './js.js';

const MAX_LINE = 120;
const MAX_FILE = 300;
const MAX_FUNCTION = 60;
const C = ['.c', '.h'];
const cFiles = [...under('src', ...C), ...under('tests', ...C)];
const jsFiles = FILES.filter((file) => file.endsWith('.js'));
const text = FILES.filter(
  (file) => /\.(js|mjs|c|h|mk|sh|css|html|json|md)$|Makefile$|run$/.test(file) && file !== 'package-lock.json',
);
const sources = FILES.filter(
  (file) => /\.(js|c|h|css|html|sh|mk|py)$|(^|\/)Makefile$|^\.ci\/run$/.test(file) && !file.includes('/vectors/'),
);

const none = (offenders, rule) => assert.deepEqual(offenders, [], rule);

/** Chinese in a page has no place for a line break: it would show as a space. */
function isProse(file, line) {
  return file.endsWith('.html') && /\p{Script=Han}/u.test(line);
}

/** A link that a reader may follow is no load. */
function isLink(hit) {
  const [file, line] = hit.split(/[: ]/);
  return /<a\s[^>]*href/.test(read(file).split('\n')[Number(line) - 1]);
}

describe('the house: where things are', () => {
  it('the top level holds these and no others', () => {
    const top = [...new Set(FILES.map((file) => file.split('/')[0]))].filter((name) => !name.startsWith('.'));
    none(
      top.filter(
        (name) =>
          ![
            'src',
            'web',
            'tests',
            'emsdk-config',
            'Makefile',
            'package.json',
            'package-lock.json',
            'README.md',
            'LICENSE',
          ].includes(name),
      ),
    );
  });

  it('no built file is committed', () => {
    none(FILES.filter((file) => /\.wasm$|\.generated\.js$|^\.build\/|node_modules/.test(file)));
  });

  it('no file that people edit is over 300 lines', () => {
    none(sources.map((file) => [file, read(file).split('\n').length - 1]).filter(([, lines]) => lines > MAX_FILE));
  });

  it('no line of a source is over 120 characters', () => {
    none(
      sources.flatMap((file) =>
        read(file)
          .split('\n')
          .flatMap((line, i) => ([...line].length > MAX_LINE && !isProse(file, line) ? [`${file}:${i + 1}`] : [])),
      ),
    );
  });

  it('no function is over 60 lines', () => {
    const long = (file, { functions }) =>
      functions(read(file), file)
        .filter(({ first, last }) => last - first + 1 > MAX_FUNCTION)
        .map(({ name, first }) => `${file}:${first} ${name}`);
    none([...cFiles.flatMap((file) => long(file, c)), ...jsFiles.flatMap((file) => long(file, js))]);
  });

  it('nothing names a folder of the machine it was written on', () => {
    const place = new RegExp(String.raw`(^|[^\w.:/])/(${['work', 'root', 'home', 'farm', 'Users', 'tmp'].join('|')})/`);
    none(text.filter((file) => place.test(read(file))));
  });
});

describe('the house: who includes whom in C', () => {
  const ORDER = ['core', 'kernels', 'steps', 'variants', 'direct', 'model', 'train'];
  const roomOf = (file) => (path.dirname(file) === 'src' ? 'attn' : file.split('/')[1]);
  const rank = (room) => (room === 'attn' ? ORDER.length : ORDER.indexOf(room));
  const edges = under('src', ...C).flatMap((file) =>
    c
      .includes(read(file))
      .filter(({ quoted }) => quoted)
      .map(({ name }) => [file, name]),
  );

  it('every quoted include is a file of ours, found from src/ or from beside', () => {
    const found = ([file, name]) =>
      FILES.includes(`src/${name}`) || FILES.includes(path.posix.join(path.dirname(file), name));
    none(edges.filter((edge) => !found(edge)));
  });

  it('includes point from the engine down to core, never up', () => {
    const target = ([file, name]) =>
      FILES.includes(`src/${name}`) ? `src/${name}` : path.posix.join(path.dirname(file), name);
    none(
      edges.filter((edge) => rank(roomOf(target(edge))) > rank(roomOf(edge[0]))),
      'an include against the arrows',
    );
    none(
      under('src', ...C).filter((file) => rank(roomOf(file)) < 0),
      'a room that the house does not have',
    );
  });

  it('only kernels/simd.h names the instructions of a machine', () => {
    const machine = /wasm_simd128|simde|immintrin|arm_neon|wasm_(f32x4|v128|i32x4)/;
    none(
      under('src', ...C).filter(
        (file) =>
          file !== 'src/kernels/simd.h' &&
          machine.test(c.withoutNoise(read(file)) + c.includes(read(file)).map(({ name }) => name)),
      ),
    );
  });
});

describe('the house: who imports whom in JavaScript', () => {
  // An arrow reads "is imported by":
  //   engine ← model ← lab ← element        what runs: knows neither figure nor page
  //   story ← draw ← parts ← figures        what is drawn: without an engine, of which they know only how a
  //                                         tensor is named and what the manifest says (NAMES)
  //   text ← figures, element;   parts, draw, story ← element;   figures/registry.js ← element
  const MAY = {
    engine: [],
    text: [],
    models: [],
    model: ['engine'],
    story: ['engine'],
    lab: ['engine', 'model', 'story'],
    draw: ['engine', 'story'],
    parts: ['engine', 'story', 'draw'],
    figures: ['engine', 'story', 'draw', 'parts', 'text'],
    element: ['engine', 'story', 'lab', 'draw', 'parts', 'text', 'figures'],
  };
  const WITHOUT_ENGINE = ['story', 'draw', 'parts', 'figures', 'element'];
  const NAMES = ['web/engine/tensor-ref.js', 'web/engine/manifest.generated.js'];
  const web = under('web', '.js');
  const tools = under('emsdk-config', '.js');

  const roomOf = (file) => file.split('/')[1];
  const edges = web
    .filter((file) => !roomOf(file).endsWith('.js')) // pages at the top may use everything
    .flatMap((file) =>
      js
        .imports(read(file))
        .filter((name) => name?.startsWith('.'))
        .map((name) => ({ file, target: path.posix.join(path.dirname(file), name) })),
    );
  const noEdge = (forbidden) => none(edges.filter(forbidden).map(({ file, target }) => `${file} -> ${target}`));

  it('imports stay inside what each room may know', () => {
    noEdge(({ file, target }) => ![...(MAY[roomOf(file)] ?? []), roomOf(file)].includes(roomOf(target)));
  });

  it('what is drawn knows of the engine only how a tensor is named and what the manifest says', () => {
    noEdge(
      ({ file, target }) =>
        WITHOUT_ENGINE.includes(roomOf(file)) && roomOf(target) === 'engine' && !NAMES.includes(target),
    );
  });

  it('a figure is one folder and one line of the registry, and no figure imports another', () => {
    const REGISTRY = 'web/figures/registry.js';
    const figureOf = (file) => (roomOf(file) === 'figures' && file !== REGISTRY ? file.split('/')[2] : null);
    noEdge(({ file, target }) => file !== REGISTRY && figureOf(target) && figureOf(target) !== figureOf(file));
    noEdge(({ file, target }) => target === REGISTRY && roomOf(file) !== 'element');
    const folders = [...new Set(web.map(figureOf).filter(Boolean))].sort();
    const lines = [...read(REGISTRY).matchAll(/^ {2}'?([a-z-]+)'?: \(\) => import\('\.\/([a-z-]+)\/figure\.js'\),$/gm)];
    assert.deepEqual(
      lines.map(([, name, folder]) => [name, folder]).sort(),
      folders.map((name) => [name, name]),
    );
    // 'walk' is the default; 'context' is also a property of the state.
    const names = folders.filter((name) => name !== 'walk' && name !== 'context').join('|');
    const named = new RegExp(String.raw`['"\`](${names})['"\`]`);
    none(
      web.filter((file) => ['element', 'parts', 'lab', 'draw'].includes(roomOf(file)) && named.test(read(file))),
      'a figure known by its name',
    );
  });

  it('packages are used only where their bytes are meant to be', () => {
    const MAY_USE = {
      'wasm-feature-detect': /^web\/engine\//,
      '@huggingface/tokenizers': /^web\/model\//,
      lit: /^web\/(draw|parts|element|figures)\//,
      esbuild: /^emsdk-config\/site/,
      temml: /^emsdk-config\/site/,
      sirv: /^emsdk-config\/serve/,
    };
    none(
      [...web, ...tools].flatMap((file) =>
        js
          .imports(read(file))
          .filter((name) => name && !/^[.]|^node:/.test(name))
          .filter(
            (name) =>
              !MAY_USE[name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0]]?.test(file),
          )
          .map((name) => `${file} -> ${name}`),
      ),
    );
  });

  it('nothing that a reader loads stands on Node, but for reading a file from the disk', () => {
    none(
      web.filter(
        (file) => file !== 'web/engine/request.js' && js.imports(read(file)).some((name) => name?.startsWith('node:')),
      ),
    );
  });
});

describe('the house: what a page may not do', () => {
  const shown = under('web', '.js', '.html', '.css', '.svg');

  it('loads nothing from a third party', () => {
    const before = [
      /(?:src|href|action|poster)\s*=\s*["']?/,
      /url\(\s*["']?/,
      /@import\s+["']?/,
      /(?:import|fetch|URL|Worker)\s*\(\s*[`"']/,
      /from\s*["']/,
    ];
    const foreign = new RegExp(`(?:${before.map(({ source }) => source).join('|')})(?:https?:)?//`, 'g');
    none(
      shown
        .flatMap((file) =>
          [...read(file).matchAll(foreign)].map(({ index, 0: hit }) => `${file}:${lineOf(read(file), index)} ${hit}`),
        )
        .filter((hit) => !isLink(hit)),
    );
  });

  it('makes up no number', () =>
    none(shown.filter((file) => /Math\s*\.\s*random|getRandomValues|randomUUID/.test(read(file)))));

  it('does not ask which browser it is in', () => {
    none(shown.filter((file) => /userAgent|navigator\s*\.\s*(?:vendor|platform|appVersion)/.test(read(file))));
  });
});
