/** Which layer and which head are shown. */
import { html, nothing } from 'lit';
import { choices } from './choices.js';

const numbered = (count) => Array.from({ length: count }, (_, i) => [i, String(i + 1)]);

/** @param {{view, text, layer: boolean, head: boolean}} parts which of the two can be chosen */
export function drawPlace({ view, text: { controls }, layer, head }, act) {
  const layers = () =>
    choices(controls.layer, 'layer', numbered(view.shape.layers), view.layer, (chosen) => act({ layer: chosen }));
  const heads = () =>
    choices(controls.head, 'head', numbered(view.shape.H), view.head, (chosen) => act({ head: chosen }));
  return html`<div class="place">${layer ? layers() : nothing} ${head ? heads() : nothing}</div>`;
}
