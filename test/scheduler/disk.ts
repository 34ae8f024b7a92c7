/** What the tabs store, over a disk that may be full or stand still; each access is a step, in the order of its tab. */
import type { Store } from 'countersign';
import type { Scheduler } from './scheduler.ts';

/** How the disk is. `full`: what writes fails, what deletes does not. `still`: nothing is answered until it is good again. */
export type DiskState = 'good' | 'full' | 'still';

/** The disk under all tabs. */
export interface Disk {
  /** The store as a tab has it. */
  of(tab: number): Store;
  become(state: DiskState): void;
}

/** Puts the disk over what is stored. */
export function createDisk(scheduler: Scheduler, below: Store): Disk {
  let state: DiskState = 'good';
  let isGood = Promise.resolve();
  let heal = (): void => {};
  const update: Store['update'] = (key, change) =>
    below.update(key, (current) => {
      const next = change(current);
      if (state === 'full' && next !== undefined && next !== current)
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      return next;
    });
  /** Notes an access to what is kept under keys that begin the same. */
  const touching = <Result>(key: string, how: 'read' | 'write', access: Result): Result => {
    scheduler.touch(`store ${key.split(':')[0]}`, how);
    return access;
  };
  return Object.freeze({
    of(tab: number): Store {
      // Transactions of one page that touch the same records run in the order in which they were asked for.
      let last: Promise<unknown> = Promise.resolve();
      const step = <Result>(label: string, run: () => Promise<Result>): Promise<Result> => {
        const turn = last.then(() => isGood).then(() => scheduler.wait(tab, label, run));
        last = turn.catch(() => {});
        return turn;
      };
      return {
        storage: 'persistent',
        read: (key) => step(`read ${nameOf(key)}`, () => touching(key, 'read', below.read(key))),
        update: (key, change) => step(`update ${nameOf(key)}`, () => touching(key, 'write', update(key, change))),
        keys: (prefix) => step(`keys ${prefix}`, () => touching(prefix, 'read', below.keys(prefix))),
        close: () => {},
      };
    },
    become(next: DiskState) {
      scheduler.touch('time');
      state = next;
      heal();
      if (next !== 'still') return;
      isGood = new Promise((resolve) => {
        heal = resolve;
      });
    },
  });
}

/** A key or path without its ids. */
export function nameOf(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*')
    .replaceAll(/:[0-9a-f]{64}/g, '')
    .slice(0, 80);
}
