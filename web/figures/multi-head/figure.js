/** The multi-head figure: heads on and off, what each writes, and other numbers of heads at the same width. */
import { html, nothing } from 'lit';
import { tensorKey } from '../../engine/tensor-ref.js';
import { drawBadges, weightsBadge } from '../../parts/badges.js';
import { choices } from '../../parts/choices.js';
import { facts } from '../../story/facts.js';
import { oneOf } from '../../story/properties.js';
import { multiHead } from './scene.js';
import { style } from './style.js';
import { answers, extremes, tasks } from './tasks.js';

const COUNTS = ['1', '2', '4', '8'];

/** The base model of Vaswani et al. 2017, table 3; our longest sentence fits. */
const PAPER = { d_model: 512, n_heads: 8, d_ff: 2048, max_length: 512 };

const sizeOf = (shape) => shape.reduce((product, size) => product * size, 1);

/** The weights of a random model with so many heads, as tensors to draw. */
function randomWeights(lab, heads, ids) {
  const { get } = lab.random({ n_heads: heads }, ids);
  const tensors = Array.from({ length: heads }, (_, head) => {
    const key = tensorKey({ tensor: 'random.weights', layer: 0, head });
    return [key, { ...get('weights', { layer: 0, head }), axes: ['token', 'key'], role: 'random' }];
  });
  return new Map(tensors);
}

/** The paper's base block with random weights on this sentence: its parameters, and how long a run takes. */
function paperSizes(lab, ids) {
  const { weights, milliseconds } = lab.random(PAPER, ids);
  const rows = weights
    .filter(({ name }) => name.startsWith('attention.'))
    .map(({ name, shape }) => ({ name, shape, count: sizeOf(shape) }));
  return { rows, total: rows.reduce((sum, { count }) => sum + count, 0), milliseconds };
}

/** Another number of heads, where one is chosen, and then what the answer would be without each head. */
function* compute(lab, state) {
  const { ids } = lab.run(state);
  const results = {
    ...(state.size === 'paper' && { paper: paperSizes(lab, ids) }),
    ...(COUNTS.includes(state.size) && { tensors: randomWeights(lab, Number(state.size), ids) }),
  };
  yield results;
  const each = [];
  for (const one of answers(lab, state)) {
    each.push(one);
    yield results;
  }
  yield { ...results, without: extremes(each) };
}

/** Heads of this layer as switches. */
const switches = ({ state, act, layer, shape, words, own }) =>
  html`<fieldset class="choices">
    <legend>${own.on}</legend>
    <div>
      ${Array.from({ length: shape.H }, (_, head) => {
        const others = state.off.filter((one) => !(one.layer === layer && one.head === head));
        const isOn = others.length === state.off.length;
        return html`<label
          ><input
            type="checkbox"
            .checked=${isOn}
            @change=${() => act({ off: isOn ? [...others, { layer, head }] : others })}
          /><span>${words.head(head)}</span></label
        >`;
      })}
    </div>
  </fieldset>`;

/** The paper's base size: what one block holds and what a run of it takes here. */
const drawPaper = ({ rows, total, milliseconds }, words, text) =>
  html`<table class="sizes">
      <caption>
        ${words.paper}${drawBadges(['random'], text)}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.tensor}</th>
          <th scope="col">${words.shape}</th>
          <th scope="col">${words.count}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, shape, count }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${shape.join(' × ')}</td>
              <td>${count.toLocaleString('en')}</td>
            </tr>`,
        )}
        <tr>
          <th scope="row">${words.total}</th>
          <td></td>
          <td>${total.toLocaleString('en')}</td>
        </tr>
      </tbody>
    </table>
    <p>${words.took(milliseconds)}</p>`;

function controls({ paper }, view) {
  const { own, words, state, act } = view;
  const sizes = [['own', own.own], ...COUNTS.map((count) => [count, count]), ['paper', own.paperName]];
  return html`${switches(view)} ${choices(own.sizeName, 'size', sizes, state.size, (size) => act({ size }))}
  ${paper ? drawPaper(paper, own, words) : nothing}`;
}

function picture(results, view) {
  const { own, state } = view;
  const off = new Set(state.off.filter(({ layer }) => layer === view.layer).map(({ head }) => head));
  const random = results.tensors?.size ?? null;
  return {
    ...own,
    lead: own.lead(view.shape),
    badges: [weightsBadge(state), 'computed', ...(state.size === 'own' ? [] : ['random'])],
    formula: view.fault === 'no_head_transpose' ? `merge-${view.fault}` : 'merge',
    code: '11_merge.c',
    inLayer: true,
    now: own.now({ ...facts('merge', view), random, paper: results.paper?.total ?? null }),
    scene: multiHead(view, { off, random }),
    controls: controls(results, view),
  };
}

export default {
  name: 'multi-head',
  properties: { size: { initial: 'own', read: oneOf('own', ...COUNTS, 'paper') } },
  parts: ['belief', 'layer', 'head'],
  texts: { zh: () => import('./text.zh.js'), en: () => import('./text.en.js') },
  style,
  tasks,
  compute,
  picture,
};
