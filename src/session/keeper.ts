/** Keeps the session of one account: reads it again before every use, counts it down, deletes it when it is over. */
import { amendSession, endSession, loadRecord, replaceSession } from './account-record.ts';
import { readInstant } from './clock.ts';
import {
  createCountdown,
  lifetimeOf,
  parseTime,
  resumeCountdown,
  toleranceMs,
  type Countdown,
  type Verdict,
} from './expiry.ts';
import { createFallbackStore, withinPatience } from './fallback-store.ts';
import { probeStore } from './probe.ts';
import { isSigningKey, type AccountRecord, type EndReason, type StoredSession } from './record.ts';
import { SessionError } from './session-error.ts';
import type { FreshSession, ServiceAnswer, SessionKeeper, SessionKeeperOptions } from './session.ts';
import { onWake } from './wake.ts';
import { createSnapshot, loadingState, type WalletState } from './wallet-state.ts';

type Reading = { readonly session: StoredSession; readonly verdict: Exclude<Verdict, 'expired'> } | undefined;

const expiresAt = (session: StoredSession): number => session.startedAt + session.lifetimeMs;

/** Whether two readings of the store show one countdown; `seenAt` moves on without changing it. */
const sameCountdown = (left: StoredSession | undefined, right: StoredSession): boolean =>
  left?.sessionId === right.sessionId && left.startedAt === right.startedAt && left.lifetimeMs === right.lifetimeMs;

