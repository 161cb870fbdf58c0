/** The multi-head figure: heads on and off, what each writes, and other numbers of heads at the same width. */
import { html, nothing } from 'lit';
import { multiHead } from '../draw/scenes/multi-head.js';
import { facts } from '../story/facts.js';
import { drawBadges, weightsBadge } from './badges.js';
import { choices } from './choices.js';

/** Heads of this layer as switches. */
const switches = (view, state, text, act) =>
  html`<fieldset class="choices">
    <legend>${text.figures['multi-head'].on}</legend>
    <div>
      ${Array.from({ length: view.shape.H }, (_, head) => {
        const others = state.off.filter((one) => !(one.layer === view.layer && one.head === head));
        const isOn = others.length === state.off.length;
        return html`<label
          ><input
            type="checkbox"
            .checked=${isOn}
            @change=${() => act({ off: isOn ? [...others, { layer: view.layer, head }] : others })}
          /><span>${text.head(head)}</span></label
        >`;
      })}
    </div>
  </fieldset>`;

/** The paper's base size: what one block holds and what a run of it takes here. */
const paper = ({ rows, total, milliseconds }, words, text) =>
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

export function multiHeadPicture({ view, state, text, experiment, act }) {
  const words = text.figures['multi-head'];
  const off = new Set(state.off.filter(({ layer }) => layer === view.layer).map(({ head }) => head));
  const sizes = state.size === 'own' || state.size === 'paper' ? null : Number(state.size);
  if (sizes) experiment.drawRandom(sizes);
  return {
    ...words,
    badges: [weightsBadge(state), 'computed', ...(state.size === 'own' ? [] : ['random'])],
    formula: 'merge',
    inLayer: true,
    now: words.now({
      ...facts('merge', view),
      off: off.size,
      random: sizes,
      paper: state.size === 'paper' ? experiment.paper().total : null,
    }),
    scene: multiHead(view, { off, random: sizes }),
    controls: html`${switches(view, state, text, act)}
    ${choices(
      words.sizeName,
      'size',
      [
        ['own', words.own],
        ['1', '1'],
        ['2', '2'],
        ['4', '4'],
        ['8', '8'],
        ['paper', words.paperName],
      ],
      state.size,
      (size) => act({ size }),
    )}
    ${state.size === 'paper' ? paper(experiment.paper(), words, text) : nothing}`,
  };
}
