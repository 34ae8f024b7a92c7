/** Signing in with a code sent by e-mail. */
import { generateSigningKeyPair } from '../../crypto/signing/index.ts';
import type { SessionState } from '../../session/index.ts';
import { outcomeUnknown, TransportError } from '../../transport/index.ts';
import type { AuthMethod, OtpChallenge } from '../../wire.ts';
import { readOptions } from '../arguments.ts';
import { loadChunk } from '../chunks.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { checkId } from '../ids.ts';
import { intents } from '../intents.ts';
import { endIfUnwanted, keepSession, type AnsweredSession } from '../keep-session.ts';
import { loadLogin, loadLoginForSealedKey } from '../login-chunk.ts';
import { readOtpChallenge, readSession, withoutBundle } from '../response-readers.ts';
import { runFlow, type SignedFlow } from '../run-signed.ts';
import { request } from '../send.ts';
import { signWithKey } from '../sign.ts';
import { shareFlight, type Flight } from '../single-flight.ts';
import { WalletError } from '../wallet-error.ts';
import { credentialNotFound, readCredentials } from './credential-list.ts';

/** Options of `emailOtp.begin`. */
export interface EmailOtpBeginOptions extends SignalOptions {
  /** Which credential; by default the account's e-mail credential. */
  readonly credentialId?: string;
}

/** A sign-in that waits for its code. */
export interface EmailOtpAttempt {
  /** The credential the code was sent for; its nickname is the address. */
  readonly credential: AuthMethod;
  /**
   * Signs in with the code from the e-mail; white space in it doesn't count. After a wrong code, call it again.
   * @throws WalletError `CODE_WRONG`, `CODE_EXPIRED`, `CODE_EXHAUSTED` among others; CryptoError, TransportError, TypeError
   */
  verify(code: string, options?: SignalOptions): Promise<SessionState>;
  /** Sends a new code; the old one is void. */
  resend(options?: SignalOptions): Promise<void>;
}

const unknown = { message: 'The answer to the sign-in was lost. Ask for a new code.', nextStep: 'restart' } as const;

/** Sends a code. @throws WalletError `CREDENTIAL_NOT_FOUND`; TransportError */
export async function beginEmailOtp(context: WalletContext, options?: EmailOtpBeginOptions): Promise<EmailOtpAttempt> {
  const { signal, credentialId: given } = readOptions(options, 'emailOtp.begin');
  const credentialId =
    given === undefined ? await findEmailCredential(context, signal) : checkId(given, 'AuthMethod', 'credentialId');
  let challenge = await sendCode(context, credentialId, signal);
  // Loads what `verify` needs while the person waits for the code; a failure shows when it is needed.
  loadChunks(context).catch(() => undefined);

  const resource = `sign-in ${crypto.randomUUID()}`;
  const { flights, transportOptions } = context;
  return Object.freeze({
    credential: withoutBundle(challenge),
    async verify(code: string, verifyOptions?: SignalOptions): Promise<SessionState> {
      const { signal: verifySignal } = readOptions(verifyOptions, 'verify');
      if (typeof code !== 'string') throw new TypeError('verify: code must be a string');
      const otpCode = code.replace(/\s/g, '');
      // The same code twice is one attempt, since the service counts attempts.
      if ((flights.get(resource)?.key ?? otpCode) !== otpCode) {
        throw new WalletError('BUSY', 'Another code is being checked. Wait for its outcome.', { nextStep: 'retry' });
      }
      return shareFlight(
        flights,
        { resource, key: otpCode, signal: verifySignal, life: transportOptions.life, unknown: outcomeUnknown(unknown) },
        (flight) => verifyCode(context, { challenge, otpCode }, flight),
      );
    },
    async resend(resendOptions?: SignalOptions): Promise<void> {
      const { signal: resendSignal } = readOptions(resendOptions, 'resend');
      challenge = await sendCode(context, credentialId, resendSignal);
    },
  });
}

