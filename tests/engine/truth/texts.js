// All that a picture says: its sentences, what its controls report, and every text drawn in its scene. Templates of
// lit are written out as markup, without a browser, and the markup is taken apart again.

import { nothing } from 'lit';

const MARKUP = /<(\/?)([a-z]\w*)((?:\s+[^<>]*)?)\/?>|([^<]+)/gi;
const VOID = new Set(['rect', 'path', 'line', 'circle', 'input', 'progress']);

/** A template of lit, or anything that stands in one, as markup; what is no text is left out. */
export function markup(part) {
  if (part === nothing || part === null || part === undefined) return '';
  if (Array.isArray(part)) return part.map(markup).join('');
  if (part.strings)
    return part.strings.map((text, i) => text + (i < part.values.length ? markup(part.values[i]) : '')).join('');
  if (typeof part === 'string' || typeof part === 'number')
    return String(part).replaceAll('<', '‹').replaceAll('>', '›');
  return '';
}

const attribute = (attributes, name) =>
  new RegExp(`\\s${name}=(?:"([^"]*)"|([^\\s"]+))`).exec(attributes)?.slice(1).find(Boolean);

/** The classes of an element: values of its attribute are bare or quoted, and several where they were put together. */
const classesOf = (attributes) =>
  /class=(?:"([^"]*)"|([\w -]*?)(?=\s+[\w-]+=|\s*$))/.exec(attributes)?.slice(1).find(Boolean) ?? '';

const LABEL = /aria-label=(?:"([^"]*)"|([^"]*?)(?=\s+[\w-]+=|\s*$))/s;

/** A piece of a text element: an index stands below its symbol, a name after it. */
function joined(before, piece, look) {
  if (/\bindex\b/.test(look)) return `${before}_${piece}`;
  return /\bwords\b/.test(look) && before ? `${before} ${piece}` : `${before}${piece}`;
}

const plain = (text) =>
  text
    .replace(/\s+\/?$/, '')
    .replaceAll('\u200b', '')
    .replaceAll('‹', '<')
    .replaceAll('›', '>')
    .trim();

/**
 * @returns {{text: string, looks: string, x?: number, y?: number}[]} every text and label, with the elements and
 *   classes that it stands in; what stands in one <text> is one
 */
export function textsOf(template) {
  const found = [];
  const open = [];
  const looks = () => open.map((one) => one.look).join(' ');
  for (const [, closing, tag, attributes = '', text] of markup(template).matchAll(MARKUP)) {
    const element = open.find((one) => one.tag === 'text');
    if (text && plain(text) && element) element.text = joined(element.text, plain(text), open.at(-1).look);
    else if (text && plain(text)) found.push({ text: plain(text), looks: looks() });
    if (!tag) continue;
    if (closing) {
      if (tag === 'text' && element.text) found.push({ ...element, looks: looks() });
      open.pop();
      continue;
    }
    const [x, y] = ['x', 'y'].map((name) => Number(attribute(attributes, name)));
    const one = { tag, look: `${tag} ${classesOf(attributes)}`, text: '', x, y };
    const label = LABEL.exec(attributes);
    if (label) found.push({ text: plain(label[1] ?? label[2]), looks: `${looks()} ${one.look} label` });
    if (!VOID.has(tag)) open.push(one);
  }
  return found;
}
