// Results as Markdown. A family shows its quickest way in each row; a ratio is our time over theirs (of medians, and
// "at best" of the quickest samples), so below 1 we are quicker.

/** @param {number} ms */
export function time(ms) {
  if (ms >= 1000) return `${(ms / 1000).toPrecision(3)} s`;
  return ms >= 1 ? `${ms.toPrecision(3)} ms` : `${(ms * 1000).toPrecision(3)} µs`;
}

/** @param {string[]} heads @param {(string | number)[][]} rows */
export const markdown = (heads, rows) =>
  [heads, heads.map((_, i) => (i ? '---:' : '---')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const measured = (cell) => cell?.median !== undefined;
/** @param {{ median: number, spread: number | null }} times no spread where there was one call only */
export const withSpread = ({ median, spread }) =>
  `${time(median)}${spread === null ? ' (once)' : ` ±${Math.round(spread * 100)}%`}`;

const gflops = (row, cell) => row.flops / cell.median / 1e6;

/** Why there is no time, in a word. */
function excuse(cell) {
  if (cell?.wrong !== undefined) return `**wrong** (${cell.wrong === null ? 'no numbers' : cell.wrong.toPrecision(1)})`;
  return cell?.failed ? 'fails' : '–';
}

/** The quickest of a family in a row: { name, cell }, or one that says why there is none. */
function best(row, peers) {
  const all = peers.map(({ name }) => ({ name, cell: row.cells[name] }));
  return all.filter(({ cell }) => measured(cell)).sort((a, b) => a.cell.median - b.cell.median)[0] ?? all[0];
}

/** All tables of one pass. @param {{ peers: any[], missing: any[], peak: any, rows: any[] }} result */
export function suiteTables({ peers, missing, peak, rows }) {
  const names = [...new Set(peers.map(({ family }) => family))];
  const families = names.map((name) => ({ name, members: peers.filter(({ family }) => family === name) }));
  const ours = families.find(({ members }) => members[0].ours);
  const others = families.filter((family) => family !== ours);
  const show = (row, { members }) => {
    const { cell } = best(row, members);
    return measured(cell) ? `${time(cell.median)} · ${gflops(row, cell).toFixed(1)}` : excuse(cell);
  };
  const parts = [`Peak: ${peak.rate.toFixed(1)} GFLOP/s (${peak.shape}).`];
  if (ours) parts.push(oursTable(rows, ours.members, others, peak));
  const table = (head, columns, cellOf) => {
    const lines = rows.map((row) => [row.name, ...columns.map((column) => cellOf(row, column))]);
    parts.push(`${head}\n\n${markdown(['workload', ...columns.map(({ name }) => name)], lines)}`);
  };
  table('Median · GFLOP/s; of a causal mask only the visible half counts.', families, show);
  const theirs = others.flatMap(({ members }) => members);
  if (theirs.length)
    table('Each way by itself, median and spread.', theirs, (row, { name }) => single(row.cells[name]));
  const failures = [...missing.map(({ name, reason }) => `- ${name} does not load: ${reason}`), ...failuresOf(rows)];
  if (failures.length) parts.push(failures.join('\n'));
  parts.push(`Largest difference from float64, as a share of the largest number: ${differences(rows, families)}.`);
  return parts.join('\n\n');
}

const single = (cell) => (measured(cell) ? withSpread(cell) : excuse(cell));

function oursTable(rows, members, others, peak) {
  const [main] = members;
  const heads = [
    'workload',
    ...members.map(({ name }) => name),
    'GFLOP/s (of peak)',
    '/ fastest',
    'at best',
    ...others.map(({ name }) => `/ ${name}`),
  ];
  const lines = rows
    .filter((row) => measured(row.cells[main.name]))
    .map((row) => {
      const cell = row.cells[main.name];
      const rivals = others.map(({ name, members: theirs }) => ({
        name,
        native: theirs[0].native,
        ...best(row, theirs),
      }));
      const ratio = (rival) => (measured(rival?.cell) ? (cell.median / rival.cell.median).toFixed(2) : '–');
      const [fastest] = rivals
        .filter((rival) => !rival.native && measured(rival.cell))
        .sort((a, b) => a.cell.median - b.cell.median);
      const rate = gflops(row, cell);
      return [
        row.name,
        ...members.map(({ name }) => single(row.cells[name])),
        `${rate.toFixed(1)} (${Math.round((rate / peak.rate) * 100)}%)`,
        fastest ? `**${ratio(fastest)}** (${fastest.name})` : '–',
        atBest(cell, peerCells(row, others)),
        ...rivals.map(ratio),
      ];
    });
  return `Ours, and our time over theirs.\n\n${markdown(heads, lines)}`;
}

/** The ratio of the quickest samples: what a busy machine spoils least. */
function atBest(mine, theirs) {
  const quickest = Math.min(...theirs.map(({ best: sample }) => sample ?? Infinity));
  return mine.best && quickest < Infinity ? (mine.best / quickest).toFixed(2) : '–';
}

/** All that peers of WebAssembly and JavaScript reached in a row. */
const peerCells = (row, families) =>
  families
    .flatMap(({ members }) => members)
    .filter(({ native }) => !native)
    .map(({ name }) => row.cells[name])
    .filter(measured);

/** Every failure once, with the workloads where it happened. */
function failuresOf(rows) {
  const seen = new Map();
  for (const { name: work, cells } of rows) {
    for (const [name, { failed }] of Object.entries(cells)) {
      if (failed) seen.set(`- ${name} fails: ${failed}`, [...(seen.get(`- ${name} fails: ${failed}`) ?? []), work]);
    }
  }
  return [...seen].map(([text, works]) => `${text} (${works.join(', ')})`);
}

function differences(rows, families) {
  return families
    .map(({ name, members }) => {
      const offs = rows
        .flatMap(({ cells }) => members.map((peer) => cells[peer.name]?.off))
        .filter((off) => off !== undefined);
      return offs.length ? `${name} ${Math.max(...offs).toPrecision(2)}` : null;
    })
    .filter(Boolean)
    .join(', ');
}
