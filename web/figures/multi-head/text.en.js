/** The words of the multi-head figure. */
import { n, quote } from '../../text/numbers.js';

const wasTold = ({ layer, supervisedHead }, head) => supervisedHead?.layer === layer && supervisedHead.head === head;

export const words = {
  title: 'Many heads: each on its own, then added up',
  lead: ({ supervisedHead, fault }) =>
    'The heads of a layer each look on their own. Laid side by side and multiplied by W_O, each writes a change of ' +
    'its own, and the changes add up, with a bias. Switch a head off and its part is zero. ' +
    (fault === 'no_head_transpose'
      ? 'The wrong way: joined without a transpose, a row holds neighbouring rows, not the same row of every head. '
      : '') +
    (supervisedHead
      ? `In this model head ${supervisedHead.head + 1} of layer ${supervisedHead.layer + 1} was told in training ` +
        'where to look; what the others are for nobody decided.'
      : 'Nobody decided what a head is for, so here they are head 1, head 2.'),
  tasks: {
    pulls: {
      asks: ({ layer }) =>
        `In the last layer (layer ${layer + 1}), switch off one head at a time: do all of them pull the ` +
        'answer the same way?',
      steps: (f) =>
        [f.low, f.high].map(
          ({ head }) => `only head ${head + 1} off${wasTold(f, head) ? ' (told in training where to look)' : ''}`,
        ),
      says: ({ who, share, low, high }) =>
        `The share of ${quote(who)} was ${n(share, 3)}. Without head ${low.head + 1} it falls to ${n(low.share, 3)}, ` +
        `without head ${high.head + 1} it rises to ${n(high.share, 3)}: these two pull opposite ways.`,
    },
    split: {
      asks: 'Split the same width into 1 head, or into 8: does that take more parameters?',
      steps: ['1 head', '8 heads'],
      says: ({ one, many }) =>
        `${one.count} head of ${one.width} dimensions, ${many.count} heads of ${many.width} each: W_Q, W_K, W_V and ` +
        `W_O hold ${one.numbers.toLocaleString('en')} numbers both times.`,
    },
  },
  on: 'Heads on',
  isOff: ' (off)',
  sizeName: 'Same width as',
  own: 'this model',
  paperName: 'the paper’s base',
  random: (count, width) => `random weights: ${count} heads of ${width} dimensions`,
  paper: 'The paper’s base size: width 512, 8 heads of 64 (random weights)',
  tensor: 'parameter',
  shape: 'shape',
  count: 'numbers',
  total: 'total',
  took: (ms) => `One layer on this sentence took ${ms.toFixed(2)} milliseconds on your device.`,
  now: (f) =>
    `${f.H} heads write a part each; together with the bias they are largest in size in dimension ` +
    `${f.dimension + 1}: ${n(f.value)}.` +
    (f.off > 0 ? ` ${f.off} switched off.` : '') +
    (f.random
      ? ` Below, for their shapes: ${f.random} ${f.random === 1 ? 'head' : 'heads'} of ${f.D / f.random} ` +
        'dimensions with random weights.'
      : '') +
    (f.paper
      ? ' The paper’s base size was run with random weights: width 512, 8 heads, ' +
        `${f.paper.toLocaleString('en')} parameters.`
      : ''),
};
