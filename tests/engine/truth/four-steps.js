// What the four-steps figure says. Numbers of random vectors are the engine's own draws, which saturation.test.js holds
// to float64.

import { agrees, claim, sign } from './claims.js';
import { near, sum } from './world.js';

const rowSums = (w) => w.shown('weights').map((row) => sum(row));
const drawnAt = (w) => w.lab.saturation(w.state.dk);

/** Whether the weights of the first layer's shown head are those of a right run, and in how many cells not. */
const rights = new WeakMap();
function right(w) {
  if (!rights.has(w)) rights.set(w, w.like({ scale: 'sqrt(d_k)', fault: 'none' }));
  return rights.get(w);
}
const cells = (world, name) => world.get(name, 0, world.head).flat();
const isSame = (w, name) => cells(w, name).every((x, i) => near(x, cells(right(w), name)[i], 1e-6));
const differing = (w) => {
  const apart = cells(w, 'weights').map((x, i) => Math.abs(x - cells(right(w), 'weights')[i]));
  return [apart.filter((x) => x > 1e-6).length, apart.filter((x) => x > 0).length];
};

/** The divisor of the scores that the spread of random vectors was divided by, and what it makes of it. */
const spread = (w) => w.lab.saturation(w.K).raw.spread.median / w.divisor;

const BY = [
  ['除以 √dₖ', 'divided by √dₖ', (w) => Math.sqrt(w.K)],
  ['不缩放', 'without scaling', () => 1],
  ['除以 dₖ', 'divided by dₖ', (w) => w.K],
  ['除以 √d_model', 'divided by √d_model', (w) => Math.sqrt(w.D)],
];

/** The first sentence, by how scores are made and divided. */
const FIRST = BY.flatMap(([zh, en, by]) =>
  [false, true].map((turned) =>
    claim(
      `上半图逐行看：查询与键${turned ? '按位置旋转以后' : ''}的点积，${zh}，取指数，除以总和，再按权重把值加起来。`,
      `Row by row: dot products of query and keys${turned ? ', turned by position,' : ''} ${en}, exponentials, ` +
        'divided by their sum, and the values added up by weight.',
      (w) => near(w.divisor, by(w)) && w.scoresAre('query', 'key') !== turned,
    ),
  ),
);

const LEAD = [
  ...FIRST,
  claim(
    '这里减最大值、除以总和都是沿着列做的。',
    'Here largest and sum are those of columns.',
    (w) => !w.softmaxOfRows,
  ),
  claim(
    '这里 softmax 以后才把看不到的权重改成 0。',
    'Here hidden weights are set to 0 after softmax.',
    (w) =>
      w.hiddenGetNothing &&
      w
        .shown('masked')
        .flat()
        .every((x, i) => x === w.shown('scaled').flat()[i]),
  ),
  claim('这里看不到的位置分数是 0，照样分到权重。', 'Here hidden places have the score 0 and get weight.', (w) =>
    w.ids.every((_, i) => w.hidden(i).every((k) => w.shown('masked')[i][k] === 0)),
  ),
  claim(
    '这里分头时没有转置，一个头里各行的数来自别的词元。',
    'Here heads are split without a transpose: the rows of one head hold numbers of other tokens.',
    (w) => !w.ownSlices,
  ),
  claim(
    'Σ 是每行、每列的和：看得见东西的行，和都是 1，列却不一定。',
    'Σ are the sums of rows and columns: rows that see anything add up to 1, columns need not.',
    (w) => w.rowsAddUp,
  ),
  claim(
    'Σ 是每行、每列的和：列的和是 1，行却不一定。',
    'Σ are the sums of rows and columns: columns add up to 1, rows need not.',
    (w) => w.columnsAddUp,
  ),
  claim(
    'Σ 是每行、每列的和：有位置被遮的行，和不到 1。',
    'Σ are the sums of rows and columns: rows with hidden places add up to less than 1.',
    (w) => rowSums(w).every((total, i) => w.hidden(i).length === 0 || total < 1 + 1e-9),
  ),
  claim(
    '换一种错误的做法，它会真的照错的算，并告诉你哪几项检查不通过。',
    'Choose a wrong way and it is really computed that way, with the checks that fail.',
  ),
];

