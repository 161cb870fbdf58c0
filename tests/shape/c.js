// As much of C as the house rules need: a source without comments and literals (same length, so that
// places stay true), its includes, and its functions with the lines they take.

const NOISE = /\/\*[\s\S]*?\*\/|\/\/(?:\\\n|[^\n])*|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/g;

const blank = (text) => text.replace(/[^\n]/g, ' ');

/** Comments and literals become spaces. @param {string} source */
export const withoutNoise = (source) => source.replace(NOISE, blank);

/** What a file includes: {name, quoted}. Read from the raw text, where the names still stand. */
export function includes(source) {
  const bare = source.replace(/\/\*[\s\S]*?\*\//g, blank);
  return [...bare.matchAll(/^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)/gm)].map(([, quoted, angled]) => ({
    name: quoted ?? angled,
    quoted: quoted !== undefined,
  }));
}

/**
 * The functions that a file defines, at any indentation: a parameter list followed by a body at
 * brace depth 0. Directives are blanked first, so both sides of an #if are read.
 * @returns {{ name: string, first: number, last: number }[]} lines counted from 1
 */
export function functions(source) {
  const code = withoutNoise(source).replace(/^[ \t]*#(?:\\\n|[^\n])*/gm, blank);
  const found = [];
  let depth = 0;
  let opened = 0;
  for (const { index, 0: brace } of code.matchAll(/[{}]/g)) {
    if (brace === '{') {
      if (depth === 0) opened = index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      const name = depth === 0 ? nameBefore(code.slice(0, opened)) : undefined;
      if (name) found.push({ name, first: lineAt(code, opened), last: lineAt(code, index) });
    }
  }
  return found;
}

/** The name in `… name(parameters) `, or undefined where the brace opens something else. */
function nameBefore(text) {
  const head = text.slice(Math.max(text.lastIndexOf(';'), text.lastIndexOf('}')) + 1).trimEnd();
  if (!head.endsWith(')')) return undefined;
  return /([A-Za-z_]\w*)\s*\([\s\S]*\)$/.exec(head)?.[1];
}

const lineAt = (text, index) => text.slice(0, index).split('\n').length;
