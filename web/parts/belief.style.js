/** The belief. */
import { css } from 'lit';

export const style = css`
  .belief {
    border-block: 1px solid var(--line);
    padding-block: 8px;
  }
  .belief h3 {
    font-size: 0.85rem;
    color: var(--soft);
    font-weight: 600;
    margin: 0 0 4px;
  }
  .belief dl {
    margin: 0;
    display: grid;
    gap: 5px;
  }
  .stack {
    display: flex;
    position: relative;
    height: 14px;
    margin-block: 6px 8px;
  }
  .stack i {
    flex: 0 0 auto;
    width: calc(var(--share) * 100%);
    background: var(--tone);
  }
  .stack i:first-child {
    border-start-start-radius: 4px;
    border-end-start-radius: 4px;
  }
  .stack i.elsewhere {
    background: color-mix(in srgb, var(--line) 60%, transparent);
  }
  .belief .bar {
    display: grid;
    grid-template-columns: minmax(7em, auto) 1fr;
    column-gap: 0.6em;
    align-items: baseline;
    font-size: 0.9rem;
    line-height: 1.4;
  }
  .belief dt {
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .belief dt::before {
    content: '';
    display: inline-block;
    width: 0.7em;
    height: 0.7em;
    margin-inline-end: 0.5em;
    border-radius: 2px;
    background: var(--tone);
  }
  .belief .elsewhere dt::before {
    background: color-mix(in srgb, var(--line) 60%, transparent);
  }
  .belief dd {
    margin: 0;
  }
  .belief small {
    color: var(--soft);
    margin-inline-start: 0.8em;
  }
  .truth {
    position: absolute;
    inset-block: -3px;
    inset-inline-start: calc(var(--at) * 100%);
    border-inline-start: 2.5px solid var(--weight);
  }
  .rule {
    font-size: 0.82rem;
    color: var(--soft);
  }
  .rule::before {
    content: '';
    display: inline-block;
    border-inline-start: 2.5px solid var(--weight);
    height: 0.9em;
    margin-inline-end: 6px;
    vertical-align: -1px;
  }
  .cuts {
    font-size: 0.9rem;
    margin-top: 8px;
    color: var(--weight);
  }
`;
