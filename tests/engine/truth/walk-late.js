// What the second half of the walk says, from the mask on.

import { claim } from './claims.js';
import { ADD, FEED_FORWARD, PREDICTION } from './walk-end.js';
import { streamOf, strongest } from './walk.js';
import { near, sum } from './world.js';

const pairs = (w) => sum(w.ids.map((_, query) => w.hidden(query).length));
const hiddenScores = (w, value) =>
  w.ids.every((_, query) => w.hidden(query).every((key) => w.shown('masked')[query][key] === value));
const unchanged = (w) => w.shown('masked').every((row, i) => row.every((x, k) => x === w.shown('scaled')[i][k]));
const counts = (w) => ({
  pairs: w.T ** 2,
  hidden: pairs(w),
  token: w.tokens[w.token],
  visible: w.T - w.hidden().length,
});

const MASK = [
  claim('谁可以看谁', 'Who may see whom'),
  claim(
    '看不到的位置，分数改成 −∞，而不是 0：经过 softmax 以后它的权重就正好是 0。',
    'A hidden place gets the score −∞, not 0, so that softmax gives it exactly nothing.',
    (w) => hiddenScores(w, -Infinity) && w.hiddenGetNothing,
  ),
  claim(
    '不遮时全都看得见；因果遮罩只许看自己和前面。',
    'Without a mask everything is seen; a causal mask allows only a token itself and what came before.',
  ),
  claim('点一个格子，在打开的面板里可以剪断一条边。', 'Pick a cell to open a panel in which its edge can be cut.'),
  claim(
    '错误的做法：看不到的位置，分数改成 0，而不是 −∞。0 也是一个分数，取指数以后照样分到权重。',
    'The wrong way: a hidden place gets the score 0, not −∞. 0 is a score like any other; its ' +
      'exponential gets a weight.',
    (w) => hiddenScores(w, 0) && w.state.fault === 'zero_mask',
  ),
  claim(
    '错误的做法：此时不改分数，等 softmax 以后才把看不到的权重改成 0。',
    'The wrong way: no score is changed now; what must not be seen has its weight set to 0 after softmax.',
    (w) => unchanged(w) && w.hiddenGetNothing && w.state.fault === 'mask_after_softmax',
  ),
  claim(
    '{pairs} 对全部可见，没有一个分数被改动。',
    'All {pairs} pairs are visible; no score is changed.',
    (w) => pairs(w) === 0 && unchanged(w) && { pairs: w.T ** 2 },
  ),
  claim(
    '{pairs} 对里有 {hidden} 对被遮成 −∞；「{token}」还看得见 {visible} 个位置。',
    '{hidden} of {pairs} pairs become −∞; “{token}” still sees {visible} places.',
    (w) => hiddenScores(w, -Infinity) && counts(w),
  ),
  claim(
    '{pairs} 对里有 {hidden} 对该遮，分数却改成了 0；「{token}」该看见的是 {visible} 个位置。',
    '{hidden} of {pairs} pairs should be hidden but get the score 0; “{token}” should see {visible} places.',
    (w) => hiddenScores(w, 0) && counts(w),
  ),
  claim(
    '{pairs} 对里有 {hidden} 对该遮，分数却没有改；「{token}」该看见的是 {visible} 个位置。',
    '{hidden} of {pairs} pairs should be hidden but keep their scores; “{token}” should see {visible} places.',
    (w) => unchanged(w) && counts(w),
  ),
];

const exps = (w) => {
  const row = w.row('masked');
  const max = Math.max(...row);
  return { max, sum: sum(row.map((x) => Math.exp(x - max))) };
};
const given = (w) => ({ best: w.best(w.row('weights')), weight: Math.max(...w.row('weights')) });
const total = (w) => sum(w.row('weights'));
const leaked = (w) => sum(w.hidden().map((key) => w.row('weights')[key]));
const seen = (w) => w.T - w.hidden().length;

