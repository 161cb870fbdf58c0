/**
 * The hosted page around the figures: language, light or dark, keys pressed when nothing is focused, and which chapter
 * the reader is in, which the bar's map, the formula and the page's address follow. In a frame it tells the page
 * outside how tall it is, in pixels, so that the frame can follow.
 */
const root = document.documentElement;
const find = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];

const figures = all('token-walk');
const maps = figures.filter((figure) => figure.getAttribute('link') === 'read');
const chapters = all('.chapter');
const inChapter = (chapter) => chapter?.querySelector('token-walk') ?? null;

let current = figures.find((figure) => !maps.includes(figure));

const LANGUAGES = {
  zh: { code: 'zh-CN', other: 'English', next: 'en' },
  en: { code: 'en', other: '中文', next: 'zh' },
};

function speak(lang) {
  const { code, other, next } = LANGUAGES[lang];
  root.lang = code;
  all('[data-lang]').forEach((element) => {
    element.hidden = element.dataset.lang !== lang;
  });
  all('[data-zh]').forEach((element) => {
    const words = element.querySelector('b') ?? element;
    words.textContent = element.dataset[lang];
    if (element.title) element.title = element.dataset[lang];
  });
  const language = find('#language');
  if (!language) return;
  language.textContent = other;
  language.lang = LANGUAGES[next].code;
}

function toggleTheme() {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}

/** Is enough of a figure in view that a key pressed nowhere in particular is meant for it? */
function inView(figure) {
  const { top, bottom } = figure.getBoundingClientRect();
  return bottom > innerHeight * 0.4 && top < innerHeight * 0.6;
}

/** What each figure showed last: its place on the map, and the step that the formula lights up. */
const moments = new Map();

const STEPS = { qkv: 'project', context: 'softmax', 'multi-head': 'mix' };

/** Sets something of the maps that does not stand there yet. */
function setMaps(changes) {
  const differs = ({ state }) => Object.keys(changes).some((name) => state[name] !== changes[name]);
  maps.filter(differs).forEach((map) => map.setState(changes, { write: false }));
}

function showMoment() {
  const { figure, step, part = null } = moments.get(current) ?? {};
  setMaps({ at: part });
  const lit = STEPS[figure] ?? step;
  all('[data-go]').forEach((link) => {
    const steps = (link.dataset.lit ?? link.dataset.go).split(' ');
    link.toggleAttribute('data-on', steps.includes(lit));
  });
}

/** The model's answer stays a secret until the reader has guessed or goes on. */
const reveal = () => setMaps({ answer: 'shown' });

function enter(chapter) {
  all('.rail a').forEach((link) => {
    if (link.hash === `#${chapter.id}`) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  });
  const figure = inChapter(chapter);
  if (!figure || figure === current) return;
  current = figure;
  showMoment();
  reveal();
}

const SET_IN_THE_BAR = ['sentence', 'context', 'token', 'mask', 'position', 'model'];
let set = null;

/** What was set in the bar belongs to the chapter in view, whose state the address is. */
function keepAddress({ target, detail }) {
  if (!maps.includes(target)) return;
  const now = JSON.stringify(SET_IN_THE_BAR.map((name) => detail[name]));
  if (set !== null && now !== set) current.setState({});
  set = now;
}

/** To a step of the walk, whatever model, sentence and layer it has. */
function go(event) {
  const link = event.target.closest('[data-go]');
  const walk = find('#step-by-step');
  if (!link || !walk?.trace) return;
  event.preventDefault();
  walk.setState({ step: link.dataset.go, t: 1, cell: null });
  walk.scrollIntoView();
}

function readPage() {
  const watch = new IntersectionObserver(
    (entries) => entries.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => enter(target)),
    { rootMargin: '-45% 0px -50%' },
  );
  chapters.forEach((chapter) => watch.observe(chapter));
  document.addEventListener('stepchange', ({ target, detail }) => {
    moments.set(target, detail);
    if (target === current) showMoment();
    if (detail.figure === 'minute' && (detail.step !== 'question' || target.state.guess !== 'none')) reveal();
  });
  document.addEventListener('statechange', keepAddress);
  document.addEventListener('click', go);
  if (location.hash.includes('=')) reveal();
}

/** The figures share a lab and with it the language; the page speaks it too, as soon as they do. */
const follow = () => current.updateComplete.then(() => speak(current.state.lang));

/** The browser's language, where the address says none. */
function speakAsTheBrowser() {
  const said = new URLSearchParams(location.hash.slice(1)).has('lang');
  if (!said && !navigator.language.startsWith('zh')) current.setState({ lang: 'en' }, { write: false });
}

customElements.whenDefined('token-walk').then(() => {
  if (chapters.length > 0) {
    readPage();
    speakAsTheBrowser();
  }
  follow();
});
document.addEventListener('statechange', follow);
find('#language')?.addEventListener('click', () => current.setState({ lang: LANGUAGES[current.state.lang].next }));
find('#theme')?.addEventListener('click', toggleTheme);
document.addEventListener('keydown', (event) => {
  const isOurs = event.target === document.body && ['ArrowLeft', 'ArrowRight', ' '].includes(event.key);
  if (isOurs && inView(current)) current.handleKey(event);
});

if (parent !== window) {
  const tell = () =>
    parent.postMessage({ type: 'token-walk:height', height: Math.ceil(current.getBoundingClientRect().height) }, '*');
  new ResizeObserver(() => requestAnimationFrame(tell)).observe(current);
}
