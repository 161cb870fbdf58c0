/**
 * The sentence: its tokens, one of them followed; what stands before it and what may be seen; and a sentence of the
 * reader's own.
 */
import { html, nothing } from 'lit';
import { CONTEXTS } from '../story/article.js';
import { AFRESH } from '../story/state.js';
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

/** The two switches that change the answer at once: the sentence before, and what may be seen. */
export const drawSwitches = ({ state, text, disabled }, act) =>
  html`<fieldset class="switches" ?disabled=${disabled}>
    ${choices(
      text.controls.context,
      'context',
      [
        ['none', text.controls.none],
        ['a', text.contextNames.a, CONTEXTS.a],
        ['b', text.contextNames.b, CONTEXTS.b],
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

const back = (controls, act) =>
  html`<button type="button" class="quiet" @click=${() => act({ ...AFRESH, sentence: null })}>
    ${controls.article}
  </button>`;

/** A form for the reader's own sentence. Enter that ends an input-method composition submits nothing. */
export function drawOwnSentence({ state, text, draft, problem, vocabulary }, act) {
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
      ${state.sentence !== null || problem ? back(controls, act) : nothing}
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
