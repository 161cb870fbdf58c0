// Text to token ids by the model's own tokenizer.json, never by the browser's word splitter: the same
// text gives the same tokens everywhere. Keeps, for each token, the glyphs as the reader typed them
// (full-width letters, half-width commas), found by normalising slices of the raw text until one
// gives the token. A word outside the vocabulary is reported with its place, never run and never lost.

import { Tokenizer as Reader } from '@huggingface/tokenizers';
import { ModelError, TextError } from '../engine/errors.js';
import { clip, show } from '../engine/options.js';
import { readJson } from './json.js';

/** @typedef {{ id: number, text: string, glyph: string, start: number, end: number }} Token id -1 = unknown */

const FILE = 'tokenizer.json';
// Far beyond any sentence; stops a pasted book before it is searched.
const LONGEST_TEXT = 20000;
const NEAR = 8;
const LISTED = 5;
const LISTED_LENGTH = 24;
const LONGEST_REASON = 100;
const SPACE = /^\s*$/u;
const LONE_SURROGATE = /[\ud800-\udfff]/gu; // with the u flag, a pair is one character and does not match

export class Tokenizer {
  #reader;
  #limit;

  /** @param {unknown} content the file, parsed or as text or bytes @param {import('./config.js').Config} config */
  constructor(content, config) {
    this.#reader = makeReader(readJson(content, (sentence) => bad('json', sentence)));
    this.#limit = config.max_length;
    this.#checkVocabulary(config);
  }

  /** The vocabulary's form of an id. @param {number} id @returns {string | undefined} */
  textOf(id) {
    return this.#reader.id_to_token(id);
  }

  /** The id of a vocabulary form. @param {string} text @returns {number | undefined} */
  idOf(text) {
    return this.#reader.token_to_id(text);
  }

  /** Splits any text; unknown words come out as tokens of id -1. @param {string} text @returns {Token[]} */
  split(text) {
    return this.#align(text, this.#pieces(text));
  }

  /**
   * Splits a text that is to be run.
   * @param {string} text
   * @returns {{ ids: number[], tokens: Token[], unknown: { text: string, start: number, end: number }[] }}
   */
  encode(text) {
    if (text === '') throw new TextError('empty', 'There is no text; type a sentence.');
    const pieces = this.#pieces(text);
    const n = pieces.filter(({ isSpace }) => !isSpace).length;
    if (n === 0) throw new TextError('blank', 'The text holds only spaces; type a sentence.');
    if (n > this.#limit) this.#tooLong(n, 'tokens', this.#limit);
    const tokens = this.#align(text, pieces);
    const unknown = tokens.filter(({ id }) => id < 0).map(({ glyph, start, end }) => ({ text: glyph, start, end }));
    if (unknown.length > 0) {
      const words = [...new Set(unknown.map((piece) => piece.text))];
      throw new TextError('unknown_word', `The model never learned ${list(words)}; use words of its vocabulary.`, {
        words,
        unknown,
        tokens,
      });
    }
    return { ids: tokens.map(({ id }) => id), tokens, unknown };
  }

  #pieces(text) {
    if (text.length > LONGEST_TEXT) this.#tooLong(text.length, 'characters', LONGEST_TEXT);
    const { ids, tokens } = this.#reader.encode(text, { add_special_tokens: false });
    const unknownId = this.#reader.model.unk_token_id;
    return tokens.map((piece, i) => {
      const id = ids[i] === undefined || ids[i] === unknownId ? -1 : ids[i];
      return { id, piece, isSpace: id < 0 && SPACE.test(piece) };
    });
  }

  #align(text, pieces) {
    let at = 0;
    return pieces.flatMap(({ id, piece, isSpace }) => {
      const start = at;
      at = this.#endOf(piece, text, start);
      if (isSpace) return [];
      const glyph = showable(text.slice(start, at).trim() || piece);
      return [{ id, text: id < 0 ? glyph : piece, glyph, start, end: at }];
    });
  }

  /** Where the slice of the raw text ends that begins at `start` and normalises to the piece. */
  #endOf(piece, text, start) {
    const { normalizer } = this.#reader;
    const normal = (end) => (normalizer ? normalizer.normalize(text.slice(start, end)) : text.slice(start, end));
    const likely = start + piece.length;
    if (normal(likely) === piece) return likely;
    // Normalising adds or drops characters (服务a, doubled spaces, accents), so the raw end is elsewhere:
    // the first one whose slice normalises to enough characters, or close to it.
    let low = start;
    let high = text.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (normal(middle).length < piece.length) low = middle + 1;
      else high = middle;
    }
    const near = Array.from({ length: 2 * NEAR + 1 }, (_, i) => low + (i % 2 ? -(i + 1) / 2 : i / 2));
    return near.find((end) => end >= start && end <= text.length && normal(end) === piece) ?? start;
  }

  #tooLong(n, unit, limit) {
    throw new TextError('too_long', `The text has ${n} ${unit}, more than the ${limit} that can be read; shorten it.`, {
      n,
      unit,
      limit,
    });
  }

  #checkVocabulary({ vocab_size: size, pad_token: pad }) {
    const count = this.#reader.get_vocab().size;
    if (count !== size)
      bad('vocabulary', `the vocabulary has ${count} words, but config.json says vocab_size ${size}.`);
    for (let id = 0; id < size; id += 1) {
      if (typeof this.textOf(id) !== 'string') bad('vocabulary', `no word has the id ${id}.`);
    }
    if (pad !== undefined && this.idOf(pad) === undefined)
      bad('vocabulary', `the padding token ${show(pad)} is not in the vocabulary.`);
  }
}

/** Throws bad_tokenizer with one sentence. @returns {never} */
function bad(reason, sentence, cause = undefined) {
  throw new ModelError('bad_tokenizer', `${FILE}: ${sentence}`, { file: FILE, reason }, cause);
}

function makeReader(content) {
  try {
    return new Reader(content, {});
  } catch (error) {
    return bad(
      'content',
      `it is not a tokenizer that can be read here (${clip(String(error.message), LONGEST_REASON)}).`,
      error,
    );
  }
}

/** The words for a message, which ought to stay a sentence whatever was pasted. */
function list(words) {
  const shown = words.slice(0, LISTED).map((word) => `「${clip(word, LISTED_LENGTH)}」`);
  return shown.join(', ') + (words.length > LISTED ? ` and ${words.length - LISTED} more` : '');
}

/** Half of a surrogate pair cannot be drawn; name it instead of letting it become U+FFFD. */
function showable(text) {
  return text.replace(LONE_SURROGATE, (half) => `U+${half.charCodeAt(0).toString(16).toUpperCase()}`);
}
