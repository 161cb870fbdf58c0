/** The cover that the camera's picture moves on. */
import { css } from 'lit';

export const style = css`
  .stage-box {
    position: relative;
  }
  .camera {
    position: absolute;
    inset: 0;
    overflow: hidden;
    visibility: hidden;
    pointer-events: none;
    background: var(--paper);
  }
  .camera svg {
    display: block;
    transform-origin: 0 0;
    will-change: transform;
  }
`;
