/** One minute first: whom 它 means, what the model says, and what a context and a cut do to that, in five scenes. */
import { html, nothing } from 'lit';
import { fraction, oneOf } from '../../story/properties.js';
import { tooMany } from '../../story/extremes.js';
import { rowOf } from '../../story/tensor.js';
import { SECONDS, sceneOf } from './scene.js';
import { style } from './style.js';
import { tell } from './told.js';

const STEPS = Object.keys(SECONDS);

const largest = (row) => row.indexOf(Math.max(...row));

/** The reader's guess as a candidate's place, or null. */
const guessOf = ({ guess }, names) => (guess < names.length ? Number(guess) : null);

/** What the arcs of the sentence show, and the answers. */
function answers({ before: { run, reading, shares, truth }, at }, guess) {
  const from = reading < 0 ? run.ids.length - 1 : reading;
  const row = rowOf(run.get('weights', at.layer, at.head), from);
  const best = largest(row);
  const leads = shares && largest(shares.subarray(0, run.candidates.length));
  return { at, token: run.tokens[from].glyph, best: run.tokens[best].glyph, weight: row[best], leads, guess, truth };
}

/** What one cut did. */
function cutOf({ cut, after, count }) {
  const { layer, head, query, key, weight } = cut.edge;
  const [from, to] = [query, key].map((place) => ({ token: after.run.tokens[place].glyph, place: place + 1 }));
  return { count, layer, head, from, to, weight, share: after.shares[0], left: cut.shares[0] };
}

/** The one sentence of a scene. */
function nowOf(step, results, view, names) {
  const { own, words, shape } = view;
  const { before, after, other } = results;
  const guess = guessOf(view.state, names);
  const none = before.reading < 0 ? words.belief.none : words.belief.alone;
  if (names.length === 0 || !before.shares) return none;
  if (step === 'question') return own.question(names, guess, shape.decoder);
  if (step === 'arcs') return own.arcs(names, [...before.shares], answers(results, guess));
  if (!after) return own.noContext;
  const about = { name: names[0], from: before.shares[0], to: after.shares[0], truths: [before.truth, after.truth] };
  if (step === 'context') return own.context(after.context);
  if (step === 'flip') return own.flip({ ...about, other: other && other.shares[0] });
  if (tooMany(results.count)) return own.tooMany(results.count);
  return results.cut ? own.cut({ name: names[0], ...cutOf(results) }) : own.measuring(results.count);
}

/** A guess shows what the model says. */
const guessing = ({ act, own, state }, names) =>
  html`<fieldset class="choices guess">
    <legend>${own.guess}</legend>
    <div>
      ${names.map(
        (name, i) =>
          html`<button
            type="button"
            aria-pressed=${String(state.guess === String(i))}
            @click=${() => {
              act({ guess: String(i) });
              if (state.step === 'question') act.step(1);
            }}
          >
            ${name}
          </button>`,
      )}
    </div>
  </fieldset>`;

function picture(results, view) {
  const { step } = view.at.moment;
  const { own, words } = view;
  const { run, shares } = results.before;
  const names = shares ? run.candidates.map(view.word) : [];
  return {
    title: own.steps[step].title,
    lead: own.lead,
    group: words.groups.minute,
    formula: 'tokens',
    now: nowOf(step, results, view, names),
    inLayer: false,
    scene: sceneOf(step, view, { results, names }),
    controls: html`${names.length > 0 ? guessing(view, names) : nothing}
    ${step === STEPS.at(-1) ? html`<a class="on" href="#figure=walk&step=tokens">${own.on}</a>` : nothing}`,
  };
}

export default {
  name: 'minute',
  properties: {
    step: { initial: STEPS[0], read: oneOf(...STEPS), moves: true },
    t: { initial: 1, read: fraction, write: (t) => t.toFixed(3) },
    speed: { initial: '1', read: oneOf('0.5', '1', '2') },
    guess: { initial: 'none', read: oneOf('none', '0', '1', '2', '3') },
  },
  parts: ['player'],
  texts: { zh: () => import('./text.zh.js'), en: () => import('./text.en.js') },
  style,
  moments: () => STEPS.map((step) => ({ step, layer: null, group: 'minute', seconds: SECONDS[step] })),
  compute: tell,
  picture,
};
