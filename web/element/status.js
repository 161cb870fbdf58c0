/** What is going on, in one line: fetching, failed and what to do, which build runs, what of a link was not used. */
import { html, nothing } from 'lit';
import { drawBadges } from '../parts/badges.js';

const notice = (list, say) =>
  list.length > 0 ? html`<p class="notice" role="status">${say(list.join('\u3001'))}</p>` : nothing;

function line(text, { phase, percent, error, build }, badges, act) {
  const { status, errors } = text;
  if (phase === 'failed') {
    const say = errors[error.code] ?? errors.fallback;
    return html`<p class="failed" role="alert">
      ${say(error.details ?? {})} <button type="button" @click=${act.retry}>${status.retry}</button>
    </p>`;
  }
  if (phase === 'ready') return html`<p class="ready">${status.ready(build)} ${drawBadges(badges, text)}</p>`;
  return html`<p class="loading" role="status">
    ${percent > 0 ? status.loading(percent) : status.start}<progress
      max="100"
      .value=${percent}
      aria-label=${status.start}
    ></progress>
  </p>`;
}

/**
 * @param {object} parts text, progress ({phase, percent, error, build}), badges (names), badLink ([{name, value}]),
 *   outside (names)
 */
export function drawStatus({ text, progress, badges, badLink, outside }, act) {
  const { status } = text;
  const bad = badLink.map(({ name, value }) => `${name}=${value}`);
  return html`<div class="status">
    ${line(text, progress, badges, act)} ${notice(bad, status.badLink)} ${notice(outside, status.outside)}
  </div>`;
}
