// For `node --import`: this process, and every worker of it, becomes slow by its own seed.

import { argv, env } from 'node:process';
import { slowDown, stressOf } from './slow.js';

const stress = stressOf(env, argv[1] ?? '');
if (stress) slowDown(stress);
