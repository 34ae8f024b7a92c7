/** What the tabs of one browser share, in one process. */
import { createMemoryStore, type Announcement, type Store, type TabChannel } from '../../src/session/index.ts';

/** A store as a browser has it: shared by the tabs that are given it. */
export const createTabStore = (): Store => Object.freeze({ ...createMemoryStore(), storage: 'persistent' });

/** A BroadcastChannel among the tabs that `join` it: everyone hears but the one who spoke, and never at once. */
export function createBus(): () => TabChannel {
  const members = new Set<{ readonly listeners: Set<(message: Announcement) => void> }>();
  return () => {
    const self = { listeners: new Set<(message: Announcement) => void>() };
    members.add(self);
    return {
      announce(message) {
        const others = [...members].filter((member) => member !== self);
        setImmediate(() => others.forEach(({ listeners }) => listeners.forEach((run) => run(message))));
      },
      listen(run) {
        self.listeners.add(run);
        return () => self.listeners.delete(run);
      },
      close: () => void members.delete(self),
    };
  };
}

interface Waiting {
  readonly name: string;
  readonly isShared: boolean;
  readonly grant: () => void;
}

/** Web Locks of one origin, granted in turn: one holder a name, or many that share it; whoever gives up waiting is passed over. */
export function createLocks(): Pick<LockManager, 'request'> {
  const held: Pick<Waiting, 'name' | 'isShared'>[] = [];
  const queue: Waiting[] = [];
  const advance = (): void => {
    for (const entry of queue.slice()) {
      const { name, isShared, grant } = entry;
      const isFirst = queue.find((other) => other.name === name) === entry;
      const isFree = held.every((other) => other.name !== name || (isShared && other.isShared));
      if (!isFirst || !isFree) continue;
      queue.splice(queue.indexOf(entry), 1);
      held.push(entry);
      grant();
    }
  };
  const request = (name: string, { mode, signal }: LockOptions, run: () => Promise<unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const entry: Waiting = {
        name,
        isShared: mode === 'shared',
        grant() {
          signal?.removeEventListener('abort', giveUp);
          void Promise.resolve()
            .then(run)
            .then(resolve, reject)
            .finally(() => {
              held.splice(held.indexOf(entry), 1);
              advance();
            });
        },
      };
      const giveUp = (): void => {
        queue.splice(queue.indexOf(entry), 1);
        reject(signal?.reason as Error);
        advance();
      };
      if (signal?.aborted === true) return reject(signal.reason as Error);
      signal?.addEventListener('abort', giveUp, { once: true });
      queue.push(entry);
      return advance();
    });
  return { request } as Pick<LockManager, 'request'>;
}
