/**
 * Reads and moves the table of all sizes, budgets.json: of each the budget that is wanted, the bytes at which it stands by each tool
 * that makes it, and the reason why it was raised, or stands over its budget. `npm run size -- --write` lowers what stands, and raises
 * it with `--reason "…"` alone.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** @typedef {Record<string, number>} Sizes bytes, by the tool that makes them */
/** @typedef {Record<string, Sizes>} Figures of all that is measured, by name */
/** @typedef {{ budget: number, stands: Sizes, reason?: string }} Row */
/** @typedef {Readonly<Record<string, Row>>} Budgets */

const file = new URL('budgets.json', import.meta.url);

/** @type {Budgets} */
export const budgets = JSON.parse(readFileSync(file, 'utf8'));

/** The bytes that a size moves by: of what a page loads (gzip), and of a packed package. @param {string} name */
export const stepOf = (name) => (name.endsWith(', packed') ? 10_000 : 50);

/** @param {Row} row */
export const isMet = ({ budget, stands }) => Math.max(...Object.values(stands)) <= budget;

/**
 * The table after a measurement.
 * @param {Budgets} table
 * @param {Figures} figures
 * @param {string} [reason] for what has grown; without one, that is left as it stands
 * @returns {Budgets}
 */
export function moved(table, figures, reason) {
  const rows = Object.entries(table).map(([name, row]) => {
    const step = stepOf(name);
    const next = { ...row, stands: { ...row.stands } };
    for (const [tool, bytes] of Object.entries(figures[name] ?? {})) {
      const before = row.stands[tool] ?? 0;
      const measured = Math.ceil(bytes / step) * step;
      if (measured > before && reason !== undefined) next.reason = reason;
      if (measured < before || reason !== undefined) next.stands[tool] = measured;
    }
    if (isMet(next) && !isMet(row)) delete next.reason;
    return [name, next];
  });
  return Object.fromEntries(rows);
}

/** @param {Budgets} table */
export function writeBudgets(table) {
  writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`);
}

const start = '<!-- sizes: npm run size -- --write -->';
const end = '<!-- /sizes -->';

/**
 * A document with these lines between its two marks.
 * @param {string} document
 * @param {readonly string[]} lines
 */
export function withSizes(document, lines) {
  const [before, rest] = document.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`the document has no ${start} ... ${end}`);
  return `${before}${start}\n${lines.join('\n')}\n${end}${after}`;
}

/**
 * A table of sizes for a document.
 * @param {Budgets} table
 * @param {readonly string[]} names
 * @param {string} title of what is loaded
 */
export function tableOfSizes(table, names, title) {
  const rows = names.map((name) => {
    const { esbuild = 0, vite = 0 } = table[name]?.stands ?? {};
    return `| ${name} | ${esbuild / 1000} kB | ${vite / 1000} kB |`;
  });
  return [`| ${title} at most, minified and gzip | esbuild | Vite |`, '|---|---|---|', ...rows];
}

/**
 * Lists the sizes that stand over their budget, for a document.
 * @param {Budgets} table
 */
export function tableOfMissed(table) {
  const missed = Object.entries(table).filter(([, row]) => !isMet(row));
  if (missed.length === 0) return ['Every size is within its budget.'];
  const rows = missed.map(([name, { budget, stands, reason }]) => {
    const sizes = Object.values(stands).map((bytes) => `${bytes / 1000} kB`);
    return `| ${name} | ${budget / 1000} kB | ${sizes.join(', ')} | ${reason} |`;
  });
  return ['Over their budget:', '', '| | budget | stands at (esbuild, Vite) | why |', '|---|---|---|---|', ...rows];
}
