/** Signing in with a code sent by e-mail or SMS. */
import type * as Login from '../../crypto/login/index.ts';
import { generateSigningKeyPair } from '../../crypto/signing/index.ts';
import { beginSignIn } from '../../session/adopt.ts';
import type { SessionState } from '../../session/index.ts';
import { codeExpired, TransportError } from '../../transport/index.ts';
import type { AuthMethod, OtpChallenge, OtpType } from '../../wire.ts';
import { maybe, type Fail } from '../../options.ts';
import { anId, readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { codeIntent } from '../payload/intent.ts';
import { keepSession, type AnsweredSession } from './keep-session.ts';
import { loadLogin, loadLoginForSealedKey } from './load-login.ts';
import { copyOwn } from '../../own-members.ts';
import { readOtpChallenge, readSession, withoutBundle } from '../response-readers.ts';
import { runAction, type SignedAction } from '../run/action.ts';
import { request, transportOf } from '../run/send.ts';
import { signWithKey } from '../run/sign.ts';
import { share, withDeadline, type Flight } from '../run/share.ts';
import { track } from '../events/notes.ts';
import { WalletError, type WalletErrorCode } from '../wallet-error.ts';
import { credentialNotFound, readCredentials } from './credential-list.ts';

/** The wallet's methods for codes. */
export type CodeGroup = 'emailOtp' | 'smsOtp';

/** Options of `emailOtp.begin` and `smsOtp.begin`. */
export interface CodeBeginOptions extends SignalOptions {
  /** Id of the credential; by default the account's only one of the kind. */
  readonly credentialId?: string;
  /** A kept attempt to continue: sends no code, and the one on its way stays valid. */
  readonly continue?: KeptCodeAttempt;
}

/**
 * An attempt to continue after a reload or in another tab: plain JSON, which a page may store. It holds no code and no
 * key of this browser.
 */
export interface KeptCodeAttempt {
  /** The credential, and the enclave's signed public key that its code is encrypted to. */
  readonly challenge: OtpChallenge;
  /** Time at which the code was sent, epoch ms on the service's clock; null if unknown. */
  readonly sentAt: number | null;
}

/** A sign-in that waits for its code. */
export interface CodeAttempt {
  /** The credential the code was sent for; its nickname is the address or the number. */
  readonly credential: AuthMethod;
  /**
   * Signs in with the code from the message; white space in it doesn't count. After a wrong code, call it again.
   * @throws WalletError `CODE_WRONG`, `CODE_EXPIRED`, `CODE_EXHAUSTED` among others; CryptoError, TransportError, TypeError
   */
  verify(code: string, options?: SignalOptions): Promise<SessionState>;
  /** Sends a new code; the old one is void. */
  resend(options?: SignalOptions): Promise<void>;
  /** Returns the attempt of the newest code, for `begin({ continue })`. */
  keep(): KeptCodeAttempt;
  /** The service's time, epoch ms, carried on from its newest answer; null before one told it. */
  serviceTime(): number | null;
}

const unknown = { message: 'The answer was lost. Ask for a new code.', nextStep: 'restart' } as const;

/** Sends a code, or continues a kept attempt. @throws WalletError `CREDENTIAL_NOT_FOUND`; TransportError */
export async function beginCode(
  context: WalletContext,
  group: CodeGroup,
  options?: CodeBeginOptions,
): Promise<CodeAttempt> {
  const type = group === 'emailOtp' ? 'EMAIL_OTP' : 'SMS_OTP';
  const { accountId } = context;
  const {
    signal,
    credentialId: given,
    continue: continued,
  } = readOptions(options, `${group}.begin`, {
    credentialId: maybe(anId('AuthMethod')),
    continue: maybe((value, fail) => readKept(value, accountId, fail)),
  });
  // A kept attempt reads the list as well: it confirms the credential, and its answer tells the service's time.
  const id = continued?.challenge.id;
  if (id !== undefined && given !== undefined && id !== given) {
    throw new RangeError(`${group}.begin: credentialId names another credential than continue`);
  }
  // Loads what `verify` needs while the code is asked for; a failure shows when it is needed.
  prepareSignIn(context).catch(() => undefined);
  const isNamed = given !== undefined && continued === undefined;
  const credentialId = isNamed ? given : await findCredentialId(context, { type, id, signal });
  const send = async (own: WalletContext, { signal: sendSignal }: SignalOptions): Promise<KeptCodeAttempt> => {
    const path = `/auth/credentials/${credentialId}/challenge`;
    const { body, date } = await request(own, { method: 'POST', path, signal: sendSignal });
    return { challenge: readOtpChallenge(body, accountId), sentAt: date };
  };
  let last = continued ?? (await send(context, { signal }));
  const attemptId = crypto.randomUUID();
  return Object.freeze({
    credential: withoutBundle(last.challenge),
    verify: (code: string, verifyOptions?: SignalOptions) =>
      track(context, `${group}.verify`, async (own) => {
        const { signal: verifySignal } = readOptions(verifyOptions, 'verify', {});
        if (typeof code !== 'string') throw new TypeError('verify: code must be a string');
        const otpCode = code.replace(/\s/g, '');
        // The same code twice is one attempt, since the service counts attempts.
        const content = { text: otpCode, busy: 'Another code is being checked. Wait for it.' };
        const shared = { key: `sign-in ${attemptId}`, content, signal: verifySignal, unknown };
        return share(context, shared, (flight) =>
          verifyCode(own, { challenge: last.challenge, otpCode, type }, flight),
        );
      }),
    resend: (resendOptions?: SignalOptions) =>
      track(context, `${group}.resend`, async (own) => {
        const { signal: resendSignal } = readOptions(resendOptions, 'resend', {});
        // Only one of two codes is good, and their answers may cross.
        const shared = { key: `resend ${attemptId}`, signal: resendSignal, unknown };
        await share(context, shared, async (flight) => {
          last = await send(own, flight);
        });
      }),
    keep: () => last,
    serviceTime: () => transportOf(context).serviceTime(),
  });
}

/** Reads a kept attempt as strictly as an answer. */
function readKept(kept: unknown, accountId: string, fail: Fail): KeptCodeAttempt {
  const { challenge, sentAt } = copyOwn<Partial<KeptCodeAttempt>>(Object(kept) as object);
  const read = readOtpChallenge(challenge, accountId);
  if (sentAt === null || (typeof sentAt === 'number' && sentAt >= 0 && sentAt < Infinity)) {
    return { challenge: read, sentAt };
  }
  return fail('must be epoch ms or null', TypeError, '.sentAt');
}

interface Wanted {
  readonly type: OtpType;
  /** The wanted credential; undefined for the account's first of the type. */
  readonly id: string | undefined;
  readonly signal: AbortSignal | undefined;
}

async function findCredentialId(context: WalletContext, { type, id, signal }: Wanted): Promise<string> {
  const { items, whole } = await readCredentials(context, signal);
  const found = items.find((credential) => credential.type === type && (id ?? credential.id) === credential.id);
  if (found !== undefined) return found.id;
  whole();
  throw credentialNotFound('The account has no such credential. Sign in another way.');
}

async function verifyCode(
  context: WalletContext,
  { challenge, otpCode, type }: { readonly challenge: OtpChallenge; readonly otpCode: string; readonly type: OtpType },
  flight: Flight,
): Promise<SessionState> {
  const { id: credentialId, otpEncryptionTargetBundle } = challenge;
  const { epoch, ids } = await beginSignIn(context.account);
  // Before anything is sent: a chunk that fails to load later would lose a key that is delivered once.
  const { encryptOtp, generateClientKeyPair } = await prepareSignIn(context);
  // If the client keeps its key, no scalar of it ever exists in JavaScript.
  const isSealed = context.profile.loginSessionKeys === 'sealed';
  const keyPair = await (isSealed ? generateClientKeyPair() : generateSigningKeyPair());
  const { publicKeyHex } = keyPair;
  const encryptedOtpBundle = await encryptOtp(otpEncryptionTargetBundle, {
    otpCode,
    publicKeyHex,
    enclaveKeys: context.otpKeys,
    ...ids,
  });
  const action: SignedAction<AnsweredSession> = {
    request: {
      method: 'POST',
      path: `/auth/credentials/${credentialId}/verify`,
      body: JSON.stringify({ type, encryptedOtpBundle }),
    },
    mayProcess: true,
    intent: codeIntent(type, publicKeyHex),
    readOutcome: (answer) => ({ answer, session: readSession(answer.body, context.accountId) }),
    unknown,
    errors: { unauthorized: 'restart' },
  };
  const answered = await runAction(context, action, {
    flight,
    signer: signWithKey(keyPair, {}),
    hold: (run) => withDeadline(context, run),
  }).catch((error: unknown) => {
    throw aboutCode(error);
  });
  // If every caller has left, the session isn't stored.
  return keepSession(context, { ...answered, credentialId, keyPair }, { epoch: flight.hasCallers() ? epoch : '' });
}

/** Maps a refusal of the first request to an error about the code. Leaves the stamp's own refusals unchanged. */
function aboutCode(error: unknown): unknown {
  if (!(error instanceof TransportError)) return error;
  const { code, status, platformCode = '', details } = error;
  const say = (about: WalletErrorCode, message: string, nextStep: 'restart' | 'fix-input'): WalletError =>
    new WalletError(about, message, { nextStep, cause: error });
  // The relay, and servers before it, say nothing of the code.
  if (code === 'RATE_LIMITED' && platformCode && !platformCode.startsWith('RELAY_')) {
    return say('CODE_EXHAUSTED', 'Too many wrong codes. Ask for a new one.', 'restart');
  }
  if (code !== 'REFUSED' || status !== 401) return error;
  if (/^(OTP|CODE)_.*EXPIRED$/.test(platformCode) || details?.['reason'] === codeExpired) {
    return say('CODE_EXPIRED', 'The code has expired. Ask for a new one.', 'restart');
  }
  if (platformCode !== 'UNAUTHORIZED' && !/^(OTP|CODE)_/.test(platformCode)) return error;
  return say('CODE_WRONG', 'The code is wrong, or has expired. Type it again, or ask for a new one.', 'fix-input');
}

/** Loads what `verify` needs. @throws WalletError `CHUNK_UNAVAILABLE` */
export function prepareSignIn({ profile }: WalletContext): Promise<typeof Login> {
  return profile.loginSessionKeys === 'sealed' ? loadLoginForSealedKey() : loadLogin();
}
