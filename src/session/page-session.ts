/** What this page knows of its session: runs the table of transitions, and the effects that stay within the page. */
import { readInstant, type Clock } from '../clock.ts';
import { resumeCountdown, toleranceMs, type Countdown, type CountdownVerdict } from './countdown.ts';
import {
  sessionTransitions,
  shownStatus,
  type SessionEffect,
  type SessionEvent,
  type SessionPhase,
} from './machine.ts';
import type { PageStore } from './page-store.ts';
import { amended, ended, signedOut } from './record-changes.ts';
import {
  emptyRecord,
  endReasons,
  readRecord,
  recordKey,
  salvagedRecord,
  traceKey,
  type AccountRecord,
  type EndReason,
  type LeavingSession,
  type StoredSession,
} from './record.ts';
import { snapshotOf, type Snapshot } from './wallet-state.ts';

/** A session with its countdown in this page. */
export interface CurrentSession {
  readonly session: StoredSession;
  readonly countdown: Countdown;
}

/** What comes with an event. */
export interface Facts {
  readonly current?: CurrentSession;
  readonly sessionId?: string;
  readonly reason?: EndReason | undefined;
}

/** Options of {@link createPageSession}. */
export interface PageSessionOptions {
  readonly accountId: string;
  readonly clock: Clock;
  readonly store: PageStore;
  readonly snapshot: Snapshot;
  /** The effects that reach beyond this page's memory and its record. */
  readonly effects: Readonly<
    Record<Exclude<SessionEffect, 'hold' | 'forget' | 'delete' | 'use-memory'>, (facts: Facts) => unknown>
  >;
  /** Hears of the sessions that a record wants revoked. */
  readonly onLeaving: (leaving: readonly LeavingSession[]) => void;
}

/** The session as this page sees it. */
export interface PageSession {
  phase(): SessionPhase;
  current(): CurrentSession | undefined;
  /** The session that was current when a later version of the kit took over: its key may sign its revocation alone. */
  lapsed(): StoredSession | undefined;
  /** Why nobody is signed in. */
  reason(): EndReason | undefined;
  /** Makes the transition that the table has for this event, and resolves when its effects are done. */
  take(event: SessionEvent, facts?: Facts): Promise<void>;
  /** Makes the transition that a value of the store calls for. `started` is the countdown of a session that this page began. */
  consider(value: unknown, started?: Countdown): Promise<void>;
  /** Changes the record in one transaction; undefined leaves it as it is. Returns what is stored. */
  change(make: (record: AccountRecord) => AccountRecord | undefined): Promise<unknown>;
  /** Remembers for good that a session has ended. */
  learn(sessionId: string, reason: EndReason): void;
  /** Lets this session sign only after the service was asked; undefined takes the doubt back. */
  doubt(sessionId: string | undefined): void;
  /** Deletes from storage a session that this page knows to have ended. */
  purge(): Promise<void>;
  show(): void;
}

/** Runs `make` on a stored value, unless a later version of the kit wrote it. */
export function changing(
  accountId: string,
  make: (record: AccountRecord) => AccountRecord | undefined,
): (value: unknown) => unknown {
  return (value) => {
    const record = readRecord(value, accountId) ?? emptyRecord(accountId);
    return record === 'newer' ? value : (make(record) ?? value);
  };
}

/** Whether two readings of the store show one countdown; `seenAt` moves on without changing it. */
const sameCountdown = (left: StoredSession | undefined, right: StoredSession): boolean =>
  left?.sessionId === right.sessionId && left.startedAt === right.startedAt && left.lifetimeMs === right.lifetimeMs;

