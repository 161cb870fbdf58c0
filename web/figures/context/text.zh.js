/** 上下文图自己的文字。 */
import { n, pct } from '../../text/numbers.js';

const named = ({ from, to, layer, head, weight }) =>
  `第 ${layer + 1} 层头 ${head + 1} 的「${from} → ${to}」（权重 ${weight}）`;

const edge = ({ weight, ...rest }) => named({ ...rest, weight: `≈ ${n(weight)}` });

export const words = {
  title: '上下文：它在看谁，剪断又会怎样',
  lead:
    '每条弧线是一份注意力权重。选任何一个词元、一层、一个头，或者几个头的平均。' +
    '选中一条弧线，在打开的面板里可以剪断它：那一格分数变成 −∞，模型的判断当场重算。' +
    '下面的点图把每一条边都单独剪过一遍：横轴是它的权重，竖轴是剪断以后第一个候选的份额。' +
    '权重大的边，影响未必大：粗的剪了可能没什么事，细一些的反而可能影响更大。权重不是因果的解释。',
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
  edges: {
    title: (token) => `每一条边：权重，和单独剪断它的影响（▸ 是「${token}」那一行）`,
    alone: (layer, head) => `第 ${layer + 1} 层头 ${head + 1} 的每一条边`,
    head: (layer, head) => `第 ${layer + 1} 层头 ${head + 1}`,
    none: '这句话里没有「它」，或者没有候选，就没有判断，也就没法量剪断一条边的影响。',
    many: (count) => `这句话有 ${count} 条边，太多，就不一条一条剪了。`,
    busy: (done, count) => `正在一条一条剪：${count} 条里已剪 ${done} 条。`,
    found: (f) =>
      `${f.count} 条边，每条单独剪一遍，每遍都重跑整个模型，看「${f.name}」的份额变了多少。` +
      (f.reading ? `最后一层里只有「${f.reading}」那一行通到模型的判断，剪别的行必然没有影响，下面不算它们。` : '') +
      (f.idle
        ? `剪了等于没剪（影响不到 ${f.nothing}）的最大权重：${named(f.idle)}，份额变化 ${f.idle.effect}。`
        : `每条边的影响都不小于 ${f.nothing}。`) +
      (f.turning
        ? `一剪就翻（份额越过 0.5）的最小权重：${named(f.turning)}，份额 ${f.turning.beliefs}。`
        : `没有哪条边单独剪断能让份额越过 0.5；影响最大的是${named(f.most)}，份额 ${f.most.beliefs}。`),
  },
  effects: {
    title: '每条边单独剪断以后（灰：第 1 层；紫：更后面的层）',
    weight: '剪断前的权重',
    belief: (name) => `剪断后 ${name} 的份额`,
    base: (value) => `这一次不剪：${value}`,
    point: (from, to, layer, head, weight, belief) =>
      `第 ${layer + 1} 层头 ${head + 1}，${from} → ${to}：权重 ${weight}，剪断后 ${belief}`,
  },
};
