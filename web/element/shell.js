/** What stands around every picture, and the parts that its figure asks for. */
import { html, nothing } from 'lit';
import { formula } from '../draw/formula.js';
import { drawStage } from '../draw/stage.js';
import { drawBadges, weightsBadge } from '../parts/badges.js';
import { drawBelief } from '../parts/belief.js';
import { drawControls } from '../parts/controls.js';
import { drawInspector } from '../parts/inspector.js';
import { drawPlace } from '../parts/place.js';
import { drawPlayer } from '../parts/player.js';
import { drawSwitches, drawTokens } from '../parts/sentence.js';
import { drawTasks } from '../parts/tasks.js';
import { drawStatus } from './status.js';
import { drawTools } from './tools.js';

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

/**
 * @param {object} parts shown (from the display), figure (its declaration, or null) and own (its words), lab,
 *   failure, badLink, link, reader, walker, stage (a function that finds the drawn SVG)
 */
export function drawShell(parts) {
  const { shown, figure, own, lab, badLink, link, reader, walker, stage } = parts;
  const { view, state, text, picture, problem, outside } = shown;
  const { act, drag } = reader;
  const uses = new Set(figure?.parts ?? FIRST_PARTS);
  const about = { ...shown, uses, disabled: lab.phase !== 'ready' };
  const badges = picture.badges ?? [weightsBadge(state)];
  return html`<div
    class=${`walk ${state.figure}`}
    role="group"
    lang=${text.lang === 'zh' ? 'zh-CN' : 'en'}
    aria-label=${picture.title}
    @keydown=${reader.onKey}
  >
    ${drawStatus({ text, progress: progress(parts), badges, badLink, outside }, act)}
    <div class="sentence">${drawTokens(about, act)}${drawSwitches(about, act)}</div>
    ${drawStory(about, reader)}
    <div
      class="stage-box"
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
        label: shown.label,
        focus: shown.inspected?.cell ?? null,
        from: shown.inspected?.sources ?? [],
        cuts: state.cuts,
        summary: picture.now,
      })}
      ${picture.note ? html`<p class="note">${picture.note}</p>` : nothing}
    </div>
    ${uses.has('player') ? drawPlayer({ walker, view, own, disabled: !shown.run }, act) : nothing}
    ${shown.run ? drawTools({ view, text, scene: picture.scene, link, run: shown.run, stage }) : nothing}
    ${drawControls({ ...about, draft: reader.draft ?? state.sentence ?? '', problem, vocabulary: lab.vocabulary }, act)}
  </div>`;
}

const hasCells = ({ blocks, tensors = [] }) => blocks.length + tensors.length > 0;

const hint = ({ cell }) => html`<span class="hint">${cell.hint}</span>`;

function drawStory({ view, state, text, inspected, picture, config, truth, uses, tries }, { act, copied }) {
  const movable = uses.has('weights');
  return html`<div class="story">
    <h2 tabindex="-1">
      <small>${picture.badges ? drawBadges(picture.badges, text, text.badge.short) : picture.group}</small>
      ${picture.title}
    </h2>
    ${formula(picture.formula, picture.scene.lit)}
    <p class="now" aria-live="polite">${picture.now}</p>
    ${uses.has('belief') ? drawBelief({ view, text, state, config, truth }, act) : nothing}
    ${drawPlace({ view, text, layer: uses.has('layer') && picture.inLayer, head: uses.has('head') }, act)}
    ${picture.controls ? html`<div class="own-controls">${picture.controls}</div>` : nothing}
    ${
      inspected
        ? drawInspector({ view, state, inspected, copied, movable }, act)
        : html`<p class="lead">${picture.lead}${hasCells(picture.scene) ? hint(text) : nothing}</p>`
    }
    ${tries.length > 0 ? drawTasks({ view, text, tries }, act) : nothing}
  </div>`;
}
