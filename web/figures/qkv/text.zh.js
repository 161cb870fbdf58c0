/** Q、K、V 图自己的文字。 */
import { n } from '../../text/numbers.js';

export const words = {
  title: 'Q、K、V：同一个向量，三个矩阵',
  lead: ({ rotary, fault }) =>
    '把它想成查资料：查询（Query）是你输入的问题，键（Key）是每条资料的标题，值（Value）是资料的正文。匹配只看问题和标题，取走的是正文。按住一个权重格子拖一拖，或者拖它的滑块，后面的一切随之重算。' +
    (rotary ? '分数 S 是 Q 和 K 按位置旋转（RoPE）以后再相乘的。' : '') +
    (fault === 'no_head_transpose' ? '错误的做法：分头时没有转置，一个头里各行的数来自别的词元。' : ''),
  task: '试一试：让 W_K 等于 W_Q。分数变得沿对角线对称了，权重却没有：softmax 是一行一行做的，每一行除的总和不同。再让 V 等于 X：第 1 层里谁看谁一点没变，取回来的东西全变了。',
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
