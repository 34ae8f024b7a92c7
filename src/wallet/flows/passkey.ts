/** Signing in with a passkey, and adding one (wire facts, 1.3 to 1.5). The click starts the ceremony: all else is fetched ahead. */
import { judge, toError, TransportError, type Answer } from '../../transport/index.ts';
import type { AuthMethod, AuthSession } from '../../wire.ts';
import { readOptions, readText } from '../arguments.ts';
import { readAuthMethod, readPasskeyChallenge, readRelayChallenge, readSession } from '../answers.ts';
import { transportOf, type SignalOptions, type WalletContext } from '../context.ts';
import { keepSession, makeSessionKey } from '../keep-session.ts';
import { checkId } from '../ids.ts';
import { intentOf } from '../payload-check.ts';
import { PasskeyChoiceError, WalletError } from '../wallet-error.ts';
import { listCredentials } from './credential-list.ts';
import { changeCredentials, findCredential } from './credentials.ts';
import type { SessionSummary } from './email-otp.ts';

/** Options of `passkey.prepare`. */
export interface PasskeyPrepareOptions extends SignalOptions {
  /** Which passkey; by default the one last used in this browser, or the account's only one. */
  readonly credentialId?: string;
}

/** Options of `passkey.prepareAdd`. */
export interface PasskeyPrepareAddOptions extends SignalOptions {
  /** What the person calls the passkey: 1 to 100 letters, digits, spaces and `. _ - ' ( )`. */
  readonly nickname: string;
  /** Name of the platform, as the authenticator shows it; the page's host by default. */
  readonly relyingPartyName?: string;
}

/** A passkey sign-in that waits for the click. */
export interface PasskeySignIn {
  readonly credential: AuthMethod;
  /** Starts the ceremony at once and signs in. @throws PasskeyError, TransportError, WalletError */
  signIn(options?: SignalOptions): Promise<SessionSummary>;
}

/** A new passkey that waits for the click. */
export interface PasskeyAdd {
  /** Starts the ceremony at once, then adds the passkey by a signed retry. @throws PasskeyError, SessionError, TransportError, WalletError */
  add(options?: SignalOptions): Promise<AuthMethod>;
}

