/** Ends a session that was born after everybody had stopped waiting for it. */
import type { WalletContext } from '../context.ts';
import { signingKeyOf, type NewSession } from '../keep-session.ts';
import type { Flight } from '../single-flight.ts';
import { revokeLeaving } from './sessions.ts';

/**
 * Lets a new session pass if somebody still waits for it; else revokes it with its own key. At worst it lives to its own end, with
 * nobody to use it.
 *
 * @throws the reason of the caller that left
 */
export async function endIfUnwanted(
  context: WalletContext,
  { session, keyPair }: Pick<NewSession, 'session' | 'keyPair'>,
  flight: Flight,
): Promise<void> {
  try {
    flight.throwIfAbandoned();
  } catch (reason) {
    const end = async (): Promise<void> => {
      const key = await signingKeyOf(session, keyPair);
      const leaving = { ...key, sessionId: session.id, endsAt: context.clock.now(), afterStamps: false };
      await revokeLeaving(context, leaving, {});
    };
    await end().catch(() => undefined);
    throw reason;
  }
}
