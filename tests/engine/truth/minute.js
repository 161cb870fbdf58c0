// What the minute tells: a world each for the sentence, for the sentence after each context, and for the one with its
// edge cut. Which context and which head are shown is decided here once more.

import { CONTEXTS } from '../../../web/story/article.js';
import { agrees, claim, sign } from './claims.js';
import { weightsShown } from './scenes.js';
import { World, near, sum } from './world.js';

/** A world of the film; its ids are read off the run, and must spell what is said to be run. */
function worldOf(view, made, cuts = []) {
  const { context, sentence } = made.state;
  const tokens = made.run.tokens.map(({ glyph }) => glyph);
  const world = new World({ ...view, tokens, state: { ...view.state, context, sentence, cuts } }, made.run.ids);
  return Object.assign(world, { token: world.reading < 0 ? world.T - 1 : world.reading });
}

/** The head of the last layer that gives the candidates most weight, or several. */
function headsOf(w) {
  const onNames = Array.from({ length: w.H }, (_, head) =>
    sum(w.get('weights', w.layers - 1, head)[w.token].filter((_weight, i) => w.candidates.includes(w.ids[i]))),
  );
  return [...onNames.keys()].filter((head) => near(onNames[head], Math.max(...onNames)));
}

const crosses = (a, b) => a.share > 0.5 !== b.share > 0.5;

/** The contexts' worlds, the one that is to be told first. */
function laterOf(view, { after, other }, before) {
  const rank = (one) => Number(crosses(before, one)) + Math.abs(one.share - before.share);
  const worlds = [after, other].filter(Boolean).map((made) => worldOf(view, made));
  return worlds.sort((a, b) => rank(b) - rank(a));
}

/** The world that a picture is held against: the longest of the film's, with all of them. */
export function filmOf({ picture, view, world }, step) {
  const { results } = world;
  const before = worldOf(view, results.before);
  const [after = null, other = null] = laterOf(view, results, before);
  const { edge } = results.cut ?? {};
  const cut = edge ? worldOf(view, results.after, results.cut.state.cuts) : null;
  const film = {
    before,
    after,
    other,
    cut,
    edge,
    step,
    heads: headsOf(before),
    names: before.candidates.map(view.word),
  };
  return { picture, world: Object.assign(after ?? before, { film, results, t: view.at.t }) };
}

const shares = (w) => w.named.map((p) => p / sum(w.named));
const film = (holds) => (w) => holds(w.film, w);
const guessOf = ({ names }, w) => names[w.state.guess];
const leads = ({ before, names }) => names.filter((_, i) => near(shares(before)[i], Math.max(...shares(before))));
const listed = ({ names }, zh, en, w) => (w.state.lang === 'zh' ? names.map(zh).join('、') : names.map(en).join(', '));

/** The edge that is cut is the film's; no other of those tried here does more. */
function mattersMost({ after, cut, edge }) {
  const done = Math.abs(cut.share - after.share);
  const row = after.get('weights', after.layers - 1, 0)[after.reading];
  const tried = row.flatMap((_, key) => [
    { layer: after.layers - 1, head: key % after.H, query: after.reading, key },
    { layer: 0, head: key % after.H, query: edge.query, key },
  ]);
  return tried.every((one) => Math.abs(after.like({ cuts: [one] }).share - after.share) <= done + 1e-4);
}

