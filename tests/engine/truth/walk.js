// What the walk says, and when it is so.

import { claim } from './claims.js';
import { OPENING } from './shared.js';
import { largest, near, sum } from './world.js';

const scoresOf = (w, name) => {
  const row = w.row(name);
  const turned = row.map((x) => -x);
  return { high: Math.max(...row), low: Math.min(...row), best: w.best(row), worst: w.best(turned) };
};

const strongest = (values) => {
  const { dimensions } = largest(values);
  return { dimension: dimensions.map((i) => String(i + 1)), value: dimensions.map((i) => values[i]) };
};

/** A change of a vector: what was there, what is added, in the dimension that changes most. */
const change = (before, by) => {
  const { dimensions } = largest(by);
  return {
    dimension: dimensions.map((i) => String(i + 1)),
    from: dimensions.map((i) => before[i]),
    by: dimensions.map((i) => by[i]),
  };
};

const streamOf = (w) => (w.layer === 0 ? w.get('input') : w.get('residual', w.layer - 1))[w.token];
const times = (w) => largest(w.row('embedding')).values[0] / w.get('token_embedding.weight')[w.ids[w.token]][0];
const twins = (w) => w.ids.filter((id) => id === w.ids[w.token]).length;

const EMBEDDING = [
  claim('编号换成向量', 'A number becomes a vector'),
  claim('每个编号在一张学出来的表里各占一行。', 'Every token has a row of its own in a learned table.'),
  claim(
    '取出那一行，乘上 √d，就是这个词元的起点。',
    'Take that row, multiply by √d, and the token has its starting point: the same one wherever the word stands.',
    (w) => near(times(w), Math.sqrt(w.D)),
  ),
  claim('同一个词，不论出现在哪里，起点都一样。', null, (w) =>
    w.ids.every((id, i) => w.get('embedding')[i].every((x, d) => x === w.get('embedding')[w.ids.indexOf(id)][d])),
  ),
  claim(
    '「{token}」是 {id} 号，取出的 {D} 个数各乘 √{d} ≈ {times}。',
    '“{token}” is number {id}; its {D} values are multiplied by √{d} ≈ {times}.',
    (w) => ({
      token: w.tokens[w.token],
      id: w.ids[w.token],
      D: w.row('embedding').length,
      d: Math.round(times(w) ** 2),
      times: times(w),
    }),
  ),
  claim(
    '这个词在句中出现 {n} 次，{m} 行完全相同。',
    'The word occurs {n} times here, with identical rows.',
    (w) => twins(w) > 1 && { n: twins(w), m: twins(w) },
  ),
  claim('此时它对上下文还一无所知。', 'It knows nothing of its context yet.', (w) => twins(w) === 1),
];

const wave = (w) => w.row('position').slice(0, 2);

const POSITION = [
  claim('位置', 'The place'),
  claim(
    '注意力本身不看先后：编码器里打乱词序，每个词元得到的结果只会跟着换位。',
    'Attention by itself does not see order: shuffle the words of an encoder and every result just moves along with its token.',
  ),
  claim(
    '所以要把位置写进向量，这里用的是快慢不一的正弦与余弦，都乘上振幅 a = {a}。',
    'So the place is written into the vector, here by sines and cosines of many speeds, all times an amplitude a = {a}.',
    (w) => w.amplitude > 0 && { a: w.amplitude },
  ),
  claim(
    '所以要把位置写进向量，这里用的是快慢不一的正弦与余弦。',
    'So the place is written into the vector, here by sines and cosines of many speeds.',
    (w) => near(w.amplitude, 1),
  ),
  claim(
    'RoPE 不往向量上加东西：位置要等到后面，查询和键按它旋转时才进来。',
    'With RoPE nothing is added to the vector: its place comes in later, when query and key are turned by it.',
    (w) => w.amplitude === 0 && turns(w),
  ),
  claim(
    '这里没有用位置：现在不加，后面也不转。',
    'Here positions are off: nothing is added, and nothing is turned later.',
    (w) => w.amplitude === 0 && !turns(w),
  ),
  claim(
    '「{token}」是第 {n} 个词元，公式里 i = {i}（从 0 数）。',
    '“{token}” is token {n}; in the formula i = {i}, counting from 0.',
    (w) => ({ token: w.tokens[w.token], n: w.token + 1, i: w.token }),
  ),
  claim(
    '它的位置向量以 {a}、{b} 开头，逐项加到词向量上。',
    'Its position vector begins {a}, {b} and is added value by value.',
    (w) => w.amplitude > 0 && { a: wave(w)[0], b: wave(w)[1] },
  ),
  claim('它的向量上什么也没有加。', 'Nothing is added to its vector.', (w) =>
    w.row('input').every((x, d) => x === w.row('embedding')[d]),
  ),
];

/** Whether queries are turned by their place: some row is not what it was. */
const turns = (w) => w.shown('query').some((row, i) => row.some((x, d) => !near(x, w.shown('rotated_query')[i][d])));

const NORM = [
  claim('先把尺度理齐', 'First, one common scale'),
  claim(
    '进入注意力之前，每个向量减去自己的均值、除以自己的标准差，再乘上学到的倍数、加上学到的偏移。',
    'Before attention, each vector loses its mean, is divided by its standard deviation, then takes a learned factor and a learned shift.',
  ),
  claim('大小不同的向量从此可以放在一起比较。', 'Large and small vectors can now be compared.'),
  claim(
    '「{token}」这一行的均值约为 {mean}，标准差约为 {std}。',
    'The row of “{token}” has a mean of about {mean} and a standard deviation of about {std}.',
    (w) => {
      const x = streamOf(w);
      const mean = sum(x) / x.length;
      return { token: w.tokens[w.token], mean, std: Math.sqrt(sum(x.map((v) => (v - mean) ** 2)) / x.length) };
    },
  ),
];

