// A server for one suite: called inside `describe`, it runs as long as that suite does.

import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from '../../emsdk-config/serve.js';

/**
 * @param {URL} folder
 * @returns {Partial<Awaited<ReturnType<typeof serve>>> & { follow: (rules: object[]) => void }}
 *   url, rules and requests once the suite runs; `follow` takes new rules and forgets earlier requests
 */
export function serveDuring(folder) {
  const server = {
    follow(rules) {
      server.rules.splice(0, Infinity, ...rules);
      server.requests.length = 0;
    },
  };
  before(async () => Object.assign(server, await serve({ dir: fileURLToPath(folder) })));
  after(() => server.close());
  return server;
}
