// How long the walk is, and which of its scenes a state and a link open.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timeline } from '../../web/figures/walk/timeline.js';
import { REST } from '../../web/parts/clock.js';

const LAYERS = 3;
const named = (moments) => moments.map(({ step, layer }) => (layer === null ? step : `${step} ${layer}`));
const inLayer = (moments, layer) => moments.filter((moment) => moment.layer === layer).map(({ step }) => step);

for (const [position, steps] of [
  ['rope', 11],
  ['sinusoidal', 10],
])
  describe(`the timeline with ${position} positions`, () => {
    const shape = { layers: LAYERS, position };

    it('takes about 75 seconds with the rests between scenes', () => {
      const moments = timeline(shape);
      const seconds = moments.reduce((sum, moment) => sum + moment.seconds, 0) + (moments.length - 1) * REST;
      assert.ok(seconds >= 70 && seconds <= 80, `${seconds} s`);
    });

    it('gives the first layer step by step and each later one in one scene', () => {
      const moments = timeline(shape);
      assert.equal(inLayer(moments, 0).length, steps);
      assert.deepEqual(named(moments).slice(3 + steps), ['block 1', 'block 2', 'prediction']);
    });

    it('gives every step of every layer where that is asked for', () => {
      const moments = timeline(shape, { pace: 'full' });
      assert.equal(moments.length, 3 + LAYERS * steps + 1);
      assert.ok(!named(moments).some((name) => name.startsWith('block')));
      for (const layer of [1, 2]) assert.deepEqual(inLayer(moments, layer), inLayer(moments, 0));
    });

    it('opens the layer that a step of it points into, and no other', () => {
      const moments = timeline(shape, { step: 'softmax', layer: 2 });
      assert.deepEqual(inLayer(moments, 1), ['block']);
      assert.deepEqual(inLayer(moments, 2), inLayer(moments, 0));
      assert.deepEqual(named(timeline(shape, { step: 'prediction', layer: 2 })), named(timeline(shape)));
      assert.deepEqual(named(timeline(shape, { step: 'block', layer: 2 })), named(timeline(shape)));
    });
  });
