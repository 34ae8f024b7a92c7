/** Ending a session: the half that needs the service, and the half that must happen whatever comes. */
import { readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { checkId } from '../ids.ts';

/** What a revocation did. */
export interface Revocation {
  /** `revoked`: the service has ended the session, now or before. `not-reached`: it lives on until its own end. */
  readonly service: 'revoked' | 'not-reached';
  /** Whether this browser held the session's key and has deleted it. */
  readonly localKeyDeleted: boolean;
  /** Why one of the halves did not happen. */
  readonly error?: unknown;
}

/**
 * Ends the current session, or another of the account. The local key of the current one is deleted whatever the network does,
 * and the answer tells which of the two halves happened.
 *
 * @throws SessionError when nobody is signed in; for another session also TransportError, WalletError
 */
export async function revokeSession(
  context: WalletContext,
  sessionId?: string,
  options?: SignalOptions,
): Promise<Revocation> {
  const { signal } = readOptions(options, 'session.revoke');
  await context.keeper.ready();
  const own = context.keeper.state().session?.sessionId;
  const target = sessionId === undefined ? own : checkId(sessionId, 'Session', 'sessionId');
  if (target === undefined) {
    await context.keeper.current();
    return { service: 'not-reached', localKeyDeleted: false };
  }
  return context.once(`revoke ${target}`, async () => {
    const errors: unknown[] = [];
    // Loading this half is a part of it: a page whose chunks are gone must still be able to sign out.
    const service = await context.doors
      .actions()
      .then((actions) => actions.revokeAtService(context, target, signal))
      .then(
        () => 'revoked' as const,
        (error: unknown) => {
          errors.push(error);
          return 'not-reached' as const;
        },
      );
    if (target !== own) {
      if (service === 'not-reached') throw errors[0];
      return { service, localKeyDeleted: false };
    }
    const localKeyDeleted = await context.keeper.drop(target, 'signed-out').catch((error: unknown) => {
      errors.push(error);
      return false;
    });
    return { service, localKeyDeleted, ...(errors.length === 0 ? {} : { error: errors[0] }) };
  });
}
