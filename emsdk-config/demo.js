// `make demo`: serves the built site and prints its address, until Ctrl+C. PORT and HOST say where;
// without PORT it is 8080, or the next free one. Whatever keeps it from serving is one sentence.

import { existsSync } from 'node:fs';
import process, { argv, env, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { serve } from './serve.js';

const SITE = env.SITE_DIR ?? fileURLToPath(new URL('../.build/site', import.meta.url));
const FIRST = 8080;
const TRIES = 20;

/** The port that was asked for; undefined where none was. */
function portAskedFor() {
  const { PORT: text = '' } = env;
  if (text === '') return undefined;
  if (/^\d+$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new Error(`PORT is "${text}"; give a whole number from 0 to 65535, for example: make demo PORT=8081`);
}

/** Why a server cannot listen there, and what to do. */
function sentence({ code, message }, port, host) {
  const at = host ? `port ${port} of ${host}` : `port ${port}`;
  const words = {
    EADDRINUSE: `Another program listens on ${at}; stop it, or choose another port: make demo PORT=${port + 1}`,
    EACCES: `Only an administrator may listen on ${at}; choose a port from 1024 on: make demo PORT=${FIRST}`,
    EADDRNOTAVAIL: `HOST is ${host}, no address of this machine; leave HOST out, or give 0.0.0.0 for all of them.`,
  };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST is ${host}, which cannot be found; leave HOST out, or give an address of this machine.`;
  return words[code] ?? `The server cannot listen on ${at}: ${message}`;
}

/**
 * Serves the folder on the port that was asked for, or else on the first free one.
 * @param {{ dir: string, host?: string, asked?: number, first?: number }} options
 * @returns {Promise<{ url: string, close: () => Promise<void>, note?: string }>} a note where it is not the first port
 * @throws {Error} one sentence: why not
 */
export async function serveDemo({ dir, host, asked, first = FIRST }) {
  if (!existsSync(dir)) throw new Error('The site is not built yet; run: make demo');
  for (let port = asked ?? first; ; port += 1) {
    try {
      const { url, close } = await serve({ dir, port, host });
      const moved = asked === undefined && port !== first;
      return { url, close, note: moved ? `Port ${first} is taken by another program; ${port} is free.` : undefined };
    } catch (error) {
      const next = asked === undefined && error.code === 'EADDRINUSE' && port < first + TRIES;
      if (!next) throw new Error(sentence(error, port, host), { cause: error });
    }
  }
}

async function main() {
  try {
    const { url, close, note } = await serveDemo({ dir: SITE, host: env.HOST || undefined, asked: portAskedFor() });
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => close().then(() => exit(0)));
    console.log(`${note ? `${note}\n` : ''}\n  Token Walk is at  ${url}\n\n  Ctrl+C stops it.`);
  } catch (error) {
    console.error(error.message);
    exit(1);
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) await main();
