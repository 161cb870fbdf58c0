/** Watching where a figure stands: how wide its stage is, whether it can be seen, whether it will soon. */

/** Width of the stage in a figure of this width, as the style sheet has it, so that the first picture already fits. */
export function stageWidth(width) {
  if (width >= 900) return width - 396;
  return width - (width < 560 ? 24 : 32);
}

/** Narrower than this a figure is hidden, not small. */
const LEAST = 50;

/**
 * @param {HTMLElement} figure
 * @param {Element} stage
 * @param {{onWidth: (width: number) => void, onAway: () => void, onNear: () => void}} act
 * @returns {() => void} stops watching
 */
export function watch(figure, stage, { onWidth, onAway, onNear }) {
  let last = 0;
  const resize = (width) => {
    if (width === last || width < LEAST) return;
    last = width;
    onWidth(width);
  };
  const observers = [
    new ResizeObserver(([{ contentRect }]) => requestAnimationFrame(() => resize(Math.round(contentRect.width)))),
    new IntersectionObserver(([{ isIntersecting }]) => !isIntersecting && onAway()),
    new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && onNear(), { rootMargin: '600px' }),
  ];
  observers.forEach((observer, i) => observer.observe(i === 0 ? stage : figure));
  return () => observers.forEach((observer) => observer.disconnect());
}
