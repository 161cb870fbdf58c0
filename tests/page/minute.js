// What the tests of the minute share: its scenes, and the way through them.

import { expect } from './walk.js';

export const SCENES = ['question', 'arcs', 'context', 'flip', 'cut'];

/** Forward from the beginning; with reduced motion every scene is finished at once. */
export async function forward(walk, scene) {
  if (scene !== SCENES[0]) await walk.button('forward').click();
  await walk.drawn();
  expect((await walk.state()).step).toBe(scene);
}
