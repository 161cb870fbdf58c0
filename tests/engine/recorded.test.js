// The shipped model against a recording: every intermediate of three sentences, made in float64 by
// another program (PyTorch) than the engine and than the oracle. vectors/recorded-float64.json holds
// matrices by name, with [head][row][column] for what heads have.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { encoderUrl } from '../../web/model/index.js';
import { eachBuild } from './builds.js';
import { difference, largest } from './small.js';

const RECORDED = JSON.parse(readFileSync(new URL('./vectors/recorded-float64.json', import.meta.url), 'utf8'));
const PRONOUN = '它';
const BELIEF = { article: 0.445, with_context_A: 0.882, with_context_B: 0.119 };

/** {name, layer, heads: [matrix] or matrix} of everything recorded about a sentence. */
function tensorsOf(sentence) {
  return Object.entries(sentence)
    .filter(([key]) => !['tokens', 'ids', 'belief'].includes(key))
    .map(([key, value]) => {
      const [, layer, name] = /^(?:layers\.(\d+)\.)?(\w+)$/.exec(key);
      return { name, layer: layer === undefined ? -1 : Number(layer), value };
    });
}

eachBuild('against the recording', (engine, tolerance) => {
  for (const [title, sentence] of Object.entries(RECORDED)) {
    it(`every tensor of "${title}"`, async () => {
      const model = await engine.loadModel(encoderUrl);
      const trace = model.run(sentence.ids);
      model.dispose();
      const tensors = tensorsOf(sentence);
      assert.ok(tensors.length >= 24, 'the recording is whole');
      for (const { name, layer, value } of tensors) {
        const scale = largest(value.flat(3));
        const perHead = Array.isArray(value[0][0]);
        (perHead ? value : [value]).forEach((matrix, head) => {
          const { data } = trace.get(name, { layer, head: perHead ? head : -1 });
          const apart = difference(data, matrix.flat(), scale);
          assert.ok(apart <= tolerance, `${name}, layer ${layer}, head ${head}: ${apart}`);
        });
      }
    });

    it(`the belief about 它 in "${title}"`, async () => {
      const model = await engine.loadModel(encoderUrl);
      const candidates = ['服务 A', '配置中心 B'].map((word) => model.tokenizer.idOf(word));
      const { data } = model.run(sentence.ids, { candidates }).get('belief');
      model.dispose();
      const row = 3 * sentence.tokens.lastIndexOf(PRONOUN);
      const { elsewhere, '服务 A': a, '配置中心 B': b } = sentence.belief;
      [a, b, elsewhere].forEach((expected, i) =>
        assert.ok(Math.abs(data[row + i] - expected) <= tolerance, `${data[row + i]} ${expected}`),
      );
      assert.ok(Math.abs(data[row] - BELIEF[title]) < 0.0005);
    });
  }
});
