/** Web Locks of one origin over several tabs, granted step by step. */
import type { Scheduler } from './scheduler.ts';

interface Request {
  readonly tab: number;
  readonly name: string;
  readonly mode: LockMode;
  state: 'waiting' | 'granting' | 'held';
  readonly grant: () => unknown;
}

/** The locks that tabs share. */
export interface SharedLocks {
  /** `navigator.locks` of a tab. */
  of(tab: number): Pick<LockManager, 'request'>;
  /** Lets go of all that a tab holds or waits for, as its end does. */
  release(tab: number): void;
  names(): readonly string[];
}

/** Creates locks that nobody holds. */
export function createLockManager(scheduler: Scheduler): SharedLocks {
  let requests: readonly Request[] = [];
  const remove = (gone: Request): void => {
    requests = requests.filter((request) => request !== gone);
    grantWhatCan();
  };
  const grantWhatCan = (): void => {
    for (const request of requests) {
      const ahead = requests.slice(0, requests.indexOf(request)).filter(({ name }) => name === request.name);
      const isFree = ahead.every((other) => other.mode === 'shared' && request.mode === 'shared');
      if (request.state !== 'waiting' || !isFree) continue;
      request.state = 'granting';
      scheduler.queue({
        tab: request.tab,
        label: `lock ${request.name.replaceAll(/[0-9a-f-]{36}/g, '*')}`,
        run: request.grant,
      });
    }
  };
  const requestOf =
    (tab: number) =>
    (name: string, options: LockOptions, run: (lock: Lock | null) => unknown): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const mode = options.mode ?? 'exclusive';
        const request: Request = {
          tab,
          name,
          mode,
          state: 'waiting',
          grant: () => {
            if (!requests.includes(request)) return;
            request.state = 'held';
            options.signal?.removeEventListener('abort', abort);
            Promise.resolve(run({ name, mode }))
              .then(resolve, reject)
              .finally(() => remove(request));
          },
        };
        const abort = (): void => {
          if (request.state === 'held') return;
          remove(request);
          reject(options.signal?.reason as Error);
        };
        if (options.signal?.aborted === true) {
          reject(options.signal.reason as Error);
          return;
        }
        options.signal?.addEventListener('abort', abort);
        const isFree = requests.every((one) => one.name !== name || (one.mode === 'shared' && mode === 'shared'));
        if (options.ifAvailable === true && !isFree) {
          resolve(run(null));
          return;
        }
        requests = [...requests, request];
        grantWhatCan();
      });
  return Object.freeze({
    of: (tab: number) => ({ request: requestOf(tab) }) as Pick<LockManager, 'request'>,
    release(tab: number) {
      requests = requests.filter((request) => request.tab !== tab);
      grantWhatCan();
    },
    names: () => requests.map(({ name }) => name),
  });
}
