/** 四幅图各自的文字。 */

const n = (value, digits = 2) => value.toFixed(digits).replace('-', '\u2212');

const pct = (value) => `${(value * 100).toFixed(1)}%`;

/** dₖ 滑块此刻的四个中位数，不缩放的与除以 √dₖ 的。 */
function drawn({ dK, draws: { raw, scaled } }) {
  const both = (name, form) => `${form(raw[name].median)} 对 ${form(scaled[name].median)}`;
  return `随机数，dₖ = ${dK}，不缩放对除以 √dₖ，中位数：散布 ${both('spread', n)}，最大的权重 ${both('largest_weight', pct)}，熵 ${both('entropy', n)}，梯度 ${both('gradient', (value) => n(value, 3))}。`;
}

export const figures = {
  context: {
    title: '上下文：它在看谁，剪断又会怎样',
    lead: '每条弧线是一份注意力权重。选任何一个词元、一层、一个头，或者几个头的平均。点一条弧线可以剪断它：那一格分数变成 −∞，信念当场重算。下面的点图把每一条边都单独剪过一遍：横轴是它的权重，竖轴是剪断以后剩下的信念。大体上权重大的影响也大，一条一条看却常常离谱：有的很粗，剪了没事；有的很细，一剪就翻。权重不是因果的解释。',
    task: '试一试：只剪第 1 层头 2 里最粗的那条，再只剪第 2 层头 3 里「它 → 服务 A」。哪一次信念动得多？哪一条更粗？',
    headsName: '怎么看',
    one: '一个头',
    mean: '几个头平均',
    threshold: '隐藏细于',
    mentionsName: '同一个名字',
    apart: '分开看',
    together: '加在一起',
    now: (f) =>
      `第 ${f.layer + 1} 层${f.head === null ? '各头平均' : `头 ${f.head + 1}`}：「${f.token}」看得最多的是「${f.best}」，${pct(f.weight)}。${f.sums.map(({ name, count, share }) => `「${name}」的 ${count} 处加起来是 ${pct(share)}。`).join('')}${f.hidden > 0 ? `有 ${f.hidden} 条细弧没有画出。` : ''}${f.cuts > 0 ? `已剪断 ${f.cuts} 条边。` : ''}`,
  },
  qkv: {
    title: 'Q、K、V：同一个向量，三个矩阵',
    lead: '把它想成查资料：查询是你输入的问题，键是每条资料的标题，值是资料的正文。匹配只看问题和标题，取走的是正文。按住一个权重格子拖一拖，或者拖它的滑块，后面的一切随之重算。',
    task: '试一试：让 W_K 等于 W_Q。分数变得左右对称了，权重却没有：softmax 是一行一行做的，每一行除的总和不同。再让 V 等于 X：谁看谁一点没变，取回来的东西全变了。',
    keysName: '键',
    ownKeys: '自己的 W_K',
    valuesName: '值',
    ownValues: '自己的 W_V',
    undo: '改回来',
    edited: (count) => `改动了 ${count} 个权重。`,
    slide: '拖动这个权重',
    drag: '也可以按住格子拖；键盘上是 Shift 加方向键。拖的时候按 Esc 就放回去。',
    now: (f) =>
      `「${f.token}」的查询最突出的是第 ${f.dimension} 维：${n(f.value)}。此刻分数${f.scores ? '左右对称' : '不对称'}，权重${f.weights ? '也对称' : '不对称'}。`,
  },
  'four-steps': {
    title: '四步：打分、缩放、softmax、取值',
    lead: '左边一行一行看：查询与键的点积，除以 √dₖ，取指数，除以总和，再把值加起来。右边和下面的 Σ 是每行、每列的和：行行都是 1，列却不必。换一种错误的做法，它会真的照错的算，并告诉你哪一条规矩破了。',
    task: '试一试：把缩放改成“不缩放”，看最大的那一份权重怎样膨胀；再选“按列做 softmax”，看哪几条检查变成叉。',
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
        breaks: (d) => `有一行加起来不是 1：「${d.token}」这行是 ${d.value}`,
      },
      hidden: { holds: () => '看不见的位置，权重正好是 0', breaks: () => '看不见的位置分到了权重' },
      scale: { holds: () => '分数除以 √dₖ', breaks: () => '分数除的不是 √dₖ' },
      spread: {
        holds: (d) => `随机向量的分数，除过以后散布约为 1（${d.value}）`,
        breaks: (d) => `随机向量的分数，除过以后散布不再约为 1，而是 ${d.value}`,
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
      `「${f.token}」这一行最大的权重是 ${pct(f.weight)}，给了「${f.best}」。${f.broken > 0 ? `有 ${f.broken} 条规矩破了。` : '规矩条条都在。'}${drawn(f)}`,
  },
  'multi-head': {
    title: '多头：几双眼睛，一次合议',
    lead: '同一层的头各看各的，互不商量；拼起来乘 W_O，等于每个头各自写一份改动，再加到一起。关掉一个头，它那一份就是零。头做什么不是人规定的，所以这里只叫它们头 1、头 2。',
    task: '试一试：在第 2 层一个一个关掉头，看信念什么时候翻过来。再把同样的宽度分成 1、2、4、8 个头：头越多，每个头越窄。',
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
      `${f.H} 个头各写一份，合起来改动最大的是第 ${f.dimension} 维：${n(f.value)}。${f.off > 0 ? `有 ${f.off} 个头关着。` : ''}${f.random ? `下面另有随机权重的 ${f.random} 个头，每个 ${f.D / f.random} 维，只看形状。` : ''}${f.paper ? `论文的基本型用随机权重跑过：宽 512，8 个头，${f.paper.toLocaleString('en')} 个参数。` : ''}`,
  },
};

export const saturation = {
  spread: '分数的散布',
  largest_weight: '最大的权重',
  entropy: '熵（奈特）',
  gradient: '传回查询的梯度',
  looks: {
    raw: { median: '不缩放，中位数', mean: '不缩放，平均数' },
    scaled: { median: '除以 √dₖ，中位数', mean: '除以 √dₖ，平均数' },
  },
};

export const effects = {
  title: '每条边单独剪断以后（灰：第 1 层；紫：更后面的层）',
  weight: '剪断前的权重',
  belief: '剪断后的信念',
  base: (value) => `没有剪：${value}`,
  point: (from, to, layer, head, weight, belief) =>
    `第 ${layer + 1} 层头 ${head + 1}，${from} → ${to}：权重 ${weight}，剪断后 ${belief}`,
};

export const scales = { 'sqrt(d_k)': '÷ √dₖ', none: '÷ 1', d_k: '÷ dₖ', 'sqrt(d_model)': '÷ √d' };
