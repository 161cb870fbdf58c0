// What the multi-head figure says.

import { agrees, claim, sign } from './claims.js';
import { HEADS } from './scenes.js';
import { strongest } from './walk.js';
import { offs } from './walk-late.js';
import { near, sum } from './world.js';

/** Whether the contributions of the heads and the bias add up to what is written. */
const addsUp = (w) => {
  const bias = w.get('attention.output.bias', w.layer);
  const parts = Array.from({ length: w.H }, (_, head) => w.get('head_contribution', w.layer, head)[w.token]);
  return w.row('attention_output').every((x, d) => near(x, sum(parts.map((part) => part[d])) + bias[d]));
};

/** What the head that is off writes. */
const offWritesNothing = (w) =>
  w.state.off
    .filter(({ layer }) => layer === w.layer)
    .every(({ head }) =>
      w
        .get('head_contribution', w.layer, head)
        .flat()
        .every((x) => x === 0),
    );

const told = (w) => w.config.supervised_head ?? null;
const other = (w) => (['1', '2', '4', '8'].includes(w.state.size) ? Number(w.state.size) : null);
const PAPER = 4 * 512 * 512 + 4 * 512; // W_Q, W_K, W_V and W_O of width 512, each with a bias

export const MULTI_HEAD = [
  claim('多头：各自计算，加到一起', 'Many heads: each on its own, then added up', addsUp),
  claim(
    '同一层的头（Head）各自计算；拼起来乘 W_O，等于每个头各自写一份改动，再加上偏置。',
    'The heads of a layer each look on their own. Laid side by side and multiplied by W_O, each ' +
      'writes a change of its own, and the changes add up, with a bias.',
    addsUp,
  ),
  claim('关掉一个头，它那一份就是零。', 'Switch a head off and its part is zero.', offWritesNothing),
  claim(
    '错误的做法：拼接时没有转置，一行里放的是相邻的几行，不是各头的同一行。',
    'The wrong way: joined without a transpose, a row holds neighbouring rows, not the same row of every head.',
    (w) => !w.ownSlices,
  ),
  claim(
    '这个模型里，第 {layer} 层头 {head} 在训练时被要求看向所指；其余的头做什么，没有人规定。',
    'In this model head {head} of layer {layer} was told in training where to look; what the others ' +
      'are for nobody decided.',
    (w) => told(w) && { layer: told(w).layer + 1, head: told(w).head + 1 },
  ),
  claim(
    '头做什么没有人规定，所以这里只叫它们头 1、头 2。',
    'Nobody decided what a head is for, so here they are head 1, head 2.',
    (w) => told(w) === null,
  ),
  claim(
    '{H} 个头各写一份，加起来（连同偏置）绝对值最大的是第 {dimension} 维：{value}。',
    '{H} heads write a part each; together with the bias they are largest in size in dimension {dimension}: {value}.',
    (w) => ({ H: w.H, ...strongest(w.row('attention_output')) }),
  ),
  claim('有 {n} 个头关着。', '{n} switched off.', (w) => offs(w) > 0 && { n: offs(w) }),
  claim(
    '下面另有随机权重的 {n} 个头，每个 {width} 维，只看形状。',
    'Below, for their shapes: {n} heads of {width} dimensions with random weights.',
    (w) => ({ n: other(w), width: w.D / other(w) }),
  ),
  claim(
    null,
    'Below, for their shapes: 1 head of {width} dimensions with random weights.',
    (w) => other(w) === 1 && { width: w.D },
  ),
  claim(
    '论文的基本型用随机权重跑过：宽 512，8 个头，{n} 个参数。',
    'The paper’s base size was run with random weights: width 512, 8 heads, {n} parameters.',
    (w) => w.state.size === 'paper' && { n: PAPER },
  ),
];

/** Captions of its scene. */
export const MULTI_HEAD_DRAWN = [
  HEADS,
  claim('头 {n}（关）', 'head {n} (off)', (w) => ({
    n: w.state.off.filter(({ layer }) => layer === w.layer).map(({ head }) => head + 1),
  })),
  claim('头 {n} · W_O', 'head {n} · W_O', (w) => ({ n: Array.from({ length: w.H }, (_, head) => head + 1) })),
  claim('算出', 'computed'),
  claim('随机', 'random', (w) => other(w) !== null),
  claim(
    '随机权重，只看形状：{n#} 个头，每个 {width#} 维',
    'random weights: {n#} heads of {width#} dimensions',
    (w) => ({
      n: other(w),
      width: w.D / other(w),
    }),
  ),
];

const SHAPES = { weight: ['512 × 512', 512 * 512], bias: ['512', 512] };
const roles = ['query', 'key', 'value', 'output'].flatMap((role) =>
  ['weight', 'bias'].map((kind) => `attention.${role}.${kind}`),
);

/** Labels of its controls, and the paper's table. */
export const MULTI_HEAD_CONTROLS = [
  HEADS,
  claim('开着的头', 'Heads on'),
  claim('同样宽度分成', 'Same width as'),
  claim('这个模型', 'this model'),
  claim('论文的基本型', 'the paper’s base'),
  claim(
    '论文的基本型：宽 512，8 个头，每头 64 维（随机权重）',
    'The paper’s base size: width 512, 8 heads of 64 (random weights)',
    () => 512 / 8 === 64,
  ),
  claim('参数', 'parameter'),
  claim('形状', 'shape'),
  claim('个数', 'numbers'),
  claim('合计', 'total'),
  claim('随机数', 'random numbers'),
  claim('随机', 'random'),
  claim('由固定的种子取的随机数，只为看形状和规律', 'Drawn from a fixed seed, to show shapes and laws'),
  sign('{count#}', () => ({ count: [1, 2, 4, 8, 512, SHAPES.weight[1], PAPER] })),
  sign('{shape}', () => ({ shape: [SHAPES.weight[0], ...roles] })),
  claim(
    '这句话在你的设备上跑一层用了 {ms} 毫秒。',
    'One layer on this sentence took {ms} milliseconds on your device.',
    (w) => ({
      ms: (said) => agrees(said, w.results.paper.milliseconds),
    }),
  ),
];
