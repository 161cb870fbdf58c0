// The README's table of attributes is made from what the element declares; here it is made once more.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { attributes, withAttributes } from '../../emsdk-config/readme.js';

it('README: attributes and events are those of the element; `node emsdk-config/readme.js` writes them', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  assert.equal(readme, withAttributes(readme, await attributes()));
});
