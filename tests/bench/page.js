// What Chromium loads, as one bundle: the jobs that a page can do.

import { makeContext } from './context.js';
import { runFlow } from './flow.js';
import { runSuite } from './suite.js';

globalThis.bench = async ({ job, build, ...rest }) => {
  const context = await makeContext(new URL('./', location.href).href, build);
  if (job === 'flow') return runFlow(context);
  return runSuite(context, rest, (text) => console.info(`bench: ${text}`));
};
