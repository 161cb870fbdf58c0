/** The belief about the pronoun, always in view: so that a cut, a mask or a context is seen to change it. */
import { html, nothing } from 'lit';

/** What single cuts changed, and the way back. */
const cutsMade = (cuts, words, act) =>
  html`<p class="cuts">
    ✂ ${words.cuts(cuts.length)}
    <button type="button" @click=${() => act({ cuts: [] })}>${words.restoreAll}</button>
  </p>`;

const rule = (words, name, truth) =>
  html`<p class="rule" data-truth=${truth}>${words.rule(name, truth.toFixed(3))}</p>`;

const tone = (column, candidates) => (column < candidates ? `candidate-${Math.min(column, 2)}` : 'elsewhere');

/** One bar: name, share, length. The data names the trace cell behind it. */
const bar = (name, value, row, column, candidates, truth) =>
  html`<div
    class=${`bar ${tone(column, candidates)}`}
    data-tensor="belief"
    data-row=${row}
    data-column=${column}
    data-value=${String(value)}
  >
    <dt>${name}</dt>
    <dd>
      ${value.toFixed(3)}<i .style=${`--share:${value}`}
        >${truth === null || column > 0 ? nothing : html`<b class="truth" .style=${`--at:${truth}`}></b>`}</i
      >
    </dd>
  </div>`;

export function drawBelief({ view, text, state, config, truth }, act) {
  const { belief, cell } = text;
  const row = view.reading;
  if (row < 0) return html`<p class="belief">${belief.none}</p>`;
  if (view.candidates.length === 0) return html`<p class="belief">${belief.alone}</p>`;
  const { data, shape } = view.get('belief');
  const names = [...view.candidates.map(view.word), view.words.elsewhere];
  return html`<div class="belief" role="group" aria-label=${belief.name}>
    <h3>${config.architecture === 'decoder' ? belief.next : belief.of(view.tokens[row])}</h3>
    <dl>
      ${names.map((name, column) =>
        bar(name, data[row * shape[1] + column], row, column, view.candidates.length, truth),
      )}
    </dl>
    ${truth === null ? nothing : rule(belief, names[0], truth)}
    ${state.cuts.length > 0 ? cutsMade(state.cuts, cell, act) : nothing}
  </div>`;
}
