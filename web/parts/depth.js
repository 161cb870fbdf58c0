/** How deep a step is told: the idea in words, the formula, or the C that computes it, line for line. */
import { html, nothing } from 'lit';
import { formula } from '../draw/formula.js';
import { choices } from './choices.js';

/** The sources, fetched when somebody wants to read them: null until then, false where they could not be had. */
let sources = null;

async function fetchSources(redraw) {
  try {
    sources = (await import('../story/code.generated.js')).default;
  } catch {
    sources = false;
  }
  redraw();
}

function code(file, { depth }, redraw) {
  if (sources === null) fetchSources(redraw);
  const lines = sources === false ? depth.missing : sources?.[file];
  return html`<figure class="code">
    <figcaption>src/steps/${file}</figcaption>
    <pre tabindex="0" translate="no"><code>${lines}</code></pre>
  </figure>`;
}

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
    ${state.depth === 'formula' ? written : nothing}
    ${state.depth === 'code' ? code(picture.code, text, act.redraw) : nothing}
  </div>`;
}
