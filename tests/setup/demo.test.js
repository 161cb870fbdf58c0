// `make demo` where it cannot listen, and how it ends.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { env, execPath } from 'node:process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serveDemo } from '../../emsdk-config/demo.js';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const DEMO = here('../../emsdk-config/demo.js');
const SITE_DIR = here('../../web'); // any folder will do

/** The demo with these variables, which is expected to end by itself. */
const ended = (variables) =>
  spawnSync(execPath, [DEMO], { env: { ...env, SITE_DIR, PORT: '', HOST: '', ...variables }, encoding: 'utf8' });

/** Starts the demo and waits until it has printed its address. */
async function started(variables) {
  const child = spawn(execPath, [DEMO], { env: { ...env, SITE_DIR, PORT: '', HOST: '', ...variables } });
  let said = '';
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      said += text;
      if (/Ctrl\+C/.test(said)) resolve();
    });
    child.once('exit', () => reject(new Error(`it ended after saying: ${said}`)));
  });
  return { child, said };
}

const end = (child) => new Promise((resolve) => child.once('exit', (status, signal) => resolve(status ?? signal)));

/** Holds a port while `use` runs. */
async function taken(use) {
  const server = createServer();
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  await use(server.address().port);
  server.close();
}

describe('demo', () => {
  it('says in one sentence what is wrong with PORT or HOST', () => {
    for (const [variables, words] of [
      [{ PORT: 'abc' }, /^PORT is "abc"; give a whole number from 0 to 65535/],
      [{ PORT: '-1' }, /^PORT is "-1"/],
      [{ PORT: '65536' }, /^PORT is "65536"/],
      [{ HOST: 'no-such-host.invalid' }, /^HOST is no-such-host\.invalid, which cannot be found/],
      [{ HOST: '192.0.2.1' }, /^HOST is 192\.0\.2\.1, no address of this machine/], // RFC 5737: nobody's
      [{ SITE_DIR: here('./nowhere') }, /^The site is not built yet; run: make demo$/],
    ]) {
      const { status, stdout, stderr } = ended(variables);
      assert.deepEqual([status, stdout], [1, ''], JSON.stringify(variables));
      assert.match(stderr.trimEnd(), words);
      assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
    }
  });

  it('does not leave a port that was asked for by itself', () =>
    taken((port) => {
      const { status, stderr } = ended({ PORT: String(port) });
      assert.equal(status, 1);
      assert.match(stderr, new RegExp(`^Another program listens on port ${port}; stop it, or choose another`));
    }));

  it('takes the next free port where none was asked for, and says so', () =>
    taken(async (port) => {
      const { url, close, note } = await serveDemo({ dir: SITE_DIR, first: port });
      const got = Number(new URL(url).port);
      await close();
      assert.ok(got > port, url);
      assert.equal(note, `Port ${port} is taken by another program; ${got} is free.`);
    }));

  it('serves, and ends quietly with status 0 when it is interrupted', async () => {
    const { child, said } = await started({ PORT: '0' });
    const url = /http:\S+/.exec(said)[0];
    assert.match(await (await fetch(url)).text(), /<token-walk/);
    let noise = '';
    child.stderr.on('data', (text) => (noise += text));
    child.kill('SIGINT');
    assert.deepEqual([await end(child), noise], [0, '']);
  });

  it('from make, in a terminal, Ctrl+C ends it with status 0 and no word from make', () => {
    const command = ['make', '--no-print-directory', '-o', 'build', 'demo', 'PORT=0'];
    const { status, stdout, stderr } = spawnSync('python3', [here('./ctrl_c.py'), ...command], {
      cwd: here('../..'),
      env: { ...env, SITE_DIR },
      encoding: 'utf8',
    });
    assert.match(stdout, /Ctrl\+C stops it/, stderr);
    assert.doesNotMatch(stdout, /make|Interrupt|Error/);
    assert.equal(status, 0);
  });
});
