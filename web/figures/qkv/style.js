/** Weights that can be dragged. */
import { css } from 'lit';

export const style = css`
  .qkv .stage {
    user-select: none;
    touch-action: pan-y pinch-zoom;
  }
  .qkv .cell[data-tensor^='attention.'] {
    cursor: move;
  }
`;
