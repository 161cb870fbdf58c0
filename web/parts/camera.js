/**
 * Going from one part of the model to another: for half a second the whole map covers the stage, seen from the part
 * that is left, backs off, and comes in on the part that is entered, so that nobody loses the place. The platform
 * moves the finished picture; nothing is drawn anew meanwhile.
 */
import { html, render } from 'lit';
import { drawMap, mapPlaces, placeOfPart } from '../draw/map.js';

const TIME = 480;
/** How much of the map is seen at the farthest, in widths of what holds both parts. */
const BACK = 1.5;

/** The transform under which a rectangle of the map fills the box. */
function zoom({ x, y, width, height }, box) {
  const scale = Math.min(box.width / width, box.height / height, 8);
  const [left, top] = [box.width / 2 - (x + width / 2) * scale, box.height / 2 - (y + height / 2) * scale];
  return `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px) scale(${scale.toFixed(4)})`;
}

/** What holds two parts with something around them, and not more than there is. */
function around(a, b, box) {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x + a.width, b.x + b.width)];
  const width = Math.min(box.width, (right - left) * BACK);
  const x = Math.min(Math.max(0, (left + right - width) / 2), box.width - width);
  return { x, y: 0, width, height: box.height };
}

export class Camera {
  #move = null;
  #still = matchMedia('(prefers-reduced-motion: reduce)');

  /**
   * Follows the figure from the part that it was in to the part that is drawn.
   * @param {Element} cover lies over the stage, empty while nothing moves
   * @param {string} from @param {string} to parts of the map @param {object} view
   */
  move(cover, from, to, view) {
    if (this.#still.matches) return;
    this.#move?.cancel();
    const box = { width: view.width, height: Math.max(cover.clientHeight, 200) };
    const room = { ...box, left: 0, right: 0, top: 20 };
    const places = mapPlaces(view, room);
    const [a, b] = [from, to].map((key) => placeOfPart(places, key));
    render(
      html`<svg width=${box.width} height=${box.height} viewBox=${`0 0 ${box.width} ${box.height}`}>
        ${drawMap(view, room)}
      </svg>`,
      cover,
    );
    this.#play(
      cover,
      [a, around(a, b, box), b].map((place) => zoom(place, box)),
    );
  }

  #play(cover, [from, back, to]) {
    const picture = cover.firstElementChild;
    const timing = { duration: TIME, easing: 'ease-in-out' };
    const fade = cover.animate(
      [
        { opacity: 1, visibility: 'visible' },
        { opacity: 1, offset: 0.8 },
        { opacity: 0, visibility: 'visible' },
      ],
      timing,
    );
    const move = picture.animate([{ transform: from }, { transform: back, offset: 0.5 }, { transform: to }], timing);
    this.#move = { cancel: () => [fade, move].forEach((one) => one.cancel()) };
    fade.onfinish = () => render(null, cover);
    fade.oncancel = fade.onfinish;
  }
}
