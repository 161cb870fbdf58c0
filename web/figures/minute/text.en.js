/** The words of “one minute first”. */
import { n, pct, quote, signed } from '../../text/numbers.js';
import { CONTEXTS } from '../../story/article.js';

/** What the reader said beside what the model leans to. */
const compared = (names, { guess, leads }) => {
  if (guess === null) return '';
  return guess === leads
    ? ` You said ${quote(names[guess])} too.`
    : ` You said ${quote(names[guess])}; the model leans to ${quote(names[leads])}.`;
};

export const words = {
  lead:
    'Five scenes, less than a minute; the C engine in your browser computes every number. Context and cut are the ' +
    'scenes’ own, whatever is chosen elsewhere.',
  steps: {
    question: { title: 'Who is 它 (“it”)?', short: 'Question' },
    arcs: { title: 'Whom the model looks at, and whom it believes', short: 'Looks' },
    context: { title: 'A sentence put in front', short: 'Context' },
    flip: { title: 'How far the belief moved', short: 'Change' },
    cut: { title: 'One single edge cut', short: 'Cut' },
  },
  shares: 'of the candidates',
  guess: 'Who do you say it is?',
  on: 'Step by step',
  question: (names, guess, decoder) =>
    (decoder ? '它 指 (“it means”) is put at the end: who comes next?' : 'Who is meant by 它 (“it”)?') +
    (guess === null
      ? ` Candidates: ${names.map(quote).join(', ')}. Say yours first, then see the model’s.`
      : ` You said ${quote(names[guess])}. The next scene has the model’s answer.`),
  arcs: (names, shares, f) =>
    `Layer ${f.at.layer + 1}, head ${f.at.head + 1}: ${quote(f.token)} looks most at ${quote(f.best)}, ` +
    `${pct(f.weight)}. ` +
    `The model believes: ${names.map((name, i) => `${name} ${n(shares[i], 3)}`).join(', ')}.` +
    compared(names, f) +
    (f.truth === null ? '' : ` By the rule, ${names[0]} is ${n(f.truth, 3)}.`),
  noContext:
    'No context stands in front: there are fewer than two candidates, or it would change them, or it does not fit. ' +
    'So there is nothing to compare.',
  context: (context) =>
    `In front goes ${quote(CONTEXTS[context])}. The sentence after it keeps every word; the whole model runs again.`,
  flip: ({ name, from, to, other, truths }) =>
    `With the context the share of ${name} goes from ${n(from, 3)} to ${n(to, 3)}, ` +
    `${from > 0.5 === to > 0.5 ? 'not across 0.5' : 'across 0.5'}.` +
    (truths.includes(null) ? '' : ` By the rule, it goes from ${n(truths[0], 3)} to ${n(truths[1], 3)}.`) +
    (other === null ? '' : ` With the other context it is ${n(other, 3)}.`),
  measuring: (count) => `Cutting ${count} edges one by one, to find the one that matters most.`,
  tooMany: (count) => `This sentence has ${count} edges, too many to cut one by one.`,
  cut: (f) =>
    `Layer ${f.layer + 1}, head ${f.head + 1}: token ${f.from.place}, ${quote(f.from.token)}, looks at token ` +
    `${f.to.place}, ${quote(f.to.token)}, weight ${n(f.weight, 3)}. With this one edge of one head cut, the share of ` +
    `${f.name} goes from ${n(f.share, 3)} to ${n(f.left, 3)}, a change of ${signed(f.left - f.share, 3)}. Each of ` +
    `${f.count} edges was cut alone; this one matters most.`,
};
