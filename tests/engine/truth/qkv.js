// What the Q/K/V figure says.

import { claim, sign } from './claims.js';
import { strongest } from './walk.js';
import { near } from './world.js';

const symmetric = (matrix) => matrix.every((row, i) => row.every((value, j) => near(value, matrix[j][i], 2e-4)));

export const QKV = [
  claim('Q、K、V：同一个向量，三个矩阵', 'Q, K, V: one vector, three matrices'),
  claim(
    '把它想成查资料：查询（Query）是你输入的问题，键（Key）是每条资料的标题，值（Value）是资料的正文。',
    'Think of a search: the query is what you type, a key is the title of an entry, the value its text.',
  ),
  claim(
    '匹配只看问题和标题，取走的是正文。',
    'Matching looks at question and title only; what you take away is the text.',
  ),
  claim(
    '按住一个权重格子拖一拖，或者拖它的滑块，后面的一切随之重算。',
    'Drag a weight on its cell, or move its slider, and everything after it is computed anew.',
  ),
  claim(
    '分数 S 是 Q 和 K 按位置旋转（RoPE）以后再相乘的。',
    'Scores S are products of Q and K after both have been turned by position (RoPE).',
    (w) => w.scoresAre('rotated_query', 'rotated_key') && !w.scoresAre('query', 'key'),
  ),
  claim(
    '错误的做法：分头时没有转置，一个头里各行的数来自别的词元。',
    'The wrong way: heads are split without a transpose, so the rows of one head hold numbers of other tokens.',
    (w) => !w.ownSlices,
  ),
  claim(
    '「{token}」这一行的查询，绝对值最大的是第 {dimension} 维：{value}。',
    'In the row of “{token}” the query is largest in size in dimension {dimension}: {value}.',
    (w) => ({ token: w.tokens[w.token], ...strongest(w.row('query')) }),
  ),
  claim('此刻分数沿对角线对称，', 'Scores are symmetric,', (w) => symmetric(w.shown('scores'))),
  claim('此刻分数不对称，', 'Scores are not symmetric,', (w) => !symmetric(w.shown('scores'))),
  claim('权重也对称。', 'weights too.', (w) => symmetric(w.shown('weights'))),
  claim('权重不对称。', 'weights are not.', (w) => !symmetric(w.shown('weights'))),
];

/** Labels of its controls. */
export const QKV_CONTROLS = [
  claim('键', 'Keys'),
  claim('自己的 W_K', 'W_K of its own'),
  claim('值', 'Values'),
  claim('自己的 W_V', 'W_V of its own'),
  sign('W_K := W_Q'),
  sign('V := X'),
  claim('改动了 {n#} 个权重。', '{n#} weights changed.', (w) => ({ n: w.state.edits.length })),
  claim('改回来', 'Put back'),
];
