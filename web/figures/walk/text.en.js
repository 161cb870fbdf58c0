/** The walk: titles and explanations of its steps, and for each one sentence made of its own numbers. */
import { n, pct, quote } from '../../text/numbers.js';
import { words as shared } from '../../text/en.js';

/** How the place gets in. */
const PLACES = {
  sinusoidal: 'So the place is written into the vector, here by sines and cosines of many speeds.',
  rope: 'With RoPE nothing is added to the vector: its place comes in later, when query and key are turned by it.',
  none: 'Here positions are off: nothing is added, and nothing is turned later.',
};

export const words = {
  likeliest: 'likeliest words at this place',
  beliefTitle: (token) => `Belief: ${quote(token)} stands for`,
  steps: {
    tokens: { short: 'Tokens', ...shared.opening },
    embedding: {
      short: 'Embedding',
      title: 'A number becomes a vector',
      lead: ({ times }) =>
        `Every token has a row of its own in a learned table. Take that row${times === 1 ? '' : ', multiply by √d'}, ` +
        'and the token has its starting point: the same one wherever the word stands.',
      now: (f) =>
        `${quote(f.token)} is number ${f.id}; its ${f.D} values are ` +
        `${f.times === 1 ? 'taken as they are' : `multiplied by ${n(f.times)}`}. ` +
        (f.twins > 1
          ? `The word occurs ${f.twins} times here, with identical rows.`
          : 'It knows nothing of its context yet.'),
    },
    position: {
      short: 'Position',
      title: 'The place',
      lead: ({ position }) =>
        'Attention by itself does not see order: shuffle the words of an encoder and every result just moves along ' +
        `with its token. ${PLACES[position]}`,
      now: (f) =>
        `${quote(f.token)} stands at place ${f.place} (counting from 0); ` +
        (f.position === 'sinusoidal'
          ? `its position vector begins ${n(f.first[0])}, ${n(f.first[1])} and is added value by value.`
          : 'nothing is added to its vector.'),
    },
    norm: {
      short: 'Norm',
      title: 'First, one common scale',
      lead:
        'Before attention, each vector loses its mean, is divided by its standard deviation, then takes a learned ' +
        'factor and a learned shift. Large and small vectors can now be compared.',
      now: (f) => `The row of ${quote(f.token)} has mean ${n(f.mean, 3)} and standard deviation ${n(f.std, 3)}.`,
    },
    project: {
      short: 'Q K V',
      title: 'One vector, three roles',
      lead:
        'The same vector meets three matrices. The query is “what I look for”, the key “how I can be found”, the ' +
        'value “what you take away”. Keys match, values carry: two jobs, learned apart.',
      now: (f) =>
        `The ${f.D} values of ${quote(f.token)} meet each column of W_Q, giving a query of ${f.K} ` +
        `dimensions; the strongest is dimension ${f.dimension}: ${n(f.value)}.`,
    },
    rotate: {
      short: 'Rotate',
      title: 'Turning the place into query and key',
      lead:
        'RoPE takes neighbouring values as a point and turns it by an angle that follows the position. A dot ' +
        'product of two tokens then depends on what they hold and on how far apart they are, not on where they ' +
        'stand. Values are not turned.',
      now: (f) => `${quote(f.token)} stands at place ${f.place}; its query and key have been turned by it.`,
    },
    score: {
      short: 'Scores',
      title: 'A query meets the keys',
      lead:
        'One row of queries passes every column of keys: multiply pair by pair, add up, one score each. A high ' +
        'score means the two agree in the eyes of this head. Rows are queries, columns keys: read across to see ' +
        'who looks at whom.',
      now: (f) =>
        `${quote(f.token)} agrees best with ${quote(f.best)}, score ${n(f.high)}, and least with ` +
        `${quote(f.worst)}, ${n(f.low)}.`,
    },
    scale: {
      short: 'Scale',
      title: 'Divided by √dₖ',
      lead:
        'The more dimensions, the wilder the dot products, until softmax leaves a single winner and most rows stop ' +
        'learning. Dividing by √dₖ brings the scores back into range and keeps their order.',
      now: (f) =>
        `Keys have ${f.K} dimensions per head, so scores are divided by ${n(Math.sqrt(f.K))}: the highest ` +
        `goes from ${n(f.raw.high)} to ${n(f.scaled.high)}, the lowest from ${n(f.raw.low)} to ` +
        `${n(f.scaled.low)}.`,
    },
    mask: {
      short: 'Mask',
      title: 'Who may see whom',
      lead:
        'A hidden place gets the score −∞, not 0, so that softmax gives it exactly nothing. An encoder sees ' +
        'everything; a causal mask allows only a token itself and what came before. Pick a cell to cut one edge ' +
        'yourself.',
      now: (f) =>
        f.hidden === 0
          ? `All ${f.pairs} pairs are visible; no score is changed.`
          : `${f.hidden} of ${f.pairs} pairs become −∞; ${quote(f.token)} still sees ${f.visible} places.`,
    },
    softmax: {
      short: 'Softmax',
      title: 'Scores become weights',
      lead:
        'Subtract the largest of the row so that nothing overflows, take exponentials, divide by their sum. ' +
        'Visible places share out exactly 1; hidden ones get exactly 0.',
      now: (f) =>
        f.empty
          ? `${quote(f.token)} sees no place at all; its weights are 0 by definition.`
          : `Largest ${n(f.max)}, sum of exponentials ${n(f.sum, 3)}. ${quote(f.best)} gets ${pct(f.weight)}; ` +
            `the ${f.visible} visible places add up to 1.` +
            (f.zeros > 0 ? ` ${f.zeros} visible scores lie so low that a 32-bit weight is 0.` : ''),
    },
    mix: {
      short: 'Mix',
      title: 'Values come back by weight',
      lead:
        'Every place’s value vector, times its weight, all added up: that is what this head brings back for the ' +
        'token. A larger weight brings more.',
      now: (f) =>
        f.empty
          ? `${quote(f.token)} brings nothing back; the output is the zero vector.`
          : `${pct(f.weight)} of what ${quote(f.token)} takes in comes from ${quote(f.first)}, ${pct(f.next)} ` +
            `from ${quote(f.second)}.`,
    },
    merge: {
      short: 'Merge',
      title: 'Heads side by side, projected once more',
      lead:
        'Each head looks in a small space of its own. Their outputs are laid end to end, back to full width, and ' +
        'W_O mixes what they found.',
      now: (f) =>
        `${f.H} heads give ${f.K} values each, ${f.D} in all; after W_O the largest change is in dimension ` +
        `${f.dimension}: ${n(f.value)}.`,
    },
    add: {
      short: 'Add',
      title: 'Added to what was there',
      lead:
        'Attention replaces nothing; it adds. What was known stays, in a channel that runs through the whole ' +
        'model: the residual stream. After adding, it is normalised again for the feed-forward.',
      now: (f) =>
        `Dimension ${f.dimension} of ${quote(f.token)} changes most: it was ${n(f.from)}, and ${n(f.by)} is added.`,
    },
    'feed-forward': {
      short: 'Feed-forward',
      title: 'Each on its own: the feed-forward',
      lead:
        'Attention exchanges, the feed-forward digests. Every token alone is widened, passed through an activation ' +
        'and narrowed again, then added to the stream.',
      now: (f) =>
        `${f.awake} of ${f.F} hidden units respond to ${quote(f.token)}; dimension ${f.dimension} gets most: ` +
        `${n(f.from)} plus ${n(f.by)}.`,
    },
    prediction: {
      short: 'Prediction',
      title: 'In the end, who is it?',
      lead:
        'The last vector is compared with the vector of every word, then softmax once more: the ' +
        'probabilities of all words add up to 1. The bar at the bottom splits that 1 between the candidates and all ' +
        'other words.',
      now: (f) =>
        f.names.length === 0
          ? `The likeliest word at ${quote(f.token)} is ${quote(f.word)}: ${pct(f.probability)}.`
          : `Probabilities at ${quote(f.token)}: ` +
            `${f.names.map((name, i) => `${name} ≈ ${n(f.shares[i], 3)}`).join(', ')}; all other words ≈ ` +
            `${n(f.shares.at(-1), 3)}.`,
    },
  },
};
