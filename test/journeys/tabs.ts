/** What the tabs of one browser share, in one process. */
import type { TabChannel } from '../../src/session/index.ts';

/** A BroadcastChannel among the tabs that `join` it: everyone hears but the one who spoke, and never at once. */
export function createBus(): () => TabChannel {
  const members = new Set<{ readonly listeners: Set<(accountId: string) => void> }>();
  return () => {
    const self = { listeners: new Set<(accountId: string) => void>() };
    members.add(self);
    return {
      announce(accountId) {
        const others = [...members].filter((member) => member !== self);
        setImmediate(() => others.forEach(({ listeners }) => listeners.forEach((run) => run(accountId))));
      },
      listen(run) {
        self.listeners.add(run);
        return () => self.listeners.delete(run);
      },
      close: () => void members.delete(self),
    };
  };
}

/** Web Locks of one origin: one holder a name, the others in turn, unless they give up waiting. */
export function createLocks(): Pick<LockManager, 'request'> {
  const last = new Map<string, Promise<unknown>>();
  const request = (name: string, { signal }: LockOptions, run: () => Promise<unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      const before = last.get(name) ?? Promise.resolve();
      const turn = before.then(() => (signal?.aborted === true ? undefined : run()));
      turn.then(resolve, reject);
      last.set(
        name,
        turn.catch(() => undefined),
      );
    });
  return { request } as Pick<LockManager, 'request'>;
}
