/**
 * A weight moved on its own cell: dragged with a mouse (up or right is more), with a finger (sideways, so that the
 * page still scrolls), or by Shift and an arrow. Escape while dragging puts back what was there.
 */
import { cellOf } from './grid.js';
import { weightOf, withEdit } from './weights.js';

const PER_PIXEL = 0.01;
const PER_KEY = 0.05;
const SLACK = 4; // pixels that are still a click
const MOST = 3;

const bounded = (value) => Number(Math.max(-MOST, Math.min(MOST, value)).toFixed(6));

const KEYS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

export class Drag {
  #host;
  #held = null;

  /**
   * @param {{ready: Function, state: Function, get: Function, change: Function}} host ready: whether weights may be
   *   moved
   */
  constructor(host) {
    this.#host = host;
  }

  handleEvent(event) {
    if (event.type === 'pointerdown') this.#grasp(event);
    else if (event.pointerId !== this.#held?.id) return;
    else if (event.type === 'pointermove') this.#move(event);
    else this.#release(event.type === 'pointercancel');
  }

  /** A key on a cell, or Escape while one is held. @returns {boolean} whether it was used */
  key(event) {
    if (this.#held?.moving && event.key === 'Escape') {
      this.#release(true);
      return true;
    }
    if (!event.shiftKey || !KEYS[event.key]) return false;
    const found = this.#find(cellOf(event.composedPath()[0]));
    if (!found) return false;
    event.preventDefault();
    this.#write(found.weight, found.value + KEYS[event.key] * PER_KEY);
    return true;
  }

  #find(cell) {
    return cell && this.#host.ready() ? weightOf(this.#host.state(), this.#host.get, cell) : null;
  }

  #write(weight, value, options) {
    this.#host.change({ edits: withEdit(this.#host.state().edits, { ...weight, value: bounded(value) }) }, options);
  }

  #grasp(event) {
    const cell = event.button === 0 && event.isPrimary ? cellOf(event.composedPath()[0]) : null;
    const found = this.#find(cell);
    this.#held = found && {
      ...found,
      cell,
      before: this.#host.state().edits,
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      moving: false,
    };
  }

  #move(event) {
    if (!(event.buttons & 1)) {
      // let go where nobody heard of it
      this.#release(false);
      return;
    }
    const { x, y, weight, value, cell, moving } = this.#held;
    const by = event.clientX - x - (event.pointerType === 'mouse' ? event.clientY - y : 0);
    if (!moving) {
      if (Math.abs(by) < SLACK) return;
      this.#held.moving = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      this.#host.change({ cell }, { lasting: false });
    }
    this.#write(weight, value + by * PER_PIXEL, { lasting: false });
  }

  /** Lets go: what is there now lasts, or what was there before comes back. */
  #release(back) {
    const { moving, before } = this.#held;
    this.#held = null;
    if (moving) this.#host.change(back ? { edits: before } : {});
  }
}
