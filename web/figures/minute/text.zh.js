/** 「先看一分钟」自己的文字。 */
import { n, pct, signed } from '../../text/numbers.js';
import { CONTEXTS } from '../../story/article.js';

/** 读者猜的和模型偏向的。 */
const compared = (names, { guess, leads }) => {
  if (guess === null) return '';
  return guess === leads
    ? `你说的也是「${names[guess]}」。`
    : `你说的是「${names[guess]}」，模型偏向「${names[leads]}」。`;
};

export const words = {
  lead: '五幕，不到一分钟，每个数都由你浏览器里的 C 引擎算出。放前文、剪断边都由这几幕自己来，不管别处选了什么。',
  steps: {
    question: { title: '「它」指谁？', short: '问题' },
    arcs: { title: '模型在看谁，又信谁', short: '看谁' },
    context: { title: '前面放一句话', short: '前文' },
    flip: { title: '判断变了多少', short: '变化' },
    cut: { title: '只剪断一条边', short: '剪断' },
  },
  shares: '候选之间',
  guess: '你说是谁？',
  on: '一步一步看',
  question: (names, guess, decoder) =>
    (decoder ? '句末接上「它 指」，后面该是谁？' : '句中的「它」指谁？') +
    (guess === null
      ? `候选：${names.map((name) => `「${name}」`).join('、')}。先说你的，再看模型的。`
      : `你说的是「${names[guess]}」。下一幕看模型的。`),
  arcs: (names, shares, f) =>
    `第 ${f.at.layer + 1} 层头 ${f.at.head + 1}：「${f.token}」看得最多的是「${f.best}」，${pct(f.weight)}。模型的判断：` +
    `${names.map((name, i) => `${name} ${n(shares[i], 3)}`).join('，')}。` +
    compared(names, f) +
    (f.truth === null ? '' : `按出题规则，${names[0]} 是 ${n(f.truth, 3)}。`),
  noContext: '这句话前面没有放前文：候选不足两个，或者放上以后候选就变了，或者放不下。所以没有前后可比。',
  context: (context) => `前面放一句：「${CONTEXTS[context]}」后面那句一字不改，整个模型重算。`,
  flip: ({ name, from, to, other, truths }) =>
    `放上前文，${name} 的份额从 ${n(from, 3)} 变成 ${n(to, 3)}，${from > 0.5 === to > 0.5 ? '没有越过 0.5' : '越过了 0.5'}。` +
    (truths.includes(null) ? '' : `按出题规则，应从 ${n(truths[0], 3)} 变成 ${n(truths[1], 3)}。`) +
    (other === null ? '' : `换成另一句前文，会是 ${n(other, 3)}。`),
  measuring: (count) => `正在把 ${count} 条边一条一条剪，找影响最大的一条。`,
  tooMany: (count) => `这句话有 ${count} 条边，太多，就不一条一条剪了。`,
  cut: (f) =>
    `第 ${f.layer + 1} 层头 ${f.head + 1}，第 ${f.from.place} 个词元「${f.from.token}」看第 ${f.to.place} 个「${f.to.token}」，` +
    `权重 ${n(f.weight, 3)}。只剪这一层这一个头的这一条边，${f.name} 的份额从 ${n(f.share, 3)} 变成 ${n(f.left, 3)}，` +
    `变化 ${signed(f.left - f.share, 3)}。${f.count} 条边逐条单独剪过，数它影响最大。`,
};
