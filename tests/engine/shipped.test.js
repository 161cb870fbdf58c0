// The models that our own trainer made: they fit in their bounds, run in the engine, and believe what
// their cards say. Sentences and the rule's true values are made here, not by the trainer's C.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { MODELS, encoderUrl, loadEngine, modelUrl } from '../../web/model/index.js';
import { numbers } from '../../web/model/generate.js';
import { takeApart } from './files.js';

const MOST_BYTES = 130_000;
const file = (name, which) => readFileSync(new URL(which, modelUrl(name)));

const KINDS = ['服务', '网关', '任务', '配置中心', '注册中心', '数据库', '缓存', '队列'];
const VERBS = ['调用', '访问', '请求', '连接', '查询'];
const NEEDS = ['获取', '读取', '同步', '加载'];
const NOUNS = ['配置', '数据', '证书', '密钥'];

/** P(它 = X) of need with a pull verb and one state sentence, by the rule of issue 3. */
const rule = (evidence) => 1 / (1 + Math.exp(-(0.6 + evidence)));
const CASES = [
  { name: 'no prefix', prefix: () => '', evidence: 0 },
  { name: 'X lacks N', prefix: (x, y, n) => `${x}启动后没有本地${n}。`, evidence: 3 },
  { name: "Y's N has expired", prefix: (x, y, n) => `${y}的${n}已过期。`, evidence: -3 },
  { name: "X's N is the newest", prefix: (x, y, n) => `${x}的${n}是最新的。`, evidence: -1.5 },
];

function scenes(count) {
  const random = numbers(12);
  const one = (list) => list[Math.floor(random() * list.length)];
  const entity = () => `${one(KINDS)} ${one(['A', 'B', 'C', 'D'])}`;
  return Array.from({ length: count }, () => {
    const x = entity();
    let y = entity();
    while (y === x) y = entity();
    return { x, y, noun: one(NOUNS), verb: one(VERBS), need: one(NEEDS) };
  });
}

/** P(X) against Y in the row that must know. */
function belief(model, text, x, y) {
  const decoder = model.config.architecture === 'decoder';
  const candidates = [x, y].map((word) => model.tokenizer.idOf(word));
  const trace = model.run(decoder ? `${text}它指` : text, { candidates }); // under the model's own mask
  const row = decoder ? trace.tokens.length - 1 : trace.tokens.findIndex(({ id }) => id === model.config.pronoun_id);
  const { data, shape } = trace.get('belief');
  return data[row * shape[1]];
}

const engine = await loadEngine({ build: 'simd' });
const loaded = await Promise.all(MODELS.map((name) => engine.loadModel(modelUrl(name))));

it('the page opens with the model that is nearest to the rule on held-out sentences', () => {
  const distance = (name) => JSON.parse(file(name, 'measures.json')).held_out.apart;
  const nearest = [...MODELS].sort((a, b) => distance(a) - distance(b))[0];
  assert.equal(String(encoderUrl), String(modelUrl(nearest)));
  assert.throws(() => modelUrl('encoder'), { code: 'bad_option' });
});

MODELS.forEach((name, which) => {
  const model = loaded[which];
  const card = JSON.parse(file(name, 'measures.json'));

  describe(`the model ${name}`, () => {
    it(`is ${MOST_BYTES / 1000} KB or less`, () => assert.ok(file(name, 'model.safetensors').length <= MOST_BYTES));

    it('travels as F16, and its measures say so', () => {
      const { header } = takeApart(new Uint8Array(file(name, 'model.safetensors')));
      assert.deepEqual([...new Set(Object.values(header).map(({ dtype }) => dtype))], ['F16']);
      assert.equal(card.weights, 'F16');
    });

    it("says of the article's sentence what its measures say", () => {
      const [x, y] = ['服务 A', '配置中心 B'];
      const prefixes = ['', '服务 A 启动后没有本地配置。', '配置中心 B 的配置已过期。'];
      prefixes.forEach((prefix, at) => {
        const got = belief(model, `${prefix}${x} 调用了${y}，因为它需要获取最新配置。`, x, y);
        assert.ok(Math.abs(got - card.article[at].model) < 1e-3, `${prefix}: ${got}`);
      });
    });

    const mean = (prefix) => {
      const list = scenes(40);
      return (
        list.reduce(
          (sum, { x, y, noun, verb, need }) =>
            sum + belief(model, `${prefix(x, y, noun)}${x}${verb}了${y}，因为它需要${need}最新${noun}。`, x, y),
          0,
        ) / list.length
      );
    };

    for (const { name: what, prefix, evidence } of CASES) {
      it(`is near the rule in the mean over edits: ${what}`, () => {
        const got = mean(prefix);
        assert.ok(Math.abs(got - rule(evidence)) < 0.15, `${got} against ${rule(evidence)}`);
      });
    }

    it('hears what a trouble is about: with another noun it counts less', () => {
      const [same, other] = [
        (x, y, n) => `${x}的${n}丢失了。`,
        (x, y, n) => `${x}的${NOUNS[(NOUNS.indexOf(n) + 1) % NOUNS.length]}丢失了。`,
      ].map(mean);
      assert.ok(same - other > 0.08, `${same} and ${other}; the rule: ${rule(3)} and ${rule(0.8)}`);
    });
  });
});