const holder = (w) => w.tokens[Math.floor((w.head * w.T + w.token) / w.H)];
/** Whether the followed row of the head is a slice of this token's own query. */
const isOwn = (w) => w.ownSlices;

const PROJECT = [
  claim('一个向量，三种角色', 'One vector, three roles'),
  claim('同一个向量分别乘上三个矩阵。', 'The same vector meets three matrices.', (w) => w.ownSlices),
  claim(
    '查询（Query）是“我在找什么”，键（Key）是“我能按什么被找到”，值（Value）是“找到我之后取走什么”。',
    'The query is “what I look for”, the key “how I can be found”, the value “what you take away”.',
  ),
  claim('键管匹配，值管内容。', 'Keys match, values carry.'),
  claim(
    '错误的做法：分头时没有转置。三个矩阵照样乘，但一个头里各行的数来自别的词元，行名不再是它们的主人。',
    'The wrong way: heads are split without a transpose. The three matrices are as ever, but the rows of one head hold numbers of other tokens; names no longer say whose they are.',
    (w) => !w.ownSlices,
  ),
  claim(
    '「{token}」的 {D} 个数与 W_Q 属于这个头的 {K} 列分别相乘求和，再加偏置，得到 {k} 维查询；绝对值最大的是第 {dimension} 维：{value}。',
    'The {D} values of “{token}” meet the {K} columns of W_Q that belong to this head, plus a bias, giving a query of {k} dimensions; the largest in size is dimension {dimension}: {value}.',
    (w) =>
      isOwn(w) && { token: w.tokens[w.token], D: w.D, K: w.K, k: w.row('query').length, ...strongest(w.row('query')) },
  ),
  claim(
    '「{token}」这一行的 {k} 维查询取自「{holder}」的向量；绝对值最大的是第 {dimension} 维：{value}。',
    'The query of {k} dimensions in the row of “{token}” is made of the vector of “{holder}”; the largest in size is dimension {dimension}: {value}.',
    (w) => !isOwn(w) && { token: w.tokens[w.token], k: w.K, holder: holder(w), ...strongest(w.row('query')) },
  ),
];

const angle = (w) => {
  const [before, after] = ['query', 'rotated_query'].map((name) => w.row(name));
  return Math.atan2(before[0] * after[1] - before[1] * after[0], before[0] * after[0] + before[1] * after[1]);
};
/** Whether the first pair is turned by so many radians. */
const turnedBy = (w, radians) =>
  near(Math.cos(angle(w)), Math.cos(radians), 1e-3) && near(Math.sin(angle(w)), Math.sin(radians), 1e-3);

const ROTATE = [
  claim('把位置转进查询和键', 'Turning the place into query and key'),
  claim(
    'RoPE 把相邻两维看成一个点，按位置转一个角度。',
    'RoPE takes neighbouring values as a point and turns it by an angle that follows the position.',
    turns,
  ),
  claim(
    '两个词元的点积从此取决于它们的内容和相隔多远，与各自站在哪里无关。',
    'A dot product of two tokens then depends on what they hold and on how far apart they are, not on where they stand.',
    turns,
  ),
  claim('值不转。', 'Values are not turned.', (w) =>
    w
      .shown('head_output')
      .every((row, i) =>
        row.every((x, d) => near(x, sum(w.shown('weights')[i].map((a, j) => a * w.shown('value')[j][d])))),
      ),
  ),
  claim(
    '「{token}」这一行 i = 0，转的角度也是 0，查询和键与原来相同。',
    'For the row of “{token}” i = 0, so the angle is 0 and query and key are as before.',
    (w) => w.token === 0 && turnedBy(w, 0) && { token: w.tokens[0] },
  ),
  claim(
    '「{token}」这一行 i = {i}（从 0 数），查询和键的前两维转过 {angle} 弧度，后面的转得更少。',
    'For the row of “{token}” i = {i}, counting from 0: the first two dimensions of query and key are turned by {angle} radian{s}, later ones by less.',
    (w) => ({
      token: w.tokens[w.token],
      i: w.token,
      angle: (said) => turnedBy(w, Number(said)) && Number(said) === w.token,
      s: 's',
    }),
  ),
  claim(
    null,
    'For the row of “{token}” i = 1, counting from 0: the first two dimensions of query and key are turned by 1 radian, later ones by less.',
    (w) => w.token === 1 && turnedBy(w, 1) && { token: w.tokens[1] },
  ),
];

const SCORE = [
  claim('查询遇到键：一次点积一个分数', 'A query meets the keys'),
  claim(
    '一行查询依次经过每一列键，逐项相乘再相加。',
    'One row of queries passes every column of keys: multiply pair by pair, add up, one score each.',
    (w) => w.scoresAre('query', 'key'),
  ),
  claim(
    '一行查询依次经过每一列键，逐项相乘再相加；两边都是按位置转过的。',
    'One row of queries passes every column of keys: multiply pair by pair, add up, one score each; both have been turned by their positions.',
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

const SCALE = [
  claim('缩放', 'Scaling'),
  claim(
    '维数越多，点积的标准差越大，softmax 就几乎只选一个，它的导数也接近 0。',
    'The more dimensions, the larger the standard deviation of dot products; softmax then all but picks a single key and its derivative comes near 0.',
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
    'Here they are divided by √d, d being the width of the whole vector, which is more than √dₖ: weights come nearer to equal, the order is kept.',
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

export const EARLY = {
  tokens: OPENING,
  embedding: EMBEDDING,
  position: POSITION,
  norm: NORM,
  project: PROJECT,
  rotate: ROTATE,
  score: SCORE,
  scale: SCALE,
};
export { change, streamOf, strongest };
