// Sentences as claims: a template in each language with holes for what it says, and when it holds. A text is read from
// its first letter to its last as claims, one after the other; what no claim reads is refused, and so is a claim
// that does not hold or whose holes hold something else than float64 says.

import { FLOAT } from './world.js';

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A hole is anything, or, as {name#}, a number. */
const holeOf = (name) => (name.endsWith('#') ? '([−<]?[\\d.,]+%?|−∞)' : '(.+?)');

/** A template: `first` reads it off the beginning of a text, `whole` reads it as all of one. */
function compile(template) {
  if (template === null) return { first: /(?!)/, whole: /(?!)/, holes: [] };
  const parts = template.split(/\{(\w+#?)\}/);
  const source = parts.map((part, i) => (i % 2 ? holeOf(part) : escaped(part))).join('');
  return {
    first: new RegExp(`^${source}(?<rest>\\s.*|(?<=[。：，；？]).*|)$`, 'su'),
    whole: new RegExp(`^${source}(?<rest>)$`, 'su'),
    holes: parts.filter((_, i) => i % 2).map((name) => name.replace('#', '')),
  };
}

/**
 * @param {string | null} zh @param {string | null} en templates; null where a language says it otherwise
 * @param {(w: import('./world.js').World) => boolean | Record<string, *>} holds what the holes must say where it holds
 */
export const claim = (zh, en, holds = () => true) => ({ zh: compile(zh), en: compile(en), holds });

/** The same in both languages. */
export const sign = (text, holds) => claim(text, text, holds);

/** A number as it is written: what it is, and half a unit of its last digit. */
function numberIn(said) {
  const [, minus, digits, decimals = '', power = '0', share] =
    /^(−?)([\d,]+)(?:\.(\d+))?(?:e([+−]?\d+))?(%?)$/.exec(said) ?? [];
  if (digits === undefined) return null;
  const unit = 10 ** (Number(power.replace('−', '-')) - decimals.length) / (share ? 100 : 1);
  const whole = Number(`${digits.replaceAll(',', '')}${decimals}`);
  return { value: (minus ? -1 : 1) * whole * unit, half: decimals || power !== '0' || share ? unit / 2 : 0 };
}

/** Whether what stands in a hole is what is expected: a number, a name, one of several names, or a test of it. */
export function agrees(said, expected) {
  if (typeof expected === 'function') return expected(said);
  if (Array.isArray(expected)) return expected.some((one) => agrees(said, one));
  if (typeof expected === 'string') return said === expected;
  if (expected === -Infinity) return said === '−∞';
  if (said === '<0.1%') return expected > 0 && expected < 0.001 + FLOAT;
  const number = numberIn(said);
  if (number && Math.abs(number.value) >= 100 && !Number.isInteger(expected)) number.half ||= 0.5;
  return (
    number !== null &&
    Math.abs(number.value - expected) <= number.half * 1.000001 + FLOAT * Math.max(1, Math.abs(expected))
  );
}

const holdsOf = (one, world, said) => {
  const expected = one.holds(world);
  if (typeof expected === 'boolean') return expected ? [] : ['it does not hold'];
  return Object.entries(said).flatMap(([hole, text]) =>
    agrees(text, expected[hole]) ? [] : [`${hole} is ${String(expected[hole]).slice(0, 60)}, not ${text}`],
  );
};

/** All claims that a text may begin with, with what is left of it. */
const beginnings = (text, claims, lang, how) =>
  claims.flatMap((one) => {
    const { holes, [how]: pattern } = one[lang];
    const found = pattern.exec(text);
    if (!found) return [];
    const said = Object.fromEntries(holes.map((hole, i) => [hole, found[i + 1]]));
    return [{ one, said, rest: found.groups.rest.trim() }];
  });

/**
 * Reads a text to its end. @returns {string[]} what is wrong with it: of all ways to read it, the one with least
 */
export function faultsOf(text, claims, world, how = 'first') {
  if (text === '') return [];
  const ways = beginnings(text, claims, world.state.lang, how);
  if (ways.length === 0) return [`nobody can read: ${text}`];
  const all = ways.map(({ one, said, rest }) => [...holdsOf(one, world, said), ...faultsOf(rest, claims, world, how)]);
  return all.reduce((least, one) => (one.length < least.length ? one : least));
}