const median = (w, kind, name) => drawnAt(w)[kind][name].median;
const both = (w, name, as) => ({ [`${as}1`]: median(w, 'raw', name), [`${as}2`]: median(w, 'scaled', name) });

export const FOUR_STEPS = [
  claim('四步：打分、缩放、softmax、取值', 'Four steps: score, scale, softmax, mix'),
  ...LEAD,
  claim(
    '「{token}」这一行最大的权重是 {weight}，给了「{best}」。',
    'The largest weight in the row of “{token}” is {weight}, given to “{best}”.',
    (w) => ({ token: w.tokens[w.token], weight: Math.max(...w.row('weights')), best: w.best(w.row('weights')) }),
  ),
  claim('有 {n} 项检查不通过。', '{n} checks fail.', (w) => ({ n: failing(w) })),
  claim(null, '1 check fails.', (w) => failing(w) === 1),
  claim('各项检查都通过。', 'Every check holds.', (w) => failing(w) === 0),
  claim(
    '随机数，dₖ = {dK}，不缩放对除以 √dₖ，中位数：分数的标准差 {s1} 对 {s2}，最大的权重 {w1} 对 {w2}，熵 {e1} 对 {e2}，梯度 {g1} 对 {g2}。',
    'Random vectors, d_k = {dK}, medians unscaled and divided by √d_k: standard deviation of scores {s1} and {s2}, ' +
      'largest weight {w1} and {w2}, entropy {e1} and {e2}, gradient {g1} and {g2}.',
    (w) => ({
      dK: w.state.dk,
      ...both(w, 'spread', 's'),
      ...both(w, 'largest_weight', 'w'),
      ...both(w, 'entropy', 'e'),
      ...both(w, 'gradient', 'g'),
    }),
  ),
];

/** What each check says, as it should come out. */
const OUTCOMES = {
  rows: (w) =>
    rowSums(w).every((total, i) => near(total, 1, 1e-5) || (w.state.fault === 'none' && w.hidden(i).length === w.T)),
  hidden: (w) => w.hiddenGetNothing,
  scale: (w) => near(w.divisor, Math.sqrt(w.K)),
  spread: (w) => spread(w) > 0.75 && spread(w) < 1.33,
  heads: (w) => isSame(w, 'query'),
  weights: (w) => cells(w, 'weights').every((x, i) => x === cells(right(w), 'weights')[i]),
};
const failing = (w) => Object.values(OUTCOMES).filter((holds) => !holds(w)).length;

const said = (name, good, bad, told = () => true) => [
  claim(...good, (w) => OUTCOMES[name](w) && told(w)),
  claim(...bad, (w) => !OUTCOMES[name](w) && told(w)),
];

/** Lines of the report. */
const REPORT = [
  ...said(
    'rows',
    ['每一行的权重加起来是 1', 'the weights of every row add up to 1'],
    ['有一行加起来不是 1：「{token}」这行约为 {total#}', 'a row does not add up to 1: “{token}” has about {total#}'],
    (w) => ({ token: w.tokens, total: rowSums(w).filter((total) => !near(total, 1, 1e-5)) }),
  ),
  ...said(
    'hidden',
    ['看不见的位置，权重正好是 0', 'hidden places have a weight of exactly 0'],
    ['看不见的位置分到了权重', 'hidden places have been given weight'],
  ),
  ...said(
    'scale',
    ['分数除以 √dₖ', 'scores are divided by √dₖ'],
    ['分数除的不是 √dₖ', 'scores are not divided by √dₖ'],
  ),
  ...said(
    'spread',
    [
      '随机向量的分数，除过以后标准差约为 1（{value#}）',
      'scores of random vectors, once divided, have a standard deviation of about 1 ({value#})',
    ],
    [
      '随机向量的分数，除过以后标准差不再约为 1，而是 {value#}',
      'scores of random vectors, once divided, have a standard deviation not of about 1 but of {value#}',
    ],
    (w) => ({ value: spread(w) }),
  ),
  ...said(
    'heads',
    ['每个头拿到的都是同一个词元自己的一段（第 1 层）', 'every head works on one token’s own slice (layer 1)'],
    ['头里混进了别的词元的数（第 1 层）', 'numbers of other tokens got into a head (layer 1)'],
  ),
  ...said(
    'weights',
    ['权重与正确的做法逐格相同（第 1 层）', 'weights equal the right way’s, cell by cell (layer 1)'],
    ['第 1 层有 {cells#} 格权重与正确的做法不同', '{cells#} weights of layer 1 differ from the right way’s'],
    (w) => ({
      cells: (text) => {
        const [sure, most] = differing(w);
        return Number(text) >= sure && Number(text) <= most;
      },
    }),
  ),
];

