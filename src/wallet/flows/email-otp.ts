/** Signing in with a code sent by e-mail (specification, Wallet authentication; wire facts, 1.4 and 1.5). */
import { stamp } from '../../crypto/signing/index.ts';
import type { WalletState } from '../../session/index.ts';
import { signedRetry, toError } from '../../transport/index.ts';
import type { AuthMethod, OtpChallenge } from '../../wire.ts';
import { readOptions } from '../arguments.ts';
import { readChallenge, readOtpChallenge, readSession } from '../answers.ts';
import { clear, sendSigned, transportOf, type SignalOptions, type WalletContext } from '../context.ts';
import { checkId } from '../ids.ts';
import { intentOf } from '../payload-check.ts';
import { keepSession } from '../keep-session.ts';
import { WalletError } from '../wallet-error.ts';
import { listCredentials } from './credential-list.ts';

/** Options of `emailOtp.begin`. */
export interface EmailOtpBeginOptions {
  /** Which credential; by default the account's e-mail credential. */
  readonly credentialId?: string;
  readonly signal?: AbortSignal;
}

/** A session as `WalletState` shows it. */
export type SessionSummary = NonNullable<WalletState['session']>;

/** A sign-in that waits for its code. */
export interface EmailOtpAttempt {
  /** The credential the code was sent for; its nickname is the address. */
  readonly credential: AuthMethod;
  /**
   * Signs in with the code from the e-mail; white space in it doesn't count. After a wrong code, call it again.
   * @throws TransportError (a wrong code is `REFUSED`, next step `fix-input`), CryptoError, WalletError, TypeError
   */
  verify(code: string, options?: SignalOptions): Promise<SessionSummary>;
  /** Sends a new code; the old one is void. */
  resend(options?: SignalOptions): Promise<void>;
}

/** Sends a code. @throws WalletError `CREDENTIAL_NOT_FOUND`; TransportError */
export async function beginEmailOtp(context: WalletContext, options?: EmailOtpBeginOptions): Promise<EmailOtpAttempt> {
  const { signal, credentialId: given } = readOptions(options, 'emailOtp.begin');
  const credentialId =
    given === undefined ? await findEmailCredential(context, signal) : checkId(given, 'AuthMethod', 'credentialId');
  let challenge = await sendCode(context, credentialId, signal);
  prefetch(context);

  let running: { readonly code: string; readonly result: Promise<SessionSummary> } | undefined;
  return Object.freeze({
    credential: withoutBundle(challenge),
    async verify(code: string, verifyOptions?: SignalOptions): Promise<SessionSummary> {
      const { signal: verifySignal } = readOptions(verifyOptions, 'verify');
      if (typeof code !== 'string') throw new TypeError('verify: code must be a string');
      // The same button pressed twice is one attempt; the service counts attempts.
      if (running?.code === code) return running.result;
      if (running !== undefined) {
        throw new WalletError('BUSY', 'Another code is being checked. Wait for its outcome.', { nextStep: 'retry' });
      }
      const result = verifyCode(context, challenge, code.replace(/\s/g, ''), verifySignal).finally(() => {
        running = undefined;
      });
      running = { code, result };
      return result;
    },
    async resend(resendOptions?: SignalOptions): Promise<void> {
      const { signal: resendSignal } = readOptions(resendOptions, 'resend');
      challenge = await sendCode(context, credentialId, resendSignal);
    },
  });
}

async function findEmailCredential(context: WalletContext, signal: AbortSignal | undefined): Promise<string> {
  const credentials = await listCredentials(context, { signal });
  const found = credentials.find((credential) => credential.type === 'EMAIL_OTP');
  if (found === undefined) {
    throw new WalletError(
      'CREDENTIAL_NOT_FOUND',
      'This account has no e-mail credential. Sign in with another credential.',
      {
        nextStep: 'fix-input',
      },
    );
  }
  return checkId(found.id, 'AuthMethod', 'credential id');
}

async function sendCode(
  context: WalletContext,
  credentialId: string,
  signal: AbortSignal | undefined,
): Promise<OtpChallenge> {
  const answer = await transportOf(context).send({
    method: 'POST',
    path: `/auth/credentials/${credentialId}/challenge`,
    signal,
  });
  if (answer.status !== 200) throw toError(answer);
  return readOtpChallenge(answer.body, context.accountId);
}

async function verifyCode(
  context: WalletContext,
  { id: credentialId, otpEncryptionTargetBundle }: OtpChallenge,
  otpCode: string,
  signal: AbortSignal | undefined,
): Promise<SessionSummary> {
  // Both before anything is sent: a chunk that fails to load later would lose a key that is delivered once.
  const [{ encryptOtp, generateClientKeyPair }] = await loadDoors(context);
  const keyPair = await generateClientKeyPair();
  const encryptedOtpBundle = await encryptOtp(otpEncryptionTargetBundle, {
    otpCode,
    publicKeyHex: keyPair.publicKeyHex,
    enclaveKeys: context.otpKeys,
  });
  const request = {
    method: 'POST',
    path: `/auth/credentials/${credentialId}/verify`,
    body: JSON.stringify({ type: 'EMAIL_OTP', encryptedOtpBundle }),
    signal,
  };
  const intent = intentOf('email-otp.verify', { publicKeyHex: keyPair.publicKeyHex });
  const answer = await signedRetry({
    send: (signed) => sendSigned(context, request, signed),
    readChallenge,
    async stamp({ payloadToSign }) {
      await clear(context, intent, payloadToSign);
      return stamp(payloadToSign, keyPair);
    },
    readOutcome: ({ body }) => readSession(body, context.accountId),
    serviceTime: () => transportOf(context).serviceTime(),
    unknown: { message: 'The answer to the sign-in was lost. Ask for a new code.', nextStep: 'restart' },
    errors: { unauthorized: 'fix-input', signature: 'restart' },
  });
  return keepSession(context, {
    answer,
    session: readSession(answer.body, context.accountId),
    credentialId,
    keyPair,
    replaces: 'any',
  });
}

function withoutBundle(challenge: OtpChallenge): AuthMethod {
  const { otpEncryptionTargetBundle: _, ...credential } = challenge;
  return Object.freeze(credential);
}

/** Loads what `verify` needs while the person waits for the code; a failure shows when it is needed. */
function prefetch(context: WalletContext): void {
  void loadDoors(context).catch(() => undefined);
}

function loadDoors(context: WalletContext) {
  return Promise.all([
    context.doors.login(),
    context.profile.loginSessionKeys === 'sealed' ? context.doors.sealed() : undefined,
  ]);
}
