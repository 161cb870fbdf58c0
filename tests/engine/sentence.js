// What every message of an error is: one sentence for a person.

import assert from 'node:assert/strict';
import { TokenWalkError } from '../../web/engine/errors.js';

const MOST = 300;
const NO_WORDS = /undefined|NaN|\[object|\n/;
const SECOND_SENTENCE = /[.!?] [A-Z]/;

/** Throws unless it is an error of ours whose message is one short sentence. @returns {TokenWalkError} */
export function assertSentence(error, what) {
  assert.ok(error instanceof TokenWalkError, `${what}: ${error?.stack ?? error}`);
  const { message } = error;
  assert.ok(message.length < MOST, `${what}: ${message.length} characters: ${message}`);
  assert.match(message, /^[A-Za-z"].*[.]$/su, what);
  assert.doesNotMatch(message, NO_WORDS, what);
  assert.doesNotMatch(message, SECOND_SENTENCE, what);
  return error;
}
