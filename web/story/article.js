/**
 * The article's sentence, the sentences that may stand before it, and how a decoder is asked: data, in no reader's
 * language.
 */

export const SENTENCE = '服务 A 调用了配置中心 B，因为它需要获取最新配置。';

export const CONTEXTS = { a: '服务 A 启动后没有本地配置。', b: '配置中心 B 的配置已过期。' };

/** A decoder is asked by these words and names the next one. */
const QUESTION = '它指';

/**
 * What a model of this architecture reads for a state of a figure.
 * @param {{sentence: string|null, context: string}} state
 */
export function textOf({ sentence, context }, architecture) {
  const text = sentence ?? (CONTEXTS[context] ?? '') + SENTENCE;
  return architecture === 'decoder' ? text + QUESTION : text;
}
