// One folder for all that browsers put aside while the tests run, their profiles above all; it goes when
// the run ends, however many browsers were killed in it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { env } from 'node:process';

/** Playwright's global set-up; what it returns is called at the end. */
export default function makeFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'token-walk-page-'));
  env.TMPDIR = folder; // workers and browsers inherit it
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
