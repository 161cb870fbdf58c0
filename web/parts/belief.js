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

/** What the words at the reading place share out between them: one part each candidate, and one for all others. */
export function partsOf(view) {
  const { reading: row, candidates, shape } = view;
  const belief = view.get('belief');
  const share = (column) => belief.data[row * belief.shape[1] + column];
  const probabilities = view.get('probabilities').data;
  const named = candidates.map((id, column) => ({
    name: view.word(id),
    tone: `candidate-${Math.min(column, 2)}`,
    value: probabilities[row * shape.V + id],
    cell: { tensor: 'probabilities', row, column: id },
    share: { value: share(column), cell: { tensor: 'belief', row, column } },
  }));
  const column = candidates.length;
  const others = { name: view.words.elsewhere, tone: 'elsewhere', value: share(column) };
  return [...named, { ...others, cell: { tensor: 'belief', row, column } }];
}

/** A number with the trace cell behind it. */
const number = ({ value, cell }, text) =>
  html`<span data-tensor=${cell.tensor} data-row=${cell.row} data-column=${cell.column} data-value=${String(value)}
    >${text}</span
  >`;

/** One bar of all that there is; the mark stands where the first candidate's part would end by the rule. */
function stack(parts, truth) {
  const named = parts.slice(0, -1).reduce((sum, { value }) => sum + value, 0);
  return html`<div class="stack" aria-hidden="true">
    ${parts.map(({ tone: hue, value }) => html`<i class=${hue} .style=${`--share:${value}`}></i>`)}
    ${truth === null ? nothing : html`<b class="truth" .style=${`--at:${truth * named}`}></b>`}
  </div>`;
}

/** Its share of what the candidates have; the only one has all of it, which needs no words. */
const shareOf = ({ share }, several, words) =>
  share && html`<small>${several ? words.share : ''} ${number(share, several ? share.value.toFixed(3) : '')}</small>`;

const line = (part, several, words) =>
  html`<div class=${`bar ${part.tone}`}>
    <dt>${part.name}</dt>
    <dd>${number(part, part.value.toFixed(3))}${shareOf(part, several, words)}</dd>
  </div>`;

export function drawBelief({ view, text, state, config, truth }, act) {
  const { belief, cell } = text;
  const row = view.reading;
  if (row < 0) return html`<p class="belief">${belief.none}</p>`;
  if (view.candidates.length === 0) return html`<p class="belief">${belief.alone}</p>`;
  const parts = partsOf(view);
  return html`<div class="belief" role="group" aria-label=${belief.name}>
    <h3>${config.architecture === 'decoder' ? belief.next : belief.of(view.tokens[row])}</h3>
    ${stack(parts, truth)}
    <dl>${parts.map((part) => line(part, view.candidates.length > 1, belief))}</dl>
    ${truth === null ? nothing : rule(belief, parts[0].name, truth)}
    ${state.cuts.length > 0 ? cutsMade(state.cuts, cell, act) : nothing}
  </div>`;
}
