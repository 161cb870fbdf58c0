// What the walk says of scores and their scaling.

import { claim } from './claims.js';
import { near, turns } from './world.js';

const scoresOf = (w, name) => {
  const row = w.row(name);
  const turned = row.map((x) => -x);
  return { high: Math.max(...row), low: Math.min(...row), best: w.best(row), worst: w.best(turned) };
};

export const SCORE = [
  claim('查询遇到键：一次点积一个分数', 'A query meets the keys'),
  claim(
    '一行查询依次经过每一列键，逐项相乘再相加。',
    'One row of queries passes every column of keys: multiply pair by pair, add up, one score each.',
    (w) => w.scoresAre('query', 'key'),
  ),
  claim(
    '一行查询依次经过每一列键，逐项相乘再相加；两边都是按位置转过的。',
    'One row of queries passes every column of keys: multiply pair by pair, add up, one score each; ' +
      'both have been turned by their positions.',
    (w) => turns(w) && w.scoresAre('rotated_query', 'rotated_key'),
  ),
  claim('分数高，说明在这个头看来两者合得来。', 'A high score means the two agree in the eyes of this head.'),
  claim(
    '行是查询，列是键；横着读，才是“谁在看谁”。',
    'Rows are queries, columns keys: read across to see who looks at whom.',
  ),
  claim(
    '「{token}」与「{best}」最合，得 {high} 分；与「{worst}」最不合，{low} 分。',
    '“{token}” agrees best with “{best}”, score {high}, and least with “{worst}”, {low}.',
    (w) => ({ token: w.tokens[w.token], ...scoresOf(w, 'scores') }),
  ),
];

/** The largest weight is no larger than it would be under √d_k: the row is nearer to equal. */
const nearerToEqual = (w) => w.divisor > Math.sqrt(w.K);
const isDivided = (w, by) => near(w.divisor, by);
const fromTo = (w) => {
  const [raw, scaled] = ['scores', 'scaled'].map((name) => scoresOf(w, name));
  return { high: raw.high, low: raw.low, max: scaled.high, min: scaled.low };
};
const divisions = (zh, en, holds) =>
  claim(
    `${zh}：最高分从 {high} 变成 {max}，最低分从 {low} 变成 {min}。`,
    `${en}: the highest goes from {high} to {max}, the lowest from {low} to {min}.`,
    holds,
  );

export const SCALE = [
  claim('缩放', 'Scaling'),
  claim(
    '维数越多，点积的标准差越大，softmax 就几乎只选一个，它的导数也接近 0。',
    'The more dimensions, the larger the standard deviation of dot products; softmax then all but ' +
      'picks a single key and its derivative comes near 0.',
    (w) => saturates(w),
  ),
  claim('除以 √dₖ 抵消这一点，名次不变。', 'Dividing by √dₖ undoes this and keeps the order.', (w) =>
    isDivided(w, Math.sqrt(w.K)),
  ),
  claim('这里没有缩放，分数原样送进 softmax。', 'Here nothing is scaled: the scores enter softmax as they are.', (w) =>
    isDivided(w, 1),
  ),
  claim(
    '这里除的是 dₖ，比 √dₖ 大：权重更接近平均，名次不变。',
    'Here they are divided by dₖ, which is more than √dₖ: weights come nearer to equal, the order is kept.',
    (w) => isDivided(w, w.K) && nearerToEqual(w),
  ),
  claim(
    '这里除的是 √d，d 是整个向量的宽度，比 √dₖ 大：权重更接近平均，名次不变。',
    'Here they are divided by √d, d being the width of the whole vector, which is more than √dₖ: ' +
      'weights come nearer to equal, the order is kept.',
    (w) => isDivided(w, Math.sqrt(w.D)) && nearerToEqual(w),
  ),
  divisions(
    '每个头的键有 {K} 维，分数都除以 √{k} ≈ {by}',
    'Keys have {K} dimensions per head, so scores are divided by √{k} ≈ {by}',
    (w) => ({ K: w.row('key').length, k: w.divisor ** 2, by: w.divisor, ...fromTo(w) }),
  ),
  divisions(
    '每个头的键有 {K} 维，分数都除以 {by}',
    'Keys have {K} dimensions per head; scores are divided by {by}',
    (w) => ({ K: w.row('key').length, by: w.divisor, ...fromTo(w) }),
  ),
  divisions(
    '整个向量有 {D} 维，分数都除以 √{d} ≈ {by}',
    'Vectors have {D} dimensions; scores are divided by √{d} ≈ {by}',
    (w) => ({ D: w.row('input').length, d: w.divisor ** 2, by: w.divisor, ...fromTo(w) }),
  ),
  claim(
    '分数没有缩放：最高分是 {max}，最低分是 {min}。',
    'Scores are not scaled: the highest is {max}, the lowest {min}.',
    (w) => isDivided(w, 1) && fromTo(w),
  ),
];

/** Of random vectors: from 8 dimensions to 512 scores spread more, and the softmax Jacobian falls, unless scaled. */
function saturates({ lab }) {
  const [few, many] = [8, 512].map((dK) => lab.saturation(dK).raw);
  return (
    many.spread.median > 2 * few.spread.median &&
    many.jacobian.median < 0.02 &&
    many.jacobian.median < few.jacobian.median &&
    many.largest_weight.median > 0.98
  );
}
