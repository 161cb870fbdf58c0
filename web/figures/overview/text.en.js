/** Words of the overview. */
import { pct, quote } from '../../text/numbers.js';

const where = { tokens: 'tokens', input: 'embedding and position', prediction: 'prediction' };
const inLayer = {
  head: ({ layer, head }) => `layer ${layer + 1}, head ${head + 1}`,
  merge: ({ layer }) => `layer ${layer + 1}, heads merged`,
  'feed-forward': ({ layer }) => `layer ${layer + 1}, feed-forward`,
};

export const words = {
  title: 'The whole model in one picture',
  lead:
    'Each token is a line from the sentence on the left through every layer to the prediction on the right, as ' +
    'thick as its vector is long. In each head, curves lead from the token looked at to the one that looks, ' +
    'as thick as the attention weight; dots are what the feed-forward writes. Press any part to go there.',
  now: (f) =>
    `${f.layers} layers of ${f.H} heads. ` +
    (f.to === null
      ? `${quote(f.token)} sees no other token. `
      : `${quote(f.token)} looks hardest in layer ${f.layer + 1}, head ${f.head + 1}, ` +
        `at ${quote(f.to)}: ${pct(f.weight)}. `) +
    (f.expected === null
      ? ''
      : `At the far right the model gives ${f.expected.name} the largest probability: ${pct(f.expected.share)}.`),
  part: (column) => where[column.kind] ?? inLayer[column.kind](column),
};
