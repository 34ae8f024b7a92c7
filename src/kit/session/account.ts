/** The account in one page: its record, the part of it that is shown, and the turns in which the record is read and changed. */
import { causeOf } from '../errors.ts';
import { createQueue, readInstant, unlessAborted, type Clock, type Instant } from '../waiting.ts';
import { withLimits } from './indexed-db-store.ts';
import { countDown, ended, readRecord, recordKey } from './record.ts';
import type { AccountRecord, Change, EnclaveIds, StoredSession } from './record.ts';
import { SessionError } from './session-error.ts';
import { createSnapshot, loadingState, snapshotOf, type Shown, type Snapshot } from './snapshot.ts';
import { createMemoryStore, type Store } from './store.ts';
import { onWake, type TabChannel } from './tabs.ts';

/** The part of `navigator.locks` that is used. */
export type Locks = Pick<LockManager, 'request'>;

/** A session that signs only its own revocation, with the ids that its payloads have named. */
export interface EndedSession extends StoredSession {
  readonly ids: EnclaveIds;
}

/** Options of {@link openAccount}. */
export interface SessionOptions {
  readonly accountId: string;
  readonly store: Store;
  readonly clock: Clock;
  /** Exchanges messages with other tabs; the caller opened it, and closes it. */
  readonly channel?: TabChannel | undefined;
  /** The window, whose events wake the session. */
  readonly page?: EventTarget | undefined;
  /** Whether a person can see the page, which the store's time limits count; always by default. */
  readonly visible?: () => boolean;
  /** `navigator.locks`. Without it or `channel` the page stands alone, in memory. */
  readonly locks?: Locks | undefined;
  /** The longest that a session is kept, ms, whatever the service allows. */
  readonly maxSessionMs?: number | undefined;
  /** Revokes a replaced or unstored session at the service, once, signed by its own key. A failure is left. */
  readonly revoke: (session: EndedSession) => Promise<void>;
}

/** An account that only a turn opens. */
export interface Account {
  /** Runs work in its turn. `close` rejects it meanwhile, and a write under way still ends. @throws SessionError `WALLET_CLOSED` */
  turn<Result>(work: (opened: OpenAccount) => Promise<Result>): Promise<Result>;
}

/** The account as its turn has it. */
export interface OpenAccount {
  readonly options: SessionOptions;
  /** The record as it was read last. */
  record(): AccountRecord | undefined;
  /** The epoch of a sign-out here. */
  overEpoch(): string | undefined;
  /** The store in use: memory where the page stands alone, or has gone on in it. */
  store(): Store;
  /** Reads the record, and doesn't show it. */
  read(): Promise<AccountRecord | undefined>;
  /** Reads the record, and shows it. */
  load(): Promise<void>;
  /** Makes a change in one transaction, and shows the stored record. `since`: the start of a session that this page has begun. */
  update(make: Change, since?: Instant): Promise<AccountRecord | undefined>;
  /** Deletes the record, after a look at it. */
  remove(look: (record: AccountRecord | undefined) => void): Promise<void>;
  /** Deletes the record from the browser's storage, if this page went on in memory, and there is any. */
  removeLeft(): Promise<void>;
  /** Goes on in memory, with this record instead of the stored one. */
  goOnInMemory(next?: AccountRecord): Promise<void>;
}

/** The account as session.ts has it, which shows its end before it is stored. */
export interface AccountOfPage extends Account, Pick<OpenAccount, 'record' | 'store'> {
  readonly snapshot: Snapshot;
  shown(): Shown;
  show(next: Shown): void;
  /** Resolves, always, when the store has been read or memory has taken its place. */
  ready(): Promise<void>;
  /** Runs work in its turn, also after `close`. */
  lastTurn: Account['turn'];
  /** Ends the epoch in this page: its session stays ended, whatever the store says. */
  endEpoch(): void;
  /** Reads the store and both clocks again, as on waking. Never rejects. */
  check(): Promise<void>;
  /** Ends timers, listeners and turns. Resolves when the last turn is over. */
  close(): Promise<void>;
}

const ignore = (): void => {};

