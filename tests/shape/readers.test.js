// The readers of C and JavaScript that the house rules stand on.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as c from './c.js';
import * as js from './js.js';

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
      'import a from "./a.js"; export * from "./b.js"; export { c } from "./c.js"; ' +
      'const d = () => import("./d.js");\nclass E { f() {\n} }';
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
