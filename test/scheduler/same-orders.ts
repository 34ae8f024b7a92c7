/** Tells orders apart by what depends on what: steps that touch nothing in common may change places, and nobody notices. */
import type { Decision } from './scheduler.ts';

/** What has been done so far to something that steps touch: the last step that may have changed it, and who has read it since. */
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

/**
 * For each decision a number of the situation in which it was taken: the same for two orders in which the same steps have followed
 * the same ones, and in which the same tab has run last.
 */
export function situationsOf(decisions: readonly Decision[], numberOf: Numbering): readonly number[] {
  const histories = new Map<string, History>();
  return decisions.map(({ before, chosen, label, touched }) => {
    const past = [...histories].map(([name, { written, read }]) => JSON.stringify([name, written, ...read]));
    const situation = numberOf(JSON.stringify([before, ...past.sort()]));
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
