// What the walk says, and when it is so.

import { claim } from './claims.js';
import { OPENING } from './shared.js';
import { SCALE, SCORE } from './walk-scores.js';
import { largest, near, sum, turns } from './world.js';

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
    'Attention by itself does not see order: shuffle the words of an encoder and every result just ' +
      'moves along with its token.',
  ),
  claim(
    '所以要把位置写进向量，这里用的是快慢不一的正弦与余弦，都乘上振幅 a = {a}。',
    'So the place is written into the vector, here by sines and cosines of many speeds, all times an ' +
      'amplitude a = {a}.',
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

const NORM = [
  claim('先把尺度理齐', 'First, one common scale'),
  claim(
    '进入注意力之前，每个向量减去自己的均值、除以自己的标准差，再乘上学到的倍数、加上学到的偏移。',
    'Before attention, each vector loses its mean, is divided by its standard deviation, then takes ' +
      'a learned factor and a learned shift.',
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
    'The wrong way: heads are split without a transpose. The three matrices are as ever, but the ' +
      'rows of one head hold numbers of other tokens; names no longer say whose they are.',
    (w) => !w.ownSlices,
  ),
  claim(
    '「{token}」的 {D} 个数与 W_Q 属于这个头的 {K} 列分别相乘求和，再加偏置，得到 {k} 维查询；绝对值最大的是第 {dimension} 维：{value}。',
    'The {D} values of “{token}” meet the {K} columns of W_Q that belong to this head, plus a bias, ' +
      'giving a query of {k} dimensions; the largest in size is dimension {dimension}: {value}.',
    (w) =>
      isOwn(w) && { token: w.tokens[w.token], D: w.D, K: w.K, k: w.row('query').length, ...strongest(w.row('query')) },
  ),
  claim(
    '「{token}」这一行的 {k} 维查询取自「{holder}」的向量；绝对值最大的是第 {dimension} 维：{value}。',
    'The query of {k} dimensions in the row of “{token}” is made of the vector of “{holder}”; the ' +
      'largest in size is dimension {dimension}: {value}.',
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
    'A dot product of two tokens then depends on what they hold and on how far apart they are, not ' +
      'on where they stand.',
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
    'For the row of “{token}” i = {i}, counting from 0: the first two dimensions of query and key ' +
      'are turned by {angle} radian{s}, later ones by less.',
    (w) => ({
      token: w.tokens[w.token],
      i: w.token,
      angle: (said) => turnedBy(w, Number(said)) && Number(said) === w.token,
      s: 's',
    }),
  ),
  claim(
    null,
    'For the row of “{token}” i = 1, counting from 0: the first two dimensions of query and key are ' +
      'turned by 1 radian, later ones by less.',
    (w) => w.token === 1 && turnedBy(w, 1) && { token: w.tokens[1] },
  ),
];

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
