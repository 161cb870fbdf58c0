/** The stage: blocks, cells and formulas. Each role has a hue with one meaning everywhere. */
import { css } from 'lit';

export const style = css`
  .formula {
    overflow-x: auto;
    overflow-y: hidden;
    padding: 2px 0;
    min-height: 3em;
    display: flex;
    align-items: center;
  }
  math {
    font-size: 1.12rem;
    font-family: 'STIX Two Math', 'Latin Modern Math', 'Cambria Math', math;
  }
  math .query {
    color: var(--query);
  }
  math .key {
    color: var(--key);
  }
  math .value {
    color: var(--value);
  }
  math .weight {
    color: var(--weight);
  }
  .formula[data-lit='1'] .term-1,
  .formula[data-lit='2'] .term-2,
  .formula[data-lit='3'] .term-3 {
    background: var(--marker);
    border-radius: 3px;
  }
  .stage {
    display: block;
    max-width: 100%;
    height: auto;
    overflow: visible;
  }
  .stage text {
    font-family: inherit;
    fill: var(--ink);
    dominant-baseline: central;
  }
  .query {
    --hue: var(--query);
  }
  .key {
    --hue: var(--key);
  }
  .value {
    --hue: var(--value);
  }
  .weight {
    --hue: var(--weight);
  }
  .stream {
    --hue: var(--stream);
  }
  .focus {
    --hue: var(--focus);
  }
  .ground {
    fill: var(--raised);
  }
  .frame {
    fill: none;
    stroke: var(--hue);
    stroke-opacity: 0.55;
    pointer-events: none;
  }
  .block.query .frame {
    stroke-width: 1.6;
  }
  .block.key .frame {
    stroke-dasharray: 5 3;
    stroke-width: 1.6;
  }
  .block.value .frame {
    stroke-width: 2.6;
    stroke-opacity: 0.45;
  }
  .block.weight .frame {
    stroke-dasharray: 1.5 2.5;
    stroke-width: 1.6;
  }
  .cell {
    fill: var(--hue);
    cursor: pointer;
    outline: none;
  }
  .cell.negative {
    fill: var(--negative);
  }
  .cell.masked {
    fill: var(--line);
  }
  .cell:focus-visible {
    stroke: var(--focus);
    stroke-width: 2;
  }
  .stage .number {
    text-anchor: middle;
    pointer-events: none;
  }
  .stage .number.on-dark {
    fill: var(--on-dark);
  }
  .stage .number.masked {
    fill: var(--soft);
  }
  .notch {
    stroke: var(--ink);
    stroke-opacity: 0.45;
    pointer-events: none;
  }
  .over {
    pointer-events: none;
  }
  .over [role='img'] {
    pointer-events: auto;
  }
`;
