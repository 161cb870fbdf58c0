/** What to try: each step by hand or by a button, what came of it, and the way back. */
import { html, nothing } from 'lit';

const list = (words, facts) => (typeof words === 'function' ? words(facts) : words);

function drawTask(task, words, { text, act }) {
  const { name, facts, at, begun, outcome } = task;
  const said = outcome && (outcome.holds ? words.says(outcome) : text.task.otherwise);
  const step = (label, i) =>
    html`<button type="button" aria-pressed=${i < at} @click=${() => act.take(task, i + 1)}>
      ${text.task.take(label)}
    </button>`;
  return html`<li data-task=${name}>
    <p>${list(words.asks, facts)}</p>
    <div class="steps">
      ${list(words.steps, facts).map(step)}
      ${
        begun
          ? html`<button type="button" class="quiet" @click=${() => act.back(task)}>${text.task.back}</button>`
          : nothing
      }
    </div>
    <div aria-live="polite">${said ? html`<p class="outcome">${said}</p>` : nothing}</div>
  </li>`;
}

/** @param {object} parts view, text, tries (story/task.js, takeUp) */
export const drawTasks = ({ view, text, tries }, act) =>
  html`<section class="task">
    <h3>${text.task.name}</h3>
    <ul>
      ${tries.map((task) => drawTask(task, view.own.tasks[task.name], { text, act }))}
    </ul>
  </section>`;
