import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { ModelError } from '../../web/engine/errors.js';
import { readSafetensors } from '../../web/model/safetensors.js';
import { floats, safetensors, shipped } from './files.js';

/** Python's own reading of little-endian halves. @param {Uint8Array} halves @returns {Float32Array | undefined} */
function pythonHalves(halves) {
  const count = halves.length / 2;
  const script =
    'import struct\nfrom sys import stdin, stdout\n' +
    `stdout.buffer.write(struct.pack("<${count}f", *struct.unpack("<${count}e", stdin.buffer.read())))`;
  const { status, stdout } = spawnSync('python3', ['-c', script], { input: halves, maxBuffer: 8 * halves.length });
  return status === 0 ? new Float32Array(new Uint8Array(stdout).buffer) : undefined;
}

const HALVES = 65536;
const isFiniteHalf = (half) => (half & 0x7c00) !== 0x7c00;
const halfBytes = (halves) => Uint8Array.from(halves.flatMap((half) => [half & 255, half >> 8]));
const halfFile = (halves) =>
  safetensors({ a: { dtype: 'F16', shape: [halves.length], data_offsets: [0, 2 * halves.length] } }, halfBytes(halves));

const one = (changes = {}) => ({ a: { dtype: 'F32', shape: [2], data_offsets: [0, 8], ...changes } });

function refusal(bytes) {
  try {
    readSafetensors(bytes, 'some.safetensors');
  } catch (error) {
    assert.ok(error instanceof ModelError, `expected a ModelError, got ${error.stack}`);
    assert.equal(error.code, 'bad_weights');
    assert.equal(error.details.file, 'some.safetensors');
    assert.match(error.message, /^some\.safetensors.*\.$/u);
    return error;
  }
  return assert.fail('the file was accepted');
}

const refused = (bytes, reason, tensor) => {
  const { details } = refusal(bytes);
  assert.deepEqual([details.reason, details.tensor], [reason, tensor]);
};

describe('safetensors: what is right', () => {
  it('reads float32 numbers and shapes as written, also when the data are not aligned', () => {
    for (const pad of ['', ' ', '  ', '   ']) {
      const bytes = safetensors(JSON.stringify({ ...one(), __metadata__: { format: 'pt' } }) + pad, floats(1.5, -2.25));
      const tensors = readSafetensors(bytes);
      assert.deepEqual([...tensors.keys()], ['a']);
      assert.deepEqual(tensors.get('a'), { shape: [2], data: new Float32Array([1.5, -2.25]) });
    }
  });

  it('widens half precision: 1, -2, the largest, the smallest normal and subnormal', () => {
    const halves = Uint8Array.from([0x3c00, 0xc000, 0x7bff, 0x0400, 0x0001].flatMap((h) => [h & 255, h >> 8]));
    const { data } = readSafetensors(
      safetensors({ a: { dtype: 'F16', shape: [5], data_offsets: [0, 10] } }, halves),
    ).get('a');
    assert.deepEqual([...data], [1, -2, 65504, 2 ** -14, 2 ** -24]);
  });

  it('widens every half as Python does, and refuses each that is infinite or no number', (t) => {
    const all = Array.from({ length: HALVES }, (_, half) => half);
    const finite = all.filter(isFiniteHalf);
    assert.equal(finite.length, HALVES - 2048);
    const expected = pythonHalves(halfBytes(finite));
    if (!expected) return t.skip('there is no python3');
    const { data } = readSafetensors(halfFile(finite)).get('a');
    assert.deepEqual(new Uint32Array(data.buffer), new Uint32Array(expected.buffer), 'bit for bit, also −0');
    for (const half of all.filter((bits) => !isFiniteHalf(bits))) refused(halfFile([half]), 'not_finite', 'a');
    return undefined;
  });

  it('widens bfloat16: 1, -2, and 3.140625 (0x4049)', () => {
    const halves = Uint8Array.from([0x3f80, 0xc000, 0x4049].flatMap((h) => [h & 255, h >> 8]));
    const { data } = readSafetensors(
      safetensors({ a: { dtype: 'BF16', shape: [3], data_offsets: [0, 6] } }, halves),
    ).get('a');
    assert.deepEqual([...data], [1, -2, 3.140625]);
  });

  it('reads a scalar, and a tensor without numbers', () => {
    const header = {
      s: { dtype: 'F32', shape: [], data_offsets: [0, 4] },
      e: { dtype: 'F32', shape: [0, 3], data_offsets: [4, 4] },
    };
    const tensors = readSafetensors(safetensors(header, floats(7)));
    assert.deepEqual([...tensors.get('s').data], [7]);
    assert.equal(tensors.get('e').data.length, 0);
  });

  it('reads the shipped model: 36 tensors, 62,569 numbers', () => {
    const tensors = readSafetensors(shipped('model.safetensors'));
    assert.equal(tensors.size, 36);
    assert.equal(
      [...tensors.values()].reduce((sum, { data }) => sum + data.length, 0),
      62569,
    );
    assert.deepEqual(tensors.get('token_embedding.weight').shape, [121, 48]);
  });
});

