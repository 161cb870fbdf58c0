// Every kind of rule that hides pairs, each as options and as its definition, for the tests of what is
// hidden. Shapes fill neither panels nor blocks of keys, and some need several of both.

import { PLACES } from './attention-oracle.js';

const range = (n) => Array.from({ length: n }, (_, i) => i);
const block = (t, size) => Math.floor(t / size);

const near = (window) => (place, key) => Math.abs(place - key) < window;
const before = (place, key) => key <= place;
const inBlocks = (size, stride) => (place, key) =>
  block(place, size) === block(key, size) || (block(key, size) + 1) % stride === 0;

/** All pairs of a key in one head, and of a query in all heads. */
const cutAway = (queries, keys) => [
  ...range(queries).map((query) => ({ head: 1, query, key: 3 })),
  ...range(keys).map((key) => ({ query: 2, key })),
];

// Rules say `place` for a query: where it stands among the keys.
const RULES = [
  { queries: 13, options: {} },
  { queries: 200, options: {} },
  { queries: 13, options: { layout: 'tokens', mask: 'causal' }, sees: before },
  { queries: 205, options: { mask: 'causal' }, sees: before },
  { queries: 5, keys: 130, options: { window: 7 }, sees: near(7) },
  { queries: 10, keys: 230, options: { window: 20, blocks: { size: 8, stride: 5 } }, sees: [near(20), inBlocks(8, 5)] },
  {
    queries: 10,
    keys: 100,
    options: { blocks: { size: 8, stride: 5 }, mask: 'causal' },
    sees: [inBlocks(8, 5), before],
  },
  { queries: 29, options: { padding: range(29).map((key) => key < 3 || key > 24) } },
  { queries: 29, options: { padding: range(29).map((key) => key % 2 === 0), mask: 'causal' }, sees: before },
  { queries: 205, options: { padding: range(205).map((key) => key % 7 === 2 || (key > 90 && key < 150)) } },
  { queries: 13, options: { padding: range(13).map(() => true) } },
  { queries: 7, keys: 30, options: { cuts: cutAway(7, 30) } },
  { queries: 29, options: { variant: 'linear', padding: range(29).map((key) => key % 3 === 1) } },
  {
    queries: 150,
    options: { variant: 'linear', mask: 'causal', padding: range(150).map((key) => key % 5 > 2) },
    sees: before,
  },
];

/** Each with its shape and `sees(query, key, head)`. */
export const CASES = RULES.map(({ queries, keys = queries, options, sees = [] }) => ({
  name: `${queries} of ${keys}, ${JSON.stringify(options).slice(0, 60)}`,
  shape: { heads: 2, dK: 5, dV: 6, queries, keys, ...options },
  sees: (query, key, head) =>
    [sees].flat().every((rule) => rule(query + keys - queries, key)) &&
    !options.padding?.[key] &&
    !options.cuts?.some((cut) => (cut.head ?? head) === head && cut.query === query && cut.key === key),
}));

/** For q, k and v the rows of each head, as { places, counts }: where its numbers lie, and whether they count. */
export function rowsOf({ shape, sees }) {
  const { heads, dK, dV, queries, keys, layout = 'heads' } = shape;
  const rows = (n, d, counts) => {
    const place = PLACES[layout]({ heads, n, d });
    return range(heads).flatMap((head) =>
      range(n).map((row) => ({ places: range(d).map((i) => place(head, row, i)), counts: counts(row, head) })),
    );
  };
  const seen = (key, head) => range(queries).some((query) => sees(query, key, head));
  return {
    q: rows(queries, dK, (query, head) => range(keys).some((key) => sees(query, key, head))),
    k: rows(keys, dK, seen),
    v: rows(keys, dV, seen),
  };
}
