/** The sentence, its tokens and switches, and the field for one of the reader’s own. */
import { css } from 'lit';

export const style = css`
  .tokens legend {
    position: absolute;
    clip-path: inset(50%);
    width: 1px;
    height: 1px;
    overflow: hidden;
    white-space: nowrap;
  }
  .sentence {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 28px;
    justify-content: space-between;
    align-items: center;
    min-width: 0;
  }
  .tokens {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
  }
  .switches {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 18px;
  }
  .token input {
    position: absolute;
    opacity: 0;
    width: 1px;
    height: 1px;
  }
  .token {
    position: relative;
    cursor: pointer;
  }
  .token span {
    display: block;
    padding: 2px 9px;
    border-radius: 6px;
    line-height: 1.6;
    border-bottom: 2px solid transparent;
  }
  .token small {
    display: block;
    font-size: 0.66rem;
    line-height: 1.1;
    color: var(--soft);
    font-weight: 400;
    text-align: center;
    padding-bottom: 2px;
  }
  .token input:checked + span small {
    color: inherit;
  }
  .token:hover span {
    background: light-dark(#f1eee6, #262b33);
  }
  .token input:checked + span {
    background: var(--marker);
    border-bottom-color: currentColor;
    font-weight: 600;
  }
  .own {
    display: grid;
    gap: 6px;
  }
  .own label {
    font-size: 0.82rem;
    color: var(--soft);
  }
  .own .line {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .own input {
    flex: 1 1 20em;
    min-width: 0;
    border: 1px solid var(--soft);
    border-radius: 8px;
    background: var(--raised);
    padding: 6px 12px;
  }
  .own input::placeholder {
    color: var(--soft);
  }
  .own summary {
    font-size: 0.85rem;
    color: var(--soft);
    cursor: pointer;
    width: fit-content;
  }
  .words {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    padding-top: 6px;
  }
  .word {
    padding: 0 8px;
    min-height: 28px;
    font-size: 0.85rem;
  }
  .problem {
    color: light-dark(#a11d1d, #ff9c94);
    font-weight: 600;
  }
  .problem:empty {
    display: none;
  }
  .token input:focus-visible + span {
    outline: 2.5px solid var(--focus);
    outline-offset: 1px;
  }
`;
