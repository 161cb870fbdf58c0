// A stand-in for the engine, assembled byte by byte: just enough exports for the loader, each doing
// what a test asks (a wrong version, a failing self-test, a trap). Binary format: the WebAssembly core
// specification, section 5.

const I32 = 0x7f;
const section = (id, ...content) => [id, ...leb(content.length), ...content];
const vector = (items) => [...leb(items.length), ...items.flat()];
const name = (text) => vector([...new TextEncoder().encode(text)].map((byte) => [byte]));

/** Unsigned LEB128. */
function leb(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

const constant = (value) => [0x41, ...leb(value)]; // i32.const, for values below 64
const UNREACHABLE = [0x00];
const SELFTEST = 2; // its place among the functions
const CALL_SELFTEST = [0x10, SELFTEST];

/**
 * @param {{ abi?: number, selftest?: number | 'trap' | 'endless', build?: string, imports?: boolean }} [options]
 * @returns {Uint8Array} a valid module
 */
export function fakeEngine({ abi = 2, selftest = 0, build = 'scalar', imports = false } = {}) {
  const manifest = JSON.stringify({
    abi,
    build,
    config: [],
    run: [],
    choices: {},
    steps: { before: [], layer: [], after: [] },
    tensors: [],
    status: { ok: 0 },
    row: [],
  });
  const bodies = {
    attn_abi: constant(abi),
    attn_manifest: constant(16),
    attn_selftest: { trap: UNREACHABLE, endless: CALL_SELFTEST }[selftest] ?? constant(selftest),
  };
  const shift = imports ? 1 : 0;
  const functions = Object.keys(bodies);
  return Uint8Array.from([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, ...vector([[0x60, 0, 1, I32]])),
    ...(imports ? section(2, ...vector([[...name('env'), ...name('wanted'), 0, 0]])) : []),
    ...section(3, ...vector(functions.map(() => [0]))),
    ...section(5, ...vector([[0, 1]])),
    ...section(7, ...vector([...functions.map((fn, i) => [...name(fn), 0, i + shift]), [...name('memory'), 2, 0]])),
    ...section(10, ...vector(Object.values(bodies).map((body) => vector([0, ...body, 0x0b].map((byte) => [byte]))))),
    ...section(11, ...vector([[0, ...constant(16), 0x0b, ...name(`${manifest}\0`)]])),
  ]);
}
