// Makes a tokenizer.json (the Hugging Face layout) for a vocabulary of whole words:
//
//   node emsdk-config/make-tokenizer.js words.json > web/models/encoder-rope/tokenizer.json
//
// words.json is a list of words, a word's id its place in the list, or an existing tokenizer.json.
// The text is first brought to the vocabulary's spelling (服务a, 服务\u3000Ａ -> 服务 A; ，, 、 : -> ，), then
// cut by one alternation of all words, longest first. What no word covers stays a piece of its own, to
// be reported as unknown. No [UNK] token exists: a model that never saw one should not be fed one.

import { readFileSync } from 'node:fs';
import { argv, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';

const SPECIAL = /^\[[A-Z]+\]$/;
const ENTITY = /^(\S+) ([A-Z])$/;
// No fold inside a longer Latin word or a number: 服务 abc and 3.14 are not ours to rewrite.
const NOT_IN_WORD = '(?![0-9A-Za-z０-９Ａ-Ｚａ-ｚ])';
const NOT_IN_NUMBER = '(?![0-9])';

/** @param {string[]} words @returns {object} the content of tokenizer.json */
export function makeTokenizer(words) {
  const special = words.filter((word) => SPECIAL.test(word));
  const plain = words.filter((word) => !SPECIAL.test(word));
  const longestFirst = [...plain].sort((a, b) => b.length - a.length);
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special.map((content) => ({
      id: words.indexOf(content),
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: { type: 'Sequence', normalizers: normalizers(plain) },
    pre_tokenizer: {
      type: 'Split',
      pattern: {
        Regex: [...longestFirst.map((word) => escape(word) + (ENTITY.test(word) ? NOT_IN_WORD : '')), '\\s+'].join('|'),
      },
      behavior: 'Isolated',
      invert: false,
    },
    post_processor: null,
    decoder: null,
    model: { type: 'WordLevel', vocab: Object.fromEntries(words.map((word, id) => [word, id])), unk_token: '[UNK]' },
  };
}

function normalizers(words) {
  const replace = (regex, content) => ({ type: 'Replace', pattern: { Regex: regex }, content });
  const entities = words
    .map((word) => ENTITY.exec(word))
    .filter(Boolean)
    .map(([word, kind, letter]) => {
      const forms = [letter, letter.toLowerCase()].flatMap((one) => [one, fullWidth(one)]).join('');
      return replace(`${escape(kind)}\\s*[${forms}]${NOT_IN_WORD}`, word);
    });
  return [
    { type: 'NFC' },
    replace('[\\x{200B}\\x{FEFF}]', ''), // invisible, and comes along with pasted text
    ...entities,
    replace(`[,、；;：:､]${NOT_IN_NUMBER}`, '，'),
    replace(`[.!?．！？｡]${NOT_IN_NUMBER}`, '。'),
  ];
}

/** ASCII to the full-width form 0xFEE0 above it. */
const fullWidth = (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0);

const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The words of a list, or of a tokenizer.json. */
export function wordsOf(content) {
  if (Array.isArray(content)) return content;
  return Object.entries(content.model.vocab)
    .sort((a, b) => a[1] - b[1])
    .map(([word]) => word);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const words = wordsOf(JSON.parse(readFileSync(argv[2], 'utf8')));
  stdout.write(`${JSON.stringify(makeTokenizer(words), null, 1)}\n`);
}
