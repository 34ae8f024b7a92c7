/** Parts of a wallet, tested by themselves, whose calls are told by the wallet's own code for events. */
import type { WalletFlow } from 'countersign';
import type { Clock } from '../../src/clock.ts';
import {
  createSessionKeeper,
  SessionError,
  type SessionKeeper,
  type SessionKeeperOptions,
} from '../../src/session/index.ts';
import type { WalletContext } from '../../src/wallet/context.ts';
import { createNotes } from '../../src/wallet/notes.ts';
import { track } from '../../src/wallet/track.ts';
import { recordNotes } from './recorded.ts';

/** Tells of work what a wallet tells of a call that does nothing else. */
export type Tell = <Result>(flow: WalletFlow, work: Promise<Result>) => Promise<Result>;

/** The context of a wallet as far as it tells what it does. */
export function createTold(clock: Clock) {
  const note = recordNotes((onEvent) => createNotes(onEvent, clock));
  const context = { note, clock, calls: { count: 0 } } as unknown as WalletContext;
  // What is given back is the work itself, so that nothing waits for what is told of it.
  const tell: Tell = (flow, work) => {
    track(context, flow, () => work).catch(() => undefined);
    return work;
  };
  return { note, tell };
}

/** A keeper as a wallet has it: its changes of state, and its calls as those of the flows that make them. */
export function createToldKeeper(options: SessionKeeperOptions): SessionKeeper {
  const { note, tell } = createTold(options.clock);
  const keeper = createSessionKeeper({
    ...options,
    ask: (sessionId) => tell('background.ask', options.ask(sessionId)),
    revoke: (session, how) => tell('background.revoke', options.revoke(session, how)),
  });
  keeper.subscribe(() => note({ step: 'state', state: keeper.state() }));
  return {
    ...keeper,
    current: () => tell('signedRetry', keeper.current()),
    signOut: (how) => tell('session.revoke', keeper.signOut(how)),
    adopt(fresh, how) {
      const adoption = keeper.adopt(fresh, how);
      // As `keepSession` says it.
      const signedIn = adoption.then((outcome) => {
        if (outcome === 'signed-out') throw new SessionError('SIGNED_OUT');
        return outcome;
      });
      tell(how.replaces === 'any' ? 'emailOtp.verify' : 'session.refresh', signedIn).catch(() => undefined);
      return adoption;
    },
  };
}
