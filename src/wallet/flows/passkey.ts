/** Signing in with a passkey. The click starts the ceremony: all else is fetched ahead. */
import { unlessAborted } from '../../abort.ts';
import { assertPasskey } from '../../passkey/index.ts';
import { beginSignIn } from '../../session/adopt.ts';
import type { SessionState } from '../../session/index.ts';
import type { UnknownOutcome } from '../../transport/index.ts';
import type { AuthMethod } from '../../wire.ts';
import { readPasskeyChallenge } from '../action-readers.ts';
import { readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { intents } from '../payload/intents.ts';
import { keepSession, makeSessionKey } from '../keep-session.ts';
import { request, transportOf } from '../send.ts';
import { askApproval } from '../sign.ts';
import type { Flight } from '../share.ts';
import { PasskeyChoiceError } from '../wallet-error.ts';
import { readCredentials } from './credential-list.ts';
import { clickable, promptTime, relyingPartyOf, tellGone, readTransports } from './passkey-ceremony.ts';
import { chooseCredential, requestSession } from './unstamped-sign-in.ts';

/** Options of `passkey.prepare`. */
export interface PasskeyPrepareOptions extends SignalOptions {
  /** Which passkey; by default the one last used in this browser, or the account's only one. */
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
  const { credentialId, signal } = readOptions(options, 'passkey.prepare', { credentialId: true });
  const [relyingPartyId, credential, { keyPair, clientPublicKey }] = await Promise.all([
    relyingPartyOf(context),
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
  const transports = await readTransports(context, challenge.credentialId);
  // Before the click, which must start the ceremony at once.
  const verify = { method: 'POST', path: `${path}/verify` };
  const asking = askApproval(context, intents.signInByPasskey(credential.id), {
    request: verify,
    reading: { kind: 'opaque' },
  });
  // The wait for the person ends with the caller's signal, and with the wallet.
  await unlessAborted(unlessAborted(asking, signal), context.transportOptions.life);

  const signIn = async (own: WalletContext, flight: Flight): Promise<SessionState> => {
    const time = transportOf(context).serviceTime();
    // At the press: a sign-out that comes while the prompt is open wins.
    const beginning = beginSignIn(context.session);
    beginning.catch(() => {});
    // Nothing is awaited before the ceremony: the click must still count when the prompt opens.
    const assertion = await assertPasskey({
      challenge: challenge.challenge,
      credentialId: challenge.credentialId,
      transports,
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
    // A sign-in that nobody waits for any more finds no place.
    return keepSession(context, created, { epoch: flight.isAwaited() ? epoch : '' });
  };
  return Object.freeze({ credential, signIn: clickable(context, 'passkey.signIn', { unknown: lost, run: signIn }) });
}

/** Tells the password manager of a passkey once a whole list has confirmed that the account lacks it. */
async function tellIfGone(context: WalletContext, credentialId: string): Promise<void> {
  try {
    const { credentials, requireWhole } = await readCredentials(context, undefined);
    requireWhole();
    if (credentials.every((listed) => listed.credentialId !== credentialId)) await tellGone(context, credentialId);
  } catch {
    // Without a sure answer the password manager is told nothing.
  }
}
