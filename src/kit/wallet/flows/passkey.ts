/** Sign-in with a passkey, and adding one. The click starts the ceremony: everything else is fetched ahead. */
import { unlessAborted, readInstant } from '../../waiting.ts';
import { assertPasskey, registerPasskey, checkRelyingParty, tellGone } from '../../passkey/index.ts';
import { beginSignIn } from '../../session/adopt.ts';
import { type SessionState, SessionError } from '../../session/index.ts';
import { type UnknownOutcome, type Answer, challengeExpired } from '../../transport/index.ts';
import type { AuthMethod } from '../../wire.ts';
import type { SignedAction } from '../run/action.ts';
import { runSessionAction } from '../run/session-action.ts';
import { maybe, type ReadFrom, type RowsOf } from '../../options.ts';
import { anId, aText, readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { keepSession, makeSessionKey } from './keep-session.ts';
import { track } from '../events/notes.ts';
import { intents } from '../payload/activities.ts';
import { comparedValues } from '../payload/intent.ts';
import {
  credentialFields,
  fieldsOf,
  readAuthMethod,
  readShort,
  readText,
  readTime,
  requestIdPattern,
} from '../response-readers.ts';
import { request, transportOf } from '../run/send.ts';

import { share, type Flight } from '../run/share.ts';
import { askApproval } from '../run/sign.ts';
import { PasskeyChoiceError } from '../wallet-error.ts';
import { credentialChange, readCredentials, findCredential, listCredentials } from './credential-list.ts';
import { chooseCredential, requestSession } from './unstamped-sign-in.ts';

/** Options of `passkey.prepare`. */
export interface PasskeyPrepareOptions extends SignalOptions {
  /** Id of the passkey; by default the one last used in this browser, or the account's only one. */
  readonly credentialId?: string;
}

/** A passkey sign-in that waits for the click. */
export interface PasskeySignIn {
  /** The passkey that signs in. */
  readonly credential: AuthMethod;
  /** Starts the ceremony at once and signs in. @throws PasskeyError, TransportError, WalletError */
  signIn(options?: SignalOptions): Promise<SessionState>;
}

// The challenge is used up, and a sealed key is delivered once: the sign-in starts over in any case.
const lost: UnknownOutcome = { message: 'The answer was lost. Start again.', nextStep: 'restart' };

/** Fetches the challenge and the code ahead. @throws WalletError `PASSKEY_CHOICE_REQUIRED`, `CREDENTIAL_NOT_FOUND`; TransportError */
export async function preparePasskey(context: WalletContext, options?: PasskeyPrepareOptions): Promise<PasskeySignIn> {
  const { credentialId, signal } = readOptions(options, 'passkey.prepare', {
    credentialId: maybe(anId('AuthMethod')),
  });
  const [relyingPartyId, credential, { keyPair, clientPublicKey }] = await Promise.all([
    checkRelyingParty(context.relyingPartyId),
    chooseCredential(context, {
      type: 'PASSKEY',
      credentialId,
      signal,
      several: (credentials) => new PasskeyChoiceError(credentials),
    }),
    makeSessionKey(context),
  ]);
  const path = `/auth/credentials/${credential.id}`;
  const body = JSON.stringify({ clientPublicKey });
  const asked = await request(context, { method: 'POST', path: `${path}/challenge`, body, signal });
  const challenge = readPasskeyChallenge(asked.body, context.accountId);
  // Before the click, which must start the ceremony at once.
  const verify = { method: 'POST', path: `${path}/verify` };
  const intent = intents.signInByPasskey(credential.id);
  const asking = askApproval(context, intent, {
    request: verify,
    reading: { kind: 'opaque' },
    compared: comparedValues(intent.expectation),
  });
  // The wait for the person ends with the caller's signal, and with the wallet.
  await unlessAborted(unlessAborted(asking, signal), context.transportOptions.life);

  const signIn = async (own: WalletContext, flight: Flight): Promise<SessionState> => {
    const time = transportOf(context).serviceTime();
    // At the press: a sign-out that comes while the prompt is open wins.
    const beginning = beginSignIn(context.account);
    beginning.catch(() => {});
    // Nothing is awaited before the ceremony: the click must still count when the prompt opens.
    const assertion = await assertPasskey({
      challenge: challenge.challenge,
      credentialId: challenge.credentialId,
      relyingPartyId,
      timeoutMs: promptTime(time === null ? undefined : challenge.expiresAt - time),
      clock: context.clock,
      signal: flight.signal,
    });
    const { epoch } = await beginning;
    flight.signal.throwIfAborted();
    flight.isSent = true;
    const { requestId } = challenge;
    const verifying = {
      ...verify,
      body: JSON.stringify({ type: 'PASSKEY', assertion }),
      headers: { 'Request-Id': requestId },
    };
    const onMissing = (): void => void tellIfGone(context, challenge.credentialId);
    const answered = await requestSession(own, verifying, { lost, onMissing });
    const created = { ...answered, credentialId: credential.id, keyPair };
    // If every caller has left, the session isn't stored.
    return keepSession(context, created, { epoch: flight.hasCallers() ? epoch : '' });
  };
  return Object.freeze({ credential, signIn: clickable(context, 'passkey.signIn', { unknown: lost, run: signIn }) });
}

/** Tells the password manager of a passkey once a whole list has confirmed that the account lacks it. */
async function tellIfGone(context: WalletContext, credentialId: string): Promise<void> {
  try {
    const credentials = (await readCredentials(context, undefined)).whole();
    if (credentials.every((listed) => listed.credentialId !== credentialId))
      await tellGone(credentialId, context.relyingPartyId);
  } catch {
    // Without a sure answer the password manager is told nothing.
  }
}

/** Options of `passkey.prepareAdd`. */
export interface PasskeyPrepareAddOptions extends SignalOptions {
  /** The person's name for the passkey: 1 to 100 letters, digits, spaces and `. _ - ' ( )`. */
  readonly nickname: string;
  /** Name of the platform, as the authenticator shows it; the page's host by default. */
  readonly relyingPartyName?: string;
}

/** A new passkey that waits for the click. */
export interface PasskeyAdd {
  /**
   * Starts the ceremony at once, then adds the passkey by a signed retry.
   *
   * @throws PasskeyError, SessionError, TransportError, WalletError
   */
  add(options?: SignalOptions): Promise<AuthMethod>;
}

/** A device made this body, and the person typed nothing of it: there is no input to correct. */
const bodyRefused = { RELAY_BODY_INVALID: 'unsupported', RELAY_BODY_NOT_CANONICAL: 'unsupported' } as const;

const nicknamePattern = /^[\p{L}\p{N} ._\-'()]{1,100}$/u;

/** Fetches the relay's challenge and the code ahead. @throws RangeError for the nickname; TransportError */
export async function preparePasskeyAdd(
  context: WalletContext,
  options: PasskeyPrepareAddOptions,
): Promise<PasskeyAdd> {
  const { nickname: name, signal, relyingPartyName } = readOptions(options, 'prepareAdd', addRows);
  const { accountId, clock } = context;
  // Read before the list, and compared in the click.
  const { passkeys } = context.lazy;
  const body = JSON.stringify({ accountId });
  const [relyingPartyId, credentials, asked] = await Promise.all([
    checkRelyingParty(context.relyingPartyId),
    listCredentials(context, { signal }),
    request(context, { method: 'POST', path: '/passkey-challenge', body, signal, isRelays: true }),
  ]);
  const { challenge, userHandle, expiresAt } = readRelayChallenge(asked.body);
  const userName = credentials.find(({ type }) => type === 'EMAIL_OTP')?.nickname ?? name;

  const add = async (own: WalletContext, flight: Flight): Promise<AuthMethod> => {
    const { status, ended } = context.session.state();
    if (status === 'signed-out') throw new SessionError(ended?.reason === 'expired' ? 'SESSION_EXPIRED' : 'SIGNED_OUT');
    // A device keeps one passkey of an account. A passkey newer than the list isn't excluded, and would be replaced.
    if (context.lazy.passkeys !== passkeys) throw challengeExpired();
    // Before the ceremony: afterwards the device would hold a passkey that the service doesn't know.
    const timeoutMs = promptTime(relayTimeLeft(asked, { expiresAt, clock }));
    const { transports, ...attestation } = await registerPasskey({
      challenge,
      relyingParty: { name: relyingPartyName ?? relyingPartyId, id: relyingPartyId },
      user: { id: userHandle, name: userName, displayName: userName },
      existing: credentials.flatMap(({ credentialId }) => credentialId ?? []),
      timeoutMs,
      clock,
      signal: flight.signal,
    });
    context.lazy.passkeys = (passkeys ?? 0) + 1;
    const action: SignedAction<AuthMethod> = {
      ...credentialChange,
      errors: { codes: { ...credentialChange.errors?.codes, ...bodyRefused } },
      request: {
        method: 'POST',
        path: '/auth/credentials',
        body: JSON.stringify({
          type: 'PASSKEY',
          accountId,
          nickname: name,
          challenge,
          attestation: { ...attestation, transports: plainList(transports) },
        }),
      },
      mayProcess: true,
      intent: intents.addPasskey({ attestation, authenticatorName: name, challenge, transports }),
      readOutcome: (answer: Answer) => readAuthMethod(answer.body, accountId),
      lookUp: () => findCredential(own, ({ credentialId }) => credentialId === attestation.credentialId),
    };
    return runSessionAction(own, action, flight);
  };
  const { unknown } = credentialChange;
  return Object.freeze({ add: clickable(context, 'passkey.add', { unknown, run: add }) });
}

/** Copies a list for JSON: an old library's `Array.prototype.toJSON` would write it as a text, which the relay refuses. */
function plainList(items: readonly string[]): readonly string[] {
  return Object.setPrototypeOf([...items], null) as readonly string[];
}

/** Remaining lifetime of the relay's challenge, ms: by the times of the relay's answer, less the time passed here since. */
function relayTimeLeft(
  { date, startedAt }: Answer,
  { expiresAt, clock }: { readonly expiresAt: number; readonly clock: WalletContext['clock'] },
): number | undefined {
  return date === null ? undefined : expiresAt - date - (readInstant(clock).monotonic - startedAt.monotonic);
}

const addRows: RowsOf<ReadFrom<Omit<PasskeyPrepareAddOptions, 'signal'>, 'relyingPartyName'>> = {
  nickname(value, fail) {
    const name = aText(value, fail).trim();
    return nicknamePattern.test(name)
      ? name
      : fail("must be 1 to 100 letters, digits, spaces and . _ - ' ( )", RangeError);
  },
  relyingPartyName: maybe((value, fail) =>
    /\p{Surrogate}/u.test(aText(value, fail)) ? fail('must be well-formed Unicode', RangeError) : (value as string),
  ),
};

const ceremonyTimeoutMs = 120_000;

/**
 * Timeout of a prompt, ms, if its challenge lives for `leftMs`; undefined if unknown.
 *
 * @throws TransportError `CHALLENGE_EXPIRED`
 */
function promptTime(leftMs: number | undefined): number {
  if (leftMs === undefined) return ceremonyTimeoutMs;
  if (leftMs > 0) return Math.min(ceremonyTimeoutMs, leftMs);
  throw challengeExpired();
}

/** Options of a flow that a click starts. */
interface ClickableOptions<Outcome> {
  readonly unknown: UnknownOutcome;
  readonly run: (own: WalletContext, flight: Flight) => Promise<Outcome>;
}

/** The method for a click. Concurrent clicks share its outcome. */
function clickable<Outcome>(
  context: WalletContext,
  flow: 'passkey.signIn' | 'passkey.add',
  { unknown, run }: ClickableOptions<Outcome>,
): (options?: SignalOptions) => Promise<Outcome> {
  const key = `passkey ${crypto.randomUUID()}`;
  return async (options) => {
    const { signal } = readOptions(options, flow, {});
    return track(context, flow, (own) => share(context, { key, signal, unknown }, (flight) => run(own, flight)));
  };
}

/** The challenge of a passkey login: `challenge` is signed as the UTF-8 bytes of this string. */
interface PasskeyChallenge {
  /** WebAuthn id of the passkey, base64url. */
  readonly credentialId: string;
  readonly challenge: string;
  readonly requestId: string;
  /** Epoch ms on the service's clock. */
  readonly expiresAt: number;
}

/** Reads the answer to a passkey challenge. @throws TransportError `ANSWER_INVALID` */
function readPasskeyChallenge(body: unknown, accountId: string): PasskeyChallenge {
  const fields = credentialFields(body, accountId);
  return {
    credentialId: readText(fields, 'credentialId'),
    // A hash in lower-case hex: any other text could be something else that is to be signed (docs/protocol.md, passkey sign-in).
    challenge: readShort(fields, 'challenge', /^[0-9a-f]{64}$/),
    requestId: readShort(fields, 'requestId', requestIdPattern),
    expiresAt: readTime(fields, 'expiresAt'),
  };
}

/** Reads the relay's challenge for a new passkey. @throws TransportError `ANSWER_INVALID` */
function readRelayChallenge(body: unknown): { challenge: string; userHandle: string; expiresAt: number } {
  const fields = fieldsOf(body, 'challenge');
  return {
    challenge: readText(fields, 'challenge'),
    userHandle: readText(fields, 'userHandle'),
    expiresAt: readTime(fields, 'expiresAt'),
  };
}
