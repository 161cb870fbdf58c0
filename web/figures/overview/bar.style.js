/** A figure as a strip in a page's bar: the sentence with its switches in one line, the picture below. */
import { css } from 'lit';

export const style = css`
  .walk.bar {
    position: relative;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 2px 12px;
    padding: 4px 22px;
    align-items: center;
  }
  .walk.bar .status:not(:has(.failed, .notice)),
  .walk.bar .ready {
    display: none;
  }
  .walk.bar .status {
    grid-column: 1 / -1;
    grid-row: 3;
  }
  .walk.bar .sentence {
    grid-column: 1;
    grid-row: 1;
    order: 0;
    display: flex;
    flex-wrap: nowrap;
    gap: 14px;
    overflow-x: auto;
    font-size: 0.92rem;
  }
  .walk.bar .tokens,
  .walk.bar .switches {
    flex-wrap: nowrap;
    flex: none;
  }
  .walk.bar .choices {
    flex: none;
  }
  .walk.bar .choices legend {
    float: left; /* beside its choices at every width */
  }
  .walk.bar .choices span {
    padding: 3px 9px;
  }
  .walk.bar .token span {
    padding: 2px 7px;
    font-size: 0.92rem;
  }
  .walk.bar:lang(en) .sentence {
    gap: 8px;
  }
  .walk.bar:lang(en) :is(.choices, .token) span {
    padding-inline: 5px;
    font-size: 0.84rem;
  }
  .walk.bar .token small {
    display: none;
  }
  .walk.bar .stage-box {
    grid-column: 1 / -1;
    grid-row: 2;
    min-height: 0;
    order: 0;
    margin-inline-end: var(--aside, 0); /* the page may want room beside the strip */
  }
  .walk.bar .menu {
    grid-column: 2;
    grid-row: 1;
  }
  .walk.bar .stage {
    display: block;
  }
  @container (max-width: 559px) {
    .walk.bar {
      padding-inline: 12px;
    }
  }
  .walk.bar .panel {
    position: absolute;
    z-index: 9;
    inset-inline: 12px;
    inset-block-start: 100%;
    max-block-size: 60vh;
    overflow: auto;
    display: grid;
    gap: 14px;
    padding: 14px;
    background: var(--raised);
    border: 1px solid var(--line);
    border-radius: 10px;
    box-shadow: 0 8px 24px rgb(0 0 0 / 18%);
  }
`;
