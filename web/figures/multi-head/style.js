/** Heads that are off, and the table of sizes. */
import { css } from 'lit';

export const style = css`
  .choices input[type='checkbox']:not(:checked) + span {
    text-decoration: line-through;
  }
  .sizes {
    border-collapse: collapse;
    font-size: 0.8rem;
    width: 100%;
  }
  .sizes caption {
    text-align: start;
    color: var(--soft);
  }
  .sizes th,
  .sizes td {
    text-align: end;
    padding: 1px 4px;
    border-top: 1px solid var(--line);
    font-weight: 400;
  }
  .sizes th:first-child {
    text-align: start;
    overflow-wrap: anywhere;
  }
`;
