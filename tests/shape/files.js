// The repository's own files, as git knows them (new ones included), for the house rules.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
});

/** Every file that is or would be committed, as paths from the top, in order. */
export const FILES = [...new Set(listed.split('\0'))].filter((file) => file && exists(file)).sort();

export const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');

/** The files under a folder with one of these endings. */
export const under = (folder, ...endings) =>
  FILES.filter((file) => file.startsWith(`${folder}/`) && endings.some((ending) => file.endsWith(ending)));

export const lineOf = (text, index) => text.slice(0, index).split('\n').length;

function exists(file) {
  try {
    readFileSync(path.join(ROOT, file));
    return true;
  } catch {
    return false; // listed, but deleted and not yet committed
  }
}
