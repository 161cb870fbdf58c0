// JSON that came from somewhere: already parsed, as text, or as bytes that ought to be UTF-8. A key that
// stands twice in one object is refused: readers differ about which counts, so the file has no one meaning.

import { clip } from '../engine/options.js';

// What is outside of strings and numbers; a string with the colon after it is a key.
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/gs;

/**
 * @param {unknown} content an object, a string or bytes
 * @param {(sentence: string) => never} fail called with what is wrong
 * @returns {Record<string, any>}
 */
export function readJson(content, fail) {
  let value = content;
  try {
    if (content instanceof ArrayBuffer || ArrayBuffer.isView(content))
      value = new TextDecoder('utf-8', { fatal: true }).decode(content);
    if (typeof value === 'string') value = parse(value, fail);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    fail('the file is not valid JSON; it is damaged or cut short.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    fail('the file does not hold a JSON object.');
  return value;
}

function parse(text, fail) {
  const value = JSON.parse(text);
  const twice = keyThatStandsTwice(text);
  if (twice !== undefined) fail(`the key "${clip(twice)}" stands twice in one object; leave one of them.`);
  return value;
}

/** @param {string} text valid JSON */
function keyThatStandsTwice(text) {
  const open = []; // the keys of each object that has begun and not ended
  for (const [token, string, colon] of text.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon) {
      const key = JSON.parse(string); // "a" and "\u0061" are one key
      if (open.at(-1).has(key)) return key;
      open.at(-1).add(key);
    }
  }
  return undefined;
}
