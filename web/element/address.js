/** A state in an address: the page's own, or one that can be handed on. */
import { writeLink } from '../story/state.js';
import { EVERY } from './chosen.js';

/**
 * An address that brings back this very state: on the page that holds the figure or, from elsewhere, on the page that
 * came with it.
 * @param {HTMLElement} element
 * @param {object} state
 * @param {object} properties those that are written
 */
export function addressOf(element, state, properties) {
  const page = element.hasAttribute('link')
    ? location.href.split('#')[0]
    : new URL('../embed.html', import.meta.url).href;
  return `${page}#${writeLink(state, properties)}`;
}

/** Brings the page's address in step with a state; a page of plain state has a plain address. */
export function writeAddress(state, properties) {
  const link = writeLink(state, properties);
  const { pathname, search, hash } = location;
  if (`#${link}` !== hash && (link || hash))
    history.replaceState(history.state, '', `${pathname}${search}${link && '#'}${link}`);
}

/** Whether a figure keeps the page's address in step with its state. */
export const writesAddress = (element) => element.hasAttribute('link') && element.getAttribute('link') !== 'read';

/** What a link into another figure leaves behind, and what it may ask of one that plays. */
const PLAIN = { cell: null, cuts: [], step: null };
const PLAYED = { step: { initial: null } };

/** The address of another figure, or another moment, with the same sentence and model. */
export const linkFrom = (element, state, changes) =>
  addressOf(element, { ...state, ...PLAIN, ...changes }, { ...EVERY, ...PLAYED });
