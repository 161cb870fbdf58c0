/** 读者看到、听到的每一句中文。数字一律由调用者从引擎的结果里取来。 */

import { effects, figures, saturation, scales } from './figures.zh.js';

const n = (value, digits = 2) => value.toFixed(digits).replace('-', '\u2212');

const pct = (value) => `${(value * 100).toFixed(1)}%`;

/** 引用读者写的词：太长的截短，太多的省略。 */
const listed = (words) =>
  words
    .slice(0, 5)
    .map((word) => `「${word.length > 24 ? `${word.slice(0, 24)}…` : word}」`)
    .join('、') + (words.length > 5 ? '等' : '');

const tensors = {
  'token_embedding.weight': { symbol: 'E', name: '词表里的一行' },
  embedding: { symbol: 'e', name: '词向量' },
  position: { symbol: 'p', name: '位置' },
  input: { symbol: 'x', name: '词向量 + 位置' },
  residual: { symbol: 'x', name: '残差流' },
  attention_norm: { symbol: 'x̂', name: '归一化之后' },
  attention_norm_mean: { symbol: 'μ', name: '均值' },
  attention_norm_std: { symbol: 'σ', name: '标准差' },
  'attention_norm.weight': { symbol: 'γ', name: '学到的倍数' },
  'attention_norm.bias': { symbol: 'β', name: '学到的偏移' },
  'attention.query.weight': { symbol: 'W_Q', name: '' },
  'attention.key.weight': { symbol: 'W_K', name: '' },
  'attention.value.weight': { symbol: 'W_V', name: '' },
  'attention.output.weight': { symbol: 'W_O', name: '输出投影' },
  'attention.query.bias': { symbol: 'b_Q', name: '' },
  'attention.key.bias': { symbol: 'b_K', name: '' },
  'attention.value.bias': { symbol: 'b_V', name: '' },
  'attention.output.bias': { symbol: 'b_O', name: '' },
  query: { symbol: 'Q', name: '查询' },
  key: { symbol: 'K', name: '键' },
  value: { symbol: 'V', name: '值' },
  rotated_query: { symbol: 'Q′', name: '转过的查询' },
  rotated_key: { symbol: 'K′', name: '转过的键' },
  scores: { symbol: 'S', name: '分数' },
  scaled: { symbol: 'S/√d', name: '缩放后' },
  masked: { symbol: 'S̃', name: '遮罩后' },
  row_max: { symbol: 'max', name: '' },
  exp: { symbol: 'exp', name: '取指数' },
  row_sum: { symbol: 'Σ', name: '' },
  row_empty: { symbol: '∅', name: '整行被遮' },
  weights: { symbol: 'A', name: '注意力权重' },
  weights_mean: { symbol: 'Ā', name: '各头平均的权重' },
  score_terms: { symbol: 'q × k', name: '逐项的积' },
  value_terms: { symbol: 'a × v', name: '加了权的值' },
  mentions: { symbol: 'A', name: '同一个名字合起来的权重' },
  weights_row_sum: { symbol: 'Σ', name: '每行的和' },
  weights_column_sum: { symbol: 'Σ', name: '每列的和' },
  head_contribution: { symbol: 'y', name: '这个头写的一份' },
  'random.weights': { symbol: 'A', name: '随机权重的模型' },
  head_output: { symbol: 'Z', name: '这个头的输出' },
  concat: { symbol: 'z', name: '各头拼接' },
  attention_output: { symbol: 'y', name: '注意力写回的量' },
  attention_residual: { symbol: 'x + y', name: '加回残差流' },
  feed_forward_norm: { symbol: 'x̂', name: '再归一化' },
  feed_forward_norm_mean: { symbol: 'μ', name: '均值' },
  feed_forward_norm_std: { symbol: 'σ', name: '标准差' },
  feed_forward_up: { symbol: 'u', name: '升维' },
  feed_forward_hidden: { symbol: 'h', name: '激活之后' },
  feed_forward_output: { symbol: 'f', name: '前馈写回的量' },
  final: { symbol: 'x̂', name: '最后一次归一化' },
  final_mean: { symbol: 'μ', name: '均值' },
  final_std: { symbol: 'σ', name: '标准差' },
  logits: { symbol: 'ℓ', name: '对词表里每个词的打分' },
  probabilities: { symbol: 'p', name: '概率' },
  belief: { symbol: 'p', name: '信念' },
  'feed_forward_norm.weight': { symbol: 'γ', name: '学到的倍数' },
  'feed_forward_norm.bias': { symbol: 'β', name: '学到的偏移' },
  'feed_forward.up.weight': { symbol: 'W₁', name: '' },
  'feed_forward.up.bias': { symbol: 'b₁', name: '' },
  'feed_forward.down.weight': { symbol: 'W₂', name: '' },
  'feed_forward.down.bias': { symbol: 'b₂', name: '' },
  'final_norm.weight': { symbol: 'γ', name: '学到的倍数' },
  'final_norm.bias': { symbol: 'β', name: '学到的偏移' },
  'prediction.bias': { symbol: 'b', name: '' },
};

