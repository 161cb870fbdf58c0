/** The Q/K/V figure: the three weights, what comes of changing them, and two swaps that say why there are three. */
import { html, nothing } from 'lit';
import { weightsBadge } from '../../parts/badges.js';
import { choices } from '../../parts/choices.js';
import { facts } from '../../story/facts.js';
import { qkv } from './scene.js';
import { style } from './style.js';
import { symmetric, tasks } from './tasks.js';

const undo = (count, words, act) =>
  html`<p>${words.edited(count)} <button type="button" @click=${() => act({ edits: [] })}>${words.undo}</button></p>`;

function controls({ state, own: words, act }) {
  const keys = [
    ['own', words.ownKeys],
    ['query', 'W_K := W_Q'],
  ];
  const values = [
    ['own', words.ownValues],
    ['input', 'V := X'],
  ];
  const count = state.edits.length;
  return html`${choices(words.keysName, 'keys', keys, state.keys, (chosen) => act({ keys: chosen }))}
  ${choices(words.valuesName, 'values', values, state.values, (chosen) => act({ values: chosen }))}
  ${count > 0 ? undo(count, words, act) : nothing}`;
}

/** How scores come of queries and keys here; the wrong way changes what a head's rows are. */
function formulaOf({ rotary, fault }) {
  if (fault === 'no_head_transpose') return `project-${fault}`;
  return rotary ? 'project-rope' : 'project';
}

function picture(_, view) {
  const { own: words, state } = view;
  const of = (tensor) => symmetric(view.get(tensor, view.layer, view.head));
  const badge = weightsBadge(state);
  return {
    ...words,
    lead: words.lead(view.shape),
    badges: [badge, ...(badge === 'trained' ? ['computed'] : [])],
    formula: formulaOf(view.shape),
    code: '04_project.c',
    inLayer: true,
    now: words.now({
      ...facts('project', view),
      scores: of('scores'),
      weights: of('weights'),
      edits: state.edits.length,
    }),
    scene: qkv(view),
    controls: controls(view),
  };
}

export default {
  name: 'qkv',
  properties: {},
  parts: ['belief', 'layer', 'head', 'weights'],
  texts: { zh: () => import('./text.zh.js'), en: () => import('./text.en.js') },
  style,
  tasks,
  picture,
};
