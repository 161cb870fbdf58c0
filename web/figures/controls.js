/** What a reader can change: the sentence before, their own sentence, what may be seen, positions, layer, head, followed token. */
import { html, nothing } from 'lit';
import { ownMask } from '../story/state.js';
import { choices } from './choices.js';

/** The sentence as tokens; the checked one is followed. */
export function drawTokens({ view, tokens, text, disabled }, act) {
  return html`<fieldset class="tokens" ?disabled=${disabled}>
    <legend>${text.controls.follow}</legend>
    ${tokens.map(
      ({ glyph, text: word }, i) =>
        html`<label class="token"
          ><input
            type="radio"
            name="token"
            .value=${String(i)}
            .checked=${i === view.token}
            aria-label=${text.controls.followToken(glyph, i)}
            @change=${() => act({ token: i })}
          /><span>${glyph}${text.gloss(word) ? html`<small>${text.gloss(word)}</small>` : nothing}</span></label
        >`,
    )}
  </fieldset>`;
}

export const drawPlace = ({ view, text, layerShown }, act) =>
  html`<div class="place">
    ${
      layerShown
        ? choices(
            text.controls.layer,
            'layer',
            Array.from({ length: view.shape.layers }, (_, i) => [i, String(i + 1)]),
            view.layer,
            (layer) => act({ layer }),
          )
        : nothing
    }
    ${choices(
      text.controls.head,
      'head',
      Array.from({ length: view.shape.H }, (_, i) => [i, String(i + 1)]),
      view.head,
      (head) => act({ head }),
    )}
  </div>`;

/** What a new sentence sets back: everything that pointed into the old one. */
const AFRESH = { token: null, cuts: [], cell: null };

/** The two switches that change the answer at once: the sentence before, and what may be seen. */
export const drawSwitches = ({ state, text, disabled }, act) =>
  html`<fieldset class="switches" ?disabled=${disabled}>
    ${choices(
      text.controls.context,
      'context',
      [
        ['none', text.controls.none],
        ['a', text.contextNames.a, text.contexts.a],
        ['b', text.contextNames.b, text.contexts.b],
      ],
      state.sentence === null ? state.context : '',
      (context) => act({ ...AFRESH, context, sentence: null }),
    )}
    ${choices(
      text.controls.sees,
      'mask',
      [
        ['encoder', text.controls.encoder, text.controls.encoderHint],
        ['causal', text.controls.causal, text.controls.causalHint],
      ],
      state.mask,
      (mask) => act({ mask }),
    )}
  </fieldset>`;

/** A form for the reader's own sentence. Enter that ends an input-method composition submits nothing. */
function ownSentence({ state, text, draft, problem, vocabulary }, act) {
  const { controls } = text;
  const submit = (event) => {
    event.preventDefault();
    act({ ...AFRESH, sentence: event.target.elements.sentence.value });
  };
  const composing = (event) =>
    event.key === 'Enter' && (event.isComposing || event.keyCode === 229) && event.preventDefault();
  return html`<form class="own" @submit=${submit}>
    <label for="sentence">${controls.own}</label>
    <div class="line">
      <input
        id="sentence"
        name="sentence"
        autocomplete="off"
        spellcheck="false"
        lang="zh"
        maxlength="20000"
        placeholder=${controls.placeholder}
        .value=${draft}
        aria-invalid=${problem ? 'true' : 'false'}
        aria-describedby="problem"
        @keydown=${composing}
        @input=${(event) => act.draft(event.target.value)}
      />
      <button type="submit">${controls.apply}</button>
      ${state.sentence !== null || problem ? html`<button type="button" class="quiet" @click=${() => act({ ...AFRESH, sentence: null })}>${controls.article}</button>` : nothing}
    </div>
    <p id="problem" class="problem" role="alert">${problem ?? nothing}</p>
    <details>
      <summary>${controls.words}</summary>
      <p class="words" lang="zh">
        ${vocabulary.map(
          (word) => html`<button type="button" class="word" @click=${() => act.draft(draft + word)}>${word}</button>`,
        )}
      </p>
    </details>
  </form>`;
}

function experiments(parts, act) {
  const { state, text } = parts;
  const { controls } = text;
  return html`${choices(controls.model, 'model', Object.entries(controls.models), state.model, (model) => act({ ...AFRESH, model, mask: ownMask(model), layer: 0, head: 0 }))}
    <p class="about">${controls.aboutModel[state.model]}</p>
    ${choices(controls.position, 'position', Object.entries(controls.positions), state.position, (position) => act({ position }))}
    ${ownSentence(parts, act)}`;
}

/**
 * The same in every figure: open under the walk; folded under the others, which have controls of their own, unless the reader's
 * sentence is in view or could not be read.
 * @param {object} parts state, text, draft, problem, vocabulary, disabled, folds
 */
export function drawControls(parts, act) {
  const { state, text, problem, disabled, folds } = parts;
  const { name } = text.controls;
  if (!folds)
    return html`<fieldset class="controls" ?disabled=${disabled}>
      <legend>${name}</legend>
      ${experiments(parts, act)}
    </fieldset>`;
  return html`<details class="experiments" ?open=${Boolean(problem) || state.sentence !== null}>
    <summary>${name}</summary>
    <fieldset class="controls" ?disabled=${disabled} aria-label=${name}>${experiments(parts, act)}</fieldset>
  </details>`;
}
