// The types that the package ships: made from the comments of its JavaScript, and good for someone who
// imports it by name under TypeScript's strictest rules.

import { execFileSync } from 'node:child_process';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

it('types: a strict TypeScript program compiles against them, and wrong calls do not', () => {
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext'];
  const run = () =>
    execFileSync(process.execPath, [here('../../node_modules/typescript/bin/tsc'), ...options, here('types.ts')], {
      encoding: 'utf8',
    });
  assert.doesNotThrow(run, (error) => assert.fail(error.stdout));
});
