/** What stands around every picture, and the parts that its figure asks for. */
import { html, nothing } from 'lit';
import { drawStage } from '../draw/stage.js';
import { drawBadges, weightsBadge } from '../parts/badges.js';
import { drawBelief } from '../parts/belief.js';
import { drawControls } from '../parts/controls.js';
import { drawDepth } from '../parts/depth.js';
import { drawPlace } from '../parts/place.js';
import { drawPlayer } from '../parts/player.js';
import { drawSwitches, drawTokens } from '../parts/sentence.js';
import { drawTasks } from '../parts/tasks.js';
import { drawStatus } from './status.js';

/** The parts that stand there until the figure says which it uses. */
const FIRST_PARTS = ['belief', 'head'];

/** Before there are words in the reader's language, and they cannot be fetched. */
export const drawWordless = () =>
  html`<p class="failed" role="alert">
    <span lang="zh-CN">没有取到这幅图的文字，请刷新页面。</span>
    <span lang="en">The words of this figure could not be fetched; please reload the page.</span>
  </p>`;

/** What is going on: with the lab, and with the figure. */
function progress({ lab, failure, shown }) {
  if (failure) return { phase: 'failed', error: failure };
  const waits = lab.phase === 'ready' && !shown.run && !shown.problem;
  return { phase: waits ? 'loading' : lab.phase, percent: lab.percent, error: lab.error, build: lab.engine?.build };
}

/** The stage and what is pressed, dragged or pointed at on it. */
function drawStageBox({ view, state, picture, label, inspected }, reader) {
  const { drag } = reader;
  return html`<div
    class="stage-box"
    .style=${picture.room ? `--room:${picture.room}px` : ''}
    @pointerover=${reader.onPoint}
    @pointerleave=${reader.onPoint}
    @focusin=${reader.onChoose}
    @click=${reader.onChoose}
    @pointerdown=${drag}
    @pointermove=${drag}
    @pointerup=${drag}
    @pointercancel=${drag}
  >
    ${drawStage(picture.scene, {
      width: view.width,
      label,
      focus: inspected?.cell ?? null,
      from: inspected?.sources ?? [],
      cuts: state.cuts,
      summary: picture.now,
    })}
    ${picture.note ? html`<p class="note">${picture.note}</p>` : nothing}
    ${picture.part ? html`<div class="camera" aria-hidden="true"></div>` : nothing}
  </div>`;
}

const menu = (name, content, open = false) =>
  html`<details class="menu" ?open=${open}>
    <summary>${name}</summary>
    <div class="panel">${content}</div>
  </details>`;

/** What can be taken away: the code for it is fetched when the menu is opened. */
const drawTake = (parts, { act, take }) =>
  html`<details class="menu take" @toggle=${act.openTake}>
    <summary>${parts.text.tools.name}</summary>
    ${take ? take(parts) : nothing}
  </details>`;

/** Model, positions, a sentence of the reader's own, and what can be taken away: in a bar, folded into one menu. */
function drawExtras({ shown, lab, link, reader, stage, controls }, about) {
  const { view, state, text, picture, problem } = shown;
  const draft = reader.draft ?? state.sentence ?? '';
  const given = { view, text, scene: picture.scene, link, run: shown.run, stage };
  const tools = shown.run ? drawTake(given, reader) : nothing;
  if (controls === 'own') return tools;
  const experiments = drawControls({ ...about, draft, problem, vocabulary: lab.vocabulary }, reader.act);
  return controls === 'bar'
    ? menu(text.controls.menu, html`${experiments}${tools}`, Boolean(problem))
    : html`${tools}${experiments}`;
}

/**
 * @param {object} parts shown (from the display), figure (its declaration, or null) and own (its words), lab,
 *   failure, badLink, link, reader, walker, stage (a function that finds the drawn SVG), controls (which of them stand
 *   here: `all`; `own`, where a bar of the page has the others; `bar`, for that bar)
 */
export function drawShell(parts) {
  const { shown, figure, own, lab, badLink, reader, walker, controls } = parts;
  const { view, state, text, picture, outside } = shown;
  const { act } = reader;
  const uses = new Set(figure?.parts ?? FIRST_PARTS);
  const level = controls === 'own' ? 3 : 2; // under the heading of the page's chapter
  const about = { ...shown, uses, controls, level, disabled: lab.phase !== 'ready' };
  const badges = picture.badges ?? [weightsBadge(state)];
  const sentence = html`<div class="sentence">${drawTokens(about, act)}${drawSwitches(about, act)}</div>`;
  return html`<div
    class=${`walk ${state.figure} ${controls}`}
    role="group"
    lang=${text.lang === 'zh' ? 'zh-CN' : 'en'}
    aria-label=${picture.title}
    @keydown=${reader.onKey}
  >
    ${drawStatus({ text, progress: progress(parts), badges, badLink, outside }, act)}
    ${controls === 'own' ? nothing : sentence} ${controls === 'bar' ? nothing : drawStory(about, reader)}
    ${drawStageBox(shown, reader)}
    ${uses.has('player') ? drawPlayer({ walker, view, own, disabled: !shown.run }, act) : nothing}
    ${drawExtras(parts, about)}
  </div>`;
}

const hasCells = ({ blocks, tensors = [] }) => blocks.length + tensors.length > 0;

const hint = ({ cell }) => html`<span class="hint">${cell.hint}</span>`;

/** The figure's own controls, with layer and head; beside a bar no more than a few of them are in view. */
function drawOwnControls({ view, text, picture, uses, controls }, act) {
  const [layer, head] = [uses.has('layer') && picture.inLayer, uses.has('head')];
  const place = layer || head ? drawPlace({ view, text, layer, head }, act) : nothing;
  const box = (content) => html`<div class="own-controls">${content}</div>`;
  if (!picture.controls) return place;
  if (controls !== 'own') return html`${place}${box(html`${picture.controls}${picture.more ?? nothing}`)}`;
  if (place === nothing && !picture.more) return box(picture.controls);
  const more = html`${place}${picture.more ? box(picture.more) : nothing}`;
  return html`${box(picture.controls)}${menu(text.controls.more, more)}`;
}

function drawStory(parts, { act, copied }) {
  const { view, state, text, inspected, picture, config, truth, uses, tries, level, controls } = parts;
  const movable = uses.has('weights');
  const badges = picture.badges ?? (controls === 'own' ? [weightsBadge(state)] : []);
  const group = picture.badges ? nothing : picture.group;
  return html`<div class="story">
    <h2 tabindex="-1" aria-level=${level}>
      <small>${drawBadges(badges, text, text.badge.short)}${group}</small>
      ${picture.title}
    </h2>
    ${drawDepth({ picture, state, text }, act)}
    <p class="now" aria-live="polite">${picture.now}</p>
    ${uses.has('belief') ? drawBelief({ view, text, state, config, truth }, act) : nothing}
    ${drawOwnControls(parts, act)}
    ${
      inspected
        ? inspected.draw({ view, state, inspected, copied, movable }, act)
        : html`<p class="lead">${picture.lead}${hasCells(picture.scene) ? hint(text) : nothing}</p>`
    }
    ${tries.length > 0 ? drawTasks({ view, text, tries }, act) : nothing}
  </div>`;
}
