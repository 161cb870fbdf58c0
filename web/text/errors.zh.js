/** 出了什么错，在哪里，怎么办。 */
/** 引用读者写的词：太长的截短，太多的省略。 */
const listed = (words) =>
  words
    .slice(0, 5)
    .map((word) => `「${word.length > 24 ? `${word.slice(0, 24)}…` : word}」`)
    .join('、') + (words.length > 5 ? '等' : '');

export const errors = {
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
