/** A scene's formula as MathML, made from TeX when the site is built; the term that the scene has reached lights up. */
import { html } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import formulas from './formulas.generated.js';

/** The formula of softmax as it is run under a wrong way. */
export const softmaxFormula = (fault) =>
  ['softmax_columns', 'mask_after_softmax'].includes(fault) ? `softmax-${fault}` : 'softmax';

/** @param {number} lit which term is under way; 0 for none */
export const formula = (step, lit) => html`<div class="formula" data-lit=${lit}>${unsafeHTML(formulas[step])}</div>`;
