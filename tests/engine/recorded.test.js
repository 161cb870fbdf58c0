// The engine against numbers made in float64 by other programs. The encoder of vectors/encoder was trained and
// recorded in PyTorch; our own models are recorded by NumPy (vectors/record.py), which reads their files alone. What
// NumPy says of that encoder is held to what PyTorch says, and the committed recordings to what NumPy says now.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MODELS, modelUrl } from '../../web/model/index.js';
import { eachBuild } from './builds.js';
import { FIXTURE } from './files.js';
import { noPython, python } from './python.js';
import { VECTORS, addressOf, placeOf, recordingOf } from './recordings.js';
import { difference, largest } from './small.js';

const SCRIPT = fileURLToPath(new URL('record.py', VECTORS));
const PYTORCH = JSON.parse(readFileSync(new URL('recorded-float64.json', FIXTURE), 'utf8'));
const PYTORCH_CASES = { article: 'article', 'context A': 'with_context_A', 'context B': 'with_context_B' };
const LAYERS = 3;
const ROUNDED = 2 ** -23; // recordings are kept as float32
const PRONOUN = '它';
const BELIEF = { article: 0.445, with_context_A: 0.882, with_context_B: 0.119 };

/** {address: {data}} of everything that PyTorch recorded about a sentence. */
function pytorchTensors(sentence) {
  const tensors = Object.entries(sentence).filter(([key]) => !['tokens', 'ids', 'belief'].includes(key));
  return new Map(
    tensors.flatMap(([key, value]) => {
      const { name, layer } = placeOf(key);
      const perHead = Array.isArray(value[0][0]);
      return (perHead ? value : [value]).map((matrix, head) => [
        addressOf(name, layer, perHead ? head : -1),
        { data: matrix.flat() },
      ]);
    }),
  );
}

/** How far a tensor is from the recorded one, as a share of its kind's largest number: heads share a scale. */
function differences(recorded, get) {
  const kindOf = (address) => address.replace(/heads\.\d+\./, '');
  const scales = new Map();
  for (const [address, { data }] of recorded) {
    scales.set(kindOf(address), Math.max(scales.get(kindOf(address)) ?? 0, largest([...data])));
  }
  return [...recorded].map(([address, { data }]) => [
    address,
    difference(get(placeOf(address)), [...data], scales.get(kindOf(address)) || 1),
  ]);
}

function holds(recorded, get, tolerance) {
  const off = differences(recorded, get).filter(([, apart]) => !(apart <= tolerance));
  assert.deepEqual(off, [], 'how far off, as a share of the largest number');
}

/** Runs record.py on folders of models; gives their cases to `look`. */
function recordNow(folders, look) {
  const target = mkdtempSync(path.join(tmpdir(), 'token-walk-'));
  try {
    const { status, stderr } = spawnSync(python, [SCRIPT, target, ...folders.map(fileURLToPath)], { encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
    look(pathToFileURL(`${target}/`));
  } finally {
    rmSync(target, { recursive: true });
  }
}

describe('the recordings', { skip: noPython }, () => {
  it('are what NumPy makes of the models that are committed; otherwise: make recordings', () => {
    recordNow(MODELS.map(modelUrl), (folder) => {
      for (const model of MODELS) {
        const now = recordingOf(model, folder);
        const asked = (cases) => cases.map(({ tensors, ...rest }) => ({ ...rest, tensors: [...tensors.keys()] }));
        assert.deepEqual(asked(recordingOf(model)), asked(now));
        recordingOf(model).forEach(({ tensors }, i) =>
          holds(tensors, (place) => now[i].tensors.get(addressOf(place.name, place.layer, place.head)).data, ROUNDED),
        );
      }
    });
  });

  it('are made by a program that says of the PyTorch encoder what PyTorch says', () => {
    recordNow([FIXTURE], (folder) => {
      for (const { name, ids, tokens, tensors } of recordingOf('encoder', folder)) {
        const sentence = PYTORCH[PYTORCH_CASES[name]];
        if (!sentence) continue;
        assert.deepEqual([tokens, ids], [sentence.tokens, sentence.ids]);
        const both = [...pytorchTensors(sentence)].filter(([address]) => tensors.has(address));
        assert.ok(both.length >= (name === 'article' ? 50 : 10), `${both.length} tensors in both`);
        holds(new Map(both), (place) => tensors.get(addressOf(place.name, place.layer, place.head)).data, ROUNDED);
      }
    });
  });
});

eachBuild('against the recording', (engine, tolerance) => {
  for (const name of MODELS) {
    for (const { name: title, text, tokens, ids, tensors, ...options } of recordingOf(name)) {
      it(`every tensor of ${name}, ${title}`, async () => {
        const model = await engine.loadModel(modelUrl(name));
        const trace = model.run(text, options);
        model.dispose();
        assert.deepEqual([trace.tokens.map((token) => token.text), trace.ids], [tokens, ids]);
        assert.deepEqual(
          [...tensors.values()].map(({ shape }) => shape),
          [...tensors.keys()].map((address) => trace.get(placeOf(address).name, placeOf(address)).shape),
        );
        if (title === 'article') assert.equal(tensors.size, trace.tensors().length, 'the recording is whole');
        assert.ok(tensors.size > 4 * LAYERS + 2);
        holds(tensors, (place) => trace.get(place.name, place).data, tolerance);
      });
    }
  }

  for (const [title, sentence] of Object.entries(PYTORCH)) {
    it(`every tensor of the PyTorch encoder, "${title}", and its belief about 它`, async () => {
      const model = await engine.loadModel(FIXTURE);
      const candidates = ['服务 A', '配置中心 B'].map((word) => model.tokenizer.idOf(word));
      const trace = model.run(sentence.ids, { candidates });
      model.dispose();
      const tensors = pytorchTensors(sentence);
      assert.ok(tensors.size >= 50, 'the recording is whole');
      holds(tensors, (place) => trace.get(place.name, place).data, tolerance);
      const { data } = trace.get('belief');
      const row = 3 * sentence.tokens.lastIndexOf(PRONOUN);
      const { elsewhere, '服务 A': a, '配置中心 B': b } = sentence.belief;
      [a, b, elsewhere].forEach((expected, i) =>
        assert.ok(Math.abs(data[row + i] - expected) <= tolerance, `${data[row + i]} ${expected}`),
      );
      assert.ok(Math.abs(data[row] - BELIEF[title]) < 0.0005);
    });
  }
});
