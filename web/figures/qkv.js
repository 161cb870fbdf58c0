/** The Q/K/V figure: the three weights, what comes of changing them, and two swaps that say why there are three. */
import { html, nothing } from 'lit';
import { qkv } from '../draw/scenes/qkv.js';
import { facts } from '../story/facts.js';
import { weightsBadge } from './badges.js';
import { choices } from './choices.js';

/** Is a matrix its own mirror image, to rounding? */
function symmetric({ data, shape: [n] }) {
  return [...data.keys()].every((i) => {
    const mirrored = data[(i % n) * n + Math.floor(i / n)];
    return Math.abs(data[i] - mirrored) <= 1e-4 * Math.max(1, Math.abs(data[i]));
  });
}

export function qkvPicture({ view, state, text, act }) {
  const words = text.figures.qkv;
  const of = (tensor) => symmetric(view.get(tensor, view.layer, view.head));
  return {
    ...words,
    badges: [weightsBadge(state), ...(weightsBadge(state) === 'trained' ? ['computed'] : [])],
    formula: 'project',
    inLayer: true,
    now: words.now({
      ...facts('project', view),
      scores: of('scores'),
      weights: of('weights'),
      edits: state.edits.length,
    }),
    scene: qkv(view),
    controls: html` ${choices(
      words.keysName,
      'keys',
      [
        ['own', words.ownKeys],
        ['query', 'W_K := W_Q'],
      ],
      state.keys,
      (keys) => act({ keys }),
    )}
    ${choices(
      words.valuesName,
      'values',
      [
        ['own', words.ownValues],
        ['input', 'V := X'],
      ],
      state.values,
      (values) => act({ values }),
    )}
    ${state.edits.length > 0 ? html`<p>${words.edited(state.edits.length)} <button type="button" @click=${() => act({ edits: [] })}>${words.undo}</button></p>` : nothing}`,
  };
}
