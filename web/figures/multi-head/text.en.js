/** The words of the multi-head figure. */
import { n } from '../../text/numbers.js';

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
  task: ({ layers }) =>
    `Try this: in layer ${layers}, switch off one head at a time: do all of them pull the belief the same way? Then ` +
    'split the same width into 1, 2, 4, 8 heads: the more heads, the narrower each.',
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
