// A static server for the built site, and for tests that need a bad one. `make demo` runs it as a
// program; tests import `serve` and give rules that make chosen files late, missing, mistyped or
// cut off, so that each failure a reader can meet can be met here first.

import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { argv, env, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';

/**
 * @typedef {object} Rule what to do with the requests that it matches, instead of serving the file
 * @property {RegExp} match      tested against the path after the base
 * @property {number} [times]    how often it applies; always if left out
 * @property {() => void} [met]   called whenever it applies
 * @property {number} [delay]    milliseconds before anything is sent
 * @property {boolean} [hang]    never answers
 * @property {boolean} [drop]    closes the connection without an answer
 * @property {number} [status]   answers with this code
 * @property {string | Uint8Array} [body]  answers with this, status 200 unless given
 * @property {string} [type]     the content type to send, also with the real file
 */
/**
 * @typedef {object} ServeOptions
 * @property {string} dir                        the folder to serve
 * @property {number} [port]                     0 or left out: any free port
 * @property {string} [host]
 * @property {string} [base]                     the path under which it is served, e.g. /a/b/
 * @property {Record<string, string>} [headers]  sent with every answer, e.g. a content policy
 * @property {Rule[]} [rules]                    the first that matches applies; may be changed while serving
 */

/**
 * @param {ServeOptions} options
 * @returns {Promise<{ url: string, rules: Rule[], requests: string[], close: () => Promise<void> }>}
 */
export async function serve({ dir, port = 0, host = '127.0.0.1', base = '/', headers = {}, rules = [] }) {
  const files = sirv(dir, { dev: true });
  const requests = [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, 'http://any');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (!pathname.startsWith(base)) return answer(response, 404, 'Not here.');
    request.url = `/${pathname.slice(base.length)}${search}`;
    requests.push(request.url);
    const file = () => files(request, response, () => answer(response, 404, 'There is no such file.'));
    return apply(takeRule(rules, request.url), request, response, file);
  });
  await listen(server, port, host);
  const close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://${host}:${server.address().port}${base}`, rules, requests, close };
}

function takeRule(rules, url) {
  const rule = rules.find(({ match, times }) => match.test(url) && times !== 0);
  if (rule?.times !== undefined) rule.times -= 1;
  return rule;
}

function apply(rule, request, response, file) {
  if (!rule) return file();
  rule.met?.();
  if (rule.hang) return undefined;
  if (rule.drop) return request.socket.destroy();
  if (rule.type) overrideType(response, rule.type);
  const send = () => {
    if (rule.body === undefined && rule.status === undefined) return file();
    return answer(response, rule.status ?? 200, rule.body ?? '');
  };
  return rule.delay ? setTimeout(send, rule.delay) : send();
}

/** sirv sends its own type along with the status line; this one wins over it. */
function overrideType(response, type) {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (status, own = {}) => writeHead(status, { ...own, 'Content-Type': type });
}

function answer(response, status, body) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(body);
}

/** Listens on the port, or on any free one if that is taken. */
function listen(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (error.code !== 'EADDRINUSE' || port === 0) return reject(error);
      server.once('error', reject);
      return server.listen(0, host);
    });
    server.once('listening', resolve);
    server.listen(port, host);
  });
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const dir = fileURLToPath(new URL('../.build/site', import.meta.url));
  if (!existsSync(dir)) {
    console.error('The site is not built yet; run: make demo');
    exit(1);
  }
  const { url } = await serve({ dir, port: Number(env.PORT ?? 8080), host: env.HOST });
  console.log(`\n  Token Walk is at  ${url}\n\n  Ctrl+C stops it.`);
}