const steps = {
  tokens: {
    short: '词元',
    title: '一句话，先切成词元',
    lead: '模型读到的不是字，而是一串编号。现在只看「它」自己，谁也说不出它指的是哪一个。弧线是终点的预告：最后一层的一个头，此刻真的算出来的注意力权重。',
    now: (f) =>
      `句子切成 ${f.count} 个词元。在第 ${f.atLayer + 1} 层头 ${f.head + 1}，「${f.token}」把最多的注意力给了「${f.best}」：${pct(f.weight)}。`,
  },
  embedding: {
    short: '词向量',
    title: '编号换成向量',
    lead: '每个编号在一张学出来的表里各占一行。取出那一行，乘上 √d，就是这个词元的起点。同一个词，不论出现在哪里，起点都一样。',
    now: (f) =>
      `「${f.token}」是 ${f.id} 号，取出的 ${f.D} 个数各乘 ${n(f.times)}。${f.twins > 1 ? `这个词在句中出现 ${f.twins} 次，${f.twins} 行完全相同。` : '此时它对上下文还一无所知。'}`,
  },
  position: {
    short: '位置',
    title: '加上位置',
    lead: '注意力本身不看先后：编码器里打乱词序，每个词元得到的结果只会跟着换位。所以要把位置写进向量，这里用的是快慢不一的正弦与余弦。',
    now: (f) =>
      `「${f.token}」排在第 ${f.place} 位（从 0 数），它的位置向量以 ${n(f.first[0])}、${n(f.first[1])} 开头，逐项加到词向量上。`,
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
    lead: 'RoPE 把相邻两维看成一个点，按位置转一个角度。两个词元的点积从此只取决于它们相隔多远。值不转。',
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
      `每个头的键有 ${f.K} 维，分数都除以 ${n(Math.sqrt(f.K))}：最高分从 ${n(f.raw.high)} 变成 ${n(f.scaled.high)}，最低分从 ${n(f.raw.low)} 变成 ${n(f.scaled.low)}。`,
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
        : `最大值 ${n(f.max)}，指数之和 ${n(f.sum, 3)}。「${f.best}」分到 ${pct(f.weight)}，${f.visible} 个可见位置合起来是 1。${f.zeros > 0 ? `有 ${f.zeros} 个可见位置的分数低得太多，32 位浮点数里权重就是 0。` : ''}`,
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
    lead: '最后的向量与词表里每个词的向量比一遍，再过一次 softmax。两条长柱是两个候选在彼此之间的份额，短柱是其余所有词分走的概率。',
    now: (f) =>
      f.names.length === 0
        ? `「${f.token}」这里最可能的词是「${f.word}」：${pct(f.probability)}。`
        : `模型认为「${f.token}」这里：${f.names.map((name, i) => `${name} ${n(f.shares[i], 3)}`).join('，')}；其余的词合计 ${n(f.shares.at(-1), 3)}。`,
  },
};

const origins = {
  dot: '两个向量逐项相乘，再全部加起来',
  sum: '两个数相加',
  product: '两个数相乘',
  times: '乘以一个固定的数',
  over: '除以一个固定的数',
  affine: '减均值，除以标准差，乘学到的倍数，加学到的偏移',
  copy: '原样搬过来',
  mask: '可见就照抄，不可见就是 −∞',
  max: '这一行可见分数里最大的一个',
  exp: '减去最大值，再取指数',
  divide: '除以这一行的总和',
  total: '这几个数全部加起来',
  activation: '激活函数',
  mean: '几个头的平均',
  mentions: '这个名字各处的权重加在一起',
  fault: '这一格是按选中的错误做法算出来的',
  random: '由随机权重的模型算出，只看形状',
  off: '这个头关着，它的一份是零',
  rotate: '一对相邻的数按位置旋转',
  softmax: '在整个词表上做 softmax',
  weight: '训练得来的参数，不由别的格子算出',
  edited: '你改过的参数，不再是训练得来的',
};

