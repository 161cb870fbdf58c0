// What the scenes of the walk draw in words.

import { claim, sign } from './claims.js';
import { HEADS, OPENING_DRAWN } from './scenes.js';
import { others } from './walk-end.js';

/** Probabilities that the last scene draws, by name. */
const amounts = (w) => {
  const likely = w.row('probabilities').map((value, id) => [w.word(id), value]);
  return new Map([
    ...likely.map(([name, value]) => [name, [value]]),
    ['其他词', [others(w)]],
    ['other words', [others(w)]],
  ]);
};

const PREDICTION = [
  claim('p 这个位置最可能的词', 'p likeliest words at this place'),
  claim(
    '模型的判断：「{token}」指谁',
    'Belief: “{token}” stands for',
    (w) => !w.decoder && { token: w.tokens[w.reading] },
  ),
  claim(
    '模型的判断：「它 指」后面是谁',
    'Belief: who comes after 它 指',
    (w) => w.decoder && w.tokens.slice(-2).join('') === '它指',
  ),
  sign('{name} {percent#}', (w) => {
    const all = amounts(w);
    return { name: [...all.keys()], percent: [...all.values()].flat() };
  }),
  sign('{amount#}', (w) => ({ amount: [...amounts(w).values()].flat() })),
  sign('{name}', (w) => ({ name: [...amounts(w).keys()] })),
];

/** Softmax writes under each score how far it lies below the largest. */
const LESS_MOST = sign('{difference#}', (w) => {
  const row = w.row('masked');
  return { difference: row.map((x) => x - Math.max(...row)) };
});

export const WALK_DRAWN = {
  tokens: OPENING_DRAWN,
  merge: [HEADS],
  softmax: [LESS_MOST],
  block: [HEADS],
  prediction: PREDICTION,
};
