/** The walk: titles and explanations of its steps, and for each one sentence made of its own numbers. */
import { n, pct, quote } from '../../text/numbers.js';
import { words as shared } from '../../text/en.js';

/** How the place gets in. */
const PLACES = {
  sinusoidal: ({ amplitude }) =>
    'So the place is written into the vector, here by sines and cosines of many speeds' +
    `${amplitude === 1 ? '' : `, all times an amplitude a = ${amplitude}`}.`,
  rope: () =>
    'With RoPE nothing is added to the vector: its place comes in later, when query and key are turned by it.',
  none: () => 'Here positions are off: nothing is added, and nothing is turned later.',
};

/** What scaling is for, and what is done here. */
const WHY_SCALE =
  'The more dimensions, the larger the standard deviation of dot products; softmax then all but picks a single key ' +
  'and its derivative comes near 0. ';
const SCALING = {
  'sqrt(d_k)': 'Dividing by √dₖ undoes this and keeps the order.',
  none: 'Here nothing is scaled: the scores enter softmax as they are.',
  d_k: 'Here they are divided by dₖ, which is more than √dₖ: weights come nearer to equal, the order is kept.',
  'sqrt(d_model)':
    'Here they are divided by √d, d being the width of the whole vector, which is more than √dₖ: weights come ' +
    'nearer to equal, the order is kept.',
};

/** What scores were divided by. */
const divided = (f) =>
  ({
    'sqrt(d_k)': `Keys have ${f.K} dimensions per head, so scores are divided by √${f.K} ≈ ${n(Math.sqrt(f.K))}`,
    d_k: `Keys have ${f.K} dimensions per head; scores are divided by ${f.K}`,
    'sqrt(d_model)': `Vectors have ${f.D} dimensions; scores are divided by √${f.D} ≈ ${n(Math.sqrt(f.D))}`,
  })[f.scale];

/** What has become of the mask. */
const MASKED = {
  zero_mask: (f) =>
    `${f.hidden} of ${f.pairs} pairs should be hidden but get the score 0; ${quote(f.token)} should see ` +
    `${f.visible} places.`,
  mask_after_softmax: (f) =>
    `${f.hidden} of ${f.pairs} pairs should be hidden but keep their scores; ${quote(f.token)} should see ` +
    `${f.visible} places.`,
};

/** What has become of a row of scores. */
const SHARED = {
  softmax_columns: (f) =>
    `The weights in the row of ${quote(f.token)} add up to about ${n(f.total, 3)}; ${quote(f.best)} gets ` +
    `${pct(f.weight)}.`,
  mask_after_softmax: (f) =>
    `Largest ${n(f.max)}, sum of exponentials about ${n(f.sum, 3)}, hidden places included. ${quote(f.best)} gets ` +
    `${pct(f.weight)}; once masked, the row adds up to about ${n(f.total, 3)}.`,
  zero_mask: (f) =>
    `Largest ${n(f.max)}, sum of exponentials about ${n(f.sum, 3)}. ${quote(f.best)} gets ${pct(f.weight)}; the ` +
    `places that should be hidden, ${f.hidden} of them, get ${pct(f.leaked)} together.`,
};

const shares = (f) =>
  `Largest ${n(f.max)}, sum of exponentials about ${n(f.sum, 3)}. ${quote(f.best)} gets ${pct(f.weight)}; ` +
  `the ${f.visible} visible places add up to 1.` +
  (f.zeros > 0 ? ` ${f.zeros} visible scores lie so low that a 32-bit weight is 0.` : '');

