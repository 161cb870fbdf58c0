/**
 * Mentions: the places of one name in a sentence. Only names are gathered; a word that merely occurs twice is two
 * words.
 */

/** All places that hold the same name as this one; for what is no name, the place alone. */
export function placesOf(at, ids, names) {
  if (!names.includes(ids[at])) return [at];
  return ids.flatMap((id, i) => (id === ids[at] ? [i] : []));
}

/**
 * Names that can be seen at several places: last of them → all of them, in order.
 * @param {number[]} ids @param {number[]} names ids that are names @param {(i: number) => boolean} sees
 * @returns {Map<number, number[]>}
 */
export function mentionsOf(ids, names, sees) {
  const seen = names.map((name) => ids.flatMap((id, i) => (id === name && sees(i) ? [i] : [])));
  return new Map(seen.filter((places) => places.length > 1).map((places) => [places.at(-1), places]));
}

/** Which keys a query sees: in one head, or in any where the heads are averaged. */
export function seenBy(get, { layer, head, heads, count }, query) {
  const all = head === null ? Array.from({ length: heads }, (_, i) => i) : [head];
  const rows = all.map((one) => get('masked', layer, one).data.subarray(query * count, (query + 1) * count));
  return (key) => rows.some((row) => row[key] !== -Infinity);
}
