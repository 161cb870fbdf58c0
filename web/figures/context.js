/** The context figure: who looks at whom, and what cutting an edge would do. */
import { html } from 'lit';
import { context } from '../draw/scenes/context.js';
import { choices } from './choices.js';

const argmax = (values) => values.reduce((best, value, i) => (value > values[best] ? i : best), 0);

/** Weights of all mentions of a word, added up, where a word has several: position of the last mention → sum. */
function together({ ids }, row, sum) {
  const last = new Map(ids.map((id, i) => [id, i]));
  const mentions = [...last].map(([id, i]) => [i, ids.flatMap((other, at) => (other === id ? [row[at]] : []))]);
  return new Map(mentions.filter(([, weights]) => weights.length > 1).map(([i, weights]) => [i, sum(weights)]));
}

/** Whether the followed token sees a position: in this head, or in any where the heads are averaged. */
function visibleTo(view, average) {
  const { layer, head, token, shape: { H, T } } = view;
  const rows = (average ? [...Array(H).keys()] : [head]).map((one) => view.get('masked', layer, one).data.subarray(token * T, (token + 1) * T));
  return (i) => rows.some((row) => row[i] !== -Infinity);
}

export function contextPicture({ view, state, text, experiment, act }) {
  const { layer, head, token, shape } = view;
  const average = state.heads === 'mean' && experiment.ready;
  const weights = average
    ? { ...view.get('weights_mean', layer), tensor: 'weights_mean', layer, head: null }
    : { ...view.get('weights', layer, head), tensor: 'weights', layer, head };
  const row = [...weights.data.subarray(token * shape.T, (token + 1) * shape.T)];
  const visible = visibleTo(view, average);
  const hidden = row.filter((value, i) => visible(i) && value < state.threshold).length;
  const best = argmax(row);
  const points = experiment.ready ? experiment.effects(token, view.reading) : [];
  const { data, shape: size } = view.get('belief');
  const words = text.figures.context;
  return {
    ...words,
    group: text.badge.trained,
    formula: 'softmax',
    inLayer: true,
    now: words.now({ token: view.tokens[token], best: view.tokens[best], weight: row[best], hidden, layer, head: average ? null : head, cuts: state.cuts.length }),
    scene: context(view, { sums: state.mentions === 'together' && experiment.ready ? together(shape, row, experiment.sum) : new Map(), weights, visible, threshold: state.threshold, points, base: view.reading < 0 || view.candidates.length === 0 ? null : data[view.reading * size[1]] }),
    controls: html`${choices(words.headsName, 'heads', [['one', words.one], ['mean', words.mean]], state.heads, (heads) => act({ heads }))}
      ${choices(words.mentionsName, 'mentions', [['apart', words.apart], ['together', words.together]], state.mentions, (mentions) => act({ mentions }))}
      <label class="slider">${words.threshold} <input type="range" min="0" max="0.2" step="0.005" .value=${String(state.threshold)}
        @input=${(event) => act({ threshold: Number(event.target.value) })}><output>${state.threshold}</output></label>`,
  };
}
