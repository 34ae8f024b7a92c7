/** Adding and removing credentials, and changing the e-mail address (wire facts, 1.2, 1.3, 1.6 and 3.3). */
import { signedRetry, type Answer, type Finding } from '../../transport/index.ts';
import type { AuthMethod } from '../../wire.ts';
import { readOptions } from '../arguments.ts';
import { readAuthMethod, readChallenge, requireCustomer, requireEmpty, requireWhole } from '../answers.ts';
import { sendSigned, stampWithSession, transportOf, type SignalOptions, type WalletContext } from '../context.ts';
import { openIntentRecord } from '../intent-record.ts';
import { checkId } from '../ids.ts';
import { intentOf, type Intent } from '../payload-check.ts';
import { WalletError } from '../wallet-error.ts';
import { listCredentials, readCredentials } from './credential-list.ts';

/** A request that changes credentials, and how to tell that it was done. */
interface CredentialChange {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: string;
  readonly intent: Intent;
  /** Checks the shape of the answer that did it. */
  readonly readOutcome: (answer: Answer) => unknown;
  readonly lookUp: () => Promise<Finding>;
}

// Wire facts, 4.3: somebody else's address has to be typed anew; the enclave's copy of a new one can be late.
const nextSteps = {
  EMAIL_OTP_EMAIL_ALREADY_EXISTS: 'fix-input',
  EMAIL_OTP_CREDENTIAL_SYNC_FAILED: 'retry',
} as const;

/**
 * Removes a credential, signed by a session of another one; the removed one's sessions end with it.
 *
 * @throws RangeError; WalletError `CREDENTIAL_NOT_FOUND`, `CREDENTIAL_IN_USE` (this session came from it); TransportError;
 * SessionError
 */
export async function removeCredential(
  context: WalletContext,
  credentialId: string,
  options?: SignalOptions,
): Promise<void> {
  const { signal } = readOptions(options, 'credentials.remove');
  checkId(credentialId, 'AuthMethod', 'credentialId');
  const session = await context.keeper.current();
  if (session.credentialId === credentialId) {
    throw new WalletError(
      'CREDENTIAL_IN_USE',
      'This session came from the credential to remove. Sign in with another one first.',
      {
        nextStep: 'reauthenticate',
      },
    );
  }
  const credential = (await listCredentials(context, { signal })).find(({ id }) => id === credentialId);
  const path = `/auth/credentials/${credentialId}`;
  if (credential === undefined) {
    const record = await openIntentRecord(context, { method: 'DELETE', path, body: '' });
    await record.remember('done');
    // An earlier attempt whose outcome got lost has removed it.
    if (record.resumed) return;
    throw notFound();
  }
  await changeCredentials(
    context,
    {
      method: 'DELETE',
      path,
      readOutcome: requireEmpty,
      intent: intentOf(credential.type === 'PASSKEY' ? 'credential.remove-passkey' : 'credential.remove'),
      lookUp: () => findCredential(context, (list) => !list.some(({ id }) => id === credentialId)),
    },
    signal,
  );
}

/** Adds the e-mail credential back. @throws TransportError (`EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS`), SessionError, WalletError */
export async function addEmailOtp(context: WalletContext, options?: SignalOptions): Promise<AuthMethod> {
  const { signal } = readOptions(options, 'addEmailOtp');
  const body = JSON.stringify({ type: 'EMAIL_OTP', accountId: context.accountId });
  const lookUp = (): Promise<Finding> =>
    findCredential(context, (list) => list.some(({ type }) => type === 'EMAIL_OTP'));
  const intent = intentOf('credential.add-email-otp');
  const readOutcome = (answer: Answer): unknown => readAuthMethod(answer.body, context.accountId);
  const change = { method: 'POST', path: '/auth/credentials', body, intent, readOutcome, lookUp } as const;
  await changeCredentials(context, change, signal);
  const added = (await listCredentials(context, { signal })).find(({ type }) => type === 'EMAIL_OTP');
  if (added === undefined) throw notFound();
  return added;
}

/** Options of {@link changeEmail}. */
export interface ChangeEmailOptions extends SignalOptions {
  /** What the customer is, where the service wants to hear it with a change. Default `INDIVIDUAL`. */
  readonly customerType?: 'INDIVIDUAL' | 'BUSINESS';
}

/**
 * Changes the customer's e-mail address, and with it that of the e-mail credential. The payload must name the new address.
 *
 * @throws TypeError, RangeError; TransportError, SessionError, WalletError
 */
export async function changeEmail(
  context: WalletContext,
  customerId: string,
  email: string,
  options?: ChangeEmailOptions,
): Promise<void> {
  const { signal, customerType = 'INDIVIDUAL' } = readOptions(options, 'changeEmail');
  if (customerType !== 'INDIVIDUAL' && customerType !== 'BUSINESS')
    throw new RangeError('changeEmail: customerType must be INDIVIDUAL or BUSINESS');
  const path = `/customers/${checkId(customerId, 'Customer', 'customerId')}`;
  if (typeof email !== 'string') throw new TypeError('changeEmail: email must be a string');
  if (!/^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u.test(email))
    throw new RangeError('changeEmail: email must be an e-mail address');
  const intent = intentOf('customer.change-email', { expect: { userEmail: email } });
  const lookUp = (): Promise<Finding> =>
    findCredential(context, (list) => list.some(({ type, nickname }) => type === 'EMAIL_OTP' && nickname === email));
  const readOutcome = (answer: Answer): void => requireCustomer(answer.body, customerId);
  const type = context.profile.customerChange === 'fields-and-type' ? { customerType } : {};
  const body = JSON.stringify({ ...type, email });
  await changeCredentials(context, { method: 'PATCH', path, body, intent, readOutcome, lookUp }, signal);
}

/** Runs a signed change of credentials. Used by the passkey flow too. */
export async function changeCredentials(
  context: WalletContext,
  { method, path, body, intent, readOutcome, lookUp }: CredentialChange,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  return context.once(`${method} ${path} ${body ?? ''}`, async () => {
    const record = await openIntentRecord(context, { method, path, body: body ?? '' });
    const answer = await signedRetry({
      send: (signed) => sendSigned(context, { method, path, body, signal }, signed),
      readChallenge,
      stamp: ({ payloadToSign }) => stampWithSession(context, intent, payloadToSign),
      readOutcome,
      ...record,
      lookUp,
      serviceTime: () => transportOf(context).serviceTime(),
      unknown: {
        message: 'Whether the credentials were changed is unknown. List them before trying again.',
        nextStep: 'retry',
      },
      errors: { codes: nextSteps },
    });
    return answer.body;
  });
}

/** Reads the credentials to tell whether a change was done. */
export async function findCredential(
  context: WalletContext,
  isDone: (credentials: readonly AuthMethod[]) => boolean,
): Promise<Finding> {
  const { answer, credentials } = await readCredentials(context, undefined);
  requireWhole(answer.body);
  return isDone(credentials) ? { found: 'done', answer } : { found: 'undone' };
}

function notFound(): WalletError {
  return new WalletError('CREDENTIAL_NOT_FOUND', 'The account has no such credential. List them and choose again.', {
    nextStep: 'fix-input',
  });
}
