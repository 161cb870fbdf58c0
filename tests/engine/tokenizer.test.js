import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ModelError, TextError } from '../../web/engine/errors.js';
import { Tokenizer } from '../../web/model/tokenizer.js';
import { makeTokenizer, wordsOf } from '../../emsdk-config/make-tokenizer.js';
import { shipped, shippedJson } from './files.js';

const config = shippedJson('config.json');
const tokenizer = new Tokenizer(shipped('tokenizer.json'), config);
const ARTICLE = '服务 A 调用了配置中心 B，因为它需要获取最新配置。';
const ARTICLE_TOKENS = ['服务 A', '调用', '了', '配置中心 B', '，', '因为', '它', '需要', '获取', '最新', '配置', '。'];

const texts = (text) => tokenizer.encode(text).tokens.map((token) => token.text);
const glyphs = (text) => tokenizer.encode(text).tokens.map((token) => token.glyph);

function refusal(text) {
  try {
    tokenizer.encode(text);
  } catch (error) {
    assert.ok(error instanceof TextError, `expected a TextError, got ${error.stack}`);
    assert.ok(!error.message.includes('\ufffd'), 'no replacement character in the message');
    return error;
  }
  return assert.fail(`accepted: ${text}`);
}

const unknownIn = (text) => {
  const error = refusal(text);
  assert.equal(error.code, 'unknown_word');
  return error.details.words;
};

describe("tokenizer: the article's sentence", () => {
  it('gives the twelve tokens and ids of the model', () => {
    assert.deepEqual(texts(ARTICLE), ARTICLE_TOKENS);
    assert.deepEqual(tokenizer.encode(ARTICLE).ids, [11, 43, 9, 24, 3, 5, 4, 68, 64, 69, 53, 2]);
  });

  it('keeps 配置中心 B whole beside 配置, and 调用 one token', () => {
    assert.deepEqual(texts('配置中心 B 的配置'), ['配置中心 B', '的', '配置']);
    assert.deepEqual(texts('调用'), ['调用']);
  });

  it('tells where each token stands in the text as typed', () => {
    for (const { glyph, start, end } of tokenizer.encode(ARTICLE).tokens)
      assert.equal(ARTICLE.slice(start, end).trim(), glyph);
  });

  it('knows every word of its own vocabulary', () => {
    wordsOf(shippedJson('tokenizer.json')).forEach((word, id) =>
      assert.deepEqual(tokenizer.encode(word).ids, [id], word),
    );
  });
});

describe('tokenizer: width, spacing and punctuation', () => {
  it('takes a half-width comma and stop for full-width ones, and shows the glyph that was typed', () => {
    const half = '服务 A 调用了配置中心 B,因为它需要获取最新配置.';
    assert.deepEqual(tokenizer.encode(half).ids, tokenizer.encode(ARTICLE).ids);
    assert.equal(glyphs(half)[4], ',');
    assert.equal(glyphs(half)[11], '.');
  });

  it('takes each of 。，、！？；： and their half-width forms for one token', () => {
    const marks = ['。', '，', '、', '！', '？', '；', '：', '.', ',', '!', '?', ';', ':', '｡', '､'];
    assert.deepEqual(glyphs(marks.join('')), marks);
    assert.deepEqual([...new Set(texts('，、；：,;:､'))], ['，']);
    assert.deepEqual([...new Set(texts('。！？.!?｡'))], ['。']);
  });

  it('takes 服务A, 服务　Ａ, 服务 a and more spaces for 服务 A', () => {
    for (const typed of [
      '服务A',
      '服务　Ａ',
      '服务 a',
      '服务ａ',
      '服务   A',
      '服务\tA',
      '服务\u00a0A',
      '服务\u200bA',
    ]) {
      const { ids, tokens } = tokenizer.encode(`${typed}调用了它`);
      assert.deepEqual(ids, [11, 43, 9, 4], JSON.stringify(typed));
      assert.equal(tokens[0].glyph, typed);
    }
  });

  it('rewrites nothing inside other words and numbers', () => {
    assert.deepEqual(unknownIn('服务 abc'), ['服务', 'abc']);
    assert.deepEqual(unknownIn('服务 A1'), ['服务', 'A1']);
    assert.deepEqual(unknownIn('3.14'), ['3.14']);
    assert.deepEqual(unknownIn('12:30'), ['12:30']);
  });

  it('drops spaces between words and keeps what stands around them', () => {
    assert.deepEqual(texts('  它\n需要\u3000获取  '), ['它', '需要', '获取']);
  });
});

