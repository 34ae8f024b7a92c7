/** Sessions as the service answers them, with real keys, and tabs over one store. */
import { readInstant, type Clock } from '../../src/clock.ts';
import type { Announcement, FreshSession, ServiceAnswer, Store, TabChannel } from '../../src/session/index.ts';
import { createFixedClock, type FixedClock } from '../../src/testing/index.ts';
import type { AuthSession } from '../../src/wire.ts';

export const accountId = 'InternalAccount:0192a000-0000-7000-8000-000000000001';
export const recordKey = `account:${accountId}`;
export const minute = 60_000;
export const hour = 60 * minute;

/** Noon of a day on which Europe changes its clocks. */
export const noon: number = Date.parse('2026-10-25T12:00:00Z');

export function makeKey(options: { extractable?: boolean; usages?: KeyUsage[] } = {}): Promise<CryptoKeyPair> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  return crypto.subtle.generateKey(algorithm, options.extractable ?? false, options.usages ?? ['sign', 'verify']);
}

export function authSession(id: string, times: Partial<AuthSession> = {}): AuthSession {
  return {
    id: `Session:${id}`,
    accountId,
    type: 'EMAIL_OTP',
    nickname: 'sample.customer@example.com',
    createdAt: new Date(noon).toISOString(),
    updatedAt: new Date(noon).toISOString(),
    expiresAt: new Date(noon + 15 * minute).toISOString(),
    ...times,
  };
}

/** A session of 15 minutes that the service answered at once, on a clock that is noon at the service. */
export async function fresh(id: string, clock: Clock, changes: Partial<FreshSession> = {}): Promise<FreshSession> {
  const { privateKey } = await makeKey();
  return {
    session: authSession(id),
    credentialId: 'AuthMethod:1',
    key: { compressedPublicKeyHex: `02${'ab'.repeat(32)}`, signingKey: privateKey },
    startedAt: { wall: clock.now(), monotonic: clock.monotonic() },
    date: noon,
    ...changes,
  };
}

/** A service that lists the session, which lives for another 15 minutes. */
export const alive = (clock: Clock): ServiceAnswer => ({
  session: { expiresAt: new Date(noon + 15 * minute).toISOString() },
  startedAt: readInstant(clock),
  date: noon,
});

/** What never comes to an end. */
export const hang = (): Promise<never> => new Promise(() => {});

/** What storage answers that is broken. */
export const failing = (): Promise<never> => Promise.reject(new DOMException('Broken.', 'UnknownError'));

/** The calls of a store that a test breaks, from the moment it sets them. */
export type Faults = { -readonly [Member in 'read' | 'update']?: Store[Member] };

/** A store that says it is persistent, so that keepers in one test share it as tabs do. */
export function persistent(store: Store, faults: Faults = {}): Store {
  return {
    storage: 'persistent',
    read: (key) => (faults.read === undefined ? store.read(key) : faults.read(key)),
    update: (key, change) => (faults.update === undefined ? store.update(key, change) : faults.update(key, change)),
    keys: (prefix) => store.keys(prefix),
    close: () => store.close(),
  };
}

/** What the browser does that needs the room: it empties the storage of this origin. */
export async function evict(below: Store): Promise<void> {
  for (const key of await below.keys('')) await below.update(key, () => undefined);
}

/** What a store's `update` does over quota: a `put` fails, a `delete` succeeds. */
export const overQuota =
  (below: Store): Store['update'] =>
  (key, change) =>
    below.update(key, (current) => {
      const next = change(current);
      if (next !== undefined && next !== current) throw new DOMException('Full.', 'QuotaExceededError');
      return next;
    });

/** A fixed clock that tells when something is next scheduled on it. */
export function createWatchedClock(): FixedClock & { scheduled(): Promise<void> } {
  const clock = createFixedClock({ now: noon });
  let next = deferred<void>();
  return {
    ...clock,
    schedule(delayMs, run) {
      const cancel = clock.schedule(delayMs, run);
      next.resolve();
      return cancel;
    },
    scheduled() {
      next = deferred<void>();
      return next.promise;
    },
  };
}

/** Channels of tabs in one page: each hears the others, not itself, and `settled` waits for what they do about it. */
export function createTabs(): { open(): TabChannel; readonly sent: readonly Announcement[] } {
  const listeners = new Set<{ readonly owner: object; readonly run: (message: Announcement) => void }>();
  const sent: Announcement[] = [];
  return {
    sent,
    open() {
      const owner = {};
      return {
        announce(message) {
          sent.push(message);
          for (const listener of listeners) if (listener.owner !== owner) listener.run(message);
        },
        listen(run) {
          const listener = { owner, run };
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        close() {},
      };
    },
  };
}

/** One more than what is stored. */
export function increment(current: unknown): number {
  return (typeof current === 'number' ? current : 0) + 1;
}

/** A promise with its handles. */
export function deferred<Value>(): {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
} {
  const handles: { resolve?: (value: Value) => void; reject?: (error: unknown) => void } = {};
  const promise = new Promise<Value>((resolve, reject) => Object.assign(handles, { resolve, reject }));
  return {
    promise,
    resolve: (value) => handles.resolve?.(value),
    reject: (error) => handles.reject?.(error),
  };
}