/** Creates the keeper, which starts to read the store at once. */
export function createSessionKeeper(options: SessionKeeperOptions): SessionKeeper {
  const { accountId, clock, channel, ask } = options;
  const snapshot = createSnapshot(
    options.store.storage === 'persistent' ? loadingState : { ...loadingState, storage: 'memory' },
  );
  const store = createFallbackStore(options.store, clock, () => snapshot.set({ ...snapshot.get(), storage: 'memory' }));
  let held: AccountRecord | undefined;
  let countdown: Countdown | undefined;
  /** The session that lies in persistent storage, as far as this page knows; it may outlast a fall to memory. */
  let persistedId: string | undefined;
  let everPersistent = false;
  let closed = false;
  let disarm: (() => void) | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let asking: Promise<void> | undefined;

  /** One at a time: an answer of the store never overtakes a later one. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };

  const show = (status: WalletState['status'], session?: StoredSession): void => {
    const { storage } = store;
    if (session === undefined) return snapshot.set({ status, storage });
    const { sessionId, credentialId, credentialType, nickname, compressedPublicKeyHex } = session;
    const shown = { sessionId, credentialId, credentialType, nickname, compressedPublicKeyHex };
    return snapshot.set({ status, storage, session: { ...shown, expiresAt: expiresAt(session) } });
  };

  const showNone = (record: AccountRecord | undefined): void => {
    const { status } = snapshot.get();
    held = record;
    countdown = undefined;
    disarm?.();
    if (status === 'loading' || record?.ended?.reason === 'signed-out') show('signed-out');
    else if (status === 'signed-in') show(record?.ended?.reason ?? 'signed-out');
    else show(status);
  };

  const arm = (counting: Countdown, verdict: Verdict): void => {
    disarm?.();
    if (closed) return;
    const now = readInstant(clock);
    const delay = verdict === 'live' ? counting.remaining(now) : counting.remainingMonotonic(now);
    disarm = clock.schedule(Math.max(0, delay), () => void check());
  };

  const end = async (sessionId: string, reason: EndReason): Promise<{ done: boolean; reading: Reading }> => {
    const outcome = await endSession(store, accountId, [sessionId], reason);
    if (outcome.done) {
      if (reason === 'expired') show('expired');
      channel?.announce(accountId);
    }
    const reading = await apply(outcome.record);
    if (everPersistent && outcome.done && store.storage === 'memory') {
      const ids = persistedId === undefined ? [sessionId] : [sessionId, persistedId];
      const deletion = withinPatience(clock, endSession(options.store, accountId, ids, reason));
      if (persistedId === undefined) {
        // Nothing is known to lie there, but a write that was given up may have come to pass.
        deletion.catch(() => {});
      } else {
        await deletion.catch((cause: unknown) => {
          throw new SessionError('KEY_NOT_DELETED', { cause });
        });
        persistedId = undefined;
      }
    }
    return { done: outcome.done, reading };
  };

  const apply = async (record: AccountRecord | undefined, started?: Countdown): Promise<Reading> => {
    const session = record?.session;
    if (store.storage === 'persistent') persistedId = session?.sessionId;
    if (session === undefined) {
      showNone(record);
      return undefined;
    }
    const now = readInstant(clock);
    const known = sameCountdown(held?.session, session) ? countdown : undefined;
    const counting = started ?? known ?? resumeCountdown(session, now);
    held = record;
    countdown = counting;
    const verdict = counting.verdict(now);
    if (verdict === 'expired') {
      const ended = await end(session.sessionId, 'expired').catch(() => undefined);
      return ended?.reading;
    }
    show('signed-in', session);
    arm(counting, verdict);
    if (verdict === 'live' && store.storage === 'persistent' && now.wall - session.seenAt >= toleranceMs) {
      await amendSession(store, accountId, session.sessionId, { seenAt: now.wall });
    }
    return { session, verdict };
  };

  const read = async (): Promise<Reading> => apply(await loadRecord(store, accountId, held));

  const confirm = (sessionId: string, { session, startedAt, date }: ServiceAnswer): Promise<void> =>
    inTurn(async () => {
      const found = await read();
      if (found?.session.sessionId !== sessionId || countdown === undefined) return;
      const until = session === 'gone' ? undefined : parseTime(session.expiresAt);
      const left = until === undefined || date === null ? countdown.remaining(startedAt) : until - date;
      const lifetimeMs = session === 'gone' ? 0 : Math.min(left, found.session.lifetimeMs);
      if (lifetimeMs <= 0) {
        await end(sessionId, 'expired');
        return;
      }
      const at = { startedAt: startedAt.wall, seenAt: startedAt.wall };
      const { done, record } = await amendSession(store, accountId, sessionId, { lifetimeMs, ...at });
      const restarted = createCountdown({ lifetimeMs, at: startedAt, elapsedMs: 0, latestWall: startedAt.wall });
      await apply(record, done ? restarted : undefined);
      if (done) channel?.announce(accountId);
    });

  const resolveBy = (question: NonNullable<typeof ask>, sessionId: string): Promise<void> => {
    asking ??= question(sessionId)
      .then((answer) => confirm(sessionId, answer))
      .catch((cause: unknown) => {
        throw new SessionError('CLOCK_UNCERTAIN', { cause });
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };

  const check = async (): Promise<void> => {
    try {
      const found = await inTurn(read);
      if (found?.verdict === 'uncertain' && ask !== undefined) await resolveBy(ask, found.session.sessionId);
    } catch {
      // What could not be found out now is found out before the next signature.
    }
  };

  const first = inTurn(async () => {
    if (store.storage === 'persistent') await probeStore(store).catch(() => store.fallBack());
    everPersistent = store.storage === 'persistent';
    await read();
  });
  const stops = [
    channel?.listen((changed) => {
      if (changed === accountId) void check();
    }),
    options.page === undefined ? undefined : onWake(options.page, () => void check()),
  ];

  const adopt = async (fresh: FreshSession, { replaces }: { readonly replaces: string }): Promise<boolean> => {
    const { session, credentialId, key, startedAt, date } = fresh;
    if (!isSigningKey(key.signingKey))
      throw new TypeError('fresh.key.signingKey must be a private CryptoKey that signs and refuses export');
    const lifetimeMs = lifetimeOf(session, date);
    return inTurn(async () => {
      await loadRecord(store, accountId, held);
      const started = createCountdown({ lifetimeMs, at: startedAt, elapsedMs: 0, latestWall: startedAt.wall });
      if (started.verdict(readInstant(clock)) === 'expired') throw new SessionError('SESSION_EXPIRED');
      const { done, record } = await replaceSession(store, accountId, replaces, {
        sessionId: session.id,
        credentialId,
        credentialType: session.type,
        nickname: session.nickname,
        compressedPublicKeyHex: key.compressedPublicKeyHex,
        signingKey: key.signingKey,
        lifetimeMs,
        startedAt: startedAt.wall,
        seenAt: startedAt.wall,
      });
      await apply(record, done ? started : undefined);
      if (done) channel?.announce(accountId);
      return done;
    });
  };

  return Object.freeze({
    ready: () => first.catch(() => {}),
    state: () => snapshot.get(),
    serverState: () => loadingState,
    subscribe: (listener: () => void) => snapshot.subscribe(listener),
    async current() {
      for (let asked = false; ; asked = true) {
        const found = await inTurn(read);
        if (found === undefined) {
          throw new SessionError(snapshot.get().status === 'expired' ? 'SESSION_EXPIRED' : 'SIGNED_OUT');
        }
        const { sessionId, credentialId, compressedPublicKeyHex, signingKey } = found.session;
        if (found.verdict === 'live') {
          return { sessionId, credentialId, compressedPublicKeyHex, signingKey, expiresAt: expiresAt(found.session) };
        }
        if (asked || ask === undefined) throw new SessionError('CLOCK_UNCERTAIN');
        await resolveBy(ask, sessionId);
      }
    },
    adopt,
    drop: (sessionId: string, reason: EndReason) =>
      inTurn(async () => {
        await read();
        return (await end(sessionId, reason)).done;
      }),
    confirm,
    check,
    store: () => store,
    lastCredentialId: () => inTurn(async () => (await loadRecord(store, accountId, held))?.lastCredentialId),
    close() {
      closed = true;
      disarm?.();
      snapshot.clear();
      for (const stop of stops) stop?.();
    },
  });
}
