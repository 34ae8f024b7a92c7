/** The account's credentials as the service lists them, and the settings that all their changes share. */
import type { AuthMethod } from '../../wire.ts';
import type { Finding } from '../run/decide.ts';
import type { SignedAction } from '../run/action.ts';
import { readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { readAuthMethod } from '../response-readers.ts';
import { readList, type List } from '../run/send.ts';
import { WalletError } from '../wallet-error.ts';

/** Lists the account's credentials. @throws TransportError */
export async function listCredentials(context: WalletContext, options?: SignalOptions): Promise<readonly AuthMethod[]> {
  const { signal } = readOptions(options, 'credentials.list', {});
  return (await readCredentials(context, signal)).items;
}

/** Reads the list of credentials. @throws TransportError */
export function readCredentials(context: WalletContext, signal: AbortSignal | undefined): Promise<List<AuthMethod>> {
  const { accountId } = context;
  const reading = { path: '/auth/credentials', query: { accountId }, signal };
  return readList(context, reading, (item) => Object.freeze(readAuthMethod(item, accountId)));
}

/** Looks for a credential to tell whether it was added or changed. */
export async function findCredential(
  context: WalletContext,
  isWanted: (credential: AuthMethod) => boolean,
): Promise<Finding<AuthMethod>> {
  const { items, whole } = await readCredentials(context, undefined);
  const outcome = items.find(isWanted);
  if (outcome !== undefined) return { found: 'done', outcome };
  whole();
  return { found: 'undone' };
}

/** The error for a credential that a whole list doesn't hold. */
export function credentialNotFound(message: string): WalletError {
  return new WalletError('CREDENTIAL_NOT_FOUND', message, { nextStep: 'fix-input' });
}

// Somebody else's address or number has to be typed anew; the enclave's copy of a new one can be late.
const nextSteps = {
  EMAIL_OTP_EMAIL_ALREADY_EXISTS: 'fix-input',
  EMAIL_OTP_CREDENTIAL_SYNC_FAILED: 'retry',
  SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS: 'fix-input',
  SMS_OTP_CREDENTIAL_SYNC_FAILED: 'retry',
} as const;

/** Settings that all changes of credentials share. */
export const credentialChange: Pick<SignedAction<unknown>, 'unknown' | 'errors'> = {
  unknown: { message: 'Whether the credentials were changed is unknown. List them.' },
  errors: { codes: nextSteps },
};
