/** The lines and curves of the map, and its parts as places to go to. */
import { css } from 'lit';

export const style = css`
  .map {
    --followed: light-dark(#cf9500, #ffd24a);
  }
  .map .line {
    stroke: var(--stream);
    stroke-opacity: 0.38;
    fill: none;
  }
  .map .line.followed {
    stroke: var(--followed);
    stroke-opacity: 1;
  }
  .map .line.candidate {
    stroke: var(--ink);
    stroke-opacity: 0.75;
  }
  .map path.crowd,
  .map path.own {
    fill: none;
    stroke: var(--stream);
    pointer-events: none;
  }
  .map .bin-0 {
    stroke-width: 0.5px;
    stroke-opacity: 0.16;
  }
  .map .bin-1 {
    stroke-width: 0.8px;
    stroke-opacity: 0.28;
  }
  .map .bin-2 {
    stroke-width: 1.3px;
    stroke-opacity: 0.4;
  }
  .map .bin-3 {
    stroke-width: 2px;
    stroke-opacity: 0.5;
  }
  .map path.own {
    stroke: var(--weight);
  }
  .map .dot {
    fill: var(--stream);
    fill-opacity: 0.55;
  }
  .map .dot.followed {
    fill: var(--followed);
  }
  .map .part rect {
    pointer-events: all;
    cursor: pointer;
    fill: transparent;
    stroke: transparent;
  }
  .map .part:hover rect {
    fill: var(--weight);
    fill-opacity: 0.08;
  }
  .map .part.current rect {
    stroke: var(--ink);
    stroke-width: 2px;
  }
  .map .part:focus-visible {
    outline: none;
  }
  .map .part:focus-visible rect {
    stroke: var(--focus);
    stroke-width: 3px;
  }
  .map text {
    fill: var(--ink);
    font-size: 13px;
  }
  .map .word {
    text-anchor: end;
    dominant-baseline: central;
    fill: var(--soft);
  }
  .map .word.followed {
    fill: var(--ink);
    font-weight: 700;
  }
  .map .word.candidate {
    fill: var(--ink);
  }
  .map .layer-name {
    text-anchor: middle;
    fill: var(--soft);
    font-size: 12px;
  }
  .map .layer-edge {
    stroke: var(--line);
    stroke-dasharray: 2 3;
  }
  .map .answer {
    dominant-baseline: central;
    font-weight: 600;
  }
  .map .share {
    fill: var(--stream);
  }
  .map .share.candidate-0 {
    fill: var(--ink);
  }
`;
