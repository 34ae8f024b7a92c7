/** Tells orders apart by what depends on what: steps that touch nothing in common may change places, and nobody notices. */
import type { Decision } from './scheduler.ts';

/** History of a thing that steps touch: the last step that may have changed it, and its readers since. */
interface History {
  readonly written: number;
  readonly read: readonly number[];
}

const untouched: History = { written: 0, read: [] };

/** Numbers texts, the same text always by the same number. */
export type Numbering = (text: string) => number;

/** Creates a numbering that begins with 1. */
export function createNumbering(): Numbering {
  const numbers = new Map<string, number>();
  return (text) => {
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return number;
  };
}

/** Names what has an id by the tab that touched it first, since ids come in the order in which the service gives them away. */
function createNaming(): (name: string, tab: number) => string {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (name, tab) => {
    const kind = name.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, `of ${tab}`);
    if (kind === name) return name;
    const count = counts.get(kind) ?? 1;
    const known = names.get(name) ?? `${kind}, number ${count}`;
    if (!names.has(name)) counts.set(kind, count + 1);
    names.set(name, known);
    return known;
  };
}

/**
 * For each decision a number of the situation in which it was taken: the same for two orders in which the same steps have followed
 * the same ones, and in which the same tab is running, if it can go on.
 */
export function situationsOf(decisions: readonly Decision[], numberOf: Numbering): readonly number[] {
  const histories = new Map<string, History>();
  const nameOf = createNaming();
  return decisions.map(({ tabs, before, chosen, label, touched: things }) => {
    const touched = new Map([...things].map(([name, how]) => [nameOf(name, chosen), how]));
    const past = [...histories].map(([name, { written, read }]) => JSON.stringify([name, written, ...read]));
    const running = tabs.find((tab) => tab === before) ?? 'none';
    const situation = numberOf(JSON.stringify([running, ...past.sort()]));
    const known = [...touched.keys()].sort().map((name) => {
      const { written, read } = histories.get(name) ?? untouched;
      return touched.get(name) === 'write' ? [name, written, ...read] : [name, written];
    });
    const step = numberOf(JSON.stringify([chosen, label, known]));
    for (const [name, how] of touched) {
      const { written, read } = histories.get(name) ?? untouched;
      const readers = [...read, step].sort((a, b) => a - b);
      histories.set(name, how === 'write' ? { written: step, read: [] } : { written, read: readers });
    }
    return situation;
  });
}
