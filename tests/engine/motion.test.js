// Stops that take time by their shares.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { stopsByShare } from '../../web/draw/motion.js';

const SHARES = [0.75, 0, 0, 0.25];
const STEPS = 10_000;
const walked = Array.from({ length: STEPS + 1 }, (_, i) => stopsByShare(i / STEPS, SHARES));

it('each stop takes time in proportion to its share, one of nothing a flick', () => {
  const time = SHARES.map((_, stop) => walked.filter(({ index }) => index === stop).length / STEPS);
  assert.ok(Math.abs(time[0] / time[3] - 3) < 0.2, `${time}`);
  assert.ok(time[1] > 0 && time[1] < 0.03 && time[2] > 0 && time[2] < 0.03, `${time}`);
});

it('stops follow in order, and each arrives before the next begins', () => {
  assert.deepEqual(
    walked.map(({ index }) => index),
    walked.map(({ index }) => index).sort((a, b) => a - b),
  );
  for (const stop of [0, 3]) assert.equal(walked.filter(({ index }) => index === stop).at(-1).moved, 1);
  assert.deepEqual(walked[0], { index: 0, moved: 0 });
});