const named = (zh, en) => claim(zh, en);

/** Whether the wrong way leaves every weight of every head as it would be without. */
function changesNothing(w) {
  const heads = Array.from({ length: w.layers * w.H }, (_, i) => [Math.floor(i / w.H), i % w.H]);
  const all = (world) => heads.flatMap((at) => world.get('weights', ...at).flat());
  const there = all(w.like({ fault: 'none' }));
  return all(w).every((x, i) => x === there[i]);
}

export const FOUR_STEPS_CONTROLS = [
  ...REPORT,
  claim(
    '此刻没有一格是看不见的，这个错误什么也不改：{n#} 个权重与正确的做法逐格相同。',
    'Nothing is hidden here, so this mistake changes nothing: all {n#} weights are those of the right way.',
    (w) =>
      w.ids.every((_, query) => w.hidden(query).length === 0) &&
      changesNothing(w) && { n: [w.T ** 2, w.layers * w.H * w.T ** 2] },
  ),
  claim('换成因果遮罩', 'Switch to the causal mask'),
  sign('{tick}', () => ({ tick: ['✓', '✗', 'd_k', '√dₖ', 'dₖ'] })),
  sign('{dk#}', (w) => ({ dk: w.state.dk })),
  named('分数除以', 'Divide by'),
  named('1（不缩放）', '1 (no scaling)'),
  named('错误的做法', 'Wrong way'),
  named('没有错', 'none'),
  named('按列做 softmax', 'softmax over columns'),
  named('先 softmax 再遮', 'mask after softmax'),
  named('用 0 代替 −∞', '0 in place of −∞'),
  named('分头时不转置', 'no transpose when splitting heads'),
  named('按 d_model 缩放（除以 √d_model）', 'scale by d_model (divide by √d_model)'),
  named('随机数', 'random numbers'),
  named('随机', 'random'),
];

const TITLES = {
  spread: ['分数的标准差', 'standard deviation of scores'],
  largest_weight: ['最大的权重', 'largest weight'],
};
Object.assign(TITLES, {
  entropy: ['熵（奈特）', 'entropy (nats)'],
  gradient: ['传回查询的梯度', 'gradient reaching q'],
});
const LOOKS = [
  ['raw', 'median', '不缩放，中位数', 'unscaled, median'],
  ['raw', 'mean', '不缩放，平均数', 'unscaled, mean'],
  ['scaled', 'median', '除以 √dₖ，中位数', 'divided by √d_k, median'],
  ['scaled', 'mean', '除以 √dₖ，平均数', 'divided by √d_k, mean'],
];

/** The top of an axis: a twentieth above the largest value that is drawn. */
const tops = (w) => {
  const draws = [...w.results.saturation.drawn, drawnAt(w)];
  const top = (name) => Math.max(...draws.flatMap((one) => LOOKS.map(([kind, of]) => one[kind][name][of])));
  return Object.keys(TITLES).map((name) => top(name) * 1.05);
};

const DOTS = Object.entries(TITLES).flatMap(([name, [zh, en]]) =>
  LOOKS.map(([kind, of, zhLook, enLook]) =>
    claim(`${zh}, d_k {dk#}, ${zhLook}: {value#}`, `${en}, d_k {dk#}, ${enLook}: {value#}`, (w) => ({
      dk: w.state.dk,
      value: (text) => agrees(text, drawnAt(w)[kind][name][of]),
    })),
  ),
);

export const FOUR_STEPS_DRAWN = [
  ...DOTS,
  ...Object.values(TITLES).map(([zh, en]) => named(zh, en)),
  named('随机的 q 与 k：宽度 dₖ 越大，不缩放会怎样', 'Random q and k as d_k grows'),
  named('紫：不缩放；绿：除以 √dₖ。实线：中位数；虚线：平均数', 'purple: unscaled, green: ÷ √d_k; dashed: mean'),
  named('随机', 'random'),
  sign('{tick#}', (w) => ({ tick: [1, 8, 64, 512, ...tops(w)] })),
];
