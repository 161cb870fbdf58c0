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
export const imports = (source) => nodes(source)
  .filter(({ type, source: from }) => (/^(Import|Export(Named|All))Declaration$/.test(type) && from) || type === 'ImportExpression')
  .map(({ source: from }) => from.value);

/**
 * The functions of a file. What is handed to `describe` is a list of tests, not a function to be read
 * at once, and does not count.
 * @returns {{ name: string, first: number, last: number }[]}
 */
export function functions(source) {
  const all = nodes(source);
  const lists = new Set(all.filter(({ type, callee }) => type === 'CallExpression' && (callee.name ?? callee.property?.name) === 'describe')
    .flatMap((call) => call.arguments));
  return all.filter((node) => /Function/.test(node.type) && !lists.has(node))
    .map((node) => ({ name: node.id?.name ?? 'a function', first: node.loc.start.line, last: node.loc.end.line }));
}
