/** The status line. */
import { css } from 'lit';

export const style = css`
  .failed {
    color: light-dark(#a11d1d, #ff9c94);
    font-weight: 600;
  }
  .notice {
    color: var(--soft);
  }
  .status {
    font-size: 0.82rem;
    color: var(--soft);
    display: grid;
    gap: 4px;
    min-height: 1.7em;
  }
  .status .failed,
  .status .notice {
    font-size: 0.95rem;
  }
  .status progress {
    margin-inline-start: 10px;
    vertical-align: middle;
    width: 120px;
    accent-color: var(--ink);
  }
  .ready {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
  }
`;
