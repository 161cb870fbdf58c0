// What several figures say.

import { claim } from './claims.js';

export const OPENING = [
  claim('一句话，先切成词元', 'A sentence, cut into tokens'),
  claim('模型读到的不是字，而是一串编号。', 'The model reads numbers, not letters.'),
  claim(
    '现在只看「它」自己，谁也说不出它指的是哪一个。',
    'Looking at 它 (“it”) alone, nobody can say what it stands for.',
  ),
  claim(
    '弧线是最后一层的一个头（Head）的注意力权重。',
    'The arcs are attention weights of one head in the last layer.',
    (w) => w.view.shape.layers === w.layers,
  ),
  claim('句子切成 {n} 个词元。', 'The sentence is {n} tokens.', (w) => ({ n: w.T })),
  claim(
    '在第 {layer} 层头 {head}，「{token}」把最多的注意力给了「{best}」：{weight}。',
    'In layer {layer}, head {head}, “{token}” gives most attention to “{best}”: {weight}.',
    (w) => {
      const row = w.get('weights', w.layers - 1, w.head)[w.token];
      return {
        layer: w.layers,
        head: w.head + 1,
        token: w.tokens[w.token],
        best: w.best(row),
        weight: Math.max(...row),
      };
    },
  ),
];
