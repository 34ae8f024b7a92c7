/** Memory of each user's last sign-in to the wallet through this relay, and of their payees. */
import { encodeUtf8 } from '../../kit/encoding/index.ts';
import { sha256Of } from '../digest.ts';
import { RelayError } from '../relay-error.ts';
import type { RelayStore } from '../store/store.ts';

/**
 * Subjects that can require a recent sign-in: a change of the user's credentials, or of a card where no stamp is asked for; a bank
 * account that is added, confirmed or deleted; the first payment to a payee.
 */
export type RecentSignInSubject = 'credentials' | 'newPayees' | 'firstPaymentToPayee';

/** Greatest age of a sign-in for each subject, ms; a subject that isn't named requires none. */
export type RecentSignIns = Readonly<Partial<Record<RecentSignInSubject, number | undefined>>>;

/** A person, and their visit to a wallet page: a sign-in counts for the visit alone in which it was made. */
export interface PersonInVisit {
  readonly userId: string;
  readonly visit: string | null;
}

/** Sign-ins, as far as a platform wants them to be recent. */
export interface SignIns {
  /** Notes that the service has let this person sign in. */
  note(signer: PersonInVisit): Promise<void>;
  /** Notes that this user has paid somebody, or has confirmed whom to pay. */
  notePayee(userId: string, payee: string): Promise<void>;
  /** Whether payees are remembered, and this user has neither paid nor confirmed this account yet. */
  isNewPayee(userId: string, payee: string): Promise<boolean>;
  /**
   * Checks that the last sign-in is recent enough for a subject, and for a payee.
   * @throws RelayError `RELAY_SIGN_IN_REQUIRED` when the last sign-in is too long ago, or was not through this relay.
   */
  requireRecent(signer: PersonInVisit, subject: RecentSignInSubject, payee?: string): Promise<void>;
}

const messages: Readonly<Record<RecentSignInSubject, string>> = {
  credentials: 'Sign in to the wallet again before this change.',
  newPayees: 'Sign in to the wallet again before changing whom you pay.',
  firstPaymentToPayee: 'Sign in to the wallet again before paying somebody for the first time.',
};

/** Time for which a user's payee is remembered. */
const payeeMs = 365 * 86_400_000;

/** Options of {@link createSignIns}. */
export interface CreateSignInsOptions {
  readonly recent: RecentSignIns;
  /** Whether a person can confirm a payee, so that payees are remembered whatever `recent` names. */
  readonly confirms: boolean;
}

/** Creates the memory of sign-ins. */
export function createSignIns(store: RelayStore, { recent, confirms }: CreateSignInsOptions): SignIns {
  const remembersPayees = confirms || recent.firstPaymentToPayee !== undefined;
  const signInKey = (subject: string, { userId, visit }: PersonInVisit): string =>
    `sign-in:${subject}:${visit === null ? '' : `${visit} `}${userId}`;
  // A destination without an account holds names and addresses, which belong in no key.
  const payeeKey = async (userId: string, payee: string): Promise<string> =>
    `payee:${await sha256Of(encodeUtf8(payee))} ${userId}`;
  return Object.freeze({
    async note(signer: PersonInVisit) {
      const named = Object.entries(recent).flatMap(([subject, ms]) => (ms === undefined ? [] : [{ subject, ms }]));
      await Promise.all(named.map(({ subject, ms }) => store.put(signInKey(subject, signer), '1', { ttlMs: ms })));
    },
    async notePayee(userId: string, payee: string) {
      if (remembersPayees) await store.put(await payeeKey(userId, payee), '1', { ttlMs: payeeMs });
    },
    async isNewPayee(userId: string, payee: string) {
      return remembersPayees && (await store.get(await payeeKey(userId, payee))) === null;
    },
    async requireRecent(signer: PersonInVisit, subject: RecentSignInSubject, payee?: string) {
      if (recent[subject] === undefined) return;
      if (payee !== undefined && (await store.get(await payeeKey(signer.userId, payee))) !== null) return;
      if ((await store.get(signInKey(subject, signer))) !== null) return;
      throw new RelayError('RELAY_SIGN_IN_REQUIRED', messages[subject], { status: 403 });
    },
  });
}
