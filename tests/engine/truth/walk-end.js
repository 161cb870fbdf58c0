// What the walk says from the residual stream on.

import { claim } from './claims.js';
import { change, streamOf } from './walk.js';
import { near, sum } from './world.js';

export const ADD = [
  claim('加回原来的向量', 'Added to what was there'),
  claim('注意力不替换向量，只往上加。', 'Attention replaces nothing; it adds.', (w) =>
    w.row('attention_residual').every((x, d) => near(x, streamOf(w)[d] + w.row('attention_output')[d])),
  ),
  claim(
    '原来的信息一直都在，这条一路加下去的通道叫残差流。',
    'What was known stays, in a channel that runs through the whole model: the residual stream.',
  ),
  claim('加完再归一化一次，交给前馈网络。', 'After adding, it is normalised again for the feed-forward.'),
  claim(
    '「{token}」的第 {dimension} 维改得最多：原来约 {from}，加上约 {by}。',
    'Dimension {dimension} of “{token}” changes most: it was about {from}, and about {by} is added.',
    (w) => ({ token: w.tokens[w.token], ...change(streamOf(w), w.row('attention_output')) }),
  ),
];

export const FEED_FORWARD = [
  claim('各想各的：前馈网络', 'Each on its own: the feed-forward'),
  claim('注意力负责交换信息，前馈网络负责消化。', 'Attention exchanges, the feed-forward digests.'),
  claim(
    '每个词元单独升到更宽的一层，过激活函数，再降回来，同样加进残差流。',
    'Every token alone is widened, passed through an activation and narrowed again, then added to the stream.',
    (w) =>
      w.row('feed_forward_up').length > w.D &&
      w.row('residual').every((x, d) => near(x, w.row('attention_residual')[d] + w.row('feed_forward_output')[d])),
  ),
  claim(
    '{F} 个隐藏单元里有 {awake} 个对「{token}」有反应；写回最多的是第 {dimension} 维：约 {from} 加上约 {by}。',
    '{awake} of {F} hidden units respond to “{token}”; dimension {dimension} gets most: about {from} plus about {by}.',
    (w) => ({
      F: w.F,
      awake: (said) =>
        Math.abs(Number(said) - w.row('feed_forward_hidden').filter((x) => x > 0).length) <=
        w.row('feed_forward_up').filter((x) => near(x, 0)).length,
      token: w.tokens[w.token],
      ...change(w.row('attention_residual'), w.row('feed_forward_output')),
    }),
  ),
];

/** "A ≈ 0.420，B ≈ 0.580": every candidate with its probability. */
const shared = (w, between) => (said) => {
  const p = w.candidates.map((id) => w.row('probabilities')[id]);
  const names = said.split(between);
  return (
    names.length === p.length &&
    names.every((one, i) => {
      const [, name, share] = /^(.+) ≈ (\d\.\d{3})$/.exec(one) ?? [];
      return name === w.word(w.candidates[i]) && Math.abs(Number(share) - p[i]) < 0.0006;
    })
  );
};
export const others = (w) => 1 - sum(w.candidates.map((id) => w.row('probabilities')[id]));

export const PREDICTION = [
  claim('最后，它指谁？', 'In the end, who is it?'),
  claim(
    '最后的向量与词表里每个词的向量比一遍，再过一次 softmax，所有词的概率合起来是 1。',
    'The last vector is compared with the vector of every word, then softmax once more: the probabilities of all ' +
      'words add up to 1.',
    (w) => near(sum(w.row('probabilities')), 1),
  ),
  claim(
    '最下面一条把这个 1 分给各个候选和其余所有词。',
    'The bar at the bottom splits that 1 between the candidates and all other words.',
    (w) => w.token === w.reading && w.candidates.length > 0,
  ),
  claim('「{token}」这里最可能的词是「{word}」：{p}。', 'The likeliest word at “{token}” is “{word}”: {p}.', (w) => {
    const p = Math.max(...w.row('probabilities'));
    return {
      token: w.tokens[w.token],
      word: (said) => w.row('probabilities').some((x, id) => near(x, p) && w.word(id) === said),
      p,
    };
  }),
  claim('「{token}」这里的概率：{shares}；', 'Probabilities at “{token}”: {shares};', (w) => ({
    token: w.tokens[w.token],
    shares: shared(w, w.state.lang === 'zh' ? '，' : ', '),
  })),
  claim('其余的词合计 ≈ {p}。', 'all other words ≈ {p}.', (w) => ({ p: others(w) })),
];
