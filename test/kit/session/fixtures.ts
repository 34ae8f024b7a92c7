/** Sessions as the service answers them, with real keys, in pages that share a store, locks and a channel as tabs do. */
import { vi } from 'vitest';
import { adoptSession, beginSignIn, type FreshSession } from '../../../src/kit/session/adopt.ts';
import type { Clock } from '../../../src/kit/waiting.ts';
import { createPageLocks } from '../../../src/kit/wallet/run/locks.ts';
import {
  createMemoryStore,
  createSession,
  SessionError,
  type Announcement,
  type Session,
  type Account,
  type Store,
  type TabChannel,
} from '../../../src/kit/session/index.ts';
import type { StoredSession } from '../../../src/kit/session/record.ts';
import type { SessionOptions } from '../../../src/kit/session/account.ts';
import { createFixedClock, type FixedClock } from '../../../sandbox/src/testing/index.ts';
import type { AuthSession } from '../../../src/kit/wire.ts';

export const accountId = 'InternalAccount:0192a000-0000-7000-8000-000000000001';
export const recordKey = `session:3:${accountId}`;
export const minute = 60_000;
export const hour = 60 * minute;

/** Noon of a day on which Europe changes its clocks. */
export const noon: number = Date.parse('2026-10-25T12:00:00Z');

export const at = (time: number): string => new Date(time).toISOString();

export function makeKey(options: { extractable?: boolean; usages?: KeyUsage[] } = {}): Promise<CryptoKeyPair> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  return crypto.subtle.generateKey(algorithm, options.extractable ?? false, options.usages ?? ['sign', 'verify']);
}

/** A session of 15 minutes, by the service's clock. */
export function authSession(id: string, from: number = noon): AuthSession {
  return {
    id: `Session:${id}`,
    accountId,
    type: 'EMAIL_OTP',
    nickname: 'sample.customer@example.com',
    createdAt: at(noon),
    updatedAt: at(from),
    expiresAt: at(from + 15 * minute),
  };
}

/** A session that the service has answered at once. */
export async function fresh(id: string, clock: Clock, changes: Partial<FreshSession> = {}): Promise<FreshSession> {
  const { privateKey } = await makeKey();
  return {
    session: authSession(id, noon + clock.monotonic()),
    credentialId: 'AuthMethod:1',
    key: { compressedPublicKeyHex: `02${'ab'.repeat(32)}`, signingKey: privateKey },
    startedAt: { wall: clock.now(), monotonic: clock.monotonic() },
    date: null,
    ...changes,
  };
}

/** Never settles. */
export const hang = (): Promise<never> => new Promise(() => {});

/** Rejects like broken storage. */
export const failing = (): Promise<never> => Promise.reject(new SessionError('STORE_UNAVAILABLE'));

/** The calls of a store that a test breaks, from the moment it sets them. */
export type Faults = { -readonly [Member in 'read' | 'update']?: Store[Member] };

/** A store that says that it is persistent, so that pages of one test share it as tabs do. */
export function persistent(store: Store = createMemoryStore(), faults: Faults = {}): Store {
  return {
    ...store,
    storage: 'persistent',
    read: (key) => (faults.read ?? store.read)(key),
    update: (key, change) => (faults.update ?? store.update)(key, change),
  };
}

/** A store's `update` over quota: a `put` fails, a `delete` succeeds. */
export const overQuota =
  (below: Store): Store['update'] =>
  (key, change) =>
    below.update(key, (current) => {
      const next = change(current);
      if (next !== undefined && next !== current) throw new SessionError('STORE_UNAVAILABLE');
      return next;
    });

/** Channels of tabs in one process: each hears the others at once, and not itself. */
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

/** The calls of a service that revokes at once. */
export const createRevoke = () => vi.fn<SessionOptions['revoke']>(async () => {});

/** The sessions that it was told to revoke. */
export const idsOf = (revoke: ReturnType<typeof createRevoke>): readonly string[] =>
  revoke.mock.calls.map(([one]) => one.sessionId);

/** Options of {@link open}: the parts that tabs share, if a test opens more than one. */
export type Opening = Omit<Partial<SessionOptions>, 'clock'> & { clock?: FixedClock };

/** A page with a session's store, locks and channel. */
export interface Page {
  readonly session: Session;
  readonly account: Account;
  readonly store: Store;
  readonly clock: FixedClock;
  readonly page: EventTarget;
}

/** Opens a page; nobody is signed in where its store is its own. */
export function open(options: Opening = {}): Page {
  const {
    store = persistent(),
    clock = createFixedClock({ now: noon }),
    locks = createPageLocks(),
    channel = createTabs().open(),
    ...more
  } = options;
  const page = new EventTarget();
  const { session, account } = createSession({
    accountId,
    page,
    revoke: async () => {},
    ...more,
    store,
    clock,
    ...('locks' in options ? { locks: options.locks } : { locks }),
    ...('channel' in options ? { channel: options.channel } : { channel }),
  });
  return { session, account, store, clock, page };
}

/** Signs in as a person does who presses now. */
export async function signIn({ account, clock }: Page, id = '1'): Promise<boolean> {
  const { epoch } = await beginSignIn(account);
  return adoptSession(account, await fresh(id, clock), { epoch });
}

/** Opens a page that holds a session of 15 minutes. */
export async function signedIn(options?: Opening): Promise<Page> {
  const opened = open(options);
  await signIn(opened);
  return opened;
}

/** Two tabs of one browser, signed in. */
export async function twoTabs(options: Opening = {}): Promise<readonly [Page, Page]> {
  const [channels, clock, store] = [createTabs(), createFixedClock({ now: noon }), createMemoryStore()];
  const shared = { clock, locks: createPageLocks(), store: persistent(store) };
  const one = await signedIn({ ...shared, channel: channels.open(), ...options });
  const two = open({ ...shared, channel: channels.open() });
  await two.session.ready();
  return [one, two];
}

/** The session that a store holds; undefined where it holds none. */
export async function storedSession(store: Store): Promise<StoredSession | undefined> {
  return ((await store.read(recordKey)) as { readonly session?: StoredSession } | undefined)?.session;
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
