/** How deep a step is told: the idea in words, the formula, or the C that computes it, line for line. */
import { html, nothing } from 'lit';
import { until } from 'lit/directives/until.js';
import { formula } from '../draw/formula.js';
import { choices } from './choices.js';

/** The sources are fetched when somebody wants to read them. */
const sourceOf = (file, { depth }) =>
  import('../story/code.generated.js').then(
    ({ default: sources }) => sources[file],
    () => depth.missing,
  );

const code = (file, text) =>
  html`<figure class="code">
    <figcaption>src/steps/${file}</figcaption>
    <pre tabindex="0" translate="no"><code>${until(sourceOf(file, text), '')}</code></pre>
  </figure>`;

/** @param {object} parts picture (with `formula` and, where one step is on stage, its source `code`), state, text */
export function drawDepth({ picture, state, text }, act) {
  const written = formula(picture.formula, picture.scene.lit);
  if (!picture.code) return written;
  const { name, idea, formula: symbols, code: lines } = text.depth;
  const depths = [
    ['idea', idea],
    ['formula', symbols],
    ['code', lines],
  ];
  return html`<div class="depth">
    ${choices(name, 'depth', depths, state.depth, (depth) => act({ depth }))}
    ${{ idea: nothing, formula: written, code: code(picture.code, text) }[state.depth]}
  </div>`;
}
