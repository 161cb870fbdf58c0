// What git lists and what a walk finds is one set of files, so that a source archive is held to the
// same rules.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FILES, ROOT, listedByWalking } from './files.js';

it('files: a source archive without git has the same ones', () => {
  assert.deepEqual(listedByWalking(ROOT).sort(), FILES);
});
