// What would make a test fail for no reason: hooks at the root of a file, and suites that are described
// after something was awaited. node:test runs what it knows as soon as nothing is pending, so between two
// awaits of a file its root hooks run and its first suites end.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILES, read } from './files.js';
import * as js from './js.js';

const HOOKS = new Set(['before', 'after', 'beforeEach', 'afterEach']);
const SUITES = new Set(['describe', 'it', 'test', 'eachBuild']);

/** The nodes that run while the file is loaded: what is inside no function. */
function atRoot(source) {
  const all = js.nodes(source);
  const functions = all.filter(({ type }) => /Function/.test(type));
  return all.filter((node) => !functions.some((one) => node !== one && node.start >= one.start && node.end <= one.end));
}

/** What is called: the name of `f(…)`, or of `f.skip(…)`. */
const called = ({ type, callee }) => type === 'CallExpression' && (callee.name ?? callee.object?.name);

/** Why a file of tests may fail for no reason; empty where it may not. */
function hazards(source) {
  const nodes = atRoot(source);
  const hooks = nodes.filter((node) => HOOKS.has(called(node)));
  const suites = nodes.filter((node) => SUITES.has(called(node)));
  const loops = nodes.filter(({ type }) => /^(For|While|DoWhile)/.test(type));
  const first = Math.min(...suites.map(({ end }) => end));
  const inLoop = ({ start, end }) => loops.some((loop) => start >= loop.body.start && end <= loop.body.end);
  const awaits = nodes.filter(({ type, await: late }) => type === 'AwaitExpression' || late === true);
  return [
    ...hooks.map(({ loc }) => `${loc.start.line}: a hook at the root of the file`),
    ...awaits
      .filter((node) => node.start > first || (inLoop(node) && suites.some(inLoop)))
      .map(({ loc }) => `${loc.start.line}: awaited after a suite was described`),
  ];
}

describe('tests that fail for no reason', () => {
  it('are found where they are made up', () => {
    const found = (source) => hazards(source).length;
    assert.equal(found("after(() => {});\ndescribe('a', () => {});"), 1);
    assert.equal(found("describe('a', () => {});\nconst b = await c();\ndescribe('d', () => {});"), 1);
    assert.equal(found("for (const a of b) {\n  const c = await d(a);\n  describe('e', () => {});\n}"), 1);
    assert.equal(found("await eachBuild('a', () => {});"), 0, 'alone it does no harm');
    assert.equal(found("await eachBuild('a', () => {});\nawait eachBuild('b', () => {});"), 1);
    assert.equal(found("const a = await b();\ndescribe('c', () => {\n  before(async () => { await d(); });\n});"), 0);
    assert.equal(found("eachBuild('a', () => {}, await b());\nit('c', async () => { await d(); });"), 0);
  });

  it('are in no file', () => {
    const files = FILES.filter((file) => /^tests\/.*\.test\.js$/.test(file));
    const found = files.flatMap((file) => hazards(read(file)).map((hazard) => `${file}:${hazard}`));
    assert.deepEqual(found, []);
  });

  it('wait for no time and listen on no fixed port', () => {
    const waits = /waitForTimeout|setTimeout\(\s*resolve|\.listen\(\s*[1-9]\d|port:\s*[1-9]\d/;
    const files = FILES.filter((file) => /^tests\/(engine|page|setup|shape)\/.*\.js$/.test(file));
    assert.deepEqual(
      files.filter((file) => file !== 'tests/shape/tests.test.js' && waits.test(read(file))),
      [],
    );
  });
});
