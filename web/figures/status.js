/** What is going on, in one line: fetching, failed and what to do, which build runs, what of a link was not used. */
import { html, nothing } from 'lit';
import { drawBadges } from './badges.js';

const notice = (list, say) =>
  list.length > 0 ? html`<p class="notice" role="status">${say(list.join('\u3001'))}</p>` : nothing;

function progress(text, { phase, percent, error, engine }, badges, act) {
  const { status, errors } = text;
  if (phase === 'failed') {
    const say = errors[error.code] ?? errors.fallback;
    return html`<p class="failed" role="alert">
      ${say(error.details ?? {})} <button type="button" @click=${act.retry}>${status.retry}</button>
    </p>`;
  }
  if (phase === 'ready') return html`<p class="ready">${status.ready(engine.build)} ${drawBadges(badges, text)}</p>`;
  return html`<p class="loading" role="status">
    ${percent > 0 ? status.loading(percent) : status.start}<progress
      max="100"
      .value=${percent}
      aria-label=${status.start}
    ></progress>
  </p>`;
}

/** @param {object} parts text, experiment, badges (names), badLink ([{name, value}]) */
export function drawStatus({ text, experiment, badges, badLink }, act) {
  const { status } = text;
  return html`<div class="status">
    ${progress(text, experiment, badges, act)}
    ${notice(
      badLink.map(({ name, value }) => `${name}=${value}`),
      status.badLink,
    )}
    ${notice(experiment.outside, status.outside)}
  </div>`;
}
