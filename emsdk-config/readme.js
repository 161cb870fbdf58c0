// The README's table of attributes and events, from the properties that the element and its figures
// declare. `node emsdk-config/readme.js` writes it between its marks in README.md; what each name means
// is said here, and a name without a meaning, or a meaning without a name, is an error.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { FIGURES } from '../web/figures/registry.js';
import { COMMON } from '../web/story/state.js';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const README = here('../README.md');
const ELEMENT = here('../web/element');
const MARKS = ['<!-- attributes: made by emsdk-config/readme.js -->', '<!-- end of attributes -->'];

/** Attributes that are no state: what they take, and what they do. */
const OWN = {
  figure: [Object.keys(FIGURES).map(code).join(', '), 'which figure'],
  src: ['URL of a folder', 'a model of your own, in place of `model`'],
  theme: ['`light`, `dark`', 'the colours; the reader’s preference where it is left out'],
  lab: ['any name', 'figures that name the same one share engine, model, runs, sentence, mask and language'],
  controls: [
    '`all`, `own`, `bar`',
    '`own`: sentence, model and positions are set in a bar elsewhere on the page; `bar`: this figure is that bar',
  ],
  link: ['(present), `read`', 'keeps the page’s address in step with the state; `read` only reads it'],
  any: ['(present)', 'with `link`: also takes on the figure that an address names'],
  loading: ['`lazy`', 'fetches figure, engine and model when the figure comes near'],
};

const MEANINGS = {
  layer: 'the layer that is shown, from 0',
  head: 'the head that is shown, from 0',
  token: 'the token that is followed, from 0; the pronoun’s where it is left out',
  mask: 'who may be seen: everybody, or what came before',
  position: 'how positions are told; as the model was trained, unless another way is asked for',
  context: 'the sentence before the article’s: none, about A’s trouble, about B’s',
  sentence: 'a sentence of your own',
  cuts: 'edges that are cut',
  cell: 'the cell whose arithmetic is shown',
  scale: 'what scores are divided by',
  fault: 'a mistake, made for real',
  off: 'heads that are off',
  edits: 'weights changed by hand',
  keys: '`query`: W_K := W_Q in every layer',
  values: '`input`: V := X in every layer',
  lang: 'the language of the words',
  model: 'which of the shipped models',
  build: 'which engine; the best that runs here where it is left out',
  heads: 'one head, or the mean of all',
  mentions: 'a name that occurs twice: an arc each, or one for all',
  threshold: 'arcs of less weight are hidden',
  dk: 'the width of the random vectors',
  size: 'other numbers of heads at the same width, or the block of the paper',
  step: 'the scene',
  t: 'how far the scene has played',
  speed: 'of the player',
  pace: 'later layers in one scene each, or step by step',
  depth: 'how deep a step is told: the idea alone, its formula, or its C',
  guess: 'whom the reader takes 它 for: a candidate, from 0',
  at: 'the part of the model that is marked',
  answer: '`hidden` until somebody has guessed',
};

const EVENTS = {
  statechange: 'after every lasting change; `detail` is the whole state; it crosses shadow trees',
  stepchange:
    'when another moment or another part of the model is drawn; `detail` is figure, step, layer, head and part',
};

function code(text) {
  return `\`${text}\``;
}

/** Where a property starts, as an attribute would say it. */
const usual = ({ initial, write = String }) =>
  initial === null || (Array.isArray(initial) && initial.length === 0) ? '' : code(write(initial));

function rowsOf(properties) {
  return Object.entries(properties).map(([name, property]) => {
    const meaning = MEANINGS[name];
    const takes = property.takes ?? property.read.takes;
    if (!meaning) throw new Error(`emsdk-config/readme.js has no meaning for the property "${name}"; add one.`);
    if (!takes) throw new Error(`The property "${name}" does not say what it takes; see web/story/properties.js.`);
    return [code(name), takes, usual(property), meaning];
  });
}

/** Every figure's own properties, by name. */
async function ownProperties() {
  const modules = await Promise.all(Object.values(FIGURES).map((load) => load()));
  return modules.map(({ default: figure }) => [figure.name, figure.properties]);
}

/** A name that the element asks of its attributes, or an event that it sends, must be one of those that are told of. */
function requireToldOf(pattern, known, what) {
  for (const file of readdirSync(ELEMENT).filter((entry) => entry.endsWith('.js'))) {
    const source = readFileSync(path.join(ELEMENT, file), 'utf8');
    const name = [...source.matchAll(pattern)].map(([, found]) => found).find((found) => !Object.hasOwn(known, found));
    if (name) throw new Error(`web/element/${file} has the ${what} "${name}"; emsdk-config/readme.js must tell of it.`);
  }
}

function requireUsed(figures) {
  const used = new Set([COMMON, ...figures.map(([, properties]) => properties)].flatMap(Object.keys));
  const idle = Object.keys(MEANINGS).filter((name) => !used.has(name));
  if (idle.length > 0) throw new Error(`emsdk-config/readme.js gives a meaning to what no figure has: ${idle}.`);
}

const table = (heads, rows) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The part of the README between the marks, marks included. */
export async function attributes() {
  const figures = await ownProperties();
  requireToldOf(/\b(?:get|has)Attribute\('([\w-]+)'\)/g, { ...OWN, ...COMMON }, 'attribute');
  requireToldOf(/new CustomEvent\('([\w-]+)'/g, EVENTS, 'event');
  requireUsed(figures);
  const heads = ['attribute', 'takes', 'otherwise', 'what it is'];
  const rows = [
    ...Object.entries(OWN).map(([name, [takes, meaning]]) => [code(name), takes, '', meaning]),
    ...rowsOf(COMMON),
    ...figures.flatMap(([figure, own]) => rowsOf(own).map(([name, ...rest]) => [`${name} (${figure})`, ...rest])),
  ];
  const events = Object.entries(EVENTS).map(([name, meaning]) => [code(name), meaning]);
  return [MARKS[0], table(heads, rows), '', table(['event', 'when'], events), MARKS[1]].join('\n');
}

/** The README with the part made anew. */
export function withAttributes(readme, part) {
  const [from, to] = MARKS.map((mark) => readme.indexOf(mark));
  if (from < 0 || to < from) throw new Error(`README.md has lost its marks: ${MARKS.join(' … ')}`);
  return readme.slice(0, from) + part + readme.slice(to + MARKS[1].length);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(README, withAttributes(readFileSync(README, 'utf8'), await attributes()));
}
