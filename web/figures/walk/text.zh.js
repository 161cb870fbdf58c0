/** 一步一步走：各步的标题、说明，和由这一步自己的数写成的一句话。 */
import { n, pct } from '../../text/numbers.js';
import { words as shared } from '../../text/zh.js';

/** 位置从哪里进来。 */
const PLACES = {
  sinusoidal: ({ amplitude }) =>
    `所以要把位置写进向量，这里用的是快慢不一的正弦与余弦${amplitude === 1 ? '' : `，都乘上振幅 a = ${amplitude}`}。`,
  rope: () => 'RoPE 不往向量上加东西：位置要等到后面，查询和键按它旋转时才进来。',
  none: () => '这里没有用位置：现在不加，后面也不转。',
};

/** 为什么要缩放；这里又是怎么做的。 */
const WHY_SCALE = '维数越多，点积的标准差越大，softmax 就几乎只选一个，它的导数也接近 0。';
const SCALING = {
  'sqrt(d_k)': '除以 √dₖ 抵消这一点，名次不变。',
  none: '这里没有缩放，分数原样送进 softmax。',
  d_k: '这里除的是 dₖ，比 √dₖ 大：权重更接近平均，名次不变。',
  'sqrt(d_model)': '这里除的是 √d，d 是整个向量的宽度，比 √dₖ 大：权重更接近平均，名次不变。',
};

/** 分数除以了什么。 */
const divided = (f) =>
  ({
    'sqrt(d_k)': `每个头的键有 ${f.K} 维，分数都除以 √${f.K} ≈ ${n(Math.sqrt(f.K))}`,
    d_k: `每个头的键有 ${f.K} 维，分数都除以 ${f.K}`,
    'sqrt(d_model)': `整个向量有 ${f.D} 维，分数都除以 √${f.D} ≈ ${n(Math.sqrt(f.D))}`,
  })[f.scale];

/** 遮罩这一步做了什么。 */
const MASKED = {
  zero_mask: (f) =>
    `${f.pairs} 对里有 ${f.hidden} 对该遮，分数却改成了 0；「${f.token}」该看见的是 ${f.visible} 个位置。`,
  mask_after_softmax: (f) =>
    `${f.pairs} 对里有 ${f.hidden} 对该遮，分数却没有改；「${f.token}」该看见的是 ${f.visible} 个位置。`,
};

/** 一行分数成了什么。 */
const SHARED = {
  softmax_columns: (f) => `「${f.token}」这一行的权重加起来约为 ${n(f.total, 3)}；「${f.best}」分到 ${pct(f.weight)}。`,
  mask_after_softmax: (f) =>
    `最大值 ${n(f.max)}，指数之和约 ${n(f.sum, 3)}，遮住的也算在内。「${f.best}」分到 ${pct(f.weight)}；` +
    `遮过以后这一行加起来约为 ${n(f.total, 3)}。`,
  zero_mask: (f) =>
    `最大值 ${n(f.max)}，指数之和约 ${n(f.sum, 3)}。「${f.best}」分到 ${pct(f.weight)}；` +
    `该遮住的 ${f.hidden} 个位置一共分到 ${pct(f.leaked)}。`,
};

const shares = (f) =>
  `最大值 ${n(f.max)}，指数之和约 ${n(f.sum, 3)}。「${f.best}」分到 ${pct(f.weight)}，${f.visible} 个可见位置合起来是 1。` +
  (f.zeros > 0 ? `有 ${f.zeros} 个可见位置的分数低得太多，32 位浮点数里权重就是 0。` : '');

