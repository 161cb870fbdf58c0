/**
 * Badges: where a figure's numbers come from. There are three kinds: computed (from inputs shown, as weights changed
 * by hand are), trained, and random (seeded, to show shapes).
 */
import { html } from 'lit';

const KINDS = { edited: 'computed' };

/**
 * @param {string[]} names of text.badge
 * @param {{badge: object}} text
 * @param {object} words the long names, or text.badge.short
 */
export const drawBadges = (names, { badge }, words = badge) =>
  names.map(
    (name) =>
      html`<span class="badge" data-badge=${KINDS[name] ?? name} title=${badge.hints[name]}>${words[name]}</span>`,
  );

/** What the model's weights are: as trained, or with a reader's own among them. */
export const weightsBadge = ({ edits, keys, values }) =>
  edits.length > 0 || keys !== 'own' || values !== 'own' ? 'edited' : 'trained';
