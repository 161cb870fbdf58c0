/** A row of choices: one tab stop, one of them chosen. */
import { html, nothing } from 'lit';

/** @param {[key, label, hint?][]} options */
export function choices(legend, name, options, value, act) {
  return html`<fieldset class="choices">
    <legend>${legend}</legend>
    <div>
      ${options.map(
        ([key, label, hint]) =>
          html`<label title=${hint ?? nothing}
            ><input
              type="radio"
              name=${name}
              .value=${String(key)}
              .checked=${key === value}
              @change=${() => act(key)}
            /><span>${label}</span></label
          >`,
      )}
    </div>
  </fieldset>`;
}
