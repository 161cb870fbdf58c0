/**
 * Taking things away: a link to this very state, the picture as SVG or PNG, the numbers of a tensor as CSV or JSON,
 * and one file with every tensor beside a script that computes them once more.
 */
import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { tensorKey } from '../engine/tensor-ref.js';
import { symbolOf } from '../parts/names.js';

/** What a picture needs of its style when it leaves the page. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'writing-mode',
  'paint-order',
];

/** A copy of the stage that looks the same on its own. */
export function standalone(stage) {
  const copy = stage.cloneNode(true);
  const originals = [stage, ...stage.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    STYLES.forEach((name) => element.setAttribute(name, style.getPropertyValue(name)));
    element.removeAttribute('tabindex');
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  paper.setAttribute('width', '100%');
  paper.setAttribute('height', '100%');
  paper.setAttribute('fill', getComputedStyle(stage.closest('.walk')).backgroundColor);
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
}

/** The same picture in pixels, two for each of the screen's. */
async function pixels(text, width, height) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: width * 2, height: height * 2 });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}

/** Hands a file to the reader. */
function save(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

const rowsOf = ({ data, shape }) => {
  const stride = shape.at(-1);
  return Array.from({ length: data.length / stride }, (_, i) => [...data.subarray(i * stride, (i + 1) * stride)]);
};

/** A number to the last bit; a zero keeps its sign. */
const digits = (value) => (Object.is(value, -0) ? '-0' : String(value));

/**
 * One tensor in a form that other programs read; −∞ is written as -Infinity in CSV and as a string in JSON, which has
 * no such number.
 */
export const asCsv = (tensor) =>
  `${rowsOf(tensor)
    .map((row) => row.map(digits).join(','))
    .join('\n')}\n`;

export const asJson = (name, { data, shape }) =>
  `{"name":${JSON.stringify(name)},"shape":[${shape}],"data":[${[...data].map(jsonNumber)}]}\n`;

const jsonNumber = (value) => (Number.isFinite(value) ? digits(value) : `"${value}"`);

/** What can be taken: the tensors that the picture draws, each once, and then all others of this state. */
function offered({ blocks, tensors = [] }, all) {
  const drawn = new Map([...tensors, ...blocks].map((made) => [tensorKey(made), made]));
  return { drawn: [...drawn.values()], others: all.filter((one) => !drawn.has(tensorKey(one))) };
}

const option = (made, view) =>
  html`<option value=${tensorKey(made)}>${symbolOf(view, made)} · ${tensorKey(made)}</option>`;

/** One choice over all of them; drawn anew only when the list changes, since a picture is drawn often. */
const chooser = ({ drawn, others }, view, text) =>
  guard(
    [text, [...drawn, ...others].map(tensorKey).join()],
    () =>
      html`<select aria-label=${text.tools.tensor}>
        <optgroup label=${text.tools.drawn}>${drawn.map((made) => option(made, view))}</optgroup>
        <optgroup label=${text.tools.others}>${others.map((made) => option(made, view))}</optgroup>
      </select>`,
  );

const fileName = (made) => tensorKey(made).replaceAll(':', '-');

/** The script that computes an exported run once more. */
const VERIFY = new URL('../model/verify.py', import.meta.url).href;

/** @param {object} parts view, text, scene, stage (a function that finds the SVG), link, run */
export function drawTools({ view, text, scene, stage, link, run }) {
  const { tools } = text;
  const list = offered(scene, run.tensors());
  const pick = (event) =>
    [...list.drawn, ...list.others][event.target.closest('.tensor').querySelector('select').selectedIndex];
  const asFile = (event, form) => {
    const made = pick(event);
    const tensor = view.get(made.tensor, made.layer, made.head);
    if (form === 'csv') save(`${fileName(made)}.csv`, asCsv(tensor), 'text/csv');
    else save(`${fileName(made)}.json`, asJson(tensorKey(made), tensor), 'application/json');
  };
  const picture = async (form) => {
    const svg = stage();
    const content = standalone(svg);
    if (form === 'svg') save('token-walk.svg', content, 'image/svg+xml');
    else save('token-walk.png', await pixels(content, svg.width.baseVal.value, svg.height.baseVal.value), 'image/png');
  };
  return html`<div class="tools" role="group" aria-label=${tools.name}>
    <a href=${link}>${tools.link}</a>
    <button type="button" @click=${() => picture('svg')}>SVG</button
    ><button type="button" @click=${() => picture('png')}>PNG</button>
    <span class="tensor"
      >${chooser(list, view, text)} <button type="button" @click=${(event) => asFile(event, 'csv')}>CSV</button
      ><button type="button" @click=${(event) => asFile(event, 'json')}>JSON</button></span
    >
    <span class="verify"
      ><button type="button" @click=${() => save('token-walk.safetensors', run.export(), 'application/octet-stream')}>
        ${tools.verify}
      </button>
      <a href=${VERIFY} download="verify.py">verify.py</a></span
    >
  </div>`;
}
