// Builds the site into .build/site: formulas to MathML, the first frame's numbers by the engine
// itself, one bundle, and the files beside it. Every URL stays relative, so that the folder works
// under any path of any static server. Run by `make site`, after the wasm files are there.

import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transformSync } from 'esbuild';
import temml from 'temml';
import { encoderUrl, loadEngine } from '../web/model/index.js';
import { SENTENCE } from '../web/story/article.js';

const WEB = fileURLToPath(new URL('../web/', import.meta.url));
const SITE = path.join(WEB, '../.build/site');
const DRAFT = `${SITE}.new`; // takes the site's place when whole, so that a failed build leaves the last good one
const DIGITS = 9; // as many as tell every float32 from its neighbours
// What the first picture asks of a config.
const DRAWN = [
  ...['architecture', 'pronoun_id', 'vocab_size', 'd_model', 'd_ff', 'n_heads', 'n_layers'],
  ...['position', 'activation', 'embedding_scale'],
];
const GENERATED = '// Made by emsdk-config/site.js; not to be edited.\n';

/** TeX by name -> MathML by name. A formula that does not parse stops the build. */
async function writeFormulas() {
  const list = path.join(WEB, 'draw/formulas.tex.json');
  if (!existsSync(list)) return;
  const formulas = Object.entries(JSON.parse(await readFile(list, 'utf8'))).map(([name, entry]) => {
    const { tex, display = false } = typeof entry === 'string' ? { tex: entry } : entry;
    try {
      // The TeX is ours, so \class is let through; inline styles are not, a strict content policy drops them.
      const mathml = temml.renderToString(tex, {
        displayMode: display,
        throwOnError: true,
        annotate: false,
        trust: true,
      });
      return [name, mathml.replaceAll(/ style="[^"]*"/g, '')];
    } catch (error) {
      throw new Error(`The formula "${name}" in web/draw/formulas.tex.json does not parse: ${error.message}`, {
        cause: error,
      });
    }
  });
  await writeModule('draw/formulas.generated.js', Object.fromEntries(formulas));
}

/** What the page shows before its engine has arrived: computed by the same engine, here. */
async function writeFirstFrame() {
  const engine = await loadEngine({ build: 'scalar' }); // the same numbers on every machine
  const model = await engine.loadModel(encoderUrl);
  const trace = model.run(SENTENCE);
  const last = model.config.n_layers - 1; // the one that the first picture shows
  const isKept = ({ name, layer }) =>
    ['belief', 'probabilities'].includes(name) || (name === 'weights' && layer === last);
  const row = trace.ids.indexOf(model.config.pronoun_id);
  const tensors = trace
    .tensors()
    .filter(isKept)
    .map(({ name, layer, head, shape }) => {
      const [, wide] = shape;
      const own = trace.get(name, { layer, head }).data.subarray(row * wide, (row + 1) * wide);
      const isDrawn = (column) => name !== 'probabilities' || trace.candidates.includes(column);
      const data = [...own].map((value, column) => (isDrawn(column) ? Number(value.toPrecision(DIGITS)) : null));
      return { name, layer, head, shape, data };
    });
  const tokens = trace.tokens.map(({ id, text, glyph }) => ({ id, text, glyph }));
  await writeModule('story/baked.generated.js', {
    tokens,
    candidates: trace.candidates,
    config: Object.fromEntries(DRAWN.map((name) => [name, model.config[name]])),
    row,
    tensors,
  });
}

/** The steps' C, for those who want to read what computes a number. */
async function writeCode() {
  const steps = path.join(WEB, '../src/steps');
  const files = (await readdir(steps)).filter((name) => /^\d\d_\w+\.c$/.test(name)).sort();
  const texts = await Promise.all(files.map(async (name) => [name, await readFile(path.join(steps, name), 'utf8')]));
  await writeModule('story/code.generated.js', Object.fromEntries(texts));
}

async function writeModule(file, value) {
  await writeFile(path.join(WEB, file), `${GENERATED}export default ${JSON.stringify(value)};\n`);
}

// `new URL('../x', import.meta.url)` is right where it is written; once bundled, the script lies at
// the root of the site, and the site is laid out like web/. So the path is taken from there.
const relocateUrls = (source, file) =>
  source.replace(/new URL\('(\.[^']*)', import\.meta\.url\)/g, (_, target) => {
    const fromRoot = path.posix.join(path.relative(WEB, path.dirname(file)).split(path.sep).join('/'), target);
    return `new URL('./${fromRoot}', import.meta.url)`;
  });

// Style sheets are laid out for those who edit them; readers get them without comments and spaces.
const minifyStyles = (source) =>
  source.replace(
    /css`([^`$]*)`/g,
    (_, sheet) => `css\`${transformSync(sheet, { loader: 'css', minify: true }).code.trim()}\``,
  );

