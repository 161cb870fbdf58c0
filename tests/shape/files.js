// The repository's own files, as git knows them (new ones included), for the house rules. A source
// archive has no git: there it is every file but what .gitignore names.

import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What git lists; undefined where the folder is no repository of its own, or there is no git. */
function listedByGit(root) {
  const git = (...given) => spawnSync('git', given, { cwd: root, encoding: 'utf8' });
  const top = git('rev-parse', '--show-cdup'); // empty at the top
  if (top.status !== 0 || top.stdout.trim() !== '') return undefined;
  const { status, stdout } = git('ls-files', '-z', '--cached', '--others', '--exclude-standard');
  return status === 0 ? stdout.split('\0').filter(Boolean) : undefined;
}

/** Every file under the folder but those that .gitignore names; its patterns are names, with * and a last slash. */
export function listedByWalking(root) {
  const patterns = readFileSync(path.join(root, '.gitignore'), 'utf8').trim().split('\n').concat('.git');
  const ignored = patterns.map((pattern) => {
    const source = pattern.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');
    return new RegExp(`^${pattern.replace(/\/$/, '').includes('/') ? '' : '(.*/)?'}${source}$`);
  });
  const walk = (folder) =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      if (ignored.some((pattern) => pattern.test(file))) return [];
      return entry.isDirectory() ? walk(file) : [file];
    });
  return walk('');
}

/** Every file that is or would be committed, as paths from the top, in order. */
export const FILES = [...new Set(listedByGit(ROOT) ?? listedByWalking(ROOT))].filter(exists).sort();

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
