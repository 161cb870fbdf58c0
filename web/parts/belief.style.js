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
  .belief .bar {
    display: grid;
    grid-template-columns: 7.2em 1fr;
    align-items: center;
    font-size: 0.9rem;
    line-height: 1.4;
  }
  .belief dt {
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .belief dd {
    margin: 0;
    display: grid;
    grid-template-columns: 3.2em 1fr;
    align-items: center;
    gap: 6px;
  }
  .belief i {
    display: block;
    height: 12px;
    border-radius: 4px;
    background: linear-gradient(
      to right,
      var(--tone) calc(var(--share) * 100%),
      color-mix(in srgb, var(--line) 45%, transparent) 0
    );
  }
  .belief i {
    position: relative;
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
