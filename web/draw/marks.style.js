/** What is drawn over and beside the blocks: marks, arcs, bars, shares and the axes of plots. */
import { css } from 'lit';

export const style = css`
  .stage .legend text {
    font-size: 11px;
    fill: var(--soft);
  }
  .legend .cell {
    cursor: default;
  }
  .stage .side {
    font-size: 11px;
    fill: var(--soft);
    text-anchor: end;
  }
  .caption .index {
    font-size: 11px;
  }
  .stage .scissors {
    text-anchor: middle;
    font-size: 13px;
    fill: light-dark(#a11d1d, #ff9c94);
    paint-order: stroke;
    stroke: var(--raised);
    stroke-width: 3px;
  }
  .veil {
    fill: var(--paper);
  }
  .outline {
    fill: none;
    stroke: var(--hue);
    stroke-width: 2.2;
    pointer-events: none;
  }
  .outline.focus {
    stroke-width: 2.6;
  }
  .flight {
    fill: var(--hue);
  }
  .traveller rect {
    fill: var(--hue);
  }
  .stage .traveller text {
    fill: var(--on-dark);
    font-size: 12px;
    font-weight: 600;
    text-anchor: middle;
  }
  .stage .caption {
    font-size: 13px;
    fill: var(--soft);
    dominant-baseline: auto;
  }
  .caption .symbol {
    fill: var(--hue);
    font-weight: 700;
    font-style: italic;
    font-family: 'STIX Two Text', 'Times New Roman', serif;
    font-size: 15px;
  }
  .stage .operator {
    font-size: 13px;
    fill: var(--soft);
    text-anchor: end;
    font-weight: 600;
  }
  .marker {
    fill: var(--marker);
  }
  .stage .names text {
    text-anchor: end;
    fill: var(--soft);
  }
  .stage .names.upright text {
    writing-mode: vertical-rl;
    text-anchor: end;
  }
  .stage .names .followed {
    fill: var(--ink);
    font-weight: 700;
  }
  .bars rect {
    fill: var(--hue);
    fill-opacity: 0.75;
  }
  .bars .negative {
    fill: var(--negative);
  }
  .chip rect {
    fill: var(--raised);
    stroke: var(--line);
  }
  .stage .chip text {
    text-anchor: middle;
  }
  .chip.followed rect {
    fill: var(--marker);
    stroke: var(--ink);
    stroke-width: 1.6;
  }
  .chip.followed text:not(.id) {
    font-weight: 700;
  }
  .stage .chip .id {
    font-size: 11px;
    fill: var(--soft);
  }
  .stage .chip .id[text-anchor='end'] {
    text-anchor: end;
  }
  .arc {
    fill: none;
    stroke: var(--weight);
    stroke-linecap: round;
    cursor: pointer;
    outline: none;
    pointer-events: auto;
  }
  .arc .hit {
    stroke-width: 14;
    stroke: transparent;
    pointer-events: stroke;
  }
  .arc .line {
    pointer-events: none;
  }
  .arc:focus-visible .line,
  .arc:hover .line {
    stroke: var(--focus);
    stroke-opacity: 1;
  }
  .stage .amount {
    font-size: 12px;
    text-anchor: middle;
    fill: var(--weight);
    font-weight: 600;
  }
  .stage .amount.faint {
    fill: var(--soft);
    font-weight: 400;
    font-size: 11px;
  }
  .stage .amount[text-anchor='end'] {
    text-anchor: end;
  }
  .share .track {
    fill: var(--line);
    fill-opacity: 0.45;
  }
  .share .bar {
    fill: var(--stream);
  }
  .stage .share .name {
    text-anchor: end;
    font-size: 13px;
  }
  .stage .share .amount {
    text-anchor: start;
    fill: var(--ink);
    font-size: 13px;
  }
  .share:not(.plain) .bar {
    fill: var(--tone);
  }
  .axes path {
    fill: none;
    stroke: var(--line);
  }
  .pill rect {
    fill: none;
    stroke: var(--soft);
  }
  .stage .pill text {
    font-size: 11px;
    fill: var(--soft);
    text-anchor: middle;
  }
  .stage .axes text,
  .stage .base {
    font-size: 11px;
    fill: var(--soft);
  }
  .stage .axes text:not([text-anchor]),
  .stage text.base {
    text-anchor: start;
  }
  .stage text.base[text-anchor='end'] {
    text-anchor: end;
  }
  line.base,
  .here {
    stroke: var(--soft);
    stroke-dasharray: 3 4;
  }
  .candidate-0 {
    --tone: var(--ink);
  }
  .candidate-1 {
    --tone: light-dark(#7a8594, #8b95a3);
  }
  .candidate-2 {
    --tone: light-dark(#b3bac3, #5f6874);
  }
  .elsewhere {
    --tone: var(--line);
  }
`;
