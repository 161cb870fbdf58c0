/** Badges. */
import { css } from 'lit';

export const style = css`
  .badge {
    border: 1px solid var(--line);
    border-radius: 99px;
    padding: 0 10px;
    margin-inline-start: 8px;
    white-space: nowrap;
    font-weight: 400;
  }
  .ready .badge {
    margin: 0;
  }
  h2 small:has(.badge) {
    line-height: 1.9;
  }
  h2 small .badge {
    margin-inline: 0 6px;
    padding-block: 1px;
    font-size: 0.75rem;
  }
  [data-badge='random'] {
    border-style: dashed;
    border-color: var(--soft);
  }
  [data-badge='computed'] {
    border-color: var(--soft);
  }
  .pill[data-badge='random'] rect {
    stroke-dasharray: 3 2;
  }
`;
