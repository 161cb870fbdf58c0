/** The overview: the whole model in one picture, from sentence to prediction, and the way to move about in it. */
import { weightsBadge } from '../../parts/badges.js';
import { drawMap } from '../../draw/map.js';
import { mapPart, oneOf } from '../../story/properties.js';
import { range } from '../../story/range.js';
import { rowOf } from '../../story/tensor.js';
import { style } from './style.js';

/** Heights: beside a page's text, and in a bar that stays in view. */
const LINE = { wide: 20, narrow: 17 };
const STRIP = { wide: 68, narrow: 52 };

function roomOf(view) {
  const { width, narrow, inBar, shape } = view;
  if (inBar) return { width, height: narrow ? STRIP.narrow : STRIP.wide, left: 0, right: 34, top: 0 };
  const longest = Math.max(...view.tokens.map((glyph) => [...glyph].length));
  const left = Math.min(narrow ? 64 : 118, 22 + longest * (narrow ? 11 : 14));
  const pitch = Math.max(5, Math.min(narrow ? LINE.narrow : LINE.wide, 420 / shape.T));
  return { width, height: 22 + shape.T * pitch, left, right: narrow ? 84 : 132, top: 22 };
}

/** The followed token's strongest look at another, in any head. */
function strongest({ shape: { T, H, layers }, token, tokens, get }) {
  const looks = range(layers * H * T).map((i) => {
    const [layer, head, key] = [Math.floor(i / (H * T)), Math.floor(i / T) % H, i % T];
    return { layer, head, key, weight: get('weights', layer, head).data[token * T + key] };
  });
  const others = looks.filter(({ key }) => key !== token);
  const { key, ...best } = others.reduce((found, look) => (look.weight > found.weight ? look : found), { weight: 0 });
  return { ...best, token: tokens[token], to: key === undefined ? null : tokens[key] };
}

/** Whom the model expects most, where there is a pronoun and anyone it could mean. */
function expected({ reading, candidates, get, word }) {
  if (reading < 0 || candidates.length === 0) return null;
  const probabilities = rowOf(get('probabilities'), reading);
  const shares = candidates.map((id) => ({ name: word(id), share: probabilities[id] }));
  return shares.reduce((best, one) => (one.share > best.share ? one : best));
}

function picture(_, view) {
  const { state, own: words, linkTo } = view;
  const room = roomOf(view);
  const hidden = state.answer === 'hidden';
  return {
    title: words.title,
    lead: words.lead,
    badges: [weightsBadge(state), 'computed'],
    formula: 'tokens',
    inLayer: false,
    now: words.now({ ...strongest(view), ...view.shape, expected: hidden ? null : expected(view) }),
    scene: {
      height: room.height + 4,
      blocks: [],
      lit: 0,
      over: drawMap(view, room, {
        here: state.at,
        hidden,
        hrefOf: (to) => linkTo({ figure: 'walk', ...to }),
        nameOf: words.part,
      }),
    },
  };
}

export default {
  name: 'overview',
  properties: {
    at: { initial: null, read: mapPart },
    answer: { initial: 'shown', read: oneOf('shown', 'hidden') },
  },
  parts: [],
  texts: { zh: () => import('./text.zh.js'), en: () => import('./text.en.js') },
  style,
  picture,
};
