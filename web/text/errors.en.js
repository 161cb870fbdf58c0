/** What went wrong, where, and what to do. */
import { quote } from './numbers.js';

/** Quotes a reader's words, long ones cut, many left out. */
const listed = (words) =>
  words
    .slice(0, 5)
    .map((word) => quote(word.length > 24 ? `${word.slice(0, 24)}…` : word))
    .join(', ') + (words.length > 5 ? ' and others' : '');

export const errors = {
  empty: () => 'There is no sentence yet. Write one, or go back to the article’s.',
  blank: () => 'There are only spaces here. Write a sentence, or go back to the article’s.',
  too_long: ({ n: count, limit, unit }) =>
    `This sentence has ${count} ${unit} and at most ${limit} can be read. Please shorten it.`,
  unknown_word: ({ words }) =>
    `The model does not know ${listed(words)}. It has only learned the words listed below; please use one of those.`,
  no_webassembly: () =>
    'This browser has no WebAssembly, so the engine cannot run. Please use a newer browser; the first picture ' +
    'was computed beforehand by the same engine.',
  no_simd: ({ build }) =>
    `This browser lacks the SIMD instructions that the ${build} build needs. Remove “build” from the ` +
    'link and a build that works is chosen.',
  not_found: ({ url, status }) =>
    `The file ${url} was not found (${status}). Check that the site is complete, then retry.`,
  html_instead: ({ url }) =>
    `${url} should be data, but the server sent a web page. The path is probably wrong; correct it and retry.`,
  network: ({ url }) => `The network failed while fetching ${url}. Check the connection and retry.`,
  timeout: ({ url, seconds }) =>
    `${url} has not arrived after ${seconds} seconds. The network may be slow; please retry.`,
  bad_wasm: ({ url }) =>
    `The engine file ${url} is damaged and cannot be compiled. Upload it again, or reload and retry.`,
  blocked_by_policy: () =>
    "The page’s content policy forbids compiling WebAssembly. Its owner should add 'wasm-unsafe-eval' to script-src.",
  selftest_failed: ({ build }) =>
    `The engine (${build}) failed its self-test on this device and will not be used. Please try another browser.`,
  bad_config: ({ file = 'config.json' }) =>
    `The model’s ${file} is damaged or describes a model the engine does not support. Put back a ` +
    'complete file and retry.',
  bad_tokenizer: ({ file = 'tokenizer.json' }) =>
    `The tokenizer file ${file} is damaged. Put back a complete file and retry.`,
  bad_weights: ({ file = 'model.safetensors', tensor }) =>
    `The weights in ${file}${tensor ? ` (${tensor})` : ''} are damaged or incomplete. Put back a ` +
    'complete file and retry.',
  not_finite: ({ step, tensor, layer }) =>
    `The computation stopped at “${step}”: ${tensor}` +
    `${layer === undefined ? '' : ` of layer ${layer + 1}`} holds a value that is not a finite number. ` +
    'Check the weights file.',
  trap: () => 'The engine stopped unexpectedly. A fresh one is in place; please try again.',
  fallback: () => 'Something unexpected went wrong. Retry, or reload this page.',
};
