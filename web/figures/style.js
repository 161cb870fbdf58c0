/**
 * The look of every figure, as one constructable sheet: no inline style, so a strict content policy is content.
 * Each role has a hue with one meaning everywhere; a host page may override the custom properties.
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

  /* the sentence */
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
  .token input,
  .choices input {
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
  .token input:focus-visible + span,
  .choices input:focus-visible + span {
    outline: 2.5px solid var(--focus);
    outline-offset: 1px;
  }

  /* the story */
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
  .formula {
    overflow-x: auto;
    overflow-y: hidden;
    padding: 2px 0;
    min-height: 3em;
    display: flex;
    align-items: center;
  }
  math {
    font-size: 1.12rem;
    font-family: 'STIX Two Math', 'Latin Modern Math', 'Cambria Math', math;
  }
  math .query {
    color: var(--query);
  }
  math .key {
    color: var(--key);
  }
  math .value {
    color: var(--value);
  }
  math .weight {
    color: var(--weight);
  }
  .formula[data-lit='1'] .term-1,
  .formula[data-lit='2'] .term-2,
  .formula[data-lit='3'] .term-3 {
    background: var(--marker);
    border-radius: 3px;
  }

  /* the stage */
  .stage-box {
    min-width: 0;
  }
  .stage {
    display: block;
    max-width: 100%;
    height: auto;
    overflow: visible;
  }
  .stage text {
    font-family: inherit;
    fill: var(--ink);
    dominant-baseline: central;
  }
  .query {
    --hue: var(--query);
  }
  .key {
    --hue: var(--key);
  }
  .value {
    --hue: var(--value);
  }
  .weight {
    --hue: var(--weight);
  }
  .stream {
    --hue: var(--stream);
  }
  .focus {
    --hue: var(--focus);
  }
  .ground {
    fill: var(--raised);
  }
  .frame {
    fill: none;
    stroke: var(--hue);
    stroke-opacity: 0.55;
    pointer-events: none;
  }
  .block.query .frame {
    stroke-width: 1.6;
  }
  .block.key .frame {
    stroke-dasharray: 5 3;
    stroke-width: 1.6;
  }
  .block.value .frame {
    stroke-width: 2.6;
    stroke-opacity: 0.45;
  }
  .block.weight .frame {
    stroke-dasharray: 1.5 2.5;
    stroke-width: 1.6;
  }
  .cell {
    fill: var(--hue);
    cursor: pointer;
    outline: none;
  }
  .cell.negative {
    fill: var(--negative);
  }
  .cell.masked {
    fill: var(--line);
  }
  .cell:focus-visible {
    stroke: var(--focus);
    stroke-width: 2;
  }
  .stage .number {
    text-anchor: middle;
    pointer-events: none;
  }
  .stage .number.on-dark {
    fill: var(--on-dark);
  }
  .stage .number.masked {
    fill: var(--soft);
  }
  .notch {
    stroke: var(--ink);
    stroke-opacity: 0.45;
    pointer-events: none;
  }
  .stage .legend text {
    font-size: 11px;
    fill: var(--soft);
  }
  .legend .cell {
    cursor: default;
  }
  .stage .side {
    font-size: 11px;
    fill: var(--soft);
    text-anchor: end;
  }
  .caption .index {
    font-size: 11px;
  }
  .stage .scissors {
    text-anchor: middle;
    font-size: 13px;
    fill: light-dark(#a11d1d, #ff9c94);
    paint-order: stroke;
    stroke: var(--raised);
    stroke-width: 3px;
  }
  .over {
    pointer-events: none;
  }
  .over [role='img'] {
    pointer-events: auto;
  }
  .veil {
    fill: var(--paper);
  }
  .outline {
    fill: none;
    stroke: var(--hue);
    stroke-width: 2.2;
    pointer-events: none;
  }
  .outline.focus {
    stroke-width: 2.6;
  }
  .flight {
    fill: var(--hue);
  }
  .traveller rect {
    fill: var(--hue);
  }
  .stage .traveller text {
    fill: var(--on-dark);
    font-size: 12px;
    font-weight: 600;
    text-anchor: middle;
  }
  .stage .caption {
    font-size: 13px;
    fill: var(--soft);
    dominant-baseline: auto;
  }
  .caption .symbol {
    fill: var(--hue);
    font-weight: 700;
    font-style: italic;
    font-family: 'STIX Two Text', 'Times New Roman', serif;
    font-size: 15px;
  }
  .stage .operator {
    font-size: 13px;
    fill: var(--soft);
    text-anchor: end;
    font-weight: 600;
  }
  .marker {
    fill: var(--marker);
  }
  .stage .names text {
    text-anchor: end;
    fill: var(--soft);
  }
  .stage .names.upright text {
    writing-mode: vertical-rl;
    text-anchor: end;
  }
  .stage .names .followed {
    fill: var(--ink);
    font-weight: 700;
  }
  .bars rect {
    fill: var(--hue);
    fill-opacity: 0.75;
  }
  .bars .negative {
    fill: var(--negative);
  }

  .qkv .stage {
    user-select: none;
    touch-action: pan-y pinch-zoom;
  }
  .qkv .cell[data-tensor^='attention.'] {
    cursor: move;
  }
  .funnel {
    fill: var(--weight);
    fill-opacity: 0.12;
  }

  /* tokens and arcs */
  .chip rect {
    fill: var(--raised);
    stroke: var(--line);
  }
  .stage .chip text {
    text-anchor: middle;
  }
  .chip.followed rect {
    fill: var(--marker);
    stroke: var(--ink);
    stroke-width: 1.6;
  }
  .chip.followed text:not(.id) {
    font-weight: 700;
  }
  .stage .chip .id {
    font-size: 11px;
    fill: var(--soft);
  }
  .stage .chip .id[text-anchor='end'] {
    text-anchor: end;
  }
  .arc {
    fill: none;
    stroke: var(--weight);
    stroke-linecap: round;
    cursor: pointer;
    outline: none;
    pointer-events: auto;
  }
  .arc .hit {
    stroke-width: 14;
    stroke: transparent;
    pointer-events: stroke;
  }
  .arc .line {
    pointer-events: none;
  }
  .arc:focus-visible .line,
  .arc:hover .line {
    stroke: var(--focus);
    stroke-opacity: 1;
  }
  .stage .amount {
    font-size: 12px;
    text-anchor: middle;
    fill: var(--weight);
    font-weight: 600;
  }
  .stage .amount.faint {
    fill: var(--soft);
    font-weight: 400;
    font-size: 11px;
  }
  .stage .amount[text-anchor='end'] {
    text-anchor: end;
  }

  /* shares */
  .share .track {
    fill: var(--line);
    fill-opacity: 0.45;
  }
  .share .bar {
    fill: var(--stream);
  }
  .stage .share .name {
    text-anchor: end;
    font-size: 13px;
  }
  .stage .share .amount {
    text-anchor: start;
    fill: var(--ink);
    font-size: 13px;
  }
  .candidate-0 {
    --tone: var(--ink);
  }
  .candidate-1 {
    --tone: light-dark(#7a8594, #8b95a3);
  }
  .candidate-2 {
    --tone: light-dark(#b3bac3, #5f6874);
  }
  .elsewhere {
    --tone: var(--line);
  }
  .share:not(.plain) .bar {
    fill: var(--tone);
  }
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

  /* unfolding */
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

  /* the other figures' own controls */
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
  .choices input[type='checkbox']:not(:checked) + span {
    text-decoration: line-through;
  }
  .checks {
    list-style: none;
    margin: 0;
    padding: 0;
    font-size: 0.9rem;
    display: grid;
    gap: 2px;
  }
  .checks .holds b {
    color: var(--value);
  }
  .checks .breaks {
    font-weight: 600;
    color: light-dark(#a11d1d, #ff9c94);
  }
  .task {
    font-size: 0.92rem;
    border: 1px dashed var(--soft);
    border-radius: 10px;
    padding: 8px 12px;
  }
  .sizes {
    border-collapse: collapse;
    font-size: 0.8rem;
    width: 100%;
  }
  .sizes caption {
    text-align: start;
    color: var(--soft);
  }
  .sizes th,
  .sizes td {
    text-align: end;
    padding: 1px 4px;
    border-top: 1px solid var(--line);
    font-weight: 400;
  }
  .sizes th:first-child {
    text-align: start;
    overflow-wrap: anywhere;
  }

  /* tools */
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

  /* plots */
  .axes path {
    fill: none;
    stroke: var(--line);
  }
  .stage .axes text,
  .stage .base {
    font-size: 11px;
    fill: var(--soft);
  }
  .stage .axes text:not([text-anchor]),
  .stage text.base {
    text-anchor: start;
  }
  .stage text.base[text-anchor='end'] {
    text-anchor: end;
  }
  line.base,
  .here {
    stroke: var(--soft);
    stroke-dasharray: 3 4;
  }
  .point {
    fill: var(--weight);
    fill-opacity: 0.75;
    stroke: var(--raised);
    pointer-events: auto;
  }
  .point.layer-0 {
    fill: var(--stream);
  }
  .curve {
    fill: none;
    stroke-width: 1.8;
  }
  .curve.raw,
  .dot.raw {
    stroke: var(--weight);
  }
  .curve.scaled,
  .dot.scaled {
    stroke: var(--value);
  }
  .curve.mean {
    stroke-dasharray: 4 3;
  }
  .dot {
    fill: var(--raised);
    stroke-width: 2;
  }

  /* player */
  .player {
    position: sticky;
    bottom: 0;
    z-index: 2;
    display: grid;
    grid-template-columns: auto 1fr auto;
    gap: 12px;
    align-items: center;
    background: var(--raised);
    border: 1px solid var(--line);
    border-radius: 14px;
    padding: 8px 12px;
    box-shadow: 0 4px 18px rgb(0 0 0 / 7%);
  }
  .player .buttons {
    display: flex;
    gap: 2px;
  }
  .player button {
    border: 0;
    background: none;
    padding: 6px;
    min-width: 40px;
    min-height: 40px;
    border-radius: 50%;
    display: grid;
    place-items: center;
  }
  .player button:hover:not(:disabled) {
    background: light-dark(#f1eee6, #2a3038);
  }
  .player button.play,
  .player button.pause {
    background: var(--ink);
    color: var(--paper);
  }
  .player button:disabled {
    opacity: 0.4;
  }
  .icon {
    width: 20px;
    height: 20px;
    fill: currentColor;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .first .icon,
  .last .icon,
  .back .icon,
  .forward .icon {
    fill: none;
    stroke-width: 2;
  }
  .scrub {
    position: relative;
    min-width: 0;
  }
  .scrub input {
    position: absolute;
    inset: -8px 0 auto;
    width: 100%;
    height: 30px;
    margin: 0;
    opacity: 0;
    cursor: pointer;
    z-index: 1;
  }
  .scrub input:focus-visible + .rail {
    outline: 2.5px solid var(--focus);
    outline-offset: 4px;
    border-radius: 4px;
  }
  .rail {
    display: flex;
    gap: 6px;
  }
  .group {
    min-width: 0;
    flex-basis: 0;
  }

  .group span {
    font-size: 0.72rem;
    color: var(--soft);
    white-space: nowrap;
    display: block;
    line-height: 1.5;
  }
  .group:last-child span {
    display: flex;
    justify-content: flex-end;
  }
  .pieces {
    display: flex;
    gap: 2px;
    padding: 5px 0;
  }
  .pieces i {
    flex: 1;
    height: 6px;
    border-radius: 3px;
    background: linear-gradient(to right, var(--ink) calc(var(--done) * 100%), var(--line) 0);
  }
  .pieces i.here {
    height: 10px;
    margin-block: -2px;
    box-shadow:
      0 0 0 1.5px var(--paper),
      0 0 0 3px var(--ink);
  }
  .speed {
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--raised);
    min-height: 32px;
  }

  /* controls */
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
  .problem,
  .failed {
    color: light-dark(#a11d1d, #ff9c94);
    font-weight: 600;
  }
  .problem:empty {
    display: none;
  }
  .notice {
    color: var(--soft);
  }
  .status {
    font-size: 0.82rem;
    color: var(--soft);
    display: grid;
    gap: 4px;
    min-height: 1.7em;
  }
  .status .failed,
  .status .notice {
    font-size: 0.95rem;
  }
  .status progress {
    margin-inline-start: 10px;
    vertical-align: middle;
    width: 120px;
    accent-color: var(--ink);
  }
  .badge {
    border: 1px solid var(--line);
    border-radius: 99px;
    padding: 0 10px;
    margin-inline-start: 8px;
    white-space: nowrap;
    font-weight: 400;
  }
  .ready {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
  }
  .ready .badge {
    margin: 0;
  }
  h2 small:has(.badge) {
    line-height: 1.9;
  }
  h2 small .badge {
    margin-inline: 0 6px;
    padding-block: 1px;
    font-size: 0.75rem;
  }
  [data-badge='random'] {
    border-style: dashed;
    border-color: var(--soft);
  }
  [data-badge='computed'] {
    border-color: var(--soft);
  }
  .pill rect {
    fill: none;
    stroke: var(--soft);
  }
  .pill[data-badge='random'] rect {
    stroke-dasharray: 3 2;
  }
  .stage .pill text {
    font-size: 11px;
    fill: var(--soft);
    text-anchor: middle;
  }

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
    .tools {
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
    .player .scrub {
      grid-column: 1 / -1;
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
