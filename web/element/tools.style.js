/** What can be taken away, menus, and what is smaller where a bar of the page has the rest. */
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
  .walk.own .ready {
    display: none;
  }
  .walk.own .menu {
    order: 12;
  }
  .walk.own h2 {
    font-size: 1.12rem;
  }
  .menu summary {
    cursor: pointer;
    width: fit-content;
    min-height: 28px;
    color: var(--soft);
    font-size: 0.9rem;
  }
`;
