/** What every figure can be tried with: the model, positions, and a sentence of the reader's own. */
import { html } from 'lit';
import { NEW_MODEL, ownMask } from '../story/state.js';
import { choices } from './choices.js';
import { drawOwnSentence } from './sentence.js';

function drawAll(parts, act) {
  const { state, text } = parts;
  const { controls } = text;
  const choose = (model) => act({ ...NEW_MODEL, model, mask: ownMask(model) });
  return html`${choices(controls.model, 'model', Object.entries(controls.models), state.model, choose)}
    <p class="about">${controls.aboutModel[state.model]}</p>
    ${choices(controls.position, 'position', Object.entries(controls.positions), state.position, (position) =>
      act({ position }),
    )}
    ${drawOwnSentence(parts, act)}`;
}

/**
 * The same in every figure: open under one that plays; folded under the others, which have controls of their own,
 * unless the reader's sentence is in view or could not be read.
 * @param {object} parts state, text, draft, problem, vocabulary, disabled, uses (the parts of the figure)
 */
export function drawControls(parts, act) {
  const { state, text, problem, disabled, uses } = parts;
  const { name } = text.controls;
  if (uses.has('player'))
    return html`<fieldset class="controls" ?disabled=${disabled}>
      <legend>${name}</legend>
      ${drawAll(parts, act)}
    </fieldset>`;
  return html`<details class="experiments" ?open=${Boolean(problem) || state.sentence !== null}>
    <summary>${name}</summary>
    <fieldset class="controls" ?disabled=${disabled} aria-label=${name}>${drawAll(parts, act)}</fieldset>
  </details>`;
}
