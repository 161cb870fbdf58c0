/** The picture of one moment of the walk: its words and its scene. */
import { facts } from '../story/facts.js';
import { groupOf } from '../story/walk.js';
import { sceneAt } from '../draw/stage.js';

/**
 * @param {{view: object, text: object, walker: {moments, at}}} parts
 * @returns {{title, group, formula, now, lead: string, inLayer: boolean, scene: object}}
 */
export function walkPicture({ view, text, walker: { moments, at } }) {
  const moment = moments[at.index];
  const { step, layer } = moment;
  const { title, lead, now } = text.steps[step];
  return {
    title,
    lead,
    group: groupName(moment, text),
    formula: step,
    now: now(facts(step, view)),
    inLayer: layer !== null,
    scene: sceneAt(step, view, at.t),
  };
}

/** The part of the walk that a moment belongs to, in words. */
export const groupName = (moment, text) =>
  moment.layer === null ? text.groups[groupOf(moment)] : text.groups.layer(moment.layer);
