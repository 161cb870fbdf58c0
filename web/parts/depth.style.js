/** The choice of depth, small beside what it shows, and source code. */
import { css } from 'lit';

export const style = css`
  .depth {
    display: grid;
    gap: 8px;
    min-width: 0;
  }
  .depth legend {
    position: absolute;
    clip-path: inset(50%);
  }
  .depth .choices span {
    padding: 1px 10px;
    font-size: 0.85rem;
    min-height: 24px;
  }
  @container (max-width: 899px) {
    .depth {
      order: 9;
    }
  }
  .code {
    margin: 0;
    min-width: 0;
  }
  .code figcaption {
    font-size: 0.78rem;
    color: var(--soft);
  }
  .code pre {
    margin: 4px 0 0;
    padding: 8px 10px;
    max-block-size: 300px;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--raised);
    font:
      12px/1.5 ui-monospace,
      'SF Mono',
      Menlo,
      Consolas,
      'DejaVu Sans Mono',
      monospace;
  }
`;
