// A static server for the built site, and for tests that need a bad one: demo.js serves the site to
// readers; tests give rules that make chosen files late, missing, mistyped or cut off, so that each
// failure a reader can meet can be met here first.

import { createServer } from 'node:http';
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
 * @property {number} [late]                     every answer waits for up to so many milliseconds, each another time
 * @property {Rule[]} [rules]                    the first that matches applies; may be changed while serving
 */

/**
 * Serves until it is closed. A port that is taken, or any other failure to listen, rejects with Node's own error.
 * @param {ServeOptions} options
 * @returns {Promise<{ url: string, rules: Rule[], requests: string[], close: () => Promise<void> }>}
 */
export async function serve({ dir, port = 0, host = '127.0.0.1', base = '/', headers = {}, late = 0, rules = [] }) {
  const files = sirv(dir, { dev: true });
  const requests = [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, 'http://any');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (!pathname.startsWith(base)) return answer(response, 404, 'Not here.');
    request.url = `/${pathname.slice(base.length)}${search}`;
    requests.push(request.url);
    const file = () => files(request, response, () => answer(response, 404, 'There is no such file.'));
    const respond = () => apply(takeRule(rules, request.url), request, response, file);
    return late ? setTimeout(respond, spread(requests.length) * late) : respond();
  });
  await listen(server, port, host);
  const close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${server.address().port}${base}`, rules, requests, close };
}

/** 0 to 1, evenly, neighbours far apart: the fractional parts of multiples of the golden ratio. */
const spread = (n) => (n * 0.6180339887498949) % 1;

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

const listen = (server, port, host) =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', resolve);
    server.listen(port, host);
  });
