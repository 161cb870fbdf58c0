// JavaScript as the house rules see it, by a real parser: imports, functions with the lines they
// take, member calls and string literals.

import { parse } from 'acorn';

/** Every node of the tree, parents first. @param {string} source @returns {any[]} */
export function nodes(source) {
  const all = [];
  const visit = (node) => {
    if (!node || typeof node.type !== 'string') return;
    all.push(node);
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) value.forEach(visit);
      else if (value && typeof value === 'object') visit(value);
    }
  };
  visit(parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true, allowHashBang: true }));
  return all;
}

/** What a file imports, re-exports or imports later; undefined for a computed name. */
export const imports = (source) =>
  nodes(source)
    .filter(
      ({ type, source: from }) =>
        (/^(Import|Export(Named|All))Declaration$/.test(type) && from) || type === 'ImportExpression',
    )
    .map(({ source: from }) => from.value);

// `it('says so', () => {})`, whatever the runner calls it.
const isTest = ({ type, arguments: given }) =>
  type === 'CallExpression' && given.length > 1 && /Literal$/.test(given[0].type) && /Function/.test(given.at(-1).type);

/**
 * The functions of a file. In a file of tests, one that holds tests is a list of them, not a function
 * to be read at once, and does not count; the tests in it do.
 * @param {string} source
 * @param {string} [file]
 * @returns {{ name: string, first: number, last: number }[]}
 */
export function functions(source, file = '') {
  const all = nodes(source);
  const tests = /\.(test|spec)\.js$/.test(file) ? all.filter(isTest) : [];
  const holdsTests = ({ start, end }) => tests.some((test) => test.start > start && test.end < end);
  return all
    .filter((node) => /Function/.test(node.type) && !holdsTests(node))
    .map((node) => ({ name: node.id?.name ?? 'a function', first: node.loc.start.line, last: node.loc.end.line }));
}
