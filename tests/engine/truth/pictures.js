// All that is wrong with one picture: its sentences, its formula, what its controls report, and what its scene draws.

import { faultsOf } from './claims.js';
import { drawnFaults, sumFaults, zeroFaults } from './drawn.js';
import { formulaFaults } from './formulas.js';
import { textsOf } from './texts.js';
import { earlyFaults } from './veils.js';

/** @param {{picture, world}} drawn from pages.js @param {{claims, drawn, controls?}} about what the figure may say */
export function pictureFaults({ picture, world }, { claims, drawn, controls = [] }) {
  const said = ['title', 'lead', 'now', 'note'].flatMap((part) => faultsOf(picture[part] ?? '', claims, world));
  const reported = textsOf(picture.controls).flatMap(({ text }) => faultsOf(text, controls, world, 'whole'));
  return [
    ...said,
    ...reported,
    ...formulaFaults(picture.formula, world),
    ...drawnFaults(picture.scene, drawn, world),
    ...sumFaults(picture.scene, world),
    ...zeroFaults(picture.scene),
    ...(picture.formula.startsWith('softmax') && world.t === 0 ? earlyFaults(picture.scene) : []),
  ];
}
