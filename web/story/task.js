/**
 * Tasks: what there is to try in a figure, as data. A task is
 *   { name, about, offered, steps, predicts }
 *   about(view, results)  facts that its words and steps are made of; the model's shape, where it is left out
 *   offered(facts)        whether it is offered in this state; where there are facts, where it is left out
 *   steps                 changes of the state, one after the other, or a function of the facts that gives them
 *   predicts(before, …after)  what is said to come of it, asked of the run before and of that after each step: { holds,
 *                         and the numbers that its sentence shows }
 * A look, as `predicts` takes it, is a view without words, with the lab. Whether a step was taken is seen by the state
 * alone, so that a link to a task's end shows its outcome.
 */
import { rowOf } from './tensor.js';
import { only, ownMask, writeLink } from './state.js';
import { makeView } from './view.js';

/** A run as `predicts` looks at it. */
export function lookAt(lab, state) {
  const run = lab.run(state);
  return { ...makeView({ ...run, state }), lab };
}

/** What a task changes of the state: as it starts, and after each step. */
function courseOf(steps, properties, model) {
  const names = [...new Set(steps.flatMap(Object.keys))];
  const start = names.map((name) => [name, name === 'mask' ? ownMask(model) : properties[name].initial]);
  const course = [Object.fromEntries(start)];
  for (const step of steps) course.push({ ...course.at(-1), ...step });
  return course;
}

/**
 * One task in a state.
 * @param {object} parts lab, view (a look at the state), results (of the figure's `compute`), properties (that the
 *   figure's state has)
 * @returns {object|null|undefined} { name, facts, course, at (the last step taken, 0 for none, −1 where something else
 *   was changed), begun, outcome }; null where it is not offered, undefined where its facts are still to come
 */
export function takeUp({ name, about, offered = Boolean, steps, predicts }, { lab, view, results, properties }) {
  const { state, shape } = view;
  const facts = about ? about(view, results) : shape;
  if (facts === undefined) return undefined;
  if (!offered(facts)) return null;
  const course = courseOf(typeof steps === 'function' ? steps(facts) : steps, properties, state.model);
  const changed = only(Object.keys(course[0]), properties);
  const [here, ...points] = [{}, ...course].map((point) => writeLink({ ...state, ...point }, changed));
  const at = points.lastIndexOf(here);
  const looks = at === course.length - 1 ? course.map((point) => lookAt(lab, { ...state, ...point })) : [];
  const outcome = looks.length > 0 ? predicts(...looks) : null;
  return { name, facts, course, at, begun: at > 0 && points[at] !== points[0], outcome };
}

/** The first candidate and its share, where the answer is read. */
export function firstShare({ get, lab, reading, candidates }) {
  return { who: lab.word(candidates[0]), share: rowOf(get('belief'), reading)[0] };
}