describe('tokenizer: words the model never learned', () => {
  it('names each once, as typed, with its place', () => {
    const error = refusal('服务 A 吃了苹果，苹果');
    assert.deepEqual(error.details.words, ['吃', '苹果']);
    assert.deepEqual(error.details.unknown[1], { text: '苹果', start: 7, end: 9 });
    assert.deepEqual(
      error.details.tokens.map(({ id }) => id),
      [11, -1, 9, -1, 3, -1],
    );
  });

  it('lets emoji, rare characters, composed accents and variants through whole', () => {
    for (const word of ['𠮷', '👨‍👩‍👧', '❤️', 'e\u0301', 'ñ', '葛\u{E0100}', '🇨🇳', '각']) {
      assert.deepEqual(unknownIn(`它${word}它`), [word]);
    }
  });

  it('shows markup as text', () => {
    const markup = '"><img src=x onerror=alert(1)>';
    assert.equal(
      refusal(markup)
        .details.unknown.map(({ text }) => text)
        .join(' '),
      markup,
    );
    assert.deepEqual(unknownIn('<b>它</b>'), ['<b>', '</b>']);
  });

  it('names half of a surrogate pair instead of drawing a replacement character', () => {
    assert.deepEqual(unknownIn('\ud842它'), ['U+D842']);
    assert.deepEqual(unknownIn('它\udfb7'), ['U+DFB7']);
  });

  it('does not take names of the language for words', () => {
    for (const word of ['constructor', '__proto__', 'toString', 'undefined']) assert.deepEqual(unknownIn(word), [word]);
  });
});

describe('tokenizer: limits', () => {
  it('says empty, blank and too long, each by its own code', () => {
    assert.equal(refusal('').code, 'empty');
    for (const blank of [' ', '\n\t', '\u3000\u3000', '\u00a0']) assert.equal(refusal(blank).code, 'blank');
    const long = refusal('它'.repeat(97));
    assert.deepEqual([long.code, long.details.n, long.details.limit], ['too_long', 97, 96]);
    assert.equal(tokenizer.encode('它'.repeat(96)).ids.length, 96);
  });

  it('refuses 10,000 characters of anything in one sentence of bounded length', () => {
    const codes = [
      '它'.repeat(10000),
      'x'.repeat(10000),
      'e\u0301'.repeat(5000),
      ' x'.repeat(5000),
      '服务 '.repeat(3333),
    ].map((text) => {
      const { code, message } = refusal(text);
      assert.ok(message.length < 400, `${message.length} characters`);
      return code;
    });
    assert.deepEqual(codes, ['too_long', 'unknown_word', 'unknown_word', 'too_long', 'too_long']);
  });

  it('accepts one character', () => assert.deepEqual(tokenizer.encode('它').ids, [4]));
});

describe('tokenizer: the file', () => {
  const refused = (content, reason, changes = {}) =>
    assert.throws(
      () => new Tokenizer(content, { ...config, ...changes }),
      (error) =>
        error instanceof ModelError &&
        error.code === 'bad_tokenizer' &&
        error.details.reason === reason &&
        error.details.file === 'tokenizer.json' &&
        /^tokenizer\.json: .*\.$/u.test(error.message),
    );

  it('is what the committed maker makes of its words', () => {
    const content = shippedJson('tokenizer.json');
    assert.deepEqual(JSON.parse(JSON.stringify(makeTokenizer(wordsOf(content)))), content);
  });

  it('is refused when damaged, cut short, or no tokenizer', () => {
    const bytes = shipped('tokenizer.json');
    for (const length of [0, 1, 500, bytes.length - 3]) refused(bytes.slice(0, length), 'json');
    for (const text of ['[]', 'null', '3', '"x"']) refused(text, 'json');
    for (const content of [{}, { model: {} }, { ...shippedJson('tokenizer.json'), model: { type: 'none' } }])
      refused(content, 'content');
    refused({ ...shippedJson('tokenizer.json'), added_tokens: null }, 'content');
    refused({ ...shippedJson('tokenizer.json'), pre_tokenizer: { type: 'Split', pattern: { Regex: '(' } } }, 'content');
  });

  it('is refused when it does not fit the configuration', () => {
    refused(shipped('tokenizer.json'), 'vocabulary', { vocab_size: 120 });
    refused(shipped('tokenizer.json'), 'vocabulary', { vocab_size: 122 });
    refused(shipped('tokenizer.json'), 'vocabulary', { pad_token: '[NONE]' });
    const content = shippedJson('tokenizer.json');
    content.model.vocab['。'] = 3; // two words of one id leave a hole
    refused(content, 'vocabulary');
  });
});
