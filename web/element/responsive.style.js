/** Where things stand at each width of the figure, and what changes on paper and in forced colours. */
import { css } from 'lit';

export const style = css`
  @container (min-width: 900px) {
    .walk {
      grid-template-columns: 320px minmax(0, 1fr);
      column-gap: 32px;
      padding: 22px;
    }
    .sentence,
    .player,
    .status,
    .tools,
    .controls,
    .experiments {
      grid-column: 1 / -1;
    }
    .stage-box {
      min-height: 540px;
    }
  }
  @container (max-width: 899px) {
    .story {
      display: contents;
    }
    .sentence {
      display: contents;
    }
    .tokens {
      order: 1;
    }
    h2 {
      order: 2;
    }
    .stage-box {
      order: 3;
    }
    .unfold {
      order: 4;
    }
    .now {
      order: 5;
    }
    .belief {
      order: 6;
    }
    .switches {
      order: 7;
    }
    .place {
      order: 8;
    }
    .own-controls {
      order: 8;
    }
    .formula {
      order: 9;
    }
    .lead {
      order: 10;
    }
    .task {
      order: 10;
    }
    .take {
      order: 11;
    }
    .controls,
    .experiments {
      order: 11;
    }
    .status {
      order: 0;
    }
    .player {
      order: 13;
    }
  }
  @container (max-width: 559px) {
    .walk {
      padding: 8px 12px 12px;
      gap: 10px;
    }
    h2 {
      font-size: 1.15rem;
    }
    h2:focus {
      outline: none;
    }
    h2 small {
      display: inline;
      margin-inline-end: 6px;
      font-size: 0.75em;
    }
    h2 small:has(.badge) {
      display: block;
    }
    .player {
      grid-template-columns: 1fr auto;
      gap: 4px 8px;
      padding: 6px 10px 8px;
    }
    .player .scrub,
    .player .pace {
      grid-row: 1;
    }

    .group span {
      font-size: 0.66rem;
    }
    .group:last-child span {
      display: flex;
      justify-content: flex-end;
    }
    .player button {
      min-width: 44px;
      min-height: 44px;
    }
    .token span {
      padding: 4px 8px;
      font-size: 0.95rem;
    }
    .choices span {
      padding: 6px 12px;
    }
    .choices legend {
      float: none;
      line-height: 1.8;
    }
  }
  @media (forced-colors: active) {
    .cell,
    .veil,
    .ground,
    .arc,
    .outline,
    .bars rect {
      forced-color-adjust: none;
    }
  }
  @media print {
    .player,
    .controls,
    .experiments {
      display: none;
    }
  }
`;
