/** 一步一步走：各步的标题、说明，和由这一步自己的数写成的一句话。 */
import { n, pct } from '../../text/numbers.js';
import { words as shared } from '../../text/zh.js';

/** 位置从哪里进来。 */
const PLACES = {
  sinusoidal: '所以要把位置写进向量，这里用的是快慢不一的正弦与余弦。',
  rope: 'RoPE 不往向量上加东西：位置要等到后面，查询和键按它旋转时才进来。',
  none: '这里没有用位置：现在不加，后面也不转。',
};

export const words = {
  likeliest: '这个位置最可能的词',
  beliefTitle: (token) => `信念：「${token}」指的是`,
  steps: {
    tokens: { short: '词元', ...shared.opening },
    embedding: {
      short: '词向量',
      title: '编号换成向量',
      lead: ({ times }) =>
        `每个编号在一张学出来的表里各占一行。取出那一行，${times === 1 ? '' : '乘上 √d，'}就是这个词元的起点。` +
        '同一个词，不论出现在哪里，起点都一样。',
      now: (f) =>
        `「${f.token}」是 ${f.id} 号，取出的 ${f.D} 个数${f.times === 1 ? '原样照用' : `各乘 ${n(f.times)}`}。` +
        (f.twins > 1 ? `这个词在句中出现 ${f.twins} 次，${f.twins} 行完全相同。` : '此时它对上下文还一无所知。'),
    },
    position: {
      short: '位置',
      title: '位置',
      lead: ({ position }) =>
        `注意力本身不看先后：编码器里打乱词序，每个词元得到的结果只会跟着换位。${PLACES[position]}`,
      now: (f) =>
        `「${f.token}」排在第 ${f.place} 位（从 0 数），` +
        (f.position === 'sinusoidal'
          ? `它的位置向量以 ${n(f.first[0])}、${n(f.first[1])} 开头，逐项加到词向量上。`
          : '它的向量上什么也没有加。'),
    },
    norm: {
      short: '归一化',
      title: '先把尺度理齐',
      lead: '进入注意力之前，每个向量减去自己的均值、除以自己的标准差，再乘上学到的倍数、加上学到的偏移。大小不同的向量从此可以放在一起比较。',
      now: (f) => `「${f.token}」这一行的均值是 ${n(f.mean, 3)}，标准差是 ${n(f.std, 3)}。`,
    },
    project: {
      short: 'Q K V',
      title: '一个向量，三种角色',
      lead: '同一个向量分别乘上三个矩阵。查询是“我在找什么”，键是“我能按什么被找到”，值是“找到我之后取走什么”。键管匹配，值管内容，两件事由两个矩阵分开学。',
      now: (f) =>
        `「${f.token}」的 ${f.D} 个数与 W_Q 的每一列相乘求和，得到 ${f.K} 维查询；其中最突出的是第 ${f.dimension} 维：${n(f.value)}。`,
    },
    rotate: {
      short: '旋转',
      title: '把位置转进查询和键',
      lead: 'RoPE 把相邻两维看成一个点，按位置转一个角度。两个词元的点积从此取决于它们的内容和相隔多远，与各自站在哪里无关。值不转。',
      now: (f) => `「${f.token}」在第 ${f.place} 位，它的查询和键都按这个位置转过了。`,
    },
    score: {
      short: '打分',
      title: '查询遇到键：一次点积一个分数',
      lead: '一行查询依次经过每一列键，逐项相乘再相加。分数高，说明在这个头看来两者合得来。行是查询，列是键；横着读，才是“谁在看谁”。',
      now: (f) => `「${f.token}」与「${f.best}」最合，得 ${n(f.high)} 分；与「${f.worst}」最不合，${n(f.low)} 分。`,
    },
    scale: {
      short: '缩放',
      title: '除以 √dₖ',
      lead: '维数越多，点积越容易大起大落，softmax 就会只剩一个赢家，大多数行也就学不动了。除以 √dₖ 把分数拉回合适的范围，名次不变。',
      now: (f) =>
        `每个头的键有 ${f.K} 维，分数都除以 ${n(Math.sqrt(f.K))}：最高分从 ${n(f.raw.high)} 变成 ${n(f.scaled.high)}，最低分从 ` +
        `${n(f.raw.low)} 变成 ${n(f.scaled.low)}。`,
    },
    mask: {
      short: '遮罩',
      title: '谁可以看谁',
      lead: '看不到的位置，分数改成 −∞，而不是 0：经过 softmax 以后它的权重就正好是 0。编码器全都看得见；因果遮罩只许看自己和前面。点一个格子，还可以亲手剪断一条边。',
      now: (f) =>
        f.hidden === 0
          ? `${f.pairs} 对全部可见，没有一个分数被改动。`
          : `${f.pairs} 对里有 ${f.hidden} 对被遮成 −∞；「${f.token}」还看得见 ${f.visible} 个位置。`,
    },
    softmax: {
      short: 'softmax',
      title: '分数变成权重',
      lead: '先减去这一行的最大值，免得指数溢出；取指数；再除以总和。可见的位置都分到一份，加起来是 1；被遮住的正好是 0。',
      now: (f) =>
        f.empty
          ? `「${f.token}」这一行一个位置也看不见，权重按约定全是 0。`
          : `最大值 ${n(f.max)}，指数之和 ${n(f.sum, 3)}。「${f.best}」分到 ${pct(f.weight)}，${f.visible} 个可见位置合起来是 1。` +
            (f.zeros > 0 ? `有 ${f.zeros} 个可见位置的分数低得太多，32 位浮点数里权重就是 0。` : ''),
    },
    mix: {
      short: '混合',
      title: '按权重取回值',
      lead: '每个位置的值向量乘上它的权重，全部加起来，就是这个头为这个词元取回的内容。权重大的，取回得多。',
      now: (f) =>
        f.empty
          ? `「${f.token}」什么也没有取回，输出是零向量。`
          : `「${f.token}」的新内容里，「${f.first}」占 ${pct(f.weight)}，其次是「${f.second}」，占 ${pct(f.next)}。`,
    },
    merge: {
      short: '拼接',
      title: '各头拼起来，再投影一次',
      lead: '每个头只在自己的小空间里看。它们的输出首尾相接，恢复原来的宽度，再乘 W_O，让各头的发现混到一起。',
      now: (f) =>
        `${f.H} 个头各出 ${f.K} 个数，拼成 ${f.D} 个；乘 W_O 之后，改动最大的是第 ${f.dimension} 维：${n(f.value)}。`,
    },
    add: {
      short: '相加',
      title: '加回原来的向量',
      lead: '注意力不替换向量，只往上加。原来的信息一直都在，这条一路加下去的通道叫残差流。加完再归一化一次，交给前馈网络。',
      now: (f) => `「${f.token}」的第 ${f.dimension} 维改得最多：原来 ${n(f.from)}，加上 ${n(f.by)}。`,
    },
    'feed-forward': {
      short: '前馈',
      title: '各想各的：前馈网络',
      lead: '注意力负责交换信息，前馈网络负责消化。每个词元单独升到更宽的一层，过激活函数，再降回来，同样加进残差流。',
      now: (f) =>
        `${f.F} 个隐藏单元里有 ${f.awake} 个对「${f.token}」有反应；写回最多的是第 ${f.dimension} 维：${n(f.from)} 加上 ${n(f.by)}。`,
    },
    prediction: {
      short: '预测',
      title: '最后，它指谁？',
      lead: '最后的向量与词表里每个词的向量比一遍，再过一次 softmax，所有词的概率合起来是 1。最下面一条把这个 1 分给各个候选和其余所有词。',
      now: (f) =>
        f.names.length === 0
          ? `「${f.token}」这里最可能的词是「${f.word}」：${pct(f.probability)}。`
          : `「${f.token}」这里的概率：${f.names.map((name, i) => `${name} ≈ ${n(f.shares[i], 3)}`).join('，')}；其余的词合计 ≈ ` +
            `${n(f.shares.at(-1), 3)}。`,
    },
  },
};
