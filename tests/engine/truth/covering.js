// Pairwise covering: combinations of values such that every two values of any two axes meet in one of them.

const pairsOf = (one, names) => names.flatMap((a, i) => names.slice(i + 1).map((b) => `${a}${one[a]} ${b}${one[b]}`));

/**
 * @param {Record<string, any[]>} axes
 * @returns {Record<string, any>[]} the first values of all axes first
 */
export function covering(axes) {
  const names = Object.keys(axes).sort((a, b) => axes[b].length - axes[a].length);
  const met = new Set();
  const made = [];
  const gain = (one) => pairsOf(one, Object.keys(one)).filter((pair) => !met.has(pair)).length;
  const all = names.flatMap((a, i) => names.slice(i + 1).map((b) => axes[a].length * axes[b].length));
  const total = all.reduce((sum, count) => sum + count, 0);
  const wanted = () => {
    for (const [i, a] of names.entries())
      for (const b of names.slice(i + 1))
        for (const x of axes[a].keys())
          for (const y of axes[b].keys()) if (!met.has(`${a}${x} ${b}${y}`)) return { [a]: x, [b]: y };
    return {};
  };
  while (met.size < total) {
    const start = made.length === 0 ? {} : wanted();
    const one = names.reduce(
      (chosen, name) => {
        if (name in chosen) return chosen;
        const options = [...axes[name].keys()].map((x) => inOrder({ ...chosen, [name]: x }, names));
        return options.reduce((best, option) => (gain(option) > gain(best) ? option : best));
      },
      inOrder(start, names),
    );
    pairsOf(one, names).forEach((pair) => met.add(pair));
    made.push(Object.fromEntries(names.map((name) => [name, axes[name][one[name]]])));
  }
  return made;
}

const inOrder = (one, names) =>
  Object.fromEntries(names.filter((name) => name in one).map((name) => [name, one[name]]));
