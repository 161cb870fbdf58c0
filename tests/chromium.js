// Where the browser lies that tests and benches run in: Debian's Chromium, or the one that CHROMIUM names.

import { execFileSync } from 'node:child_process';
import { env } from 'node:process';

/** What Playwright needs to know to launch it. */
export function launchOptions() {
  const asRoot = process.getuid?.() === 0;
  return { executablePath: env.CHROMIUM ?? onPath(), args: asRoot ? ['--no-sandbox'] : [] };
}

/** The first of its names that is on PATH. */
function onPath() {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const found = execFileSync('sh', ['-c', `${names.map((name) => `command -v ${name}`).join(' || ')} || true`], {
    encoding: 'utf8',
  }).trim();
  if (!found) throw new Error('There is no Chromium on PATH; install one, or say where it lies in CHROMIUM.');
  return found;
}