const errors = {
  empty: () => '还没有句子。写一句，或者用回文章里的那一句。',
  blank: () => '只有空格，没有词。写一句，或者用回文章里的那一句。',
  too_long: ({ n: count, limit, unit }) =>
    `这句话有 ${count} 个${unit === 'characters' ? '字符' : '词元'}，最多只能读 ${limit} 个。请删短一些。`,
  unknown_word: ({ words }) => `模型不认识${listed(words)}。它只学过下面列出的词，请换一个。`,
  no_webassembly: () =>
    '这个浏览器没有 WebAssembly，引擎无法运行。请换一个较新的浏览器；下面第一幅图是事先用同一个引擎算好的。',
  no_simd: ({ build }) =>
    `这个浏览器不支持 ${build} 版引擎要用的 SIMD 指令。去掉链接里的 build，会自动换成能用的版本。`,
  not_found: ({ url, status }) => `找不到文件 ${url}（${status}）。请检查网站是否完整上传，然后重试。`,
  html_instead: ({ url }) => `${url} 本该是数据，服务器却回了一个网页。多半是路径写错了；改正后重试。`,
  network: ({ url }) => `取 ${url} 时网络断了。请检查连接后重试。`,
  timeout: ({ url, seconds }) => `等了 ${seconds} 秒，${url} 还没到。网络可能太慢，请重试。`,
  bad_wasm: ({ url }) => `引擎文件 ${url} 已损坏，无法编译。请重新上传，或刷新后重试。`,
  blocked_by_policy: () => "网页的内容安全策略不许编译 WebAssembly。请站长在 script-src 里加上 'wasm-unsafe-eval'。",
  selftest_failed: ({ build }) => `引擎（${build}）在这台设备上自检没有通过，不会用它来算。请换一个浏览器。`,
  bad_config: ({ file = 'config.json' }) =>
    `模型配置 ${file} 已损坏，或者描述的是引擎不支持的模型。请换回完整的文件，然后重试。`,
  bad_tokenizer: ({ file = 'tokenizer.json' }) => `分词文件 ${file} 已损坏。请换回完整的文件，然后重试。`,
  bad_weights: ({ file = 'model.safetensors', tensor }) =>
    `权重文件 ${file}${tensor ? ` 里的 ${tensor}` : ''} 已损坏或不完整。请换回完整的文件，然后重试。`,
  not_finite: ({ step, tensor, layer }) =>
    `计算停在「${step}」：${layer === undefined ? '' : `第 ${layer + 1} 层的 `}${tensor} 里出现了不是有限数的值。请检查权重文件。`,
  trap: () => '引擎意外停下了。已经换上新的一份，请再试一次。',
  fallback: () => '出了意料之外的问题。请重试，或刷新这个页面。',
};

