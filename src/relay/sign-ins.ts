/** When a user last signed in to the wallet through this relay, and whom they have paid. */
import { encodeUtf8 } from '../kit/encoding/index.ts';
import { sha256Of } from './digest.ts';
import { readMark, setMark } from './marks.ts';
import { RelayError } from './relay-error.ts';
import type { RelayStore } from './store.ts';

/** What a recent sign-in can be asked for: how the user signs in, a bank account that is added or confirmed, the first payment to somebody. */
export type RecentSignInSubject = 'credentials' | 'newPayees' | 'firstPaymentToPayee';

/** How recent, ms, a sign-in must be for each subject; none for one that isn't named. */
export type RecentSignIns = Readonly<Partial<Record<RecentSignInSubject, number>>>;

/** Sign-ins, as far as a platform wants them to be recent. */
export interface SignIns {
  /** Notes that the service has let this user sign in. */
  note(userId: string): Promise<void>;
  /** Notes that this user has paid somebody, or has confirmed whom to pay. */
  notePayee(userId: string, payee: string): Promise<void>;
  /** Whether payees are remembered, and this user has neither paid nor confirmed this account yet. */
  isNewPayee(userId: string, payee: string): Promise<boolean>;
  /**
   * Checks what is asked for a subject; `payee` is who is paid.
   * @throws RelayError `RELAY_SIGN_IN_REQUIRED` when the last sign-in is too long ago, or was not through this relay.
   */
  requireRecent(userId: string, subject: RecentSignInSubject, payee?: string): Promise<void>;
}

const messages: Readonly<Record<RecentSignInSubject, string>> = {
  credentials: 'Sign in to the wallet again before changing how you sign in.',
  newPayees: 'Sign in to the wallet again before adding somebody to pay.',
  firstPaymentToPayee: 'Sign in to the wallet again before paying somebody for the first time.',
};

/** How long it is remembered whom a user has paid. */
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
  const signInKey = (subject: string, userId: string): string => `sign-in:${subject}:${userId}`;
  // A destination without an account holds names and addresses, which no key should.
  const payeeKey = async (userId: string, payee: string): Promise<string> =>
    `payee:${await sha256Of(encodeUtf8(payee))} ${userId}`;
  return Object.freeze({
    async note(userId: string) {
      const named = Object.entries(recent);
      await Promise.all(named.map(([subject, ms]) => setMark(store, signInKey(subject, userId), ms)));
    },
    async notePayee(userId: string, payee: string) {
      if (remembersPayees) await setMark(store, await payeeKey(userId, payee), payeeMs);
    },
    async isNewPayee(userId: string, payee: string) {
      return remembersPayees && (await readMark(store, await payeeKey(userId, payee))) === 0;
    },
    async requireRecent(userId: string, subject: RecentSignInSubject, payee?: string) {
      if (recent[subject] === undefined) return;
      if (payee !== undefined && (await readMark(store, await payeeKey(userId, payee))) > 0) return;
      if ((await readMark(store, signInKey(subject, userId))) > 0) return;
      throw new RelayError('RELAY_SIGN_IN_REQUIRED', messages[subject], { status: 403 });
    },
  });
}
