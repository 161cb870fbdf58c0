/** 多头图自己的文字。 */
import { n } from '../../text/numbers.js';

const wasTold = ({ layer, supervisedHead }, head) => supervisedHead?.layer === layer && supervisedHead.head === head;

export const words = {
  title: '多头：各自计算，加到一起',
  lead: ({ supervisedHead, fault }) =>
    '同一层的头（Head）各自计算；拼起来乘 W_O，等于每个头各自写一份改动，再加上偏置。关掉一个头，它那一份就是零。' +
    (fault === 'no_head_transpose' ? '错误的做法：拼接时没有转置，一行里放的是相邻的几行，不是各头的同一行。' : '') +
    (supervisedHead
      ? `这个模型里，第 ${supervisedHead.layer + 1} 层头 ${supervisedHead.head + 1} 在训练时被要求看向所指；其余的头做什么，没有人规定。`
      : '头做什么没有人规定，所以这里只叫它们头 1、头 2。'),
  tasks: {
    pulls: {
      asks: ({ layer }) => `在最后一层（第 ${layer + 1} 层）每次只关一个头：它们都把答案往同一边拉吗？`,
      steps: (f) =>
        [f.low, f.high].map(({ head }) => `只关头 ${head + 1}${wasTold(f, head) ? '（训练时被要求看向所指）' : ''}`),
      says: ({ who, share, low, high }) =>
        `「${who}」的份额原来是 ${n(share, 3)}；只关头 ${low.head + 1}，降到 ${n(low.share, 3)}；只关头 ${high.head + 1}，` +
        `升到 ${n(high.share, 3)}：这两个头往相反的方向拉。`,
    },
    split: {
      asks: '同样的宽度分成 1 个头，或者 8 个头：参数会变多吗？',
      steps: ['1 个头', '8 个头'],
      says: ({ one, many }) =>
        `${one.count} 个头 ${one.width} 维，${many.count} 个头每个 ${many.width} 维；W_Q、W_K、W_V、W_O 两次都是 ` +
        `${one.numbers.toLocaleString('en')} 个数。`,
    },
  },
  on: '开着的头',
  isOff: '（关）',
  sizeName: '同样宽度分成',
  own: '这个模型',
  paperName: '论文的基本型',
  random: (count, width) => `随机权重，只看形状：${count} 个头，每个 ${width} 维`,
  paper: '论文的基本型：宽 512，8 个头，每头 64 维（随机权重）',
  tensor: '参数',
  shape: '形状',
  count: '个数',
  total: '合计',
  took: (ms) => `这句话在你的设备上跑一层用了 ${ms.toFixed(2)} 毫秒。`,
  now: (f) =>
    `${f.H} 个头各写一份，加起来（连同偏置）绝对值最大的是第 ${f.dimension + 1} 维：${n(f.value)}。${f.off > 0 ? `有 ${f.off} 个头关着。` : ''}` +
    (f.random ? `下面另有随机权重的 ${f.random} 个头，每个 ${f.D / f.random} 维，只看形状。` : '') +
    (f.paper ? `论文的基本型用随机权重跑过：宽 512，8 个头，${f.paper.toLocaleString('en')} 个参数。` : ''),
};
