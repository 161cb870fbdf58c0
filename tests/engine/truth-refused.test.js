// The truth test sees what it is there for: each kind of untruth that once stood on the page, put back on purpose.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { caption, operator } from '../../web/draw/marks.js';
import { shapeOf } from '../../web/story/view.js';
import { words as en } from '../../web/text/en.js';
import { words as zh } from '../../web/text/zh.js';
import { faultsOf } from './truth/claims.js';
import { CONTEXT, CONTEXT_DRAWN } from './truth/context.js';
import { drawnFaults, sumFaults, zeroFaults } from './truth/drawn.js';
import { formulaFaults } from './truth/formulas.js';
import { FOUR_STEPS } from './truth/four-steps.js';
import { MULTI_HEAD } from './truth/multi-head.js';
import { inspectAll, originFaults } from './truth/origins.js';
import { computed, draw, figureOf, stateOf } from './truth/pages.js';
import { QKV } from './truth/qkv.js';
import { earlyFaults } from './truth/veils.js';
import { EARLY } from './truth/walk.js';
import { WALK_DRAWN } from './truth/walk-drawn.js';
import { LATE } from './truth/walk-late.js';

const STEPS = { ...EARLY, ...LATE };

/** A scene of the walk as it is, to be made wrong. */
async function scene(step, changes = {}, t = 1) {
  const walk = await figureOf('walk');
  const state = stateOf(walk, changes);
  const from = await computed(walk, state);
  const moment = walk.moments(state, from.run.config).find((one) => one.step === step);
  return draw(walk, from, state, { at: { moment, t } });
}

async function other(name, changes = {}) {
  const figure = await figureOf(name);
  const state = stateOf(figure, { figure: name, ...changes });
  return draw(figure, await computed(figure, state, true), state);
}

const refused = (faults, why) => assert.ok(faults.length > 0, `let through: ${why}`);

/** Sentences that were on the page, each with a state that denies it. */
const SENTENCES = [
  ['position', { model: 'encoder-rope' }, '所以要把位置写进向量，这里用的是快慢不一的正弦与余弦。'],
  ['position', { model: 'encoder-own', position: 'none' }, '所以要把位置写进向量，这里用的是快慢不一的正弦与余弦。'],
  ['position', { model: 'encoder-own' }, '所以要把位置写进向量，这里用的是快慢不一的正弦与余弦。'],
  ['scale', { scale: 'none' }, '除以 √dₖ 抵消这一点，名次不变。'],
  ['scale', { scale: 'd_k' }, '除以 √dₖ 抵消这一点，名次不变。'],
  ['scale', {}, '维数越多，大多数行也就学不动了。'],
  ['mask', { fault: 'zero_mask', mask: 'causal' }, '144 对全部可见，没有一个分数被改动。'],
  [
    'mask',
    { fault: 'zero_mask', mask: 'causal' },
    '看不到的位置，分数改成 −∞，而不是 0：经过 softmax 以后它的权重就正好是 0。',
  ],
  ['softmax', { fault: 'zero_mask', mask: 'causal' }, '可见的位置分完全部权重，加起来是 1；被遮住的正好是 0。'],
  ['softmax', { fault: 'softmax_columns' }, '先减去这一行的最大值，免得指数溢出；取指数；再除以总和。'],
  ['softmax', { fault: 'softmax_columns' }, '可见的位置分完全部权重，加起来是 1；被遮住的正好是 0。'],
  ['merge', { fault: 'no_head_transpose' }, '它们的输出首尾相接，恢复原来的宽度，再乘 W_O，让各头的发现混到一起。'],
  ['mix', {}, '「它」的新内容里，「服务 A」占 83.7%，其次是「配置中心 B」，占 16.2%。'],
  [
    'project',
    {},
    '「它」的 48 个数与 W_Q 属于这个头的 12 列分别相乘求和，再加偏置，得到 12 维查询；绝对值最大的是第 0 维：1.00。',
  ],
];

