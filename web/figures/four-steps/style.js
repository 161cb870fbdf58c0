/** The funnel, the checks and the curves. */
import { css } from 'lit';

export const style = css`
  .funnel {
    fill: var(--weight);
    fill-opacity: 0.12;
  }
  .checks {
    list-style: none;
    margin: 0;
    padding: 0;
    font-size: 0.9rem;
    display: grid;
    gap: 2px;
  }
  .checks .holds b {
    color: var(--value);
  }
  .checks .breaks {
    font-weight: 600;
    color: light-dark(#a11d1d, #ff9c94);
  }
  .curve {
    fill: none;
    stroke-width: 1.8;
  }
  .curve.raw,
  .dot.raw {
    stroke: var(--weight);
  }
  .curve.scaled,
  .dot.scaled {
    stroke: var(--value);
  }
  .curve.mean {
    stroke-dasharray: 4 3;
  }
  .dot {
    fill: var(--raised);
    stroke-width: 2;
  }
`;
