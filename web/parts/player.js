/**
 * The player: first, back, play, forward, last; a scrub bar over all moments; speed and pace. A figure that uses it
 * has `moments` (parts/walker.js), the state properties that those name, `pace` (brief or full), and in its own words
 * `steps`: { title, short } for each step.
 */
import { html, nothing } from 'lit';

const ICONS = {
  first: 'M6 5v14M19 5 9 12l10 7z',
  back: 'M17 5 7 12l10 7z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M7 5h4v14H7zM14 5h4v14h-4z',
  forward: 'M7 5l10 7-10 7z',
  last: 'M18 5v14M5 5l10 7-10 7z',
  pace: 'M12 4l9 5-9 5-9-5zM3 14l9 5 9-5',
};

const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

const button = (name, label, act, disabled = false) =>
  html`<button type="button" class=${name} title=${label} aria-label=${label} ?disabled=${disabled} @click=${act}>
    ${icon(name)}
  </button>`;

function grouped(moments) {
  const groups = new Map();
  for (const moment of moments) groups.set(moment.group, [...(groups.get(moment.group) ?? []), moment]);
  return [...groups.values()];
}

/** The part of the whole that a moment belongs to, in words. */
export const groupName = ({ layer, group }, { groups }) => (layer === null ? groups[group] : groups.layer(layer));

/** One piece of rail a moment, in its group; how much of it is filled says where the figure stands. */
function rail(moments, at, steps, words) {
  return html`<div class="rail" aria-hidden="true">
    ${grouped(moments).map(
      (members) =>
        html`<div class="group" .style=${`flex-grow:${members.length}`}>
          <div class="pieces">
            ${members.map((moment) => piece(moments.indexOf(moment), at, steps[moment.step].short))}
          </div>
          <span>${groupName(members[0], words)}</span>
        </div>`,
    )}
  </div>`;
}

function piece(i, at, title) {
  const here = i === at.index;
  const done = here ? at.t : Number(i < at.index);
  return html`<i class=${here ? 'here' : ''} title=${title} .style=${`--done:${done}`}></i>`;
}

/** @param {Function} scrub what a move of the bar does */
const bar = ({ moments, at, label, where, disabled }, scrub) =>
  html`<input
    type="range"
    min="0"
    max=${moments.length}
    step="0.01"
    .value=${String(at.index + at.t)}
    aria-label=${label}
    aria-valuetext=${where}
    ?disabled=${disabled}
    @input=${scrub}
  />`;

const speeds = (speed, label, act) =>
  html`<select
    class="speed"
    aria-label=${label}
    title=${label}
    .value=${speed}
    @change=${(event) => act.speed(event.target.value)}
  >
    ${['0.5', '1', '2'].map((value) => html`<option value=${value} ?selected=${value === speed}>${value}×</option>`)}
  </select>`;

/** Whether every step of every layer is told. */
const pace = (state, player, disabled, act) =>
  html`<button
    type="button"
    class="pace"
    title=${player.pace}
    aria-label=${player.pace}
    aria-pressed=${state.pace === 'full'}
    ?disabled=${disabled}
    @click=${() => act({ pace: state.pace === 'full' ? 'brief' : 'full' })}
  >
    ${icon('pace')}
  </button>`;

/**
 * @param {object} parts walker (moments, at, playing), view, own (the figure's words, with `steps`), disabled
 * @param {object} act called with a change of the state; go(index, t), toggle(), step(±1), edge(±1), speed(value)
 */
export function drawPlayer({ walker: { moments, at, playing }, view, own: { steps }, disabled }, act) {
  const { words, state } = view;
  const { player } = words;
  const where = player.at(at.index + 1, moments.length, steps[moments[at.index].step].title);
  const scrub = (event) => {
    const value = Number(event.target.value);
    const index = Math.min(moments.length - 1, Math.floor(value));
    act.go(index, value - index);
  };
  const press = (name, label, does) => button(name, label, does, disabled);
  return html`<div class="player" role="group" aria-label=${player.name}>
    <div class="buttons">
      ${press('first', player.first, () => act.edge(-1))}${press('back', player.back, () => act.step(-1))}
      ${press(playing ? 'pause' : 'play', playing ? player.pause : player.play, act.toggle)}
      ${press('forward', player.forward, () => act.step(1))}${press('last', player.last, () => act.edge(1))}
    </div>
    <div class="scrub">
      ${bar({ moments, at, label: player.scrub, where, disabled }, scrub)} ${rail(moments, at, steps, words)}
    </div>
    ${speeds(state.speed, player.speed, act)} ${state.pace === undefined ? nothing : pace(state, player, disabled, act)}
  </div>`;
}
