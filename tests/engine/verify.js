// web/model/verify.py, which shares nothing with engine or oracle, asked about a file.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { python } from './python.js';

const SCRIPT = fileURLToPath(new URL('../../web/model/verify.py', import.meta.url));

/** What the script says of a file: its exit code, and for each tensor how far off it is. */
export function verify(bytes) {
  const folder = mkdtempSync(path.join(tmpdir(), 'token-walk-'));
  const file = path.join(folder, 'trace.safetensors');
  writeFileSync(file, bytes);
  const { status, stdout, stderr } = spawnSync(python, [SCRIPT, file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  assert.equal(stderr, '');
  const apart = new Map(
    [...stdout.matchAll(/^ *(\S+) {2}(trace\.\S+)/gm)].map(([, share, name]) => [name, Number(share)]),
  );
  return { status, stdout, apart };
}