export const zh = {
  lang: 'zh',
  tensors,
  steps,
  origins,
  errors,
  figures,
  saturation,
  effects,
  scales,
  gloss: () => '',
  everyToken: '（每个词元一行）',
  likeliest: '这个位置最可能的词',
  beliefTitle: (token) => `信念：「${token}」指的是`,
  elsewhere: '其他词',
  head: (head) => `头 ${head + 1}`,
  layer: (layer) => `第 ${layer + 1} 层`,
  arc: (from, to, share, count) =>
    count > 1 ? `${from} → ${to}，${count} 处之和：${share}` : `${from} → ${to}：${share}`,
  arcs: (layer, head) => [`百分数：第 ${layer + 1} 层头 ${head + 1} 的注意力权重`, '小字：词表里的编号'],
  groups: { before: '输入', layer: (layer) => `第 ${layer + 1} 层`, after: '预测' },
  badge: {
    trained: '训练得来的权重',
    edited: '手改过的权重',
    computed: '由图中的数算出',
    random: '随机数',
    short: { trained: '训练', edited: '手改', computed: '算出', random: '随机' },
    hints: {
      trained: '权重是训练得来的；图中每个数都由你浏览器里的 C 引擎用它们算出',
      edited: '有几个权重是你改的；别的数都由它们重新算出',
      computed: '由图中看得见的数当场算出',
      random: '由固定的种子取的随机数，只为看形状和规律',
    },
  },
  player: {
    name: '播放控制',
    play: '播放',
    pause: '暂停',
    back: '上一步',
    forward: '下一步',
    first: '回到开头',
    last: '到最后',
    scrub: '进度',
    speed: '速度',
    at: (i, of, title) => `第 ${i} 步，共 ${of} 步：${title}`,
  },
  controls: {
    name: '实验',
    model: '模型',
    models: {
      encoder: '编码器（外来）',
      'encoder-own': '编码器',
      'encoder-rope': '编码器 · RoPE',
      decoder: '解码器 · RoPE',
    },
    aboutModel: {
      encoder: '项目以外训练的编码器，正弦位置；第 2 层头 1 被要求指向先行词。',
      'encoder-own': '我们自己用 C 训练的编码器，正弦位置；第 3 层头 1 被要求指向先行词。',
      'encoder-rope': '我们自己用 C 训练的编码器，RoPE；没有一个头被告诉过该看哪里。',
      decoder:
        '我们自己用 C 训练的解码器，RoPE。「它」自己那一行看不到后面的理由，所以在句末接上「它 指」，看最后的「指」预测谁。',
    },
    layer: '层',
    head: '头',
    follow: '跟随',
    sees: '可见',
    encoder: '编码器',
    causal: '因果',
    encoderHint: '每个词元都看得见全部',
    causalHint: '只看得见自己和前面',
    context: '前文',
    none: '无',
    position: '位置',
    positions: { model: '模型自己的', none: '不加', sinusoidal: '正弦', rope: 'RoPE' },
    own: '换一句自己的',
    apply: '用这句',
    article: '用回文章的句子',
    words: '模型认识的词',
    placeholder: '写一句话，用模型认识的词',
    followToken: (glyph, i) => `跟随第 ${i} 个词元「${glyph}」`,
  },
  contexts: { a: '服务 A 启动后没有本地配置。', b: '配置中心 B 的配置已过期。' },
  contextNames: { a: 'A 没有本地配置', b: 'B 的配置已过期' },
  sentence: '服务 A 调用了配置中心 B，因为它需要获取最新配置。',
  belief: {
    name: '此刻的信念',
    of: (token) => `「${token}」指谁`,
    next: '「它 指」后面是谁',
    rule: (name, value) => `出题规则的真值：${name} ${value}`,
    none: '这句话里没有「它」，所以没有信念可看。',
    alone: '这句话里没有模型认识的实体。',
  },
  cell: {
    name: (tensor, row, column, value) => `${tensor} ${row}，${column}：${value}`,
    grid: (tensor, rows, columns) => `${tensor}，${rows} 行 ${columns} 列，用方向键走动`,
    dimension: (i) => `第 ${i} 维`,
    open: '这个数怎么来的',
    close: '收起',
    copy: '复制',
    copied: '已复制',
    and: '与',
    bias: '偏置',
    total: '合计',
    hint: '碰一碰任何一个格子或弧线，看它由什么算成。',
    product: '积',
    more: (count) => `共 ${count} 项`,
    cutHead: '在这个头剪断这条边',
    cutLayer: '在这一层的所有头剪断',
    cutAll: '在每一层的每个头剪断',
    restore: '接回去',
    restoreAll: '接回全部',
    cuts: (count) => `已剪断 ${count} 条边`,
    masked: '看不到：分数是 −∞',
  },
  tools: {
    name: '带走',
    link: '这个状态的链接',
    tensor: '张量',
    drawn: '图里画着的',
    others: '这个状态的其余张量',
    verify: '自己验算：全部张量',
  },
  status: {
    loading: (percent) => `正在取来引擎和模型：${percent}%`,
    start: '正在取来引擎和模型',
    retry: '重试',
    ready: (build) => `C 引擎（WebAssembly ${build}）`,
    baked: '这一幅是事先用同一个引擎算好的。',
    badLink: (list) => `链接里的 ${list} 不能用，已换成默认值。`,
    outside: (list) => `${list} 超出了这个模型或这句话的范围，已换成默认值。`,
    kept: '图上还是能读的那一句。',
  },
};
