/** Common part of sign-ins with a passkey and with an identity provider: one request without a stamp. */
import { lastCredentialId } from '../../session/adopt.ts';
import { judge, outcomeUnknown, toError, type TransportRequest, type UnknownOutcome } from '../../transport/index.ts';
import type { AuthMethod, CredentialType } from '../../wire.ts';
import { checkId } from '../arguments.ts';
import type { WalletContext } from '../context.ts';
import type { AnsweredSession } from './keep-session.ts';
import { readSession } from '../response-readers.ts';
import { sendUntilDone } from '../run/send.ts';
import { credentialNotFound, readCredentials } from './credential-list.ts';

/**
 * Sends the proof of a sign-in. The proof is used up then: after a lost answer the sign-in starts over.
 *
 * @throws TransportError, `OUTCOME_UNKNOWN` when the answer was lost or can't be read
 */
export async function requestSession(
  context: WalletContext,
  request: TransportRequest,
  { lost, onMissing }: { readonly lost: UnknownOutcome; readonly onMissing?: () => void },
): Promise<AnsweredSession> {
  const answer = await sendUntilDone(context, request).catch((cause: unknown) => {
    throw outcomeUnknown(lost, cause);
  });
  const verdict = judge(answer);
  if (verdict !== 'success') {
    // The service's own 404: the credential is deleted.
    if (verdict === 'end-state' && answer.status === 404) onMissing?.();
    const error = toError(answer, { unauthorized: 'restart' });
    throw verdict === 'unclear' && answer.status !== 429 ? outcomeUnknown(lost, error) : error;
  }
  try {
    return { answer, session: readSession(answer.body, context.accountId) };
  } catch (cause) {
    throw outcomeUnknown(lost, cause);
  }
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
  const { items, whole } = await readCredentials(context, signal);
  const own = items.filter((credential) => credential.type === type);
  const wanted = credentialId ?? (await lastCredentialId(context.account));
  const found = own.find(({ id }) => id === wanted);
  if (found !== undefined) return found;
  // Only a whole list tells which of several it is, or that the account has none.
  whole();
  const [only] = own;
  if (only === undefined || credentialId !== undefined) {
    throw credentialNotFound('The account has no such credential. Sign in another way.');
  }
  if (own.length === 1) return only;
  throw several(own);
}
