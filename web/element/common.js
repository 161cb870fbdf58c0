/**
 * What figures that share a lab have in common: the values of SHARED (story/state.js). The first that joins says what
 * they are; each further one takes them over, and every change that one makes is heard by all the others.
 */
const groups = new Map();

/**
 * @param {string} name of the lab
 * @param {object} values the joining figure's
 * @param {(changes: object) => void} hear
 * @returns {{values: object, tell: (changes: object) => void, leave: () => void}} the values in common; `tell` is for
 *   what this figure changes
 */
export function join(name, values, hear) {
  if (!groups.has(name)) groups.set(name, { values: { ...values }, members: new Set() });
  const group = groups.get(name);
  group.members.add(hear);
  return {
    values: { ...group.values },
    tell(changes) {
      const news = Object.fromEntries(Object.entries(changes).filter(([key, value]) => group.values[key] !== value));
      if (Object.keys(news).length === 0) return; // as one that joins, or hears of a change, has nothing to add
      Object.assign(group.values, news);
      group.members.forEach((member) => member !== hear && member(news));
    },
    leave() {
      group.members.delete(hear);
      if (group.members.size === 0) groups.delete(name);
    },
  };
}
