/** How a new session comes into the store. */
import { readInstant } from '../clock.ts';
import { createCountdown, longestLifetimeMs } from './countdown.ts';
import { notSignedIn, type KeeperContext } from './keeper-context.ts';
import { lifetimeOf } from './lifetime.ts';
import { leavingOf, ownIds, withLeaving } from './record-changes.ts';
import { adopted } from './record-joins.ts';
import { isSigningKey, traceKey, type StoredSession } from './record.ts';
import { SessionError } from './session-error.ts';
import type { AdoptOptions, Adoption, FreshSession, SessionKeeperOptions } from './session.ts';

function storedForm(fresh: FreshSession, lifetimeMs: number): StoredSession {
  const { session, credentialId, key, startedAt, date } = fresh;
  if (!isSigningKey(key.signingKey))
    throw new TypeError('fresh.key.signingKey must be a private CryptoKey that signs and refuses export');
  return {
    sessionId: session.id,
    credentialId,
    credentialType: session.type,
    nickname: session.nickname,
    compressedPublicKeyHex: key.compressedPublicKeyHex,
    signingKey: key.signingKey,
    lifetimeMs,
    startedAt: startedAt.wall,
    seenAt: startedAt.wall,
    ...(date !== null && { serviceEnd: date + lifetimeMs }),
    ids: ownIds(fresh),
    signInId: fresh.signInId ?? session.id,
  };
}

function lifetimeIn({ maxSessionMs = Infinity }: SessionKeeperOptions, { session, date }: FreshSession): number {
  return Math.min(lifetimeOf(session, date), maxSessionMs);
}

/** Puts a new session among those to revoke: its key signs nothing else. */
export async function discardSession(context: KeeperContext, fresh: FreshSession): Promise<void> {
  const session = storedForm(fresh, longestLifetimeMs);
  context.leaving.keep([leavingOf(session)]);
  await context.page.change((record) => withLeaving(record, session));
  context.revoke();
}

/** Stores a new session if its place is free. A session that isn't stored, or can't be used, is revoked. */
export async function adoptSession(context: KeeperContext, fresh: FreshSession, how: AdoptOptions): Promise<Adoption> {
  try {
    const lifetimeMs = lifetimeIn(context.options, fresh);
    return await store(context, storedForm(fresh, lifetimeMs), { fresh, how });
  } catch (error) {
    if (error instanceof SessionError) await discardSession(context, fresh);
    throw error;
  }
}

async function store(
  { page, store: pageStore, leaving, revoke, options, read }: KeeperContext,
  session: StoredSession,
  { fresh, how }: { readonly fresh: FreshSession; readonly how: AdoptOptions },
): Promise<Adoption> {
  const { clock, channel, accountId } = options;
  const { lifetimeMs } = session;
  const at = fresh.startedAt;
  await read();
  if (page.phase() === 'outdated') throw notSignedIn(page);
  const started = createCountdown({ lifetimeMs, at, elapsedMs: 0, latestWall: at.wall });
  if (started.verdict(readInstant(clock)) === 'expired') throw new SessionError('SESSION_EXPIRED');
  const made: { adoption: Adoption; replaced?: StoredSession | undefined } = { adoption: 'overtaken' };
  const value = await page.change((record) => {
    const { adoption, record: next } = adopted(record, session, how);
    Object.assign(made, { adoption, replaced: record.session });
    return next;
  });
  const { adoption, replaced } = made;
  if (adoption !== 'stored') leaving.keep([leavingOf(session)]);
  else if (replaced === undefined) channel?.announce({ accountId });
  else {
    const { sessionId } = replaced;
    page.learn(sessionId, 'replaced');
    leaving.keep([leavingOf(replaced, true)]);
    channel?.announce({ accountId, ended: { sessionId, reason: 'replaced' } });
  }
  await page.consider(value, adoption === 'stored' ? started : undefined);
  if (pageStore.storage === 'persistent') await pageStore.update(traceKey(accountId), (known) => known ?? true);
  // What could not be written goes on in memory; storage must not keep the session that is over.
  if (pageStore.storage !== options.store.storage) await page.purge();
  revoke();
  return adoption;
}