export const words = {
  unchanged: '输入：词向量，什么也没有加',
  likeliest: '这个位置最可能的词',
  beliefTitle: (token, decoder) => (decoder ? '模型的判断：「它 指」后面是谁' : `模型的判断：「${token}」指谁`),
  /** 错误的做法下，这一步其实在做什么。 */
  wrong: {
    softmax_columns: {
      softmax:
        '错误的做法：沿着列做 softmax。减去的是每一列的最大值，除以的是每一列的总和：每一列加起来是 1，每一行却不一定。',
    },
    mask_after_softmax: {
      mask: '错误的做法：此时不改分数，等 softmax 以后才把看不到的权重改成 0。',
      softmax:
        '错误的做法：softmax 对全部位置做，然后才把看不到的权重改成 0，不再除一次：有位置被遮的行，加起来不到 1。',
    },
    zero_mask: {
      mask: '错误的做法：看不到的位置，分数改成 0，而不是 −∞。0 也是一个分数，取指数以后照样分到权重。',
      softmax: '错误的做法：看不到的位置分数是 0，所以和可见的一起减最大值、取指数、除以总和，照样分到权重。',
    },
    no_head_transpose: {
      project: '错误的做法：分头时没有转置。三个矩阵照样乘，但一个头里各行的数来自别的词元，行名不再是它们的主人。',
      merge: '错误的做法：拼接时也没有转置。一行里放的不是各头的同一行，而是相邻的几行首尾相接，再乘 W_O。',
    },
  },
  steps: {
    tokens: { short: '词元', ...shared.opening },
    embedding: {
      short: '词向量',
      title: '编号换成向量',
      lead: ({ times }) =>
        `每个编号在一张学出来的表里各占一行。取出那一行，${times === 1 ? '' : '乘上 √d，'}就是这个词元的起点。` +
        '同一个词，不论出现在哪里，起点都一样。',
      now: (f) =>
        `「${f.token}」是 ${f.id} 号，取出的 ${f.D} 个数${f.times === 1 ? '原样照用' : `各乘 √${f.D} ≈ ${n(f.times)}`}。` +
        (f.twins > 1 ? `这个词在句中出现 ${f.twins} 次，${f.twins} 行完全相同。` : '此时它对上下文还一无所知。'),
    },
    position: {
      short: '位置',
      title: '位置',
      lead: (f) => `注意力本身不看先后：编码器里打乱词序，每个词元得到的结果只会跟着换位。${PLACES[f.position](f)}`,
      now: (f) =>
        `「${f.token}」是第 ${f.place + 1} 个词元，公式里 i = ${f.place}（从 0 数）。` +
        (f.position === 'sinusoidal'
          ? `它的位置向量以 ${n(f.first[0])}、${n(f.first[1])} 开头，逐项加到词向量上。`
          : '它的向量上什么也没有加。'),
    },
    norm: {
      short: '归一化',
      title: '先把尺度理齐',
      lead: '进入注意力之前，每个向量减去自己的均值、除以自己的标准差，再乘上学到的倍数、加上学到的偏移。大小不同的向量从此可以放在一起比较。',
      now: (f) => `「${f.token}」这一行的均值约为 ${n(f.mean, 3)}，标准差约为 ${n(f.std, 3)}。`,
    },
    project: {
      short: 'Q K V',
      title: '一个向量，三种角色',
      lead: '同一个向量分别乘上三个矩阵。查询（Query）是“我在找什么”，键（Key）是“我能按什么被找到”，值（Value）是“找到我之后取走什么”。键管匹配，值管内容。',
      now: (f) =>
        f.fault === 'no_head_transpose'
          ? `「${f.token}」这一行的 ${f.K} 维查询取自「${f.holder}」的向量；绝对值最大的是第 ${f.dimension + 1} 维：${n(f.value)}。`
          : `「${f.token}」的 ${f.D} 个数与 W_Q 属于这个头的 ${f.K} 列分别相乘求和，再加偏置，得到 ${f.K} 维查询；` +
            `绝对值最大的是第 ${f.dimension + 1} 维：${n(f.value)}。`,
    },
    rotate: {
      short: '旋转',
      title: '把位置转进查询和键',
      lead: 'RoPE 把相邻两维看成一个点，按位置转一个角度。两个词元的点积从此取决于它们的内容和相隔多远，与各自站在哪里无关。值不转。',
      now: (f) =>
        f.place === 0
          ? `「${f.token}」这一行 i = 0，转的角度也是 0，查询和键与原来相同。`
          : `「${f.token}」这一行 i = ${f.place}（从 0 数），查询和键的前两维转过 ${f.place} 弧度，后面的转得更少。`,
    },
    score: {
      short: '打分',
      title: '查询遇到键：一次点积一个分数',
      lead: ({ rotary }) =>
        `一行查询依次经过每一列键，逐项相乘再相加${rotary ? '；两边都是按位置转过的' : ''}。` +
        '分数高，说明在这个头看来两者合得来。行是查询，列是键；横着读，才是“谁在看谁”。',
      now: (f) => `「${f.token}」与「${f.best}」最合，得 ${n(f.high)} 分；与「${f.worst}」最不合，${n(f.low)} 分。`,
    },
    scale: {
      short: '缩放',
      title: '缩放',
      lead: ({ scale }) => `${WHY_SCALE}${SCALING[scale]}`,
      now: (f) =>
        f.scale === 'none'
          ? `分数没有缩放：最高分是 ${n(f.scaled.high)}，最低分是 ${n(f.scaled.low)}。`
          : `${divided(f)}：最高分从 ${n(f.raw.high)} 变成 ${n(f.scaled.high)}，最低分从 ${n(f.raw.low)} 变成 ${n(f.scaled.low)}。`,
    },
    mask: {
      short: '遮罩',
      title: '谁可以看谁',
      lead: '看不到的位置，分数改成 −∞，而不是 0：经过 softmax 以后它的权重就正好是 0。不遮时全都看得见；因果遮罩只许看自己和前面。点一个格子，在打开的面板里可以剪断一条边。',
      now: (f) =>
        f.hidden === 0
          ? `${f.pairs} 对全部可见，没有一个分数被改动。`
          : (MASKED[f.fault]?.(f) ??
            `${f.pairs} 对里有 ${f.hidden} 对被遮成 −∞；「${f.token}」还看得见 ${f.visible} 个位置。`),
    },
    softmax: {
      short: 'softmax',
      title: '分数变成权重',
      lead: '先减去这一行的最大值，免得指数溢出；取指数；再除以总和。可见的位置分完全部权重，加起来是 1；被遮住的正好是 0。',
      now: (f) => {
        if (f.fault === 'softmax_columns') return SHARED[f.fault](f);
        if (f.empty) return `「${f.token}」这一行一个位置也看不见，权重按约定全是 0。`;
        return f.hidden > 0 && SHARED[f.fault] ? SHARED[f.fault](f) : shares(f);
      },
    },
    mix: {
      short: '混合',
      title: '按权重取回值',
      lead: '每个位置的值向量乘上它的权重，全部加起来，就是这个头为这个词元取回的内容。权重越大，它的值向量乘的数越大。',
      now: (f) =>
        f.empty
          ? `「${f.token}」什么也没有取回，输出是零向量。`
          : `「${f.token}」给「${f.first}」的值向量乘上 ${pct(f.weight)}，这是最大的权重；其次是「${f.second}」，${pct(f.next)}。`,
    },
    merge: {
      short: '拼接',
      title: '各头拼起来，再投影一次',
      lead: '每个头只在自己的小空间里看。它们的输出首尾相接，恢复原来的宽度，再乘 W_O，让各头的发现混到一起。',
      now: (f) =>
        `${f.H} 个头各出 ${f.K} 个数，拼成 ${f.D} 个；乘 W_O、加偏置之后，绝对值最大的是第 ${f.dimension + 1} 维：${n(f.value)}。` +
        (f.off > 0 ? `有 ${f.off} 个头关着，它们的数拼进去时换成 0。` : ''),
    },
    add: {
      short: '相加',
      title: '加回原来的向量',
      lead: '注意力不替换向量，只往上加。原来的信息一直都在，这条一路加下去的通道叫残差流。加完再归一化一次，交给前馈网络。',
      now: (f) => `「${f.token}」的第 ${f.dimension + 1} 维改得最多：原来约 ${n(f.from)}，加上约 ${n(f.by)}。`,
    },
    'feed-forward': {
      short: '前馈',
      title: '各想各的：前馈网络',
      lead: '注意力负责交换信息，前馈网络负责消化。每个词元单独升到更宽的一层，过激活函数，再降回来，同样加进残差流。',
      now: (f) =>
        `${f.F} 个隐藏单元里有 ${f.awake} 个对「${f.token}」有反应；写回最多的是第 ${f.dimension + 1} 维：约 ${n(f.from)} 加上约 ${n(f.by)}。`,
    },
    block: {
      short: '一层',
      title: '同样的步骤，又过一层',
      lead: '这一层的步骤与第 1 层相同，参数是它自己的。注意力写下的和前馈网络写下的，都加进残差流。要逐步看，请按播放条右端的“各层都逐步讲”。',
      now: (f) =>
        (f.weight === 0
          ? `在头 ${f.head + 1}，「${f.token}」给每个位置的权重都是 0。`
          : `在头 ${f.head + 1}，「${f.token}」把最多的注意力给了「${f.best}」：${pct(f.weight)}。`) +
        `注意力写得最多的是第 ${f.mixed.dimension + 1} 维：${n(f.mixed.value)}；` +
        `前馈网络是第 ${f.digested.dimension + 1} 维：${n(f.digested.value)}。`,
    },
    prediction: {
      short: '预测',
      title: '最后，它指谁？',
      lead: ({ names }) =>
        '最后的向量与词表里每个词的向量比一遍，再过一次 softmax，所有词的概率合起来是 1。' +
        (names.length > 0 ? '最下面一条把这个 1 分给各个候选和其余所有词。' : ''),
      now: (f) =>
        f.names.length === 0
          ? `「${f.token}」这里最可能的词是「${f.word}」：${pct(f.probability)}。`
          : `「${f.token}」这里的概率：${f.names.map((name, i) => `${name} ≈ ${n(f.shares[i], 3)}`).join('，')}；其余的词合计 ≈ ` +
            `${n(f.shares.at(-1), 3)}。`,
    },
  },
};