/** Creates it in the state `loading`. */
export function createPageSession(options: PageSessionOptions): PageSession {
  const { accountId, clock, store, snapshot } = options;
  const key = recordKey(accountId);
  /** Sessions whose end this page has learnt: none of them comes back, whatever storage says. */
  const over = new Map<string, EndReason>();
  let phase: SessionPhase = 'loading';
  let current: CurrentSession | undefined;
  let lapsed: StoredSession | undefined;
  let reason: EndReason | undefined;
  let doubted: string | undefined;
  let disarm: (() => void) | undefined;

  const show = (): void => {
    const { storage } = store;
    // What a first reading has shown stays until this one says more.
    if (phase === 'loading') snapshot.set({ ...snapshot.get(), storage });
    else snapshot.set(snapshotOf({ status: shownStatus[phase], storage }, current?.session, reason));
  };

  const learn = (sessionId: string, why: EndReason): void => {
    const known = over.get(sessionId);
    if (known === undefined || endReasons.indexOf(why) < endReasons.indexOf(known)) over.set(sessionId, why);
  };

  const arm = ({ countdown }: CurrentSession, verdict: CountdownVerdict): void => {
    const now = readInstant(clock);
    const delay = verdict === 'live' ? countdown.remaining(now) : countdown.remainingMonotonic(now);
    disarm = clock.schedule(Math.max(0, delay), () => void take('woke'));
  };

  /**
   * A record without a session whose end this page has learnt: the tab that announced a sign-out may have been closed before it stored
   * it, then any tab stores it and revokes.
   */
  const withoutOver = (record: AccountRecord): AccountRecord | undefined => {
    const sessionId = record.session?.sessionId ?? '';
    const reason = over.get(sessionId);
    const at = clock.now();
    if (reason === 'signed-out') return signedOut(record, { at });
    return reason && ended(record, { sessionId, reason, at });
  };

  const change: PageSession['change'] = (make) =>
    store.update(
      key,
      changing(accountId, (record) => make(withoutOver(record) ?? record)),
    );

  /** If storage can't take this, nothing else changes. */
  const seen = (sessionId: string, seenAt: number): Promise<boolean> =>
    store.erase(
      key,
      changing(accountId, (record) => amended(record, sessionId, { seenAt })),
      (value) => value,
    );

  const purge = async (): Promise<void> => {
    const ends: string[] = [];
    const drop = changing(accountId, (record) => {
      const next = withoutOver(record);
      if (next !== undefined) ends.push(record.session?.sessionId ?? '');
      return next;
    });
    const orDelete = (value: unknown): unknown => (drop(value) === value ? value : undefined);
    await store.erase(key, drop, orDelete);
    for (const sessionId of new Set(ends)) options.effects.announce({ sessionId, reason: over.get(sessionId) });
  };

  const effects: Readonly<Record<SessionEffect, (facts: Facts) => unknown>> = {
    ...options.effects,
    hold(facts) {
      current = facts.current;
      lapsed = undefined;
      reason = undefined;
      show();
    },
    forget(facts) {
      const sessionId = facts.sessionId ?? current?.session.sessionId;
      if (sessionId !== undefined && facts.reason !== undefined) learn(sessionId, facts.reason);
      lapsed = phase === 'outdated' && facts.reason === undefined ? (current?.session ?? lapsed) : undefined;
      current = undefined;
      doubted = undefined;
      reason = facts.reason ?? reason;
      disarm?.();
      show();
    },
    delete: purge,
    async 'use-memory'() {
      if (current === undefined) return;
      const { session } = current;
      const record = { ...emptyRecord(accountId), lastCredentialId: session.credentialId, session };
      doubted = session.sessionId;
      store.useMemory();
      await store.update(key, (value) => value ?? record);
    },
  };

  const take = async (event: SessionEvent, facts: Facts = {}): Promise<void> => {
    const transition = sessionTransitions[phase][event];
    if (transition === undefined) return;
    const [to, ...todo] = transition;
    phase = to;
    await Promise.all(todo.map((effect) => effects[effect](facts)));
  };

  const considerSession = async (session: StoredSession, started: Countdown | undefined): Promise<void> => {
    const now = readInstant(clock);
    const known = sameCountdown(current?.session, session) ? current?.countdown : undefined;
    const countdown = started ?? known ?? resumeCountdown(session, now);
    const verdict = countdown.verdict(now);
    const { sessionId } = session;
    disarm?.();
    if (verdict === 'expired') return take('found-over', { sessionId, reason: 'expired' });
    const isSure = verdict === 'live' && doubted !== sessionId;
    const next = { session, countdown };
    const taken = take(isSure ? 'found-live' : 'found-uncertain', { current: next });
    if (phase === 'live' || phase === 'uncertain') arm(next, verdict);
    await taken;
    if (verdict === 'live' && store.storage === 'persistent' && now.wall - session.seenAt >= toleranceMs)
      await seen(sessionId, now.wall);
    return undefined;
  };

  const consider = async (value: unknown, started?: Countdown): Promise<void> => {
    if (value === undefined) {
      const sessionId = current?.session.sessionId;
      const isTraced = sessionId && (await store.read(traceKey(accountId)));
      // If storage failed after the record was read, this comes from memory and says nothing about storage.
      if (!isTraced || store.storage === 'memory') return take('found-nothing');
      // A browser empties storage as a whole. If this record alone is gone, a sign-out deleted it for lack of room to write one.
      learn(sessionId, 'signed-out');
      return take('found-none', { reason: 'signed-out' });
    }
    const record = readRecord(value, accountId);
    if (record === 'newer') return take('found-newer');
    if (record === undefined) {
      const salvage = (current: unknown): unknown =>
        readRecord(current, accountId) === undefined ? salvagedRecord(current, accountId, clock.now()) : current;
      return consider(await store.update(key, salvage));
    }
    options.onLeaving(record.leaving);
    const { session, ended: end } = record;
    if (end?.sessionId !== undefined) learn(end.sessionId, end.reason);
    if (session !== undefined && !over.has(session.sessionId)) return considerSession(session, started);
    const mine = current?.session.sessionId ?? session?.sessionId ?? '';
    await take('found-none', { reason: over.get(mine) ?? end?.reason });
    // What storage could not delete before is tried again.
    if (session !== undefined) await purge();
    return undefined;
  };

  return {
    phase: () => phase,
    current: () => current,
    lapsed: () => lapsed,
    reason: () => reason,
    take,
    consider,
    change,
    learn,
    doubt(sessionId: string | undefined) {
      doubted = sessionId;
    },
    purge,
    show,
  };
}
