/** The tools. */
import { css } from 'lit';

export const style = css`
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 10px;
    align-items: center;
    font-size: 0.85rem;
  }
  .tools a {
    color: inherit;
    text-underline-offset: 3px;
  }
  .tools select {
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--raised);
    min-height: 32px;
    max-width: 16em;
  }
  .tensor,
  .verify {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }
`;
