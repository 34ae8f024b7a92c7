/** The account's credentials as the service lists them. */
import type { AuthMethod, CredentialType } from '../../wire.ts';
import type { Finding } from '../action.ts';
import { checkId, readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { readAuthMethod, readList, requireWhole } from '../response-readers.ts';
import { request } from '../send.ts';
import { WalletError } from '../wallet-error.ts';

/** Lists the account's credentials. @throws TransportError */
export async function listCredentials(context: WalletContext, options?: SignalOptions): Promise<readonly AuthMethod[]> {
  const { signal } = readOptions(options, 'credentials.list', {});
  return (await readCredentials(context, signal)).credentials;
}

/** Reads the credentials, and makes the error for one that is missing. @throws TransportError */
export async function readCredentials(
  context: WalletContext,
  signal: AbortSignal | undefined,
): Promise<{ credentials: readonly AuthMethod[]; requireWhole(): void }> {
  const { accountId } = context;
  const { body } = await request(context, { method: 'GET', path: '/auth/credentials', query: { accountId }, signal });
  const credentials = readList(body, (item) => Object.freeze(readAuthMethod(item, accountId)));
  return { credentials, requireWhole: () => requireWhole(body) };
}

/** Looks for a credential to tell whether it was added or changed. */
export async function findCredential(
  context: WalletContext,
  isWanted: (credential: AuthMethod) => boolean,
): Promise<Finding<AuthMethod>> {
  const { credentials, requireWhole: requireAll } = await readCredentials(context, undefined);
  const outcome = credentials.find(isWanted);
  if (outcome !== undefined) return { found: 'done', outcome };
  requireAll();
  return { found: 'undone' };
}

/** Options of {@link chooseCredential}. */
interface ChooseOptions {
  readonly type: CredentialType;
  readonly credentialId: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** The error when the account has several, and none was named or used last. */
  readonly several: (credentials: readonly AuthMethod[]) => Error;
}

/** The credential of a kind to sign in with: the named one, the one last used in this browser, or the account's only one. */
export async function chooseCredential(
  context: WalletContext,
  { type, credentialId, signal, several }: ChooseOptions,
): Promise<AuthMethod> {
  if (credentialId !== undefined) checkId(credentialId, 'AuthMethod', 'credentialId');
  const { credentials, requireWhole: requireAll } = await readCredentials(context, signal);
  const own = credentials.filter((credential) => credential.type === type);
  const wanted = credentialId ?? (await context.session.lastCredentialId());
  const found = own.find(({ id }) => id === wanted);
  if (found !== undefined) return found;
  // Only a whole list tells which of several it is, or that the account has none.
  requireAll();
  const [only] = own;
  if (only === undefined || credentialId !== undefined) {
    throw credentialNotFound('The account has no such credential. Sign in another way.');
  }
  if (own.length === 1) return only;
  throw several(own);
}

/** The error for a credential that a whole list doesn't hold. */
export function credentialNotFound(message: string): WalletError {
  return new WalletError('CREDENTIAL_NOT_FOUND', message, { nextStep: 'fix-input' });
}