/** Opens the account in a page, and reads its record at once. */
export function openAccount(options: SessionOptions): AccountOfPage {
  const { accountId, clock, channel, locks, page, visible = () => true } = options;
  const key = recordKey(accountId);
  const closing = new AbortController();
  const queue = createQueue();
  const isAlone = locks === undefined || channel === undefined;
  const isPersistent = options.store.storage === 'persistent';
  const kept = isPersistent
    ? withLimits(options.store, { clock, page, visible, late: () => returnToStore() })
    : options.store;
  let store = isAlone && isPersistent ? createMemoryStore() : kept;
  const snapshot = createSnapshot({ ...loadingState, storage: store.storage });
  let shown: Shown = { is: 'loading' };
  let record: AccountRecord | undefined;
  let overEpoch: string | undefined;
  let disarm = ignore;

  const show = (next: Shown): void => {
    if (shown.is === 'closed') return;
    shown = next;
    disarm();
    if (next.is === 'live') disarm = clock.schedule(next.countdown(readInstant(clock)), () => void check());
    snapshot.set(snapshotOf(next, store.storage));
  };
  const apply = async (found: AccountRecord | undefined, since?: Instant): Promise<void> => {
    record = found;
    const next = shownOf(found, { shown, overEpoch, now: readInstant(clock), since });
    show(next);
    if (found?.session === undefined || next.is !== 'none' || next.reason !== 'expired') return;
    // By another page's clocks it may live. If the expired key can't be deleted, it still isn't used.
    const announce = (): void => channel?.announce({ accountId });
    await opened.update(ended(found.session.sessionId, 'expired')).then(announce, ignore);
  };
  const opened: OpenAccount = {
    options,
    record: () => record,
    overEpoch: () => overEpoch,
    store: () => store,
    read: async () => readRecord(await store.read(key)),
    load: async () => apply(await opened.read()),
    async update(make, since) {
      const stored = readRecord(await store.update(key, (value) => make(readRecord(value)) ?? value));
      await apply(stored, since);
      return stored;
    },
    async remove(look) {
      await store.update(key, (value) => look(readRecord(value)));
      record = undefined;
    },
    async removeLeft() {
      if (store !== kept) await kept.update(key, ignore).catch(unlessUnsupported);
    },
    async goOnInMemory(next) {
      // Not waited for, since it may have no answer either.
      if (next !== undefined) void store.update(key, ignore).catch(ignore);
      store = createMemoryStore();
      record = undefined;
      if (next !== undefined) await store.update(key, () => next);
    },
  };
  const check = async (): Promise<void> => {
    await queue(opened.load).catch(() => {
      // Over by this page's own clocks, also where the store can't be read.
      if (shown.is === 'live' && shown.countdown(readInstant(clock)) <= 0) show({ is: 'none', reason: 'expired' });
    });
  };
  const turn: Account['turn'] = (work) => {
    if (closing.signal.aborted) return Promise.reject(new SessionError('WALLET_CLOSED'));
    const ran = queue(() => work(opened));
    return unlessAborted(ran, closing.signal);
  };
  /** If the store answers after its limit at load, before a sign-in was pressed, nothing has to be merged. */
  const returnToStore = (): void => {
    const read = async (): Promise<void> => {
      if (isAlone || store === kept || record !== undefined) return;
      store = kept;
      await opened.load().catch(() => opened.goOnInMemory());
    };
    turn(read).catch(ignore);
  };
  const stopWaking = page && onWake(page, () => void check());
  const first = queue(async () => {
    await opened.load().catch(async () => {
      await opened.goOnInMemory();
      await opened.load();
    });
  });

  return {
    snapshot,
    record: opened.record,
    store: opened.store,
    shown: () => shown,
    show,
    ready: () => first.catch(ignore),
    turn,
    lastTurn: (work) => queue(() => work(opened)),
    endEpoch: () => void (overEpoch = record?.epoch),
    check,
    async close() {
      show({ is: 'closed' });
      snapshot.clear();
      disarm();
      stopWaking?.();
      closing.abort(new SessionError('WALLET_CLOSED'));
      await queue(async () => {});
    },
  };
}

interface ShownBefore {
  readonly shown: Shown;
  readonly overEpoch: string | undefined;
  readonly now: Instant;
  /** The start of a session that this page has begun. */
  readonly since: Instant | undefined;
}

/** The part of a record that a page shows. */
function shownOf(found: AccountRecord | undefined, { shown, overEpoch, now, since }: ShownBefore): Shown {
  if (found === undefined) {
    // The record stays when a session ends: without it, the site's data was cleared.
    return {
      is: 'none',
      reason: shown.is === 'live' ? 'storage-lost' : shown.is === 'none' ? shown.reason : undefined,
    };
  }
  if (found.epoch === overEpoch) return { is: 'none', reason: 'signed-out' };
  const { session } = found;
  if (session === undefined) return { is: 'none', reason: found.ended };
  const known = shown.is === 'live' && shown.session.sessionId === session.sessionId ? shown.countdown : undefined;
  const countdown = known ?? countDown(session, now, since);
  return countdown(now) > 0 ? { is: 'live', session, countdown } : { is: 'none', reason: 'expired' };
}

/** Without IndexedDB nothing was left there. */
function unlessUnsupported(error: unknown): void {
  if (causeOf(error)?.name !== 'NotSupportedError') throw error;
}
