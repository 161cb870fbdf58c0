/** The points of the plot, and the two hues of the effects: one for beliefs that rise, one for those that fall. */
import { css } from 'lit';

export const style = css`
  .point {
    fill: var(--weight);
    fill-opacity: 0.75;
    stroke: var(--raised);
    pointer-events: auto;
  }
  .effect {
    --hue: var(--query);
  }
  .effect .cell.negative {
    fill: var(--key);
  }
  .stage .row-mark {
    fill: var(--ink);
  }
  .point.layer-0 {
    fill: var(--stream);
  }
`;