const SOFTMAX = [
  claim('分数变成权重', 'Scores become weights'),
  claim(
    '先减去这一行的最大值，免得指数溢出；取指数；再除以总和。',
    'Subtract the largest of the row so that nothing overflows, take exponentials, divide by their sum.',
    (w) => w.softmaxOfRows,
  ),
  claim(
    '可见的位置分完全部权重，加起来是 1；被遮住的正好是 0。',
    'Visible places share out all of the weight, which adds up to 1; hidden ones get exactly 0.',
    (w) => w.rowsAddUp && w.hiddenGetNothing,
  ),
  claim(
    '错误的做法：沿着列做 softmax。减去的是每一列的最大值，除以的是每一列的总和：每一列加起来是 1，每一行却不一定。',
    'The wrong way: softmax along columns. Each column loses its largest score and is divided by its ' +
      'own sum: every column adds up to 1, rows need not.',
    (w) => w.columnsAddUp && !w.softmaxOfRows,
  ),
  claim(
    '错误的做法：softmax 对全部位置做，然后才把看不到的权重改成 0，不再除一次：有位置被遮的行，加起来不到 1。',
    'The wrong way: softmax over all places, then the weights of hidden ones are set to 0 without ' +
      'dividing again: a row with hidden places adds up to less than 1.',
    (w) =>
      w.hiddenGetNothing &&
      unchanged(w) &&
      w.shown('weights').every((row, i) => w.hidden(i).length === 0 || sum(row) < 1 + 1e-9),
  ),
  claim(
    '错误的做法：看不到的位置分数是 0，所以和可见的一起减最大值、取指数、除以总和，照样分到权重。',
    'The wrong way: hidden places have the score 0, so they lose the largest, are exponentiated and ' +
      'divided like the others, and get weight.',
    (w) =>
      hiddenScores(w, 0) &&
      w.softmaxOfRows &&
      w.ids.every((_, i) => w.hidden(i).every((k) => w.shown('weights')[i][k] > 0)),
  ),
  claim(
    '「{token}」这一行一个位置也看不见，权重按约定全是 0。',
    '“{token}” sees no place at all; its weights are 0 by definition.',
    (w) => seen(w) === 0 && total(w) === 0 && { token: w.tokens[w.token] },
  ),
  claim(
    '最大值 {max}，指数之和约 {sum}。',
    'Largest {max}, sum of exponentials about {sum}.',
    (w) => w.softmaxOf(w.token) && exps(w),
  ),
  claim(
    '最大值 {max}，指数之和约 {sum}，遮住的也算在内。',
    'Largest {max}, sum of exponentials about {sum}, hidden places included.',
    (w) => unchanged(w) && w.hidden().length > 0 && exps(w),
  ),
  claim(
    '「{best}」分到 {weight}，{visible} 个可见位置合起来是 1。',
    '“{best}” gets {weight}; the {visible} visible places add up to 1.',
    (w) => near(sum(w.row('weights').filter((_, k) => !w.hides(w.token, k))), 1) && { ...given(w), visible: seen(w) },
  ),
  claim('「{best}」分到 {weight}；', '“{best}” gets {weight};', given),
  claim('遮过以后这一行加起来约为 {total}。', 'once masked, the row adds up to about {total}.', (w) => ({
    total: total(w),
  })),
  claim(
    '该遮住的 {n} 个位置一共分到 {leaked}。',
    'the places that should be hidden, {n} of them, get {leaked} together.',
    (w) => ({ n: w.hidden().length, leaked: leaked(w) }),
  ),
  claim(
    '有 {n} 个可见位置的分数低得太多，32 位浮点数里权重就是 0。',
    '{n} visible scores lie so low that a 32-bit weight is 0.',
    (w) => ({ n: w.row('weights').filter((a, k) => !w.hides(w.token, k) && Math.fround(a) === 0).length }),
  ),
  claim(
    '「{token}」这一行的权重加起来约为 {total}；',
    'The weights in the row of “{token}” add up to about {total};',
    (w) => ({ token: w.tokens[w.token], total: total(w) }),
  ),
  claim('「{best}」分到 {weight}。', '“{best}” gets {weight}.', given),
];

const second = (w) => {
  const row = w.row('weights');
  const order = [...row].sort((a, b) => b - a);
  return { second: w.tokens.filter((_, i) => near(row[i], order[1])), next: order[1] };
};

const MIX = [
  claim('按权重取回值', 'Values come back by weight'),
  claim(
    '每个位置的值向量乘上它的权重，全部加起来，就是这个头为这个词元取回的内容。',
    'Every place’s value vector, times its weight, all added up: that is what this head brings back for the token.',
    (w) =>
      w.row('head_output').every((x, d) => near(x, sum(w.row('weights').map((a, j) => a * w.shown('value')[j][d])))),
  ),
  claim(
    '权重越大，它的值向量乘的数越大。',
    'The larger a weight, the larger the number that its value vector is multiplied by.',
  ),
  claim(
    '「{token}」什么也没有取回，输出是零向量。',
    '“{token}” brings nothing back; the output is the zero vector.',
    (w) => w.row('head_output').every((x) => x === 0) && { token: w.tokens[w.token] },
  ),
  claim(
    '「{token}」给「{best}」的值向量乘上 {weight}，这是最大的权重；其次是「{second}」，{next}。',
    'For “{token}” the value of “{best}” is multiplied by {weight}, the largest weight; next comes “{second}”, {next}.',
    (w) => ({ token: w.tokens[w.token], ...given(w), ...second(w) }),
  ),
];

