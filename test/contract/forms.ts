/**
 * The facts of each form of profile `grid`'s contract: the document of August, and what is known to have changed since.
 *
 * `facts/news.json` has the changes: objects are merged, null takes away what is there, `add` and `drop` change an enum, anything else
 * replaces. August's only change is a field that the service sent and its document lacked. October's changes come after September's.
 */
import { readFileSync } from 'node:fs';
import type { ContractMonth } from '../../sandbox/src/service/contracts/contract-form.ts';
import type { ContractFacts } from './compare.ts';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`facts/${name}.json`, import.meta.url), 'utf8')) as unknown;

/** The document's facts and the changes to them, by month. */
export interface FormSources {
  readonly document: unknown;
  readonly news: Readonly<Record<ContractMonth, unknown>>;
}

/** The changes that lead from the document to a form. */
const changes: Readonly<Record<ContractMonth, readonly ContractMonth[]>> = {
  '2026-08': ['2026-08'],
  '2026-09': ['2026-09'],
  '2026-10': ['2026-09', '2026-10'],
};

/** The facts of a form; by default those of the repository's files. */
export function factsOfForm(month: ContractMonth, sources: Partial<FormSources> = {}): ContractFacts {
  const { document = read('grid'), news = read('news') as FormSources['news'] } = sources;
  return changes[month].reduce((facts, step) => merged(facts, news[step]), document) as ContractFacts;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function merged(value: unknown, change: unknown): unknown {
  if (!isObject(change) || value === undefined) return change;
  if (Array.isArray(value)) {
    const { add = [], drop = [] } = change as { readonly add?: readonly unknown[]; readonly drop?: readonly unknown[] };
    return [...value.filter((item) => !drop.includes(item)), ...add];
  }
  const before = isObject(value) ? value : {};
  const names = new Set([...Object.keys(before), ...Object.keys(change)]);
  const kept = [...names].filter((name) => change[name] !== null);
  return Object.fromEntries(
    kept.map((name) => [name, name in change ? merged(before[name], change[name]) : before[name]]),
  );
}
