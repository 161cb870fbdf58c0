// Where the time of the last run of the page tests went: seconds by file, and the longest tests.

import { readFileSync } from 'node:fs';

const FILE = new URL('../../.build/page-results.json', import.meta.url);
const LONGEST = 15;

/** Every test of a suite and of those in it. */
const testsOf = ({ specs = [], suites = [], file }) => [
  ...specs.map(({ title, tests }) => ({
    file,
    title,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  })),
  ...suites.flatMap(testsOf),
];

const { suites, stats } = JSON.parse(readFileSync(FILE, 'utf8'));
const tests = suites.flatMap(testsOf);
const files = new Map(tests.map(({ file }) => [file, tests.filter((one) => one.file === file)]));
const seconds = (ms) => `${(ms / 1000).toFixed(1).padStart(7)} s`;
const sums = [...files].map(([file, list]) => ({
  file,
  count: list.length,
  ms: list.reduce((sum, { ms }) => sum + ms, 0),
}));
for (const { file, count, ms } of sums.sort((a, b) => b.ms - a.ms)) console.log(`${seconds(ms)}  ${file} (${count})`);
console.log(`\n${seconds(stats.duration)}  the whole run, ${tests.length} tests\n`);
for (const { file, title, ms } of tests.sort((a, b) => b.ms - a.ms).slice(0, LONGEST))
  console.log(`${seconds(ms)}  ${file}: ${title}`);