describe('sentences that numbers deny are refused', () => {
  for (const [step, changes, sentence] of SENTENCES)
    it(`${step} ${JSON.stringify(changes)}: ${sentence}`, async () => {
      const { world } = await scene(step, changes);
      refused(faultsOf(sentence, STEPS[step], world), sentence);
    });

  it('“÷ 3.46: 7.40 → 7.40” where nothing is scaled, and any number that is a unit off', async () => {
    const none = await scene('scale', { scale: 'none' });
    const own = await scene('scale');
    const wrong = own.picture.now.replace(/[\d.]+。$/, (low) => `${(Number(low.slice(0, -1)) + 0.02).toFixed(2)}。`);
    assert.notEqual(wrong, own.picture.now);
    refused(faultsOf(own.picture.now, STEPS.scale, none.world), 'of another state');
    refused(faultsOf(wrong, STEPS.scale, own.world), wrong);
  });

  it('what no pattern reads: words that are new', async () => {
    const { picture, world } = await scene('mix');
    refused(faultsOf(`${picture.lead}这个头最聪明。`, STEPS.mix, world), 'a new sentence');
  });

  it('in the other figures', async () => {
    const told = await other('multi-head', { model: 'encoder-own' });
    refused(faultsOf('头做什么没有人规定，所以这里只叫它们头 1、头 2。', MULTI_HEAD, told.world), 'told');
    const steps = await other('four-steps', { fault: 'softmax_columns' });
    refused(faultsOf('Σ 是每行、每列的和：看得见东西的行，和都是 1，列却不一定。', FOUR_STEPS, steps.world), 'columns');
    const qkv = await other('qkv', { keys: 'query' });
    refused(faultsOf('此刻分数不对称，', QKV, qkv.world), 'symmetric');
    const context = await other('context', { cuts: [{ query: 6, key: 5 }] });
    refused(faultsOf('没有剪：0.103', CONTEXT_DRAWN, context.world, 'whole'), 'uncut');
    refused(
      faultsOf('点一条弧线可以剪断它：那一格分数变成 −∞，信念当场重算。', CONTEXT, context.world),
      'opens a panel',
    );
  });
});

describe('formulas, signs and captions that numbers deny are refused', () => {
  it('a formula of another state', async () => {
    const wrong = [
      ['position', 'position', { model: 'encoder-own' }],
      ['position', 'position-rope', { model: 'encoder-own' }],
      ['scale', 'scale', { scale: 'none' }],
      ['score', 'score', { model: 'encoder-rope' }],
      ['softmax', 'softmax', { fault: 'softmax_columns' }],
      ['mask', 'mask', { fault: 'zero_mask', mask: 'causal' }],
      ['project', 'project', { fault: 'no_head_transpose' }],
    ];
    for (const [step, name, changes] of wrong) {
      const { world } = await scene(step, changes);
      refused(formulaFaults(name, world), `${name} ${JSON.stringify(changes)}`);
    }
  });

  it('÷√12 where nothing is scaled, ÷3.46 where it is √12', async () => {
    const none = await scene('scale', { scale: 'none' });
    const over = operator(0, 0, '÷√12');
    refused(drawnFaults({ ...none.picture.scene, over }, [], none.world), '÷√12');
    const own = await scene('scale');
    refused(drawnFaults({ ...own.picture.scene, over: operator(0, 0, '÷3.46') }, [], own.world), '÷3.46');
    assert.deepEqual(drawnFaults({ ...own.picture.scene, over }, [], own.world), []);
  });

  it('Q and Kᵀ at vectors that have been rotated; S/√d at scores divided otherwise', async () => {
    const { picture, world } = await scene('score');
    const [kt, q] = picture.scene.blocks;
    for (const [symbol, at] of [
      ['Q', q],
      ['Kᵀ', kt],
    ]) {
      const over = caption(at.x - 8, at.y + 12, symbol, '', 'query', 'end');
      refused(drawnFaults({ ...picture.scene, over }, [], world), symbol);
    }
    const scaled = await scene('scale', { scale: 'none' });
    const at = scaled.picture.scene.blocks[1];
    const over = caption(at.x - 8, at.y, 'S/√d', '', 'weight', 'end');
    refused(drawnFaults({ ...scaled.picture.scene, over }, [], scaled.world), 'S/√d');
  });

  it('the sum of exponentials beside weights, and any sum before it has been taken', async () => {
    const { picture, world } = await scene('softmax');
    assert.deepEqual(sumFaults(picture.scene, world), []);
    const wrong = picture.scene.blocks.map((made) =>
      made.tensor === 'weights_row_sum' ? { ...made, ...world.view.get('row_sum', made.layer, made.head) } : made,
    );
    refused(sumFaults({ ...picture.scene, blocks: wrong }, world), 'Σ exp beside weights');
    const start = await scene('softmax', {}, 0);
    assert.deepEqual(earlyFaults(start.picture.scene), []);
    refused(earlyFaults({ ...start.picture.scene, over: '' }), 'sums at the start');
  });

  it('rows of zeros as positions; 「指」 as the one who is meant', async () => {
    const { picture, world } = await scene('position');
    assert.deepEqual(zeroFaults(picture.scene), []);
    const zeros = { ...picture.scene.blocks[0], tensor: 'position', ...world.view.get('position') };
    refused(zeroFaults({ ...picture.scene, blocks: [...picture.scene.blocks, zeros] }), 'zeros');
    const asked = await scene('prediction', { model: 'decoder' });
    refused(faultsOf('模型的判断：「指」指谁', WALK_DRAWN.prediction, asked.world, 'whole'), '指');
  });
});

