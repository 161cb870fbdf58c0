// The Python that the suites ask: one that has NumPy.

import { spawnSync } from 'node:child_process';

// A python3 of one's own may hide the system's, which is the one that Debian's package serves.
/** Its name, or undefined. */
export const python = ['python3', '/usr/bin/python3'].find(
  (name) => spawnSync(name, ['-c', 'import numpy']).status === 0,
);

/** Why it cannot be asked here; false if it can. */
export const noPython = !python && 'there is no python3 with numpy';