async function findEmailCredential(context: WalletContext, signal: AbortSignal | undefined): Promise<string> {
  const { credentials, requireWhole } = await readCredentials(context, signal);
  const found = credentials.find((credential) => credential.type === 'EMAIL_OTP');
  if (found !== undefined) return found.id;
  requireWhole();
  throw credentialNotFound('This account has no e-mail credential. Sign in with another credential.');
}

async function sendCode(
  context: WalletContext,
  credentialId: string,
  signal: AbortSignal | undefined,
): Promise<OtpChallenge> {
  const path = `/auth/credentials/${credentialId}/challenge`;
  return readOtpChallenge((await request(context, { method: 'POST', path, signal })).body, context.accountId);
}

async function verifyCode(
  context: WalletContext,
  { challenge, otpCode }: { readonly challenge: OtpChallenge; readonly otpCode: string },
  flight: Flight,
): Promise<SessionState> {
  const { id: credentialId, otpEncryptionTargetBundle } = challenge;
  const [lastSignOut, ids] = await Promise.all([context.keeper.lastSignOut(), context.keeper.knownIds()]);
  // Both before anything is sent: a chunk that fails to load later would lose a key that is delivered once.
  const [{ encryptOtp, generateClientKeyPair }] = await loadChunks(context);
  // Where the client keeps its key, no scalar of it ever exists in JavaScript.
  const isSealed = context.profile.loginSessionKeys === 'sealed';
  const keyPair = await (isSealed ? generateClientKeyPair() : generateSigningKeyPair());
  const { publicKeyHex } = keyPair;
  const encryptedOtpBundle = await encryptOtp(otpEncryptionTargetBundle, {
    otpCode,
    publicKeyHex,
    enclaveKeys: context.otpKeys,
    ...ids,
  });
  const flow: SignedFlow<AnsweredSession> = {
    request: {
      method: 'POST',
      path: `/auth/credentials/${credentialId}/verify`,
      body: JSON.stringify({ type: 'EMAIL_OTP', encryptedOtpBundle }),
    },
    intent: intents.verifyCode(publicKeyHex),
    isRecorded: false,
    signer: signWithKey(keyPair),
    readOutcome: (answer) => ({ answer, session: readSession(answer.body, context.accountId) }),
    unknown,
    errors: { unauthorized: 'restart' },
  };
  const answered = await runFlow(context, flow, { flight, resource: 'sign-in' }).catch((error: unknown) => {
    throw aboutCode(error);
  });
  const created = { ...answered, credentialId, keyPair };
  await endIfUnwanted(context, created, flight);
  return keepSession(context, created, { replaces: 'any', lastSignOut });
}

const wrong = 'The code was not accepted: it is wrong, or it has expired. Type it again, or ask for a new one.';

/** What a refusal of the first request says about the code; the stamp's own refusals are left as they are. */
function aboutCode(error: unknown): unknown {
  if (!(error instanceof TransportError)) return error;
  const { code, status, platformCode = '' } = error;
  const cause = error;
  if (code === 'RATE_LIMITED' && !platformCode.startsWith('RELAY_')) {
    const message = 'Too many wrong codes: only a new one helps. Ask for it.';
    return new WalletError('CODE_EXHAUSTED', message, { nextStep: 'restart', cause });
  }
  if (code !== 'REFUSED' || status !== 401) return error;
  if (/^(OTP|CODE)_.*EXPIRED$/.test(platformCode)) {
    return new WalletError('CODE_EXPIRED', 'The code has expired. Ask for a new one.', { nextStep: 'restart', cause });
  }
  const isAboutCode = platformCode === 'UNAUTHORIZED' || /^(OTP|CODE)_/.test(platformCode);
  return isAboutCode ? new WalletError('CODE_WRONG', wrong, { nextStep: 'fix-input', cause }) : error;
}

function loadChunks({ profile, keeper }: WalletContext) {
  return Promise.all([
    profile.loginSessionKeys === 'sealed' ? loadLoginForSealedKey() : loadLogin(),
    loadChunk(() => keeper.prepare()),
  ]);
}
