/** A scene's formula as MathML, made from TeX when the site is built; the term that the scene has reached lights up. */
import { html } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import formulas from './formulas.generated.js';

/** @param {number} lit which term is under way; 0 for none */
export const formula = (step, lit) => html`<div class="formula" data-lit=${lit}>${unsafeHTML(formulas[step])}</div>`;
