// What git lists and what a walk finds is one set of files, so that a source archive is held to the same
// rules; and what the guides name is among them.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FILES, ROOT, listedByWalking, read } from './files.js';

it('files: a source archive without git has the same ones', () => {
  assert.deepEqual(listedByWalking(ROOT).sort(), FILES);
});

it('files: every source that a guide names is there', () => {
  const made = /generated|[*<…{]|\.wasm|entropy|^web\/(types|models\/<)/; // built, patterns, and the figure to be added
  const missing = FILES.filter((file) => file.endsWith('.md') && !file.startsWith('tests/bench/')).flatMap((guide) =>
    [...read(guide).matchAll(/`((?:src|web|tests|emsdk-config)\/[^`\s]+)`/g)]
      .map(([, name]) => name.replace(/\/$/, ''))
      .filter((name) => !made.test(name) && !FILES.some((file) => file === name || file.startsWith(`${name}/`)))
      .map((name) => `${guide}: ${name}`),
  );
  assert.deepEqual(missing, []);
});
