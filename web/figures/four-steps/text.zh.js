/** 四步图自己的文字。 */
import { n, pct } from '../../text/numbers.js';

/** dₖ 滑块此刻的四个中位数，不缩放的与除以 √dₖ 的。 */
function drawn({ dK, draws: { raw, scaled } }) {
  const both = (name, form) => `${form(raw[name].median)} 对 ${form(scaled[name].median)}`;
  return (
    `随机数，dₖ = ${dK}，不缩放对除以 √dₖ，中位数：分数的标准差 ${both('spread', n)}，最大的权重 ${both('largest_weight', pct)}，熵 ` +
    `${both('entropy', n)}，梯度 ${both('gradient', (value) => n(value, 3))}。`
  );
}

/** 分数除以什么。 */
const DIVIDED = { 'sqrt(d_k)': '除以 √dₖ', none: '不缩放', d_k: '除以 dₖ', 'sqrt(d_model)': '除以 √d_model' };

/** 错误的做法错在哪里。 */
const WRONG = {
  softmax_columns: '这里减最大值、除以总和都是沿着列做的。',
  mask_after_softmax: '这里 softmax 以后才把看不到的权重改成 0。',
  zero_mask: '这里看不到的位置分数是 0，照样分到权重。',
  no_head_transpose: '这里分头时没有转置，一个头里各行的数来自别的词元。',
};

/** 行列的和是多少。 */
const SUMS = {
  none: '看得见东西的行，和都是 1，列却不一定',
  softmax_columns: '列的和是 1，行却不一定',
  mask_after_softmax: '有位置被遮的行，和不到 1',
};

export const words = {
  title: '四步：打分、缩放、softmax、取值',
  lead: ({ rotary, scale, fault }) =>
    `上半图逐行看：查询与键${rotary ? '按位置旋转以后' : ''}的点积，${DIVIDED[scale]}，取指数，除以总和，再按权重把值加起来。` +
    `${WRONG[fault] ?? ''}Σ 是每行、每列的和：${SUMS[fault] ?? SUMS.none}。换一种错误的做法，它会真的照错的算，并告诉你哪几项检查不通过。`,
  tasks: {
    scale: {
      asks: '分数不缩放：大的权重会更大吗？',
      steps: ['除以 1'],
      says: (f) =>
        `第 1 层头 ${f.head + 1} 的 ${f.of} 行里，${f.grown} 行最大的权重变大，没有一行变小；` +
        `「${f.token}」这行从 ${pct(f.small)} 到 ${pct(f.large)}。`,
    },
    columns: {
      asks: '按列做 softmax：每一行加起来还是 1 吗？',
      steps: ['按列做 softmax'],
      says: (f) => `每一列加起来是 1，却有 ${f.rows} 行不是：「${f.token}」这行是 ${n(f.sum, 3)}。`,
    },
    zero: {
      asks: '先遮住后面的词元，再用 0 代替 −∞：看不见的还分得到权重吗？',
      steps: ['因果遮罩', '用 0 代替 −∞'],
      says: (f) =>
        `${f.hidden} 个看不见的位置原来权重都是 0，现在 ${f.given} 个有了权重，最大的是「${f.from} → ${f.to}」：${pct(f.weight)}。`,
    },
    late: {
      asks: '先遮住后面的词元，再改成 softmax 之后才遮：每一行加起来还是 1 吗？',
      steps: ['因果遮罩', '先 softmax 再遮'],
      says: (f) => `${f.of} 行里有 ${f.rows} 行加起来不到 1，最少的是「${f.token}」这行：${n(f.sum, 3)}。`,
    },
    width: {
      asks: '随机数：宽度 dₖ 增大，传回查询的梯度会怎样？',
      steps: ['dₖ = 512'],
      says: ({ narrow, wide, below }) =>
        `梯度的中位数，不缩放对除以 √dₖ：dₖ = ${narrow.dK} 时 ${n(narrow.raw, 3)} 对 ${n(narrow.scaled, 3)}，dₖ = ${wide.dK} 时 ` +
        `${n(wide.raw, 3)} 对 ${n(wide.scaled, 3)}。画着的宽度里，从 ${below} 起都是不缩放的更小。`,
    },
  },
  idle: (count) => `此刻没有一格是看不见的，这个错误什么也不改：${count} 个权重与正确的做法逐格相同。`,
  hide: '换成因果遮罩',
  ofPair: (query, key) => `：「${query}」与「${key}」`,
  axes: '（行：查询，列：键）',
  charts: ['随机的 q 与 k：宽度 dₖ 越大，不缩放会怎样', '紫：不缩放；绿：除以 √dₖ。实线：中位数；虚线：平均数'],
  scaleName: '分数除以',
  scaleNames: { 'sqrt(d_k)': '√dₖ', none: '1（不缩放）', d_k: 'dₖ' },
  faultName: '错误的做法',
  faults: {
    none: '没有错',
    softmax_columns: '按列做 softmax',
    mask_after_softmax: '先 softmax 再遮',
    zero_mask: '用 0 代替 −∞',
    no_head_transpose: '分头时不转置',
    'sqrt(d_model)': '按 d_model 缩放（除以 √d_model）',
  },
  checks: {
    rows: {
      holds: () => '每一行的权重加起来是 1',
      breaks: (d) => `有一行加起来不是 1：「${d.token}」这行约为 ${d.value}`,
    },
    hidden: { holds: () => '看不见的位置，权重正好是 0', breaks: () => '看不见的位置分到了权重' },
    scale: { holds: () => '分数除以 √dₖ', breaks: () => '分数除的不是 √dₖ' },
    spread: {
      holds: (d) => `随机向量的分数，除过以后标准差约为 1（${d.value}）`,
      breaks: (d) => `随机向量的分数，除过以后标准差不再约为 1，而是 ${d.value}`,
    },
    heads: {
      holds: () => '每个头拿到的都是同一个词元自己的一段（第 1 层）',
      breaks: () => '头里混进了别的词元的数（第 1 层）',
    },
    weights: {
      holds: () => '权重与正确的做法逐格相同（第 1 层）',
      breaks: (d) => `第 1 层有 ${d.cells} 格权重与正确的做法不同`,
    },
  },
  now: (f) =>
    `「${f.token}」这一行最大的权重是 ${pct(f.weight)}，给了「${f.best}」。` +
    `${f.broken > 0 ? `有 ${f.broken} 项检查不通过。` : '各项检查都通过。'}${drawn(f)}`,
  saturation: {
    spread: '分数的标准差',
    largest_weight: '最大的权重',
    entropy: '熵（奈特）',
    gradient: '传回查询的梯度',
    looks: {
      raw: { median: '不缩放，中位数', mean: '不缩放，平均数' },
      scaled: { median: '除以 √dₖ，中位数', mean: '除以 √dₖ，平均数' },
    },
  },
  scales: { 'sqrt(d_k)': '÷ √dₖ', none: '÷ 1', d_k: '÷ dₖ', 'sqrt(d_model)': '÷ √d_model' },
};
