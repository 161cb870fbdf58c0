/** What is going on, in one line: fetching, failed and what to do, which build runs, what of a link was not used. */
import { html, nothing } from 'lit';

const notice = (list, say) => (list.length > 0 ? html`<p class="notice" role="status">${say(list.join('\u3001'))}</p>` : nothing);

function progress(text, { phase, percent, error, engine }, badge, act) {
  const { status, errors } = text;
  if (phase === 'failed') {
    const say = errors[error.code] ?? errors.fallback;
    return html`<p class="failed" role="alert">${say(error.details ?? {})} <button type="button" @click=${act.retry}>${status.retry}</button></p>`;
  }
  if (phase === 'ready') return html`<p class="ready">${status.ready(engine.build)} <span class="badge" title=${text.badge.title}>${badge}</span></p>`;
  return html`<p class="loading" role="status">${percent > 0 ? status.loading(percent) : status.start}<progress max="100" .value=${percent}
    aria-label=${status.start}></progress></p>`;
}

/** @param {object} parts text, experiment, state, badLink ([{name, value}]) */
export function drawStatus({ text, experiment, state, badLink }, act) {
  const byHand = state.edits.length > 0 || state.keys !== 'own' || state.values !== 'own';
  const { status } = text;
  return html`<div class="status">
    ${progress(text, experiment, byHand ? text.badge.edited : text.badge.trained, act)}
    ${notice(badLink.map(({ name, value }) => `${name}=${value}`), status.badLink)}
    ${notice(experiment.outside, status.outside)}
  </div>`;
}
