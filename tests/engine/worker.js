// Run by model.test.js in a worker: the glue as it is, on a module that was posted.

import { parentPort, workerData } from 'node:worker_threads';
import { loadEngine } from '../../web/model/index.js';
import { FIXTURE } from './files.js';

const engine = await loadEngine({ module: workerData.module });
const model = await engine.loadModel(FIXTURE);
parentPort.postMessage({ build: engine.build, belief: [...model.run(workerData.text).get('belief').data] });