const ceremonyTimeoutMs = 120_000;
const nicknamePattern = /^[\p{L}\p{N} ._\-'()]{1,100}$/u;

/** Fetches the challenge and the code ahead. @throws WalletError `PASSKEY_CHOICE_REQUIRED`, `CREDENTIAL_NOT_FOUND`; TransportError */
export async function preparePasskey(context: WalletContext, options?: PasskeyPrepareOptions): Promise<PasskeySignIn> {
  const { credentialId, signal } = readOptions(options, 'passkey.prepare');
  const [passkey, credential, { keyPair, clientPublicKey }] = await Promise.all([
    context.doors.passkey(),
    choosePasskey(context, credentialId, signal),
    makeSessionKey(context),
  ]);
  const path = `/auth/credentials/${credential.id}`;
  const asked = await transportOf(context).send({
    method: 'POST',
    path: `${path}/challenge`,
    body: JSON.stringify({ clientPublicKey }),
    signal,
  });
  if (judge(asked) !== 'success') throw toError(asked);
  const challenge = readPasskeyChallenge(asked.body, context.accountId);

  let running: Promise<SessionSummary> | undefined;
  const signIn = async (signInSignal: AbortSignal | undefined): Promise<SessionSummary> => {
    const timeoutMs = timeLeft(context, challenge.expiresAt);
    const assertion = await passkey.assertPasskey({
      challenge: challenge.challenge,
      credentialId: challenge.credentialId,
      timeoutMs,
      clock: context.clock,
      signal: signInSignal,
    });
    const request = {
      method: 'POST',
      path: `${path}/verify`,
      body: JSON.stringify({ type: 'PASSKEY', assertion }),
      headers: { 'Request-Id': challenge.requestId },
      signal: signInSignal,
    };
    const answer = await transportOf(context)
      .send(request)
      .catch((cause: unknown) => {
        throw lost(cause);
      });
    const verdict = judge(answer);
    if (verdict === 'fault') throw lost(toError(answer));
    if (verdict !== 'success') throw toError(answer, { unauthorized: 'restart', signature: 'restart' });
    const session = readLogin(answer, context.accountId);
    return keepSession(context, { answer, session, credentialId: credential.id, keyPair, replaces: 'any' });
  };
  return Object.freeze({
    credential,
    async signIn(signInOptions?: SignalOptions): Promise<SessionSummary> {
      const { signal: signInSignal } = readOptions(signInOptions, 'signIn');
      running ??= signIn(signInSignal).finally(() => {
        running = undefined;
      });
      return running;
    },
  });
}

/** Fetches the relay's challenge and the code ahead. @throws RangeError for the nickname; TransportError */
export async function preparePasskeyAdd(
  context: WalletContext,
  options: PasskeyPrepareAddOptions,
): Promise<PasskeyAdd> {
  const { nickname, signal, ...more } = readOptions(options, 'prepareAdd');
  if (typeof nickname !== 'string') throw new TypeError('prepareAdd: nickname must be a string');
  const relyingPartyName = readText(more.relyingPartyName, 'prepareAdd: relyingPartyName');
  const name = nickname.trim();
  if (!nicknamePattern.test(name)) {
    throw new RangeError("prepareAdd: nickname must be 1 to 100 letters, digits, spaces and . _ - ' ( )");
  }
  const [passkey, credentials, asked] = await Promise.all([
    context.doors.passkey(),
    listCredentials(context, { signal }),
    transportOf(context).send({
      method: 'POST',
      path: '/passkey-challenge',
      body: JSON.stringify({ accountId: context.accountId }),
      signal,
    }),
  ]);
  if (judge(asked) !== 'success') throw toError(asked);
  const { challenge, userHandle, expiresAt } = readRelayChallenge(asked.body);
  const userName = credentials.find(({ type }) => type === 'EMAIL_OTP')?.nickname ?? name;

  let running: Promise<AuthMethod> | undefined;
  const add = async (addSignal: AbortSignal | undefined): Promise<AuthMethod> => {
    // Before the ceremony: afterwards the device would hold a passkey that the service never gets to know.
    const timeoutMs = timeLeft(context, expiresAt);
    const { transports, ...attestation } = await passkey.registerPasskey({
      challenge,
      relyingParty: { name: relyingPartyName ?? pageHost() },
      user: { id: userHandle, name: userName, displayName: userName },
      existing: credentials.flatMap(({ credentialId }) => credentialId ?? []),
      timeoutMs,
      clock: context.clock,
      signal: addSignal,
    });
    const body = JSON.stringify({
      type: 'PASSKEY',
      accountId: context.accountId,
      nickname: name,
      challenge,
      attestation: { ...attestation, transports },
    });
    const isAdded = ({ credentialId }: AuthMethod): boolean => credentialId === attestation.credentialId;
    const intent = intentOf('credential.add-passkey', {
      expect: { authenticators: [{ attestation, authenticatorName: name, challenge }] },
    });
    const lookUp = () => findCredential(context, (list) => list.some(isAdded));
    const readOutcome = (answer: Answer): AuthMethod => readAuthMethod(answer.body, context.accountId);
    const change = { method: 'POST', path: '/auth/credentials', body, intent, readOutcome, lookUp } as const;
    await changeCredentials(context, change, addSignal);
    const added = (await listCredentials(context, { signal: addSignal })).find(isAdded);
    return readAuthMethod(added, context.accountId);
  };
  return Object.freeze({
    async add(addOptions?: SignalOptions): Promise<AuthMethod> {
      const { signal: addSignal } = readOptions(addOptions, 'add');
      running ??= add(addSignal).finally(() => {
        running = undefined;
      });
      return running;
    },
  });
}

async function choosePasskey(
  context: WalletContext,
  credentialId: string | undefined,
  signal: AbortSignal | undefined,
): Promise<AuthMethod> {
  if (credentialId !== undefined) checkId(credentialId, 'AuthMethod', 'credentialId');
  const passkeys = (await listCredentials(context, { signal })).filter(({ type }) => type === 'PASSKEY');
  const wanted = credentialId ?? (await context.keeper.lastCredentialId());
  const found = passkeys.find(({ id }) => id === wanted) ?? (passkeys.length === 1 ? passkeys[0] : undefined);
  if (found !== undefined && (credentialId === undefined || found.id === credentialId)) return found;
  if (passkeys.length === 0 || credentialId !== undefined) {
    throw new WalletError('CREDENTIAL_NOT_FOUND', 'The account has no such passkey. Sign in another way.', {
      nextStep: 'fix-input',
    });
  }
  throw new PasskeyChoiceError(passkeys);
}

function pageHost(): string {
  // Outside a page there is no location, and no passkey either, which the ceremony itself says.
  return (globalThis as { location?: Location }).location?.hostname ?? '';
}

function readLogin(answer: Answer, accountId: string): AuthSession {
  try {
    return readSession(answer.body, accountId);
  } catch (cause) {
    throw lost(cause);
  }
}

/** The challenge is used up, and a sealed key is delivered once: whatever came of it, the sign-in starts over. */
function lost(cause: unknown): TransportError {
  return new TransportError('OUTCOME_UNKNOWN', 'The answer to the sign-in was lost. Start it again.', {
    nextStep: 'restart',
    cause,
  });
}

/** How long a prompt may stay, ms. @throws TransportError `CHALLENGE_EXPIRED` */
function timeLeft(context: WalletContext, expiresAt: number): number {
  const time = transportOf(context).serviceTime();
  if (time === null) return ceremonyTimeoutMs;
  if (time < expiresAt) return Math.min(ceremonyTimeoutMs, expiresAt - time);
  throw new TransportError('CHALLENGE_EXPIRED', 'The passkey waited too long, and nothing was signed. Start again.', {
    nextStep: 'restart',
  });
}
