/** A slider with its number beside it. */
import { html } from 'lit';

/**
 * @param {string} label
 * @param {{min: number, max: number, step: number}} range
 * @param {number} value
 * @param {(value: number) => void} act
 */
export const slider = (label, { min, max, step }, value, act) =>
  html`<label class="slider"
    >${label}
    <input
      type="range"
      min=${min}
      max=${max}
      step=${step}
      .value=${String(value)}
      @input=${(event) => act(Number(event.target.value))}
    /><output>${value}</output></label
  >`;
