/**
 * The stage: one scene as one SVG. Blocks below, marks above, and on top the outlines of a focused cell and of the
 * cells it comes from.
 */
import { svg, html, nothing } from 'lit';
import { drawBlock, placeOf, shows } from './block.js';
import { outline } from './marks.js';

/** Outlines around the places of the given cells; neighbours in a row or column share one outline. */
function marked(blocks, cells, only) {
  return blocks.flatMap((made) => {
    const places = cells.filter((cell) => shows(made, cell)).map(({ row, column }) => placeOf(made, row, column));
    if (places.length === 0) return [];
    const x = Math.min(...places.map((place) => place.x));
    const y = Math.min(...places.map((place) => place.y));
    const right = Math.max(...places.map((place) => place.x + place.width));
    const bottom = Math.max(...places.map((place) => place.y + place.height));
    return [outline({ x, y, width: right - x, height: bottom - y }, only ?? made.hue, only ? 2.5 : 1.5)];
  });
}

const pointers = (blocks, focus, from) =>
  svg`<g class="pointers">${marked(blocks, from)}${marked(blocks, [focus], 'focus')}</g>`;

const AFTER_CUT = new Set(['masked', 'exp', 'weights']);

/** Scissors in the corner of cut edges, in every matrix that the cut has changed. */
const scissors = (blocks, cuts) =>
  blocks
    .filter(({ tensor }) => AFTER_CUT.has(tensor))
    .flatMap((made) =>
      cuts
        .filter(({ layer = made.layer, head = made.head, query, key }) =>
          shows(made, { tensor: made.tensor, layer, head, row: query, column: key }),
        )
        .map(({ query, key }) => {
          const { x, y, width } = placeOf(made, query, key);
          return svg`<text class="scissors" aria-hidden="true" x=${x + width - 4} y=${y + 3}>✂</text>`;
        }),
    );

/**
 * @param {{height, blocks, over}} scene
 * @param {object} options width, label (names for blocks and cells), focus (cell or null), from (cells it comes
 *   from), cuts, summary
 */
export function drawStage(scene, { width, label, focus, from, cuts, summary }) {
  const drawn = (after) =>
    scene.blocks.filter((made) => Boolean(made.after) === after).map((made) => drawBlock(made, label));
  return html`<svg
    class="stage"
    width=${width}
    height=${scene.height}
    viewBox="0 0 ${width} ${scene.height}"
    role="group"
    aria-label=${summary}
  >
    <defs>
      <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line class="hatch" x1="0" y1="0" x2="0" y2="5" />
      </pattern>
    </defs>
    ${drawn(false)}
    <g class="over">${scissors(scene.blocks, cuts)}${scene.over}</g>
    ${drawn(true)} ${focus ? pointers(scene.blocks, focus, from) : nothing}
  </svg>`;
}