export const MINUTE = [
  claim('「它」指谁？', 'Who is 它 (“it”)?'),
  claim('模型在看谁，又信谁', 'Whom the model looks at, and whom it believes'),
  claim('前面放一句话', 'A sentence put in front'),
  claim('判断变了多少', 'How far the belief moved'),
  claim('只剪断一条边', 'One single edge cut'),
  claim(
    '五幕，不到一分钟，每个数都由你浏览器里的 C 引擎算出。',
    'Five scenes, less than a minute; the C engine in your browser computes every number.',
  ),
  claim(
    '放前文、剪断边都由这几幕自己来，不管别处选了什么。',
    'Context and cut are the scenes’ own, whatever is chosen elsewhere.',
  ),
  claim('句中的「它」指谁？', 'Who is meant by 它 (“it”)?', (w) => !w.decoder),
  claim('句末接上「它 指」，后面该是谁？', '它 指 (“it means”) is put at the end: who comes next?', (w) => w.decoder),
  claim(
    '候选：{names}。',
    'Candidates: {names}.',
    film((f, w) => ({
      names: listed(
        f,
        (name) => `「${name}」`,
        (name) => `“${name}”`,
        w,
      ),
    })),
  ),
  claim('先说你的，再看模型的。', 'Say yours first, then see the model’s.', (w) => w.state.guess === 'none'),
  claim(
    '你说的是「{guess}」。',
    'You said “{guess}”.',
    film((f, w) => ({ guess: guessOf(f, w) })),
  ),
  claim('下一幕看模型的。', 'The next scene has the model’s answer.'),
  claim(
    '第 {layer#} 层头 {head#}：「{token}」看得最多的是「{best}」，{weight#}。',
    'Layer {layer#}, head {head#}: “{token}” looks most at “{best}”, {weight#}.',
    film(({ before, heads }) => {
      const rows = heads.map((head) => before.get('weights', before.layers - 1, head)[before.token]);
      return {
        layer: before.layers,
        head: heads.map((head) => head + 1),
        token: before.tokens[before.token],
        best: rows.flatMap((row) => before.best(row)),
        weight: rows.map((row) => Math.max(...row)),
      };
    }),
  ),
  claim(
    '模型的判断：{shares}。',
    'The model believes: {shares}.',
    film(({ before, names }, w) => ({
      shares: (said) =>
        said
          .split(w.state.lang === 'zh' ? '，' : ', ')
          .every((one, i) => one.startsWith(`${names[i]} `) && agrees(one.split(' ').at(-1), shares(before)[i])) &&
        said.split(/，|, /).length === names.length,
    })),
  ),
  claim(
    '你说的也是「{guess}」。',
    'You said “{guess}” too.',
    film((f, w) => ({
      guess: (said) => said === guessOf(f, w) && leads(f).includes(said),
    })),
  ),
  claim(
    '你说的是「{guess}」，模型偏向「{lead}」。',
    'You said “{guess}”; the model leans to “{lead}”.',
    film((f, w) => ({
      guess: guessOf(f, w),
      lead: (said) => said !== guessOf(f, w) && leads(f).includes(said),
    })),
  ),
  claim(
    '前面放一句：「{context}」后面那句一字不改，整个模型重算。',
    null,
    film(({ after }) => ({
      context: CONTEXTS[after.state.context],
    })),
  ),
  claim(
    null,
    'In front goes “{context}”. The sentence after it keeps every word; the whole model runs again.',
    film(({ after }) => ({ context: CONTEXTS[after.state.context] })),
  ),
  ...[true, false].map((does) =>
    claim(
      `放上前文，{name} 的份额从 {from#} 变成 {to#}，${does ? '越过了' : '没有越过'} 0.5。`,
      `With the context the share of {name} goes from {from#} to {to#}, ${does ? '' : 'not '}across 0.5.`,
      film(
        ({ before, after, names }) =>
          crosses(before, after) === does && { name: names[0], from: before.share, to: after.share },
      ),
    ),
  ),
  claim(
    '换成另一句前文，会是 {share#}。',
    'With the other context it is {share#}.',
    film(({ other }) => ({
      share: other.share,
    })),
  ),
  claim(
    '正在把 {n#} 条边一条一条剪，找影响最大的一条。',
    'Cutting {n#} edges one by one, to find the one that matters most.',
    (w) => ({ n: w.results.count }),
  ),
  claim(
    '第 {layer#} 层头 {head#}，第 {i#} 个词元「{from}」看第 {j#} 个「{to}」，权重 {weight#}。',
    'Layer {layer#}, head {head#}: token {i#}, “{from}”, looks at token {j#}, “{to}”, weight {weight#}.',
    film(({ after, edge: { layer, head, query, key } }) => ({
      layer: layer + 1,
      head: head + 1,
      i: query + 1,
      from: after.tokens[query],
      j: key + 1,
      to: after.tokens[key],
      weight: after.get('weights', layer, head)[query][key],
    })),
  ),
  claim(
    '只剪这一层这一个头的这一条边，{name} 的份额从 {share#} 变成 {left#}，变化 {effect}。',
    'With this one edge of one head cut, the share of {name} goes from {share#} to {left#}, a change of {effect}.',
    film(({ after, cut, names }) => ({
      name: names[0],
      share: after.share,
      left: cut.share,
      effect: (said) => agrees(said.replace('+', ''), cut.share - after.share),
    })),
  ),
  claim(
    '{n#} 条边逐条单独剪过，数它影响最大。',
    'Each of {n#} edges was cut alone; this one matters most.',
    film((f, w) => ({ n: (said) => Number(said) === w.results.count && mattersMost(f) })),
  ),
];

