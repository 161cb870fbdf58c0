/** Choices, sliders and the box of controls. */
import { css } from 'lit';

export const style = css`
  .own-controls {
    display: grid;
    gap: 8px;
    font-size: 0.92rem;
  }
  .slider {
    display: flex;
    align-items: center;
    gap: 8px;
    font-size: 0.88rem;
    color: var(--soft);
  }
  .slider input {
    flex: 1;
    min-width: 0;
    accent-color: var(--ink);
    min-height: 32px;
  }
  .slider output {
    min-width: 3.2em;
    text-align: end;
    color: var(--ink);
  }
  .field {
    display: grid;
    gap: 2px;
    font-size: 0.82rem;
    color: var(--soft);
  }
  .field select {
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--raised);
    min-height: 34px;
    color: var(--ink);
    font-size: 0.95rem;
  }
  .controls {
    display: grid;
    gap: 14px;
    border-top: 1px solid var(--line);
    padding-top: 14px;
  }
  .experiments {
    border-top: 1px solid var(--line);
    padding-top: 10px;
    min-width: 0;
  }
  .experiments > summary {
    font-weight: 700;
    font-size: 0.95rem;
    cursor: pointer;
    width: fit-content;
    min-height: 32px;
  }
  .experiments .controls {
    border-top: 0;
    padding-top: 8px;
  }
  .controls > legend {
    float: inline-start;
    width: 100%;
    font-weight: 700;
    font-size: 0.95rem;
  }
  .choices input {
    position: absolute;
    opacity: 0;
    width: 1px;
    height: 1px;
  }
  .choices legend {
    font-size: 0.82rem;
    color: var(--soft);
    float: inline-start;
    padding-inline-end: 10px;
    line-height: 32px;
  }
  .choices > div {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .choices label {
    position: relative;
    cursor: pointer;
  }
  .choices span {
    display: block;
    border: 1px solid var(--line);
    border-radius: 8px;
    padding: 3px 11px;
    font-size: 0.9rem;
    background: var(--raised);
    min-width: 34px;
    text-align: center;
  }
  .choices input:checked + span {
    background: var(--ink);
    color: var(--paper);
    border-color: var(--ink);
  }
  .place {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 20px;
  }
  .choices input:focus-visible + span {
    outline: 2.5px solid var(--focus);
    outline-offset: 1px;
  }
`;
