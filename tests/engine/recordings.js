// What vectors/record.py wrote about our models: every case that it ran in float64, and its tensors.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { takeApart } from './files.js';

/** Where recordings lie. */
export const VECTORS = new URL('./vectors/', import.meta.url);

/**
 * @typedef {object} Case what was run, and what came out
 * @property {string} name        article, context A, context B, mask none or causal, no positions
 * @property {string} text
 * @property {string[]} tokens
 * @property {number[]} ids
 * @property {number[]} candidates
 * @property {'none' | 'causal'} mask
 * @property {string} position
 * @property {Map<string, { shape: number[], data: Float32Array }>} tensors by `addressOf`
 */

/** A tensor's name in a recording. @param {string} name @param {number} [layer] @param {number} [head] */
export const addressOf = (name, layer = -1, head = -1) =>
  `${layer < 0 ? '' : `layers.${layer}.`}${head < 0 ? '' : `heads.${head}.`}${name}`;

/** The name, layer and head of an address; −1 where there is none. @param {string} address */
export function placeOf(address) {
  const [, layer = -1, head = -1, name] = /^(?:layers\.(\d+)\.)?(?:heads\.(\d+)\.)?(\w+)$/.exec(address);
  return { name, layer: Number(layer), head: Number(head) };
}

/**
 * The cases of one model, the whole one first.
 * @param {string} model the name of its folder
 * @param {URL} [folder] where the recording lies
 * @returns {Case[]}
 */
export function recordingOf(model, folder = VECTORS) {
  const { header, data } = takeApart(
    new Uint8Array(gunzipSync(readFileSync(new URL(`${model}.safetensors.gz`, folder)))),
  );
  const { __metadata__: about, ...entries } = header;
  return Object.entries(JSON.parse(about.cases)).map(([name, asked]) => {
    const own = Object.entries(entries).filter(([full]) => full.startsWith(`${name}/`));
    const tensors = own.map(
      ([
        full,
        {
          shape,
          data_offsets: [from, to],
        },
      ]) => [full.slice(name.length + 1), { shape, data: new Float32Array(data.slice(from, to).buffer) }],
    );
    return { name, ...asked, tensors: new Map(tensors) };
  });
}