/** The rows whose arcs may be in view: of the head that is told, or of the edge before and after it is cut. */
function rowsDrawn({ film: { step, before, after, cut, edge, heads } }) {
  const told = (w) => heads.flatMap((head) => w.get('weights', w.layers - 1, head)[w.token]);
  if (step === 'arcs') return told(before);
  if (step === 'cut' && cut) {
    return [after, cut].flatMap((w) => w.get('weights', edge.layer, edge.head)[edge.query]);
  }
  return after && ['flip', 'cut'].includes(step) ? told(after) : [];
}

/** The shares that a scene may write: those of the worlds it is about. */
const shown = ({ film: { step, before, after, cut } }) =>
  ({ question: [], arcs: [before], context: [before], flip: [before, after] })[step] ??
  (cut ? [after, cut] : [before, after]);

const of = (w, text) =>
  shown(w)
    .filter(Boolean)
    .some((one) => shares(one).some((share) => agrees(text, share)));

export const MINUTE_DRAWN = [
  ...weightsShown(rowsDrawn),
  claim('{from} → {to}：{weight}', '{from} → {to}: {weight}', (w) => ({
    from: w.tokens,
    to: w.tokens,
    weight: rowsDrawn(w),
  })),
  ...[sign('{token}', (w) => ({ token: w.film.names })), sign('?')],
  ...['', ' · 候选之间'].map((also) =>
    claim(`「{token}」指谁${also}`, `who “{token}” is${also && ' · of the candidates'}`, (w) => ({
      token: w.film.before.tokens[w.film.before.reading],
    })),
  ),
  ...['', ' · 候选之间'].map((also) =>
    claim(`「它 指」后面是谁${also}`, `who comes after 它 指${also && ' · of the candidates'}`, (w) => w.decoder),
  ),
  sign('{share#}', (w) => ({ share: (said) => of(w, said) })),
  sign('{from#}→{to#}', (w) => ({ from: (said) => of(w, said), to: (said) => of(w, said) })),
  claim(
    '百分数：第 {layer} 层头 {head} 的注意力权重',
    'percentages: attention weights of layer {layer}, head {head}',
    ({ film: { step, edge, before, heads } }) => {
      const cutting = step === 'cut' && edge;
      return {
        layer: cutting ? edge.layer + 1 : before.layers,
        head: cutting ? edge.head + 1 : heads.map((head) => head + 1),
      };
    },
  ),
  sign('✂', ({ film: { step } }) => step === 'cut'),
];

/** Labels of its controls. */
export const MINUTE_CONTROLS = [
  claim('你说是谁？', 'Who do you say it is?'),
  claim('一步一步看', 'Step by step', ({ film: { step } }) => step === 'cut'),
  sign('{name}', ({ film: { names } }) => ({ name: names })),
];
