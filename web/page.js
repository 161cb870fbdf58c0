/**
 * The hosted page around the walk: language, light or dark, and keys pressed when nothing is focused. In a frame it
 * tells the page outside how tall it is, in pixels, so that the frame can follow.
 */
const walk = document.querySelector('token-walk');
const root = document.documentElement;

const LANGUAGES = {
  zh: { code: 'zh-CN', other: 'English', next: 'en' },
  en: { code: 'en', other: '中文', next: 'zh' },
};

function speak(lang) {
  const { code, other } = LANGUAGES[lang];
  root.lang = code;
  document.querySelectorAll('[data-lang]').forEach((element) => {
    element.hidden = element.dataset.lang !== lang;
  });
  const language = document.querySelector('#language');
  if (!language) return;
  language.textContent = other;
  language.lang = LANGUAGES[LANGUAGES[lang].next].code;
  const theme = document.querySelector('#theme');
  theme.textContent = theme.dataset[lang];
}

function toggleTheme() {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}

/** Is enough of the walk in view that a key pressed nowhere in particular is meant for it? */
function inView() {
  const { top, bottom } = walk.getBoundingClientRect();
  return bottom > innerHeight * 0.4 && top < innerHeight * 0.6;
}

/** The figures share a lab and with it the language; the page speaks it too, as soon as they do. */
const follow = () => walk.updateComplete.then(() => speak(walk.state.lang));

customElements.whenDefined('token-walk').then(follow);
document.addEventListener('statechange', follow);
document
  .querySelector('#language')
  ?.addEventListener('click', () => walk.setState({ lang: LANGUAGES[walk.state.lang].next }));
document.querySelector('#theme')?.addEventListener('click', toggleTheme);
document.addEventListener('keydown', (event) => {
  if (event.target === document.body && ['ArrowLeft', 'ArrowRight', ' '].includes(event.key) && inView())
    walk.handleKey(event);
});

if (parent !== window) {
  const tell = () =>
    parent.postMessage({ type: 'token-walk:height', height: Math.ceil(walk.getBoundingClientRect().height) }, '*');
  new ResizeObserver(() => requestAnimationFrame(tell)).observe(walk);
}
