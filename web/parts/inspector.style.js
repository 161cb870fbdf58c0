/** The inspector. */
import { css } from 'lit';

export const style = css`
  .unfold {
    border: 1px solid var(--line);
    border-radius: 12px;
    background: var(--raised);
    padding: 10px 12px;
    min-width: 0;
    display: grid;
    gap: 6px;
    font-size: 0.9rem;
    line-height: 1.55;
  }
  .unfold .head {
    font-size: 1rem;
    overflow-wrap: anywhere;
  }
  .unfold b {
    font-family: 'STIX Two Text', 'Times New Roman', serif;
    font-style: italic;
  }
  .unfold output {
    font-weight: 700;
    user-select: all;
    overflow-wrap: anywhere;
  }
  .unfold button {
    min-height: 30px;
    padding: 1px 10px;
    font-size: 0.85rem;
  }
  .how {
    color: var(--soft);
  }
  .terms {
    max-height: 236px;
    overflow-y: auto;
    overscroll-behavior: auto;
  }
  .terms table {
    border-collapse: collapse;
    font-size: 0.82rem;
    line-height: 1.45;
    width: 100%;
  }
  .terms thead th {
    position: sticky;
    top: 0;
    background: var(--raised);
    font-style: italic;
  }
  .terms th[scope='row'] {
    text-align: start;
    font-weight: 400;
    color: var(--soft);
  }
  .terms td,
  .terms th {
    text-align: end;
    padding: 0 4px;
    white-space: nowrap;
  }
  .terms td:last-child {
    font-weight: 600;
  }
  .total {
    border-top: 1px solid var(--soft);
    padding-top: 4px;
    text-align: end;
  }
  .equation {
    overflow-wrap: anywhere;
  }
  .scissors {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .hint {
    display: block;
    margin-top: 0.6em;
    font-size: 0.88rem;
  }
`;
