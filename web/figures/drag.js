/**
 * A weight moved on its own cell: dragged with a mouse (up or right is more), with a finger (sideways, so that the page still
 * scrolls), or by Shift and an arrow. Escape while dragging puts back what was there.
 */
import { cellOf } from './grid.js';

const PER_PIXEL = 0.01;
const PER_KEY = 0.05;
const SLACK = 4; // pixels that are still a click
const MOST = 3;

const indexOf = (shape, { row, column }) => (shape.length === 2 ? row * shape[1] : 0) + column;

/** The weight behind a cell, as an edit names it, and its value; null where a reader cannot move it. */
export function weightOf({ figure, keys }, get, cell) {
  if (figure !== 'qkv' || !/^attention\.(query|key|value)\./.test(cell?.tensor)) return null;
  const { tensor, layer } = cell;
  if (keys === 'query' && tensor.startsWith('attention.key.')) return null; // it is what W_Q is
  const { data, shape } = get(tensor, layer);
  const index = indexOf(shape, cell);
  return { weight: { tensor, layer, index }, value: data[index] };
}

/** Whether a weight's number is a reader's doing and not training's. */
export function isChanged({ edits, keys, values }, get, cell) {
  const { tensor, layer } = cell;
  if (
    (keys === 'query' && tensor.startsWith('attention.key.')) ||
    (values === 'input' && tensor.startsWith('attention.value.'))
  )
    return true;
  const mine = edits.filter((edit) => edit.tensor === tensor && edit.layer === layer);
  if (mine.length === 0) return false;
  const at = indexOf(get(tensor, layer).shape, cell);
  return mine.some(({ index }) => index === at);
}

/** The same weight moved again is one change. */
export const withEdit = (edits, edit) => [
  ...edits.filter(
    ({ tensor, layer, index }) => !(tensor === edit.tensor && layer === edit.layer && index === edit.index),
  ),
  edit,
];

const bounded = (value) => Number(Math.max(-MOST, Math.min(MOST, value)).toFixed(6));

const KEYS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

export class Drag {
  #host;
  #held = null;

  /** @param {{ready: Function, state: Function, get: Function, change: Function}} host change(changes, {lasting}) */
  constructor(host) {
    this.#host = host;
  }

  handleEvent(event) {
    if (event.type === 'pointerdown') this.#take(event);
    else if (event.pointerId !== this.#held?.id) return;
    else if (event.type === 'pointermove') this.#move(event);
    else this.#let(event.type === 'pointercancel');
  }

  /** A key on a cell, or Escape while one is held. @returns {boolean} whether it was used */
  key(event) {
    if (this.#held?.moving && event.key === 'Escape') {
      this.#let(true);
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

  #take(event) {
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
      this.#let(false);
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
  #let(back) {
    const { moving, before } = this.#held;
    this.#held = null;
    if (moving) this.#host.change(back ? { edits: before } : {});
  }
}