/** Whether the concatenated row is the same row of every head, zeros where a head is off. */
export const isJoined = (w) =>
  w.row('concat').every((x, d) => {
    const head = Math.floor(d / w.K);
    return x === (isOff(w, head) ? 0 : w.get('head_output', w.layer, head)[w.token][d % w.K]);
  });
const isOff = (w, head) => w.state.off.some((one) => one.layer === w.layer && one.head === head);
export const offs = (w) => Array.from({ length: w.H }, (_, head) => head).filter((head) => isOff(w, head)).length;

const MERGE = [
  claim('各头拼起来，再投影一次', 'Heads side by side, projected once more'),
  claim('每个头只在自己的小空间里看。', 'Each head looks in a small space of its own.'),
  claim(
    '它们的输出首尾相接，恢复原来的宽度，再乘 W_O，让各头的发现混到一起。',
    'Their outputs are laid end to end, back to full width, and W_O mixes what they found.',
    isJoined,
  ),
  claim(
    '错误的做法：拼接时也没有转置。一行里放的不是各头的同一行，而是相邻的几行首尾相接，再乘 W_O。',
    'The wrong way: joined without a transpose too. A row holds not the same row of every head but ' +
      'neighbouring rows end to end, times W_O.',
    (w) => !w.ownSlices,
  ),
  claim(
    '{H} 个头各出 {K} 个数，拼成 {D} 个；乘 W_O、加偏置之后，绝对值最大的是第 {dimension} 维：{value}。',
    '{H} heads give {K} values each, {D} in all; after W_O and its bias the largest in size is ' +
      'dimension {dimension}: {value}.',
    (w) => ({
      H: w.H,
      K: w.row('head_output').length,
      D: w.row('concat').length,
      ...strongest(w.row('attention_output')),
    }),
  ),
  claim(
    '有 {n} 个头关着，它们的数拼进去时换成 0。',
    'Heads switched off: {n}; zeros stand for their values.',
    (w) => offs(w) > 0 && { n: offs(w) },
  ),
];

const BLOCK = [
  claim('同样的步骤，又过一层', 'The same steps, one layer on', (w) => w.layer > 0),
  claim('这一层的步骤与第 1 层相同，参数是它自己的。', 'The steps are those of layer 1, the parameters are its own.'),
  claim(
    '注意力写下的和前馈网络写下的，都加进残差流。',
    'What attention writes and what the feed-forward writes is added to the stream.',
    (w) =>
      w
        .row('residual')
        .every((x, d) => near(x, streamOf(w)[d] + w.row('attention_output')[d] + w.row('feed_forward_output')[d])),
  ),
  claim(
    '要逐步看，请按播放条右端的“各层都逐步讲”。',
    'To see every step, press “All layers step by step” at the right end of the player.',
  ),
  claim(
    '在头 {head}，「{token}」把最多的注意力给了「{best}」：{weight}。',
    'In head {head}, “{token}” gives most attention to “{best}”: {weight}.',
    (w) => ({ head: w.head + 1, token: w.tokens[w.token], ...given(w) }),
  ),
  claim(
    '在头 {head}，「{token}」给每个位置的权重都是 0。',
    'In head {head}, “{token}” gives every place the weight 0.',
    (w) => total(w) === 0 && { head: w.head + 1, token: w.tokens[w.token] },
  ),
  claim(
    '注意力写得最多的是第 {dimension} 维：{value}；',
    'Attention writes most in dimension {dimension}: {value};',
    (w) => strongest(w.row('attention_output')),
  ),
  claim('前馈网络是第 {dimension} 维：{value}。', 'the feed-forward in dimension {dimension}: {value}.', (w) =>
    strongest(w.row('feed_forward_output')),
  ),
];

export const LATE = {
  mask: MASK,
  softmax: SOFTMAX,
  mix: MIX,
  merge: MERGE,
  add: ADD,
  'feed-forward': FEED_FORWARD,
  block: BLOCK,
  prediction: PREDICTION,
};
