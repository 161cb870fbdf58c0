/** 上下文图自己的文字。 */
import { n, pct } from '../../text/numbers.js';

const edge = ({ from, to, layer, head, weight }) =>
  `第 ${layer + 1} 层头 ${head + 1} 的「${from} → ${to}」（权重 ${n(weight)}）`;

export const words = {
  title: '上下文：它在看谁，剪断又会怎样',
  lead:
    '每条弧线是一份注意力权重。选任何一个词元、一层、一个头，或者几个头的平均。点一条弧线可以剪断它：那一格分数变成 −∞，信念当场重算。下面的点图把每一条边都单独剪过一遍：横轴是它的权重，竖轴是剪断以后剩下的信念。' +
    '大体上权重大的影响也大，一条一条看却未必：粗的剪了可能没什么事，细一些的反而可能一剪就翻。权重不是因果的解释。',
  tasks: {
    edges: {
      asks: '一粗一细两条边，每次只剪一条：哪一次答案变得多？这个词元的所有边里，这两条与各自的权重最不相称。',
      steps: ({ thick, thin }) => [`只剪${edge(thick)}`, `只剪${edge(thin)}`],
      says: ({ who, share, left, weights }) =>
        `「${who}」的份额原来是 ${n(share, 3)}。只剪粗的（权重 ${n(weights[0])}），变成 ${n(left[0], 3)}；` +
        `只剪细的（权重 ${n(weights[1])}），变成 ${n(left[1], 3)}：细的变得多。`,
    },
  },
  headsName: '怎么看',
  one: '一个头',
  mean: '几个头平均',
  threshold: '隐藏细于',
  mentionsName: '同一个名字',
  apart: '分开看',
  together: '加在一起',
  now: (f) =>
    `第 ${f.layer + 1} 层${f.head === null ? '各头平均' : `头 ${f.head + 1}`}：「${f.token}」看得最多的是「${f.best}」，` +
    `${pct(f.weight)}。` +
    f.sums.map(({ name, count, share }) => `「${name}」的 ${count} 处加起来是 ${pct(share)}。`).join('') +
    `${f.hidden > 0 ? `有 ${f.hidden} 条细弧没有画出。` : ''}${f.cuts > 0 ? `已剪断 ${f.cuts} 条边。` : ''}`,
  effects: {
    title: '每条边单独剪断以后（灰：第 1 层；紫：更后面的层）',
    weight: '剪断前的权重',
    belief: '剪断后的信念',
    base: (value) => `没有剪：${value}`,
    point: (from, to, layer, head, weight, belief) =>
      `第 ${layer + 1} 层头 ${head + 1}，${from} → ${to}：权重 ${weight}，剪断后 ${belief}`,
  },
};
