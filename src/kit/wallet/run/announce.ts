/** Announces what an action may have changed, to all that show it, and each part of an action to `onEvent`. */
import { changesOfPage, type ChangeSubject } from '../../session/changes.ts';
import { readInstant } from '../../waiting.ts';
import type { WalletContext } from '../context.ts';
import type { ActionOutcome, ActionPhase, Note } from '../events/events.ts';
import type { IntentName } from '../facts.ts';

/**
 * The lists that each action changes: those that are stamped, those that need no stamp, and what `transaction.follow` finds. None, where
 * every tab of this browser learns it from the wallet's state.
 */
export const changesOf: Readonly<
  Record<
    IntentName | 'custom' | 'quote.authorize' | 'delegatedKeys.revoke' | 'transaction.follow',
    readonly ChangeSubject[]
  >
> = {
  'email-otp.verify': [],
  'sms-otp.verify': [],
  'passkey.sign-in': [],
  'session.refresh': [],
  'session.revoke': ['sessions'],
  'account.export': [],
  'quote.execute': ['balance', 'payments', 'payees'],
  'quote.authorize': ['balance', 'payments', 'payees'],
  'transaction.follow': ['balance', 'payments'],
  'credential.add-passkey': ['credentials'],
  'credential.add-email-otp': ['credentials'],
  'credential.add-sms-otp': ['credentials'],
  'credential.add-oauth': ['credentials'],
  // The sessions that began with it end.
  'credential.remove': ['credentials', 'sessions'],
  'customer.change-email': ['credentials'],
  'customer.change-phone': ['credentials'],
  'card.freeze': ['cards'],
  'card.unfreeze': ['cards'],
  'card.close': ['cards'],
  // A card that waits for its key becomes active.
  'delegated-key.create': ['card-keys', 'cards'],
  'delegatedKeys.revoke': ['card-keys', 'cards'],
  // The kit doesn't know what it does.
  custom: ['balance', 'payments', 'cards', 'credentials', 'sessions', 'card-keys', 'payees'],
};

/** Announces the lists that an action changes, once it has ended and may have been done. */
export function announce({ accountId }: WalletContext, action: keyof typeof changesOf): void {
  changesOfPage().announce(accountId, changesOf[action]);
}

/** Notes that a part of an action has ended. */
export type TellPhase = (phase: ActionPhase, outcome: ActionOutcome) => void;

/** Notes the parts of an action, each with the time since the one before. */
export function phasesOf({ note, clock }: WalletContext, about: Pick<Note, 'request' | 'intent'>): TellPhase {
  let since = readInstant(clock);
  return (phase, outcome) => {
    note({ step: 'transition', ...about, phase, outcome, since });
    since = readInstant(clock);
  };
}