describe('where numbers come from', () => {
  for (const model of ['encoder-rope', 'encoder-own', 'decoder'])
    it(`${model}: only weights of the file are learned, and everything else says how it was made`, async () => {
      const walk = await figureOf('walk');
      for (const position of ['model', 'none', 'sinusoidal']) {
        const state = stateOf(walk, { model, position });
        const from = await computed(walk, state);
        const shape = shapeOf({ state, tokens: from.run.tokens, config: from.run.config });
        const told = inspectAll(from, state, shape);
        for (const words of [zh, en])
          assert.deepEqual(
            told.flatMap((one) => originFaults(one, shape, words)),
            [],
          );
        const learned = told.filter(
          ({ cell }) => /^position$|_mean$|_std$/.test(cell.tensor) && cell.tensor !== 'weights_mean',
        );
        assert.ok(learned.length >= 1 + 2 * 2 * 3);
        learned.forEach((one) => refused(originFaults({ ...one, how: 'weight' }, shape, zh), one.cell.tensor));
      }
    });
});

describe('words', () => {
  const folders = [
    'web/text/',
    'web/figures/walk/',
    'web/figures/qkv/',
    'web/figures/four-steps/',
    'web/figures/multi-head/',
    'web/figures/context/',
    'web/figures/minute/',
  ];
  const files = folders.flatMap((folder) => {
    const url = new URL(`../../${folder}`, import.meta.url);
    return readdirSync(url)
      .filter((name) => /text\.|^(zh|en|tensors)/.test(name))
      .map((name) => [`${folder}${name}`, readFileSync(new URL(name, url), 'utf8')]);
  });
  const GONE = [
    '左右对称',
    '散布',
    '规矩',
    '取来引擎',
    '外来',
    '的主人」',
    '信念',
    '合议',
    'Before it',
    'Take away',
    'for itself',
  ];

  it('that were not the field’s are gone', () => {
    assert.ok(files.length >= 12);
    const found = files.flatMap(([name, text]) =>
      GONE.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`),
    );
    assert.deepEqual(found, []);
  });

  it('count dimensions, layers, heads and tokens from 1', () => {
    assert.deepEqual([zh.cell.dimension(0), en.cell.dimension(0)], ['第 1 维', 'dimension 1']);
    assert.deepEqual([zh.layer(0), en.layer(0), zh.head(0), en.head(0)], ['第 1 层', 'Layer 1', '头 1', 'head 1']);
    assert.match(zh.controls.followToken('它', 6), /第 7 个/);
    assert.match(en.controls.followToken('它', 6), /token 7/);
  });
});
