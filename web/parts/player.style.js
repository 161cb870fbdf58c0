/** The player. */
import { css } from 'lit';

export const style = css`
  .player {
    position: sticky;
    bottom: 0;
    z-index: 2;
    display: grid;
    grid-template-columns: auto 1fr auto auto;
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
  .player button[aria-pressed='true'] {
    box-shadow: inset 0 0 0 2px var(--ink);
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
  .pace .icon,
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
  /* a group of one piece is narrower than its name */
  .group:not(:has(.here, i + i)) span {
    visibility: hidden;
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
`;
