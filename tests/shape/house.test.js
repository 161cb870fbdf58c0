import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import * as c from './c.js';
import { FILES, lineOf, read, under } from './files.js';
import * as js from './js.js';

const MAX_FILE = 450;
const MAX_FUNCTION = 60;
const C = ['.c', '.h'];
const cFiles = [...under('src', ...C), ...under('tests', ...C)];
const jsFiles = FILES.filter((file) => file.endsWith('.js'));
const text = FILES.filter(
  (file) => /\.(js|mjs|c|h|mk|sh|css|html|json|md)$|Makefile$|run$/.test(file) && file !== 'package-lock.json',
);

const none = (offenders, rule) => assert.deepEqual(offenders, [], rule);

describe('the readers of C and JavaScript that these rules stand on', () => {
  it('find functions, and are not misled by comments, strings, initialisers and directives', () => {
    const source = [
      '/* int no(void) {',
      '#include "no.h"',
      '*/',
      '#include "core/a.h"',
      '  # include <simde/wasm/simd128.h>',
      'static const int t[] = { 1, 2 };',
      'struct S { int a; };',
      'char *f(int a,',
      '        int (*g)(int)) {',
      '  const char *s = "}{"; // }',
      "  if (a) { return '}'; }",
      '}',
      '#define M(x) do { x; } while (0)',
      '#if A',
      'int h(void) { return 0; }',
      '#else',
      'int h(void) {',
      ' return 1; }',
      '#endif',
    ].join('\n');
    assert.deepEqual(
      c.functions(source).map(({ name, first, last }) => [name, first, last]),
      [
        ['f', 9, 12],
        ['h', 15, 15],
        ['h', 17, 18],
      ],
    );
    assert.deepEqual(
      c.includes(source).map(({ name }) => name),
      ['core/a.h', 'simde/wasm/simd128.h'],
    );
  });

  it('find every kind of import and function', () => {
    const source =
      'import a from "./a.js"; export * from "./b.js"; export { c } from "./c.js"; const d = () => import("./d.js");\nclass E { f() {\n} }';
    assert.deepEqual(js.imports(source), ['./a.js', './b.js', './c.js', './d.js']);
    assert.deepEqual(
      js.functions(source).map(({ first, last }) => [first, last]),
      [
        [1, 1],
        [2, 3],
      ],
    );
    const tests = "describe('a', () => {\nit('b', () => {});\n});";
    assert.deepEqual(
      js.functions(tests, 'a.test.js').map(({ first }) => first),
      [2],
    );
    assert.deepEqual(
      js.functions(tests, 'a.js').map(({ first }) => first),
      [1, 2],
    );
  });
});

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
    none(
      [...cFiles, ...jsFiles]
        .map((file) => [file, read(file).split('\n').length - 1])
        .filter(([, lines]) => lines > MAX_FILE),
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
  const ORDER = ['core', 'kernels', 'steps', 'variants', 'model', 'train'];
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
  const MAY = {
    engine: [],
    story: [],
    text: [],
    model: ['engine'],
    draw: ['story'],
    figures: ['engine', 'model', 'story', 'draw', 'text'],
    models: [],
  };
  const web = under('web', '.js');
  const tools = under('emsdk-config', '.js');

  it('imports stay inside what each room may know', () => {
    none(
      web.flatMap((file) => {
        const room = file.split('/')[1];
        if (room.endsWith('.js')) return []; // pages at the top may use everything
        const allowed = MAY[room]?.concat(room) ?? [];
        return js
          .imports(read(file))
          .filter((name) => name?.startsWith('.'))
          .map((name) => path.posix.join(path.dirname(file), name))
          .filter((target) => !allowed.includes(target.split('/')[1]))
          .map((target) => `${file} -> ${target}`);
      }),
    );
  });

  it('packages are used only where their bytes are meant to be', () => {
    const MAY_USE = {
      'wasm-feature-detect': /^web\/engine\//,
      '@huggingface/tokenizers': /^web\/model\//,
      lit: /^web\/(draw|figures)\//,
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
        (file) =>
          !file.startsWith('web/models/') &&
          file !== 'web/engine/request.js' &&
          js.imports(read(file)).some((name) => name?.startsWith('node:')),
      ),
    );
  });
});

describe('the house: what a page may not do', () => {
  const shown = under('web', '.js', '.html', '.css', '.svg');

  it('loads nothing from a third party', () => {
    const foreign =
      /(?:src|href|action|poster)\s*=\s*["']?(?:https?:)?\/\/|url\(\s*["']?(?:https?:)?\/\/|@import\s+["']?(?:https?:)?\/\/|(?:import|fetch|URL|Worker)\s*\(\s*[`"'](?:https?:)?\/\/|from\s*["'](?:https?:)?\/\//g;
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

/** A link that a reader may follow is no load. */
function isLink(hit) {
  const [file, line] = hit.split(/[: ]/);
  return /<a\s[^>]*href/.test(read(file).split('\n')[Number(line) - 1]);
}
