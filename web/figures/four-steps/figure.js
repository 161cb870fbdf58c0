/** The four-steps figure: the scale switch, d_k, and the wrong ways with what each breaks. */
import { html, nothing } from 'lit';
import { softmaxFormula } from '../../draw/formula.js';
import { drawBadges, weightsBadge } from '../../parts/badges.js';
import { choices } from '../../parts/choices.js';
import { slider } from '../../parts/slider.js';
import { facts } from '../../story/facts.js';
import { whole } from '../../story/properties.js';
import { checks } from './checks.js';
import { WIDTHS } from './curves.js';
import { fourSteps } from './scene.js';
import { style } from './style.js';
import { HIDING, idle, tasks } from './tasks.js';

const OF_MODEL = 'sqrt(d_model)';

/** Of the random vectors. */
const WIDTH = { min: 1, max: 512, step: 1 };

/** The checks that are made on random vectors. */
const RANDOM = new Set(['spread']);

/**
 * The products that are drawn, the checks, and what scaling does at every width, which takes a while the first time.
 */
function* compute(lab, state) {
  const run = lab.run(state);
  run.derive('score_terms', state.layer, state.head);
  run.derive('value_terms', state.layer, state.head);
  const list = checks(lab, state);
  const here = lab.saturation(state.dk);
  const unmoved = idle(lab, state);
  for (const drawn of lab.saturations(WIDTHS)) yield { list, unmoved, saturation: { drawn, here, dK: state.dk } };
}

const badge = (words) => drawBadges(['random'], words);

const report = (list, { own, words }) =>
  html`<ul class="checks">
    ${list.map(
      ({ name, holds, detail }) =>
        html`<li class=${holds ? 'holds' : 'breaks'} data-check=${name} data-holds=${String(holds)}>
          <b aria-hidden="true">${holds ? '✓' : '✗'}</b>
          ${own.checks[name][holds ? 'holds' : 'breaks'](detail)}${RANDOM.has(name) ? badge(words) : nothing}
        </li>`,
    )}
  </ul>`;

/** What of a mask is wrong shows only where something is hidden. */
const masksSomething = ({ mask, cuts }) => mask === 'causal' || cuts.length > 0;

/** The wrong ways in one menu: mistakes of the engine's, and a divisor that people take for the right one. */
function wrongWays({ state, own: words, act }) {
  const chosen = state.fault === 'none' && state.scale === OF_MODEL ? OF_MODEL : state.fault;
  const choose = (value) =>
    value === OF_MODEL
      ? { scale: OF_MODEL, fault: 'none' }
      : {
          fault: value,
          ...(state.scale === OF_MODEL && { scale: 'sqrt(d_k)' }),
          ...(HIDING.includes(value) && !masksSomething(state) && { mask: 'causal' }),
        };
  return html`<label class="field"
    >${words.faultName}
    <select @change=${({ target: { value } }) => act(choose(value))}>
      ${Object.entries(words.faults).map(
        ([key, name]) => html`<option value=${key} ?selected=${key === chosen}>${name}</option>`,
      )}
    </select></label
  >`;
}

/** A wrong way that hides nothing, and where it would. */
const nothingHidden = (count, { own: words, act }) =>
  html`<p class="idle">
    ${words.idle(count)} <button type="button" @click=${() => act({ mask: 'causal' })}>${words.hide}</button>
  </p>`;

function controls({ list, unmoved }, view) {
  const { own: words, state, act } = view;
  const scales = Object.entries(words.scaleNames);
  return html`${choices(words.scaleName, 'scale', scales, state.scale, (scale) => act({ scale }))} ${wrongWays(view)}
  ${unmoved > 0 ? nothingHidden(unmoved, view) : nothing} ${report(list, view)}
  ${slider('d_k', WIDTH, state.dk, (dk) => act({ dk }))}`;
}

/** The key that is looked at in close-up: that of the chosen cell, else the one with the largest weight. */
function keyOf(view, cell) {
  const { T } = view.shape;
  const [down, across] = (cell && view.get(cell.tensor, cell.layer, cell.head)?.axes) ?? [];
  if (across === 'key') return cell.column;
  if (down === 'pair') return cell.row % T;
  const row = view.get('weights', view.layer, view.head).data.subarray(view.token * T, (view.token + 1) * T);
  return row.indexOf(Math.max(...row));
}

function picture(results, view) {
  const { list, saturation } = results;
  const { own: words, state } = view;
  return {
    ...words,
    lead: words.lead(view.shape),
    badges: [weightsBadge(state), 'computed', 'random'],
    formula: softmaxFormula(view.fault),
    code: '09_softmax.c',
    inLayer: true,
    now: words.now({
      ...facts('softmax', view),
      broken: list.filter(({ holds }) => !holds).length,
      dK: state.dk,
      draws: saturation.here,
    }),
    scene: fourSteps(view, { saturation, key: keyOf(view, state.cell) }),
    controls: controls(results, view),
  };
}

export default {
  name: 'four-steps',
  properties: { dk: { initial: 64, read: whole(WIDTH.min, WIDTH.max) } },
  parts: ['belief', 'layer', 'head'],
  texts: { zh: () => import('./text.zh.js'), en: () => import('./text.en.js') },
  style,
  tasks,
  compute,
  picture,
};