export const words = {
  unchanged: 'input: the embedding, nothing added',
  likeliest: 'likeliest words at this place',
  beliefTitle: (token, decoder) => (decoder ? 'Belief: who comes after 它 指' : `Belief: ${quote(token)} stands for`),
  /** What a step really does under a wrong way. */
  wrong: {
    softmax_columns: {
      softmax:
        'The wrong way: softmax along columns. Each column loses its largest score and is divided by its own sum: ' +
        'every column adds up to 1, rows need not.',
    },
    mask_after_softmax: {
      mask: 'The wrong way: no score is changed now; what must not be seen has its weight set to 0 after softmax.',
      softmax:
        'The wrong way: softmax over all places, then the weights of hidden ones are set to 0 without dividing ' +
        'again: a row with hidden places adds up to less than 1.',
    },
    zero_mask: {
      mask:
        'The wrong way: a hidden place gets the score 0, not −∞. 0 is a score like any other; its exponential ' +
        'gets a weight.',
      softmax:
        'The wrong way: hidden places have the score 0, so they lose the largest, are exponentiated and divided ' +
        'like the others, and get weight.',
    },
    no_head_transpose: {
      project:
        'The wrong way: heads are split without a transpose. The three matrices are as ever, but the rows of one ' +
        'head hold numbers of other tokens; names no longer say whose they are.',
      merge:
        'The wrong way: joined without a transpose too. A row holds not the same row of every head but neighbouring ' +
        'rows end to end, times W_O.',
    },
  },
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
        `${f.times === 1 ? 'taken as they are' : `multiplied by √${f.D} ≈ ${n(f.times)}`}. ` +
        (f.twins > 1
          ? `The word occurs ${f.twins} times here, with identical rows.`
          : 'It knows nothing of its context yet.'),
    },
    position: {
      short: 'Position',
      title: 'The place',
      lead: (f) =>
        'Attention by itself does not see order: shuffle the words of an encoder and every result just moves along ' +
        `with its token. ${PLACES[f.position](f)}`,
      now: (f) =>
        `${quote(f.token)} is token ${f.place + 1}; in the formula i = ${f.place}, counting from 0. ` +
        (f.position === 'sinusoidal'
          ? `Its position vector begins ${n(f.first[0])}, ${n(f.first[1])} and is added value by value.`
          : 'Nothing is added to its vector.'),
    },
    norm: {
      short: 'Norm',
      title: 'First, one common scale',
      lead:
        'Before attention, each vector loses its mean, is divided by its standard deviation, then takes a learned ' +
        'factor and a learned shift. Large and small vectors can now be compared.',
      now: (f) =>
        `The row of ${quote(f.token)} has a mean of about ${n(f.mean, 3)} and a standard deviation of about ` +
        `${n(f.std, 3)}.`,
    },
    project: {
      short: 'Q K V',
      title: 'One vector, three roles',
      lead:
        'The same vector meets three matrices. The query is “what I look for”, the key “how I can be found”, the ' +
        'value “what you take away”. Keys match, values carry.',
      now: (f) =>
        f.fault === 'no_head_transpose'
          ? `The query of ${f.K} dimensions in the row of ${quote(f.token)} is made of the vector of ` +
            `${quote(f.holder)}; the largest in size is dimension ${f.dimension + 1}: ${n(f.value)}.`
          : `The ${f.D} values of ${quote(f.token)} meet the ${f.K} columns of W_Q that belong to this head, plus a ` +
            `bias, giving a query of ${f.K} dimensions; the largest in size is dimension ${f.dimension + 1}: ` +
            `${n(f.value)}.`,
    },
    rotate: {
      short: 'Rotate',
      title: 'Turning the place into query and key',
      lead:
        'RoPE takes neighbouring values as a point and turns it by an angle that follows the position. A dot ' +
        'product of two tokens then depends on what they hold and on how far apart they are, not on where they ' +
        'stand. Values are not turned.',
      now: (f) =>
        f.place === 0
          ? `For the row of ${quote(f.token)} i = 0, so the angle is 0 and query and key are as before.`
          : `For the row of ${quote(f.token)} i = ${f.place}, counting from 0: the first two dimensions of query and ` +
            `key are turned by ${f.place} ${f.place === 1 ? 'radian' : 'radians'}, later ones by less.`,
    },
    score: {
      short: 'Scores',
      title: 'A query meets the keys',
      lead: ({ rotary }) =>
        'One row of queries passes every column of keys: multiply pair by pair, add up, one score each' +
        `${rotary ? '; both have been turned by their positions' : ''}. A high score means the two agree in the eyes ` +
        'of this head. Rows are queries, columns keys: read across to see who looks at whom.',
      now: (f) =>
        `${quote(f.token)} agrees best with ${quote(f.best)}, score ${n(f.high)}, and least with ` +
        `${quote(f.worst)}, ${n(f.low)}.`,
    },
    scale: {
      short: 'Scale',
      title: 'Scaling',
      lead: ({ scale }) => `${WHY_SCALE}${SCALING[scale]}`,
      now: (f) =>
        f.scale === 'none'
          ? `Scores are not scaled: the highest is ${n(f.scaled.high)}, the lowest ${n(f.scaled.low)}.`
          : `${divided(f)}: the highest goes from ${n(f.raw.high)} to ${n(f.scaled.high)}, the lowest from ` +
            `${n(f.raw.low)} to ${n(f.scaled.low)}.`,
    },
    mask: {
      short: 'Mask',
      title: 'Who may see whom',
      lead:
        'A hidden place gets the score −∞, not 0, so that softmax gives it exactly nothing. Without a mask ' +
        'everything is seen; a causal mask allows only a token itself and what came before. Pick a cell to open a ' +
        'panel in which its edge can be cut.',
      now: (f) =>
        f.hidden === 0
          ? `All ${f.pairs} pairs are visible; no score is changed.`
          : (MASKED[f.fault]?.(f) ??
            `${f.hidden} of ${f.pairs} pairs become −∞; ${quote(f.token)} still sees ${f.visible} places.`),
    },
    softmax: {
      short: 'Softmax',
      title: 'Scores become weights',
      lead:
        'Subtract the largest of the row so that nothing overflows, take exponentials, divide by their sum. ' +
        'Visible places share out all of the weight, which adds up to 1; hidden ones get exactly 0.',
      now: (f) => {
        if (f.fault === 'softmax_columns') return SHARED[f.fault](f);
        if (f.empty) return `${quote(f.token)} sees no place at all; its weights are 0 by definition.`;
        return f.hidden > 0 && SHARED[f.fault] ? SHARED[f.fault](f) : shares(f);
      },
    },
    mix: {
      short: 'Mix',
      title: 'Values come back by weight',
      lead:
        'Every place’s value vector, times its weight, all added up: that is what this head brings back for the ' +
        'token. The larger a weight, the larger the number that its value vector is multiplied by.',
      now: (f) =>
        f.empty
          ? `${quote(f.token)} brings nothing back; the output is the zero vector.`
          : `For ${quote(f.token)} the value of ${quote(f.first)} is multiplied by ${pct(f.weight)}, the largest ` +
            `weight; next comes ${quote(f.second)}, ${pct(f.next)}.`,
    },
    merge: {
      short: 'Merge',
      title: 'Heads side by side, projected once more',
      lead:
        'Each head looks in a small space of its own. Their outputs are laid end to end, back to full width, and ' +
        'W_O mixes what they found.',
      now: (f) =>
        `${f.H} heads give ${f.K} values each, ${f.D} in all; after W_O and its bias the largest in size is ` +
        `dimension ${f.dimension + 1}: ${n(f.value)}.` +
        (f.off > 0 ? ` Heads switched off: ${f.off}; zeros stand for their values.` : ''),
    },
    add: {
      short: 'Add',
      title: 'Added to what was there',
      lead:
        'Attention replaces nothing; it adds. What was known stays, in a channel that runs through the whole ' +
        'model: the residual stream. After adding, it is normalised again for the feed-forward.',
      now: (f) =>
        `Dimension ${f.dimension + 1} of ${quote(f.token)} changes most: it was about ${n(f.from)}, and about ` +
        `${n(f.by)} is added.`,
    },
    'feed-forward': {
      short: 'Feed-forward',
      title: 'Each on its own: the feed-forward',
      lead:
        'Attention exchanges, the feed-forward digests. Every token alone is widened, passed through an activation ' +
        'and narrowed again, then added to the stream.',
      now: (f) =>
        `${f.awake} of ${f.F} hidden units respond to ${quote(f.token)}; dimension ${f.dimension + 1} gets most: ` +
        `about ${n(f.from)} plus about ${n(f.by)}.`,
    },
    block: {
      short: 'Layer',
      title: 'The same steps, one layer on',
      lead:
        'The steps are those of layer 1, the parameters are its own. What attention writes and what the ' +
        'feed-forward writes is added to the stream. To see every step, press “All layers step by step” at the right ' +
        'end of the player.',
      now: (f) =>
        (f.weight === 0
          ? `In head ${f.head + 1}, ${quote(f.token)} gives every place the weight 0. `
          : `In head ${f.head + 1}, ${quote(f.token)} gives most attention to ${quote(f.best)}: ${pct(f.weight)}. `) +
        `Attention writes most in dimension ${f.mixed.dimension + 1}: ${n(f.mixed.value)}; ` +
        `the feed-forward in dimension ${f.digested.dimension + 1}: ${n(f.digested.value)}.`,
    },
    prediction: {
      short: 'Prediction',
      title: 'In the end, who is it?',
      lead: ({ names }) =>
        'The last vector is compared with the vector of every word, then softmax once more: the ' +
        'probabilities of all words add up to 1.' +
        (names.length > 0 ? ' The bar at the bottom splits that 1 between the candidates and all other words.' : ''),
      now: (f) =>
        f.names.length === 0
          ? `The likeliest word at ${quote(f.token)} is ${quote(f.word)}: ${pct(f.probability)}.`
          : `Probabilities at ${quote(f.token)}: ` +
            `${f.names.map((name, i) => `${name} ≈ ${n(f.shares[i], 3)}`).join(', ')}; all other words ≈ ` +
            `${n(f.shares.at(-1), 3)}.`,
    },
  },
};
