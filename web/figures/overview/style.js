/** The map's layout: one column, since the picture is wide. */
import { css } from 'lit';
import { style as drawn } from '../../draw/map.style.js';
import { style as bar } from './bar.style.js';

const layout = css`
  @container (min-width: 900px) {
    .walk.overview:not(.bar) {
      grid-template-columns: minmax(0, 1fr);
    }
    .walk.overview .stage-box {
      min-height: 0;
    }
  }
  .walk.overview.own :is(.formula, .hint, .status, h2) {
    display: none;
  }
  .walk.overview.own .stage-box {
    order: -1;
  }
  .walk.overview .story {
    max-width: none;
  }
  @container (min-width: 900px) {
    .walk.overview.own .story {
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
      gap: 32px;
    }
  }
  @container (min-width: 900px) {
    .walk.overview.own .lead {
      grid-area: 1 / 2;
    }
  }
  .walk.overview .now {
    min-height: 0;
  }
`;

export const style = [drawn, layout, bar];
