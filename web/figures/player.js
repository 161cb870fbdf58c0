/** The player: first, back, play, forward, last; a scrub bar over the whole walk; speed. */
import { html } from 'lit';
import { groupOf } from '../story/walk.js';
import { groupName } from './walk.js';

const ICONS = {
  first: 'M6 5v14M19 5 9 12l10 7z',
  back: 'M17 5 7 12l10 7z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M7 5h4v14H7zM14 5h4v14h-4z',
  forward: 'M7 5l10 7-10 7z',
  last: 'M18 5v14M5 5l10 7-10 7z',
};

const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

const button = (name, label, act, disabled = false) =>
  html`<button type="button" class=${name} title=${label} aria-label=${label} ?disabled=${disabled} @click=${act}>
    ${icon(name)}
  </button>`;

function grouped(moments) {
  const groups = new Map();
  for (const moment of moments) groups.set(groupOf(moment), [...(groups.get(groupOf(moment)) ?? []), moment]);
  return [...groups.values()];
}

/** One piece of rail a moment, in its group; how much of it is filled says where the walk stands. */
function rail(moments, at, text) {
  return html`<div class="rail" aria-hidden="true">
    ${grouped(moments).map(
      (members) =>
        html`<div class="group" .style=${`flex-grow:${members.length}`}>
          <div class="pieces">
            ${members.map((moment) => piece(moments.indexOf(moment), at, text.steps[moment.step].short))}
          </div>
          <span>${groupName(members[0], text)}</span>
        </div>`,
    )}
  </div>`;
}

const piece = (i, at, title) =>
  html`<i
    class=${i === at.index ? 'here' : ''}
    title=${title}
    .style=${`--done:${i < at.index ? 1 : i > at.index ? 0 : at.t}`}
  ></i>`;

/**
 * @param {object} parts walker (moments, at, playing), speed, text, disabled
 * @param {object} act go(index, t), toggle(), step(±1), edge(±1), speed(value)
 */
export function drawPlayer({ walker: { moments, at, playing }, speed, text, disabled }, act) {
  const { player } = text;
  const { step } = moments[at.index];
  const where = player.at(at.index + 1, moments.length, text.steps[step].title);
  const scrub = (event) => {
    const value = Number(event.target.value);
    const index = Math.min(moments.length - 1, Math.floor(value));
    act.go(index, value - index);
  };
  return html`<div class="player" role="group" aria-label=${player.name}>
    <div class="buttons">
      ${button('first', player.first, () => act.edge(-1), disabled)}${button('back', player.back, () => act.step(-1), disabled)}
      ${button(playing ? 'pause' : 'play', playing ? player.pause : player.play, act.toggle, disabled)}
      ${button('forward', player.forward, () => act.step(1), disabled)}${button('last', player.last, () => act.edge(1), disabled)}
    </div>
    <div class="scrub">
      <input
        type="range"
        min="0"
        max=${moments.length}
        step="0.01"
        .value=${String(at.index + at.t)}
        aria-label=${player.scrub}
        aria-valuetext=${where}
        ?disabled=${disabled}
        @input=${scrub}
      />
      ${rail(moments, at, text)}
    </div>
    <select
      class="speed"
      aria-label=${player.speed}
      title=${player.speed}
      .value=${speed}
      @change=${(event) => act.speed(event.target.value)}
    >
      ${['0.5', '1', '2'].map((value) => html`<option value=${value} ?selected=${value === speed}>${value}×</option>`)}
    </select>
  </div>`;
}
