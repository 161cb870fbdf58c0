// The formula that stands over a scene, term by term as TeX, and when each is what was computed.

import { readFileSync } from 'node:fs';
import { isJoined } from './walk-late.js';
import { streamOf } from './walk.js';
import { near } from './world.js';

const TEX = JSON.parse(readFileSync(new URL('../../../web/draw/formulas.tex.json', import.meta.url), 'utf8'));

/** TeX without what only colours or spaces it. */
const bare = (tex) =>
  tex
    .replaceAll('\\\\', '|')
    .replace(/\\class\{[^}]*\}/g, '')
    .replace(/\\(quad|qquad|,|;| )|[{}\s]/g, '');

const entries = (w, name) => w.shown(name).flat();
const isScaled = (by) => (w) => entries(w, 'scaled').every((x, i) => near(x * by(w), entries(w, 'scores')[i], 1e-6));
const maskedAre = (value) => (w) =>
  w
    .shown('masked')
    .every((row, i) => row.every((x, k) => x === (w.hides(i, k) ? value(w, i, k) : w.shown('scaled')[i][k])));
const times = (w) => w.row('embedding')[0] / w.get('token_embedding.weight')[w.ids[w.token]][0];
const waves = (amplitude) => (w) =>
  w.get('position').every((row, i) =>
    row.every((x, d) => {
      const angle = i / 10000 ** ((d - (d % 2)) / w.D);
      return near(x, amplitude(w) * (d % 2 ? Math.cos(angle) : Math.sin(angle)));
    }),
  );
const isUnmoved = (w) => w.get('input').every((row, i) => row.every((x, d) => x === w.get('embedding')[i][d]));
const turned = (w) => w.scoresAre('rotated_query', 'rotated_key') && !w.scoresAre('query', 'key');

const SOFTMAX = String.raw`\frac\exp(\tildeS_ij-\max_k\tildeS_ik)\sum_k\exp(\tildeS_ik-\max)`;
const COLUMNS = String.raw`\frac\exp(\tildeS_ij-\max_k\tildeS_kj)\sum_k\exp(\tildeS_kj-\max)`;
const QKV = String.raw`Q=\hatxW_QK=\hatxW_KV=\hatxW_V`;
const ROPE = String.raw`S=\mathrmRoPE(Q)\mathrmRoPE(K)^\top`;
const WAVES = (a) => String.raw`x_i=e_i+p_ip_i,2j=${a}\sin\fraci10000^2j/dp_i,2j+1=${a}\cos\fraci10000^2j/d`;
const CASES = (hidden) => String.raw`\tildeS_ij=\begincasesS'_ij&i\toj|${hidden}&i\nrightarrowj\endcases`;

/** Every formula with the numbers that it must be true of. */
const TRUE = new Map([
  [String.raw`\text它\rightarrow?`, () => true],
  [String.raw`e_i=\sqrtdE_\mathrmid(i)`, (w) => near(times(w), Math.sqrt(w.D))],
  [String.raw`e_i=E_\mathrmid(i)`, (w) => near(times(w), 1)],
  [WAVES(''), waves(() => 1)],
  [WAVES('a'), waves((w) => w.config.position_amplitude)],
  ['x_i=e_i', isUnmoved],
  [String.raw`\hatx=\fracx-\mu\sigma\odot\gamma+\beta`, () => true],
  [QKV, (w) => w.ownSlices && (w.state.figure !== 'qkv' || !turned(w))],
  [String.raw`\begingathered${QKV}|${ROPE}\endgathered`, (w) => w.ownSlices && turned(w)],
  [String.raw`Q=\mathrmView(\hatxW_Q)K=\mathrmView(\hatxW_K)V=\mathrmView(\hatxW_V)`, (w) => !w.ownSlices],
  [String.raw`R_iq_i\cdotR_jk_j=q_i\cdotR_j-ik_j`, turned],
  [String.raw`S=QK^\top`, (w) => w.scoresAre('query', 'key')],
  [ROPE, turned],
  [String.raw`S'=\fracS\sqrtd_k`, isScaled((w) => Math.sqrt(w.K))],
  [String.raw`S'=\fracS1`, isScaled(() => 1)],
  [String.raw`S'=\fracSd_k`, isScaled((w) => w.K)],
  [String.raw`S'=\fracS\sqrtd`, isScaled((w) => Math.sqrt(w.D))],
  [CASES(String.raw`-\infty`), maskedAre(() => -Infinity)],
  [CASES('0'), maskedAre(() => 0)],
  [String.raw`\tildeS_ij=S'_ij`, maskedAre((w, i, k) => w.shown('scaled')[i][k])],
  [`A_ij=${SOFTMAX}`, (w) => w.softmaxOfRows],
  [`A_ij=${COLUMNS}`, (w) => w.columnsAddUp],
  [String.raw`A_ij=\begincases${SOFTMAX}&i\toj|0&i\nrightarrowj\endcases`, (w) => w.hiddenGetNothing],
  [String.raw`z_i=\sum_jA_ijv_j`, () => true],
  [String.raw`y=\mathrmConcat(z^1,\dots,z^H)W_O+b_O`, isJoined],
  [String.raw`y=\mathrmView(z^1,\dots,z^H)W_O+b_O`, (w) => !w.ownSlices],
  [String.raw`x\leftarrowx+y\hatx=\mathrmLayerNorm(x)`, () => true],
  [String.raw`x\leftarrowx+W_2\max(0,W_1\hatx+b_1)+b_2`, (w) => w.config.activation === 'relu'],
  [String.raw`x\leftarrowx+W_2\mathrmGELU(W_1\hatx+b_1)+b_2`, (w) => w.config.activation === 'gelu'],
  [
    String.raw`x\leftarrowx+y+\mathrmFFN(\mathrmLayerNorm(x+y))`,
    (w) =>
      w
        .row('residual')
        .every((x, d) => near(x, streamOf(w)[d] + w.row('attention_output')[d] + w.row('feed_forward_output')[d])),
  ],
  [String.raw`p=\mathrmsoftmax(\hatxE^\top+b)`, () => true],
]);

/** What is wrong with the formula of this name here. */
export function formulaFaults(name, world, tex = TEX[name]) {
  const holds = TRUE.get(bare(tex ?? ''));
  if (!holds) return [`no formula that is known: ${name} ${bare(tex ?? '')}`];
  return holds(world) ? [] : [`the formula ${name} does not hold`];
}
