/** Names of accounts that nobody but the platform can name, such as another customer's, for the destination of a person's own quote. */
import type { Clock } from '../kit/waiting.ts';
import { startDeadline } from './deadline.ts';
import { isPlainText } from './free-text.ts';
import { internalRelayError, RelayError } from './relay-error.ts';
import type { RelayIdentity } from './request/identity.ts';
import { isRecordId } from './routes/shape.ts';

/** The second argument of {@link NameAccount}. */
export interface NameAccountContext {
  /** The person whose quote pays the account. */
  readonly identity: RelayIdentity;
  /** Aborted after `identifyTimeoutMs`, and once the browser has left. */
  readonly signal: AbortSignal;
}

/** Names the owner of an account as the payer may know them: 1 to 100 characters; null or undefined for nobody. */
export type NameAccount = (
  accountId: string,
  context: NameAccountContext,
) => Promise<string | null | undefined> | string | null | undefined;

/** Options of {@link createAccountNames}. */
export interface CreateAccountNamesOptions {
  readonly nameAccount: NameAccount;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** Asks `nameAccount` for the payee of a quote; null where there is nobody to name. */
export type FindAccountName = (payee: string | undefined, context: NameAccountContext) => Promise<string | null>;

/** Creates the question. */
export function createAccountNames({ nameAccount, clock, timeoutMs }: CreateAccountNamesOptions): FindAccountName {
  return async (payee = '', { identity, signal }) => {
    // An own account is no payee, and an address is its own name.
    if (!isRecordId(payee, ['InternalAccount', 'ExternalAccount'])) return null;
    const deadline = startDeadline(clock, timeoutMs, signal);
    const ask = async (): Promise<unknown> => nameAccount(payee, { identity, signal: deadline.signal });
    try {
      const name = (await deadline.race(ask())) ?? null;
      if (name === null || isName(name)) return name;
      throw new TypeError('nameAccount must return a plain text of 1 to 100 characters, or null');
    } catch (cause) {
      if (signal.aborted) {
        throw new RelayError('RELAY_CLIENT_CLOSED', 'The request was given up before the answer came.', {
          status: 499,
        });
      }
      if (deadline.timedOut()) {
        throw new RelayError('RELAY_IDENTIFY_TIMED_OUT', 'It could not be found out in time who is paid.', {
          status: 503,
        });
      }
      throw internalRelayError(cause, { part: 'nameAccount' });
    } finally {
      deadline.clear();
    }
  };
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && name.length <= 100 && name.trim() !== '' && isPlainText(name);
}
