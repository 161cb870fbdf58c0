/** The four-steps figure: the scale switch, d_k, and the wrong ways with what each breaks. */
import { html, nothing } from 'lit';
import { WIDTHS } from '../draw/curves.js';
import { fourSteps } from '../draw/scenes/four-steps.js';
import { short } from '../draw/number.js';
import { origin } from '../story/cells.js';
import { facts } from '../story/facts.js';
import { drawBadges, weightsBadge } from './badges.js';
import { choices } from './choices.js';

const OF_MODEL = 'sqrt(d_model)';

const same = (a, b) => a.data.every((value, i) => Object.is(value, b.data[i]));

/** Whether scores were divided by √d_k, to rounding. */
const scaledRight = (scores, scaled, width) =>
  scores.every((score, i) => Math.abs(scaled[i] * Math.sqrt(width) - score) <= 1e-4 * Math.abs(score) + 1e-6);

/** Scores of random vectors spread by about √d_k; what is left of that after dividing should be about 1. */
const aboutOne = (spread) => spread > 0.75 && spread < 1.33;

const differing = (a, b) => a.data.reduce((count, value, i) => count + !Object.is(value, b.data[i]), 0);

/**
 * What must hold of a right attention, asked of this run: each check is named in text/. The last two compare with a right run, in
 * the first layer, where nothing wrong has come in from below.
 */
function checks(view, { picture: { right }, spread: spreadOf }) {
  const {
    layer,
    head,
    shape: { K },
  } = view;
  const spread = spreadOf(K, origin({ tensor: 'scaled', layer, head, row: 0, column: 0 }, view.shape).by);
  const at = (name) => view.get(name, layer, head).data;
  const first = (name) => [view.get(name, 0, head), right(name, 0, head)];
  const [weights, hidden, sums, empty] = [
    at('weights'),
    right('masked', layer, head).data,
    at('weights_row_sum'),
    at('row_empty'),
  ];
  const worst = [...sums.keys()]
    .filter((i) => empty[i] === 0)
    .reduce((far, i) => (Math.abs(sums[i] - 1) > Math.abs(sums[far] - 1) ? i : far), 0);
  return [
    {
      name: 'rows',
      holds: Math.abs(sums[worst] - 1) < 1e-5,
      detail: { token: view.tokens[worst], value: short(sums[worst], 3) },
    },
    { name: 'hidden', holds: hidden.every((score, i) => score !== -Infinity || weights[i] === 0), detail: {} },
    { name: 'scale', holds: scaledRight(at('scores'), at('scaled'), K), detail: {} },
    { name: 'spread', holds: aboutOne(spread), detail: { value: short(spread) } },
    { name: 'heads', holds: same(...first('query')), detail: {} },
    { name: 'weights', holds: same(...first('weights')), detail: { cells: differing(...first('weights')) } },
  ];
}

const report = (list, words, text) =>
  html`<ul class="checks">
    ${list.map(
      ({ name, holds, detail }) =>
        html`<li class=${holds ? 'holds' : 'breaks'} data-check=${name} data-holds=${String(holds)}>
          <b aria-hidden="true">${holds ? '✓' : '✗'}</b>
          ${words.checks[name][holds ? 'holds' : 'breaks'](detail)}${name === 'spread' ? drawBadges(['random'], text) : nothing}
        </li>`,
    )}
  </ul>`;

/** The wrong ways in one menu: mistakes of the engine's, and a divisor that people take for the right one. */
const wrongWays = (state, words, act) =>
  html`<label class="field"
    >${words.faultName}
    <select
      @change=${({ target: { value } }) =>
        act(
          value === OF_MODEL
            ? { scale: OF_MODEL, fault: 'none' }
            : { fault: value, ...(state.scale === OF_MODEL && { scale: 'sqrt(d_k)' }) },
        )}
    >
      ${Object.entries(words.faults).map(
        ([key, name]) =>
          html`<option
            value=${key}
            ?selected=${key === (state.fault === 'none' && state.scale === OF_MODEL ? OF_MODEL : state.fault)}
          >
            ${name}
          </option>`,
      )}
    </select></label
  >`;

const PAIRS = new Set(['scores', 'scaled', 'exp', 'weights']);
const TERMS = new Set(['score_terms', 'value_terms']);

/** The key that is looked at in close-up: that of the chosen cell, else the one with the largest weight. */
function keyOf(view, cell) {
  const { T } = view.shape;
  if (cell && PAIRS.has(cell.tensor)) return cell.column;
  if (cell && TERMS.has(cell.tensor)) return cell.row % T;
  const row = view.get('weights', view.layer, view.head).data.subarray(view.token * T, (view.token + 1) * T);
  return row.indexOf(Math.max(...row));
}

export function fourStepsPicture({ view, state, text, experiment, act }) {
  const words = text.figures['four-steps'];
  const saturation = {
    drawn: WIDTHS.map((dK) => experiment.saturation(dK)),
    here: experiment.saturation(state.dk),
    dK: state.dk,
  };
  const list = checks(view, experiment);
  return {
    ...words,
    badges: [weightsBadge(state), 'computed', 'random'],
    formula: 'softmax',
    inLayer: true,
    now: words.now({
      ...facts('softmax', view),
      broken: list.filter(({ holds }) => !holds).length,
      dK: state.dk,
      draws: saturation.here,
    }),
    scene: fourSteps(view, { saturation, key: keyOf(view, state.cell) }),
    controls: html` ${choices(words.scaleName, 'scale', Object.entries(words.scaleNames), state.scale, (scale) => act({ scale }))}
      ${wrongWays(state, words, act)} ${report(list, words, text)}
      <label class="slider"
        >d_k
        <input
          type="range"
          min="1"
          max="512"
          step="1"
          .value=${String(state.dk)}
          @input=${(event) => act({ dk: Number(event.target.value) })}
        /><output>${state.dk}</output></label
      >`,
  };
}
