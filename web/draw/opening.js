/**
 * The sentence in tokens, and whom the followed one will look at: what stands before the engine is there, and how the
 * walk begins.
 */
import { svg } from 'lit';
import { chipPlaces, drawArcs } from './arcs.js';
import { caption } from './marks.js';
import { beat, ease } from './motion.js';

/** The sentence falls into tokens, and one head of the last layer shows where the followed one will look. */
export function opening(view, t) {
  const at = { tensor: 'weights', layer: view.shape.layers - 1, head: view.head };
  const place = chipPlaces(view, ease(beat(t, 0, 0.3)));
  const weights = { ...view.get('weights', at.layer, at.head), ...at };
  const lines = view.words.arcs(at.layer, at.head);
  return {
    height: place.height,
    blocks: [],
    tensors: [at],
    lit: 0,
    over: svg`${drawArcs(view, place, weights, { grown: ease(beat(t, 0.4, 0.9)) })}
      ${lines.map((line, i) => caption(view.width / 2, place.height - 26 + i * 18, '', line, 'weight', 'middle'))}`,
  };
}
