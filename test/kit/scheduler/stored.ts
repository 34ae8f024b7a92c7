/** A tab's storage: each access is a step, in the order of its tab. */
import type { Store } from 'countersign';
import type { Scheduler } from './scheduler.ts';

/** Puts the steps of a tab over a store. */
export function createSteppedStore(scheduler: Scheduler, tab: number, below: Store): Store {
  // Transactions of one page that touch the same records run in the order in which they were asked for.
  let last: Promise<unknown> = Promise.resolve();
  const step = <Result>(key: string, how: 'read' | 'write', run: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(() => scheduler.wait(tab, `${how} ${nameOf(key)}`, run));
    last = turn.catch(() => {});
    return turn;
  };
  return {
    storage: below.storage,
    read: (key) => step(key, 'read', () => below.read(key)),
    update: (key, change) => step(key, 'write', () => below.update(key, change)),
    keys: (prefix) => step(prefix, 'read', () => below.keys(prefix)),
    close: () => {},
  };
}

/** A key or path without its ids. */
export function nameOf(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*')
    .replaceAll(/:[0-9a-f]{64}/g, '')
    .slice(0, 80);
}
