/** The points of the plot. */
import { css } from 'lit';

export const style = css`
  .point {
    fill: var(--weight);
    fill-opacity: 0.75;
    stroke: var(--raised);
    pointer-events: auto;
  }
  .point.layer-0 {
    fill: var(--stream);
  }
`;
