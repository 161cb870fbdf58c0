/** Names that stand out, arcs that are only looked at, and the guess. */
import { css } from 'lit';

export const style = css`
  .minute .arc {
    cursor: default;
    pointer-events: none;
  }
  .minute .named {
    fill: none;
    stroke: var(--tone);
    stroke-width: 2.4;
  }
  .minute .severed {
    fill: none;
    stroke: light-dark(#a11d1d, #ff9c94);
    stroke-width: 2;
  }
  .minute .severed.cut {
    stroke-dasharray: 3 5;
  }
  .minute .stage .scissors {
    font-size: 20px;
  }
  .minute .on {
    color: inherit;
    font-weight: 600;
  }
  .guess > div {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .guess button[aria-pressed='true'] {
    border-color: var(--ink);
    background: var(--marker);
    font-weight: 700;
  }
`;
