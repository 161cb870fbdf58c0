/** The four-steps figure: the scale switch, d_k, and the wrong ways with what each breaks. */
import { html } from 'lit';
import { WIDTHS } from '../draw/curves.js';
import { fourSteps } from '../draw/scenes/four-steps.js';
import { short } from '../draw/number.js';
import { facts } from '../story/facts.js';
import { choices } from './choices.js';

const same = (a, b) => a.data.every((value, i) => Object.is(value, b.data[i]));

/**
 * What must hold of a right attention, asked of this run's first layer, where nothing wrong has come in from below: each check is
 * named in text/.
 */
function checks(view, right) {
  const { head, shape: { T } } = view;
  const layer = 0;
  const at = (name) => view.get(name, layer, head);
  const [weights, masked, sums, empty] = [at('weights').data, right('masked', layer, head).data, at('weights_row_sum').data, at('row_empty').data];
  const worst = [...sums.keys()].filter((i) => empty[i] === 0).reduce((far, i) => (Math.abs(sums[i] - 1) > Math.abs(sums[far] - 1) ? i : far), 0);
  return [
    { name: 'rows', holds: Math.abs(sums[worst] - 1) < 1e-5, detail: { token: view.tokens[worst], value: short(sums[worst], 3) } },
    { name: 'hidden', holds: masked.every((score, i) => score !== -Infinity || weights[i] === 0), detail: {} },
    { name: 'scale', holds: same(at('scaled'), right('scaled', layer, head)) || !same(at('scores'), right('scores', layer, head)), detail: {} },
    { name: 'heads', holds: same(at('query'), right('query', layer, head)), detail: {} },
    { name: 'weights', holds: same(at('weights'), right('weights', layer, head)), detail: { cells: T * T } },
  ];
}

const report = (list, words) => html`<ul class="checks">${list.map(({ name, holds, detail }) => html`<li class=${holds ? 'holds' : 'breaks'} data-check=${name}
  data-holds=${String(holds)}><b aria-hidden="true">${holds ? '✓' : '✗'}</b> ${holds ? words.checks[name].holds : words.checks[name].breaks(detail)}</li>`)}</ul>`;

export function fourStepsPicture({ view, state, text, experiment, act }) {
  const words = text.figures['four-steps'];
  const saturation = { drawn: WIDTHS.map((dK) => experiment.saturation(dK)), here: experiment.saturation(state.dk), dK: state.dk };
  const list = checks(view, experiment.picture.right);
  return {
    ...words,
    group: text.badge.trained,
    formula: 'softmax',
    inLayer: true,
    now: words.now({ ...facts('softmax', view), broken: list.filter(({ holds }) => !holds).length }),
    scene: fourSteps(view, { saturation }),
    controls: html`
      ${choices(words.scaleName, 'scale', Object.entries(words.scaleNames), state.scale, (scale) => act({ scale }))}
      <label class="field">${words.faultName} <select @change=${(event) => act({ fault: event.target.value })}>${Object.entries(words.faults).map(([key, name]) =>
        html`<option value=${key} ?selected=${key === state.fault}>${name}</option>`)}</select></label>
      ${report(list, words)}
      <label class="slider">d_k <input type="range" min="1" max="512" step="1" .value=${String(state.dk)}
        @input=${(event) => act({ dk: Number(event.target.value) })}><output>${state.dk}</output></label>`,
  };
}
