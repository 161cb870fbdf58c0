/** Q、K、V 图自己的文字。 */
import { n } from '../../text/numbers.js';

export const words = {
  title: 'Q、K、V：同一个向量，三个矩阵',
  lead: ({ rotary, fault }) =>
    '把它想成查资料：查询（Query）是你输入的问题，键（Key）是每条资料的标题，值（Value）是资料的正文。匹配只看问题和标题，取走的是正文。按住一个权重格子拖一拖，或者拖它的滑块，后面的一切随之重算。' +
    (rotary ? '分数 S 是 Q 和 K 按位置旋转（RoPE）以后再相乘的。' : '') +
    (fault === 'no_head_transpose' ? '错误的做法：分头时没有转置，一个头里各行的数来自别的词元。' : ''),
  tasks: {
    keys: {
      asks: '让 W_K 等于 W_Q：分数会沿对角线对称吗？权重呢？',
      steps: ['W_K := W_Q'],
      says: (f) =>
        `分数对称了：「${f.from}」和「${f.to}」互相打的分都是 ${n(f.score)}。权重不对称：${f.from} → ${f.to} 是 ${n(f.there, 3)}，` +
        `反过来是 ${n(f.back, 3)}，${f.hidden ? '因为两个词元里总有一个看不见另一个。' : '因为每一行除的是自己那一行的总和。'}`,
    },
    values: {
      asks: '让 V 等于 X（每一层都换）：谁看谁会变吗？取回来的 Z 呢？',
      steps: ['V := X'],
      says: ({ first, output, next }) =>
        `第 1 层里谁看谁一点没变：${first.of} 个权重逐个相同，Z 的 ${output.of} 个数却变了 ${output.changed} 个。` +
        (next ? `第 2 层的输入因此不同，那里 ${next.of} 个权重变了 ${next.changed} 个。` : ''),
    },
  },
  keysName: '键',
  ownKeys: '自己的 W_K',
  valuesName: '值',
  ownValues: '自己的 W_V',
  undo: '改回来',
  edited: (count) => `改动了 ${count} 个权重。`,
  now: (f) =>
    `「${f.token}」这一行的查询，绝对值最大的是第 ${f.dimension + 1} 维：${n(f.value)}。此刻分数${f.scores ? '沿对角线对称' : '不对称'}，权重` +
    `${f.weights ? '也对称' : '不对称'}。`,
};
