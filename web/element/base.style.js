/**
 * The ground of every figure: colours, type, and what browsers style differently. A host page may override the custom
 * properties.
 */
import { css } from 'lit';

export const style = css`
  :host {
    all: initial; /* whatever the host page says of letters, spacing or case stays outside */
    color-scheme: inherit;
    display: block;
    container-type: inline-size;
    --paper: light-dark(#fdfcf9, #15181d);
    --raised: light-dark(#ffffff, #1c2027);
    --ink: light-dark(#1f2630, #e9e6df);
    --soft: light-dark(#5b6470, #a3a9b2);
    --line: light-dark(#dedbd3, #343a43);
    --query: light-dark(#1c62c4, #74acff);
    --key: light-dark(#b45309, #ffab5c);
    --value: light-dark(#0b7a5a, #4fd0a5);
    --weight: light-dark(#9b2c86, #e88fd8);
    --stream: light-dark(#46566b, #a9b8cb);
    --negative: light-dark(#8f8578, #8d8479);
    --marker: light-dark(#ffe27a, #6b5710);
    --on-dark: light-dark(#ffffff, #10131a);
    --focus: light-dark(#111827, #ffffff);
    color: var(--ink);
    background: var(--paper);
    font:
      16px/1.7 system-ui,
      -apple-system,
      'PingFang SC',
      'Hiragino Sans GB',
      'Noto Sans CJK SC',
      'Noto Sans SC',
      'Microsoft YaHei',
      sans-serif;
    font-variant-numeric: tabular-nums;
    text-align: start;
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  * {
    box-sizing: border-box;
  }
  .walk {
    background: var(--paper);
    display: grid;
    gap: 14px;
    padding: 16px;
    grid-template-columns: minmax(0, 1fr);
  }
  fieldset {
    border: 0;
    margin: 0;
    padding: 0;
    min-inline-size: 0;
  }
  legend {
    padding: 0;
  }
  button,
  select,
  input {
    font: inherit;
    color: inherit;
  }
  button {
    cursor: pointer;
    border: 1px solid var(--line);
    background: var(--raised);
    border-radius: 8px;
    padding: 4px 12px;
    min-height: 32px;
  }
  button:hover {
    border-color: var(--soft);
  }
  button.quiet {
    border-color: transparent;
    background: none;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  :focus-visible {
    outline: 2.5px solid var(--focus);
    outline-offset: 2px;
  }
  :disabled,
  :disabled * {
    cursor: default;
  }
  .story {
    display: grid;
    gap: 10px;
    align-content: start;
    max-width: 38em;
  }
  h2 {
    font-size: 1.35rem;
    line-height: 1.35;
    margin: 0;
    letter-spacing: 0.01em;
    text-wrap: balance;
  }
  h2:focus {
    outline: none;
  }
  h2 small {
    font-size: 0.62em;
    font-weight: 600;
    color: var(--soft);
    display: block;
    letter-spacing: 0.06em;
  }
  p {
    margin: 0;
  }
  .lead {
    color: var(--soft);
    font-size: 0.95rem;
  }
  .now {
    border-inline-start: 3px solid var(--marker);
    padding-inline-start: 10px;
    min-height: 3.4em;
    font-weight: 500;
  }
  .stage-box {
    min-width: 0;
  }
  .note {
    font-size: 0.92rem;
    max-width: 56em;
    margin-block-start: 10px;
  }
  .task {
    font-size: 0.92rem;
    border: 1px dashed var(--soft);
    border-radius: 10px;
    padding: 8px 12px;
  }
  .task h3 {
    font-size: inherit;
    margin: 0 0 4px;
  }
  .task li p {
    line-height: 1.55;
  }
  .task ul {
    list-style: none;
    margin: 0;
    padding: 0;
    display: grid;
    gap: 12px;
  }
  .steps {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 6px;
    margin-top: 4px;
  }
  .steps button {
    text-align: start;
    line-height: 1.5;
  }
  .steps .quiet {
    padding-inline: 6px;
  }
  .steps button[aria-pressed='true'] {
    border-color: var(--ink);
  }
  .outcome {
    margin-top: 4px;
    border-inline-start: 3px solid var(--marker);
    padding-inline-start: 10px;
  }
`;
