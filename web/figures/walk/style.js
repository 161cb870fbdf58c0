/** The walk keeps its places: what differs in length from scene to scene has room for its longest. */
import { css } from 'lit';

export const style = css`
  .walk.walk .stage-box {
    min-height: max(var(--room, 0px), 594px);
  }
  .walk.walk .now {
    min-height: 6.85em;
  }
  .walk.walk .formula {
    min-height: 4.4em;
  }
  .walk.walk .depth,
  .walk.walk .story > .formula {
    min-height: calc(4.4em + 44px); /* with or without a choice of depth above it */
  }
  .walk.walk:lang(en) .now {
    min-height: 8.55em;
  }
  .walk.walk:lang(en) h2 {
    min-height: 2.75em;
  }
  @container (min-width: 900px) {
    .walk.walk .place {
      min-height: 71px;
      align-content: start;
    }
    .walk.walk .story {
      min-height: 740px;
    }
    .walk.walk:lang(en) .story {
      min-height: 900px;
    }
    .walk.walk:lang(en) h2 {
      min-height: 3.55em;
    }
  }
`;