describe('safetensors: what is refused, in one sentence that names file and tensor', () => {
  it('an empty file, and one too short for its own length', () => {
    for (const length of [0, 1, 7]) refused(new Uint8Array(length), 'too_short');
  });

  it('a header longer than the file, also beyond 2^53', () => {
    const bytes = safetensors(one(), floats(1, 2));
    const view = new DataView(bytes.buffer);
    for (const length of [BigInt(bytes.length - 7), 2n ** 40n, 2n ** 64n - 1n]) {
      view.setBigUint64(0, length, true);
      refused(bytes, 'header_length');
    }
  });

  it('a header that is not a JSON object', () => {
    for (const header of ['', '{', '{"a":}', '[]', 'null', '3', '"a"'])
      refused(safetensors(header, floats(1, 2)), 'header_json');
    refused(safetensors('{"a":1}\u0000', floats(1, 2)), 'header_json');
    const notUtf8 = safetensors('{"??":1}');
    notUtf8.set([0xff, 0xfe], 10);
    refused(notUtf8, 'header_json');
  });

  it('a name that stands twice, in the header or in an entry, also if both say the same', () => {
    const entry = '{"dtype":"F32","shape":[2],"data_offsets":[0,8]}';
    refused(safetensors(`{"a":${entry},"a":${entry}}`, floats(1, 2)), 'header_json');
    refused(safetensors(`{"a":${entry},"\\u0061":${entry}}`, floats(1, 2)), 'header_json');
    refused(
      safetensors('{"a":{"dtype":"F32","shape":[2],"shape":[2],"data_offsets":[0,8]}}', floats(1, 2)),
      'header_json',
    );
    assert.equal(readSafetensors(safetensors(`{"a":${entry}}`, floats(1, 2))).size, 1);
  });

  it('an entry that is no object', () => {
    for (const entry of [null, 3, 'x', []]) refused(safetensors({ a: entry }), 'entry', 'a');
  });

  it('types that the engine does not read, and names that only look like one', () => {
    for (const dtype of ['F64', 'I8', 'f32', '', undefined, 7, 'toString', '__proto__']) {
      refused(safetensors(one({ dtype }), floats(1, 2)), 'dtype', 'a');
    }
  });

  it('shapes that are not lists of sizes', () => {
    for (const shape of [undefined, null, 2, '2', [-2], [1.5], ['2'], [null], [2 ** 53]]) {
      refused(safetensors(one({ shape }), floats(1, 2)), 'shape', 'a');
    }
  });

  it('a shape that does not fit the bytes, also when the product is enormous', () => {
    for (const shape of [[3], [1], [], [2, 0], [2 ** 31, 2 ** 31], [2 ** 52, 2 ** 52, 2 ** 52]]) {
      refused(safetensors(one({ shape }), floats(1, 2)), 'size', 'a');
    }
  });

  it('offsets that are not two positions in order', () => {
    for (const offsets of [undefined, null, 8, [0], [0, 8, 8], [-8, 0], [0, 7.5], [8, 0], ['0', '8']]) {
      refused(safetensors(one({ data_offsets: offsets }), floats(1, 2)), 'offsets', 'a');
    }
  });

  it('data outside the file', () => {
    refused(safetensors(one({ data_offsets: [4, 12] }), floats(1, 2)), 'out_of_file', 'a');
    refused(safetensors(one({ data_offsets: [2 ** 52, 2 ** 52 + 8] }), floats(1, 2)), 'out_of_file', 'a');
  });

  it('tensors that overlap, and bytes that belong to none', () => {
    const entry = (begin) => ({ dtype: 'F32', shape: [1], data_offsets: [begin, begin + 4] });
    refused(safetensors({ a: entry(0), b: entry(0) }, floats(1)), 'overlap', 'b');
    refused(safetensors({ a: entry(0), b: entry(2) }, floats(1, 2).slice(0, 6)), 'overlap', 'b');
    refused(safetensors({ a: entry(0), b: entry(8) }, floats(1, 2, 3)), 'gap', 'b');
    refused(safetensors({ a: entry(4) }, floats(1, 2)), 'gap', 'a');
    refused(safetensors({ a: entry(0) }, floats(1, 2)), 'gap');
  });

  it('NaN and infinity in every type', () => {
    for (const value of [NaN, Infinity, -Infinity]) refused(safetensors(one(), floats(1, value)), 'not_finite', 'a');
    for (const [dtype, bits] of [
      ['F16', 0x7c00],
      ['F16', 0x7e00],
      ['BF16', 0xff80],
      ['BF16', 0x7fc0],
    ]) {
      refused(
        safetensors(one({ dtype, shape: [1], data_offsets: [0, 2] }), Uint8Array.of(bits & 255, bits >> 8)),
        'not_finite',
        'a',
      );
    }
  });

  it('the shipped file cut at every interesting place', () => {
    const whole = shipped('model.safetensors');
    const dataStart = 8 + 3336;
    const cuts = [
      0,
      1,
      7,
      8,
      9,
      dataStart - 1,
      dataStart,
      dataStart + 1,
      dataStart + 192,
      100000,
      whole.length - 4,
      whole.length - 1,
    ];
    for (const length of cuts) refusal(whole.slice(0, length));
    refused(new Uint8Array([...whole, 0]), 'gap');
  });

  it('the shipped file with any single byte of its header changed is refused or still whole', () => {
    const whole = shipped('model.safetensors');
    for (let at = 0; at < 8 + 3336; at += 17) {
      const bytes = whole.slice();
      bytes[at] ^= 0x15;
      try {
        readSafetensors(bytes);
      } catch (error) {
        assert.equal(error.code, 'bad_weights', `byte ${at}: ${error.stack}`);
      }
    }
  });
});
