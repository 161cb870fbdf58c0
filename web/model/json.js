// JSON that came from somewhere: already parsed, as text, or as bytes that ought to be UTF-8.

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
    if (typeof value === 'string') value = JSON.parse(value);
  } catch {
    fail('the file is not valid JSON; it is damaged or cut short.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    fail('the file does not hold a JSON object.');
  return value;
}