/** What figures share is one file: split by who uses what, it would be a dozen small ones, and larger in sum. */
const KIT = ['draw', 'parts', 'story'];
/** But for these, which come when they are needed. */
const LATER = ['draw/map.js', 'parts/camera.js', 'parts/inspector.js', 'story/cells.js', 'story/code.generated.js'];

async function kitImports() {
  const rooms = await Promise.all(
    KIT.map(async (room) => (await readdir(path.join(WEB, room))).map((name) => `${room}/${name}`)),
  );
  const shared = rooms
    .flat()
    .filter((name) => name.endsWith('.js') && !/\.style\.js$/.test(name) && !LATER.includes(name));
  return shared.map((name) => `import ${JSON.stringify(`kit:${name}`)};`).join('');
}

const ours = {
  name: 'ours',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^kit:/ }, ({ path: name }) => ({ path: path.join(WEB, name.slice(4)), sideEffects: true }));
    onLoad({ filter: /\.js$/ }, async ({ path: file }) => {
      if (!file.startsWith(WEB)) return undefined;
      const source = minifyStyles(relocateUrls(await readFile(file, 'utf8'), file));
      const kit = /figures\/[a-z-]+\/figure\.js$|element\/define\.js$/.test(file) ? await kitImports() : '';
      return { contents: `${source}\n${kit}`, loader: 'js' };
    });
  },
};

async function bundle(scripts) {
  const pages = scripts.map((file) => ({ in: path.join(WEB, file), out: path.basename(file, '.js') }));
  const element = path.join(WEB, 'element/define.js');
  const { metafile } = await build({
    entryPoints: [...(existsSync(element) ? [{ in: element, out: 'token-walk' }] : []), ...pages],
    outdir: DRAFT,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    charset: 'utf8', // Chinese as it is: escapes would double the texts
    sourcemap: 'external', // beside the scripts for those who ask; a link in each costs readers more than it gives
    legalComments: 'linked',
    external: ['node:*'], // reached only where there is a Node
    plugins: [ours],
    metafile: true,
    logLevel: 'silent', // the caller prints the failure
  });
  return metafile.outputs;
}

/** What the hosted page shows first: the element, the walk and its Chinese words. */
const FIRST = ['element/define.js', 'figures/walk/figure.js', 'figures/walk/text.zh.js'];

/** Lets the hosted page ask at once for what its first picture needs, which it would else find out file by file. */
async function writePreloads(outputs) {
  const names = Object.keys(outputs);
  const isFirst = (name) => FIRST.some((file) => outputs[name].entryPoint?.endsWith(`web/${file}`));
  const wanted = new Set(names.filter(isFirst));
  for (const name of wanted)
    outputs[name].imports.forEach(({ path: target, kind }) => kind === 'import-statement' && wanted.add(target));
  const links = [...wanted].map((name) => `<link rel="modulepreload" href="${path.basename(name)}" />`);
  const page = path.join(DRAFT, 'index.html');
  const html = await readFile(page, 'utf8');
  await writeFile(page, html.replace('<link rel="modulepreload" href="token-walk.js" />', links.join('\n    ')));
}

async function copyFiles(names) {
  const folders = ['engine', 'models'];
  const keep = (source) => !source.endsWith('.js') && !source.endsWith('.md');
  await Promise.all([
    ...names.map((name) => cp(path.join(WEB, name), path.join(DRAFT, name))),
    cp(path.join(WEB, 'model/verify.py'), path.join(DRAFT, 'model/verify.py')),
    ...folders.map((name) => cp(path.join(WEB, name), path.join(DRAFT, name), { recursive: true, filter: keep })),
  ]);
  await compactJson(path.join(DRAFT, 'models'));
}

/** JSON is laid out for those who read it; browsers get it without spaces. */
async function compactJson(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      await writeFile(file, JSON.stringify(JSON.parse(await readFile(file, 'utf8'))));
    }),
  );
}

async function buildSite() {
  await rm(DRAFT, { recursive: true, force: true });
  await mkdir(DRAFT, { recursive: true });
  await Promise.all([writeFormulas(), writeFirstFrame(), writeCode()]);
  const top = (await readdir(WEB, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);
  const outputs = await bundle(top.filter((name) => name.endsWith('.js')));
  await copyFiles(top.filter((name) => !name.endsWith('.js')));
  await writePreloads(outputs);
  await rm(SITE, { recursive: true, force: true });
  await rename(DRAFT, SITE);
}

try {
  await buildSite();
  console.log(`site in ${path.relative(process.cwd(), SITE)}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
