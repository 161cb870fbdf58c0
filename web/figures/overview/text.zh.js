/** 总览图的文字。 */
import { pct } from '../../text/numbers.js';

const where = { tokens: '词元', input: '嵌入与位置', prediction: '预测' };
const inLayer = {
  head: ({ layer, head }) => `第 ${layer + 1} 层，头 ${head + 1}`,
  merge: ({ layer }) => `第 ${layer + 1} 层，各头合并`,
  'feed-forward': ({ layer }) => `第 ${layer + 1} 层，前馈`,
};

export const words = {
  title: '整个模型，一张图',
  lead:
    '每个词元是一条线，从左边的句子穿过每一层，走到右边的预测；线的粗细是向量的长短。每个头里，曲线从被看的词元通向在看的词元，粗细是注意力权重；' +
    '圆点是前馈写进去的量。点任何一处，就走到那一步。',
  now: (f) =>
    `${f.layers} 层，每层 ${f.H} 个头。` +
    (f.to === null
      ? `「${f.token}」看不到别的词元。`
      : `「${f.token}」最重的一眼在第 ${f.layer + 1} 层头 ${f.head + 1}：看向「${f.to}」，权重 ${pct(f.weight)}。`) +
    (f.expected === null ? '' : `走到最右，模型给「${f.expected.name}」的概率最大：${pct(f.expected.share)}。`),
  part: (column) => where[column.kind] ?? inLayer[column.kind](column),
};
