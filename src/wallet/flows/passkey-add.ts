/** Adding a passkey to the signed-in account. The click starts the ceremony: all else is fetched ahead. */
import { readInstant } from '../../clock.ts';
import { registerPasskey } from '../../passkey/index.ts';
import { SessionError } from '../../session/index.ts';
import type { Answer } from '../../transport/index.ts';
import type { AuthMethod } from '../../wire.ts';
import { readRelayChallenge } from '../action-readers.ts';
import { readOptions } from '../arguments.ts';
import { intents } from '../payload/intents.ts';
import { challengeExpired } from '../../transport/index.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { readAuthMethod } from '../response-readers.ts';
import type { SignedAction } from '../action.ts';
import { runSessionAction } from '../session-action.ts';
import { request } from '../send.ts';
import type { Flight } from '../share.ts';
import { findCredential, listCredentials } from './credential-list.ts';
import { credentialChange } from './credentials.ts';
import { clickable, promptTime, relyingPartyOf, keepTransports } from './passkey-ceremony.ts';

/** Options of `passkey.prepareAdd`. */
export interface PasskeyPrepareAddOptions extends SignalOptions {
  /** What the person calls the passkey: 1 to 100 letters, digits, spaces and `. _ - ' ( )`. */
  readonly nickname: string;
  /** Name of the platform, as the authenticator shows it; the page's host by default. */
  readonly relyingPartyName?: string;
}

/** A new passkey that waits for the click. */
export interface PasskeyAdd {
  /** Starts the ceremony at once, then adds the passkey by a signed retry. @throws PasskeyError, SessionError, TransportError, WalletError */
  add(options?: SignalOptions): Promise<AuthMethod>;
}

const nicknamePattern = /^[\p{L}\p{N} ._\-'()]{1,100}$/u;

/** Fetches the relay's challenge and the code ahead. @throws RangeError for the nickname; TransportError */
export async function preparePasskeyAdd(
  context: WalletContext,
  options: PasskeyPrepareAddOptions,
): Promise<PasskeyAdd> {
  const { nickname, signal, ...more } = readOptions<PasskeyPrepareAddOptions>(options, 'prepareAdd', {
    nickname: true,
    relyingPartyName: true,
  });
  if (typeof nickname !== 'string') throw new TypeError('prepareAdd: nickname must be a string');
  const relyingPartyName = readName(more.relyingPartyName);
  const name = nickname.trim();
  if (!nicknamePattern.test(name)) {
    throw new RangeError("prepareAdd: nickname must be 1 to 100 letters, digits, spaces and . _ - ' ( )");
  }
  const { accountId, clock } = context;
  // Read before the list, and compared in the click.
  const { passkeys } = context.made;
  const body = JSON.stringify({ accountId });
  const [relyingPartyId, credentials, asked] = await Promise.all([
    relyingPartyOf(context),
    listCredentials(context, { signal }),
    request(context, { method: 'POST', path: '/passkey-challenge', body, signal, isRelays: true }),
  ]);
  const { challenge, userHandle, expiresAt } = readRelayChallenge(asked.body);
  const userName = credentials.find(({ type }) => type === 'EMAIL_OTP')?.nickname ?? name;

  const add = async (own: WalletContext, flight: Flight): Promise<AuthMethod> => {
    const { status, ended } = context.session.state();
    if (status === 'signed-out') throw new SessionError(ended?.reason === 'expired' ? 'SESSION_EXPIRED' : 'SIGNED_OUT');
    // A device keeps one passkey of an account. One that was made after the list was read isn't excluded, and would be replaced.
    if (context.made.passkeys !== passkeys) throw challengeExpired();
    const epoch = context.session.epoch();
    // Before the ceremony: afterwards the device would hold a passkey that the service never gets to know.
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
    context.made.passkeys = (passkeys ?? 0) + 1;
    const action: SignedAction<AuthMethod> = {
      ...credentialChange,
      request: {
        method: 'POST',
        path: '/auth/credentials',
        body: JSON.stringify({
          type: 'PASSKEY',
          accountId,
          nickname: name,
          challenge,
          attestation: { ...attestation, transports },
        }),
      },
      intent: intents.addPasskey({ attestation, authenticatorName: name, challenge, transports }),
      readOutcome: (answer: Answer) => readAuthMethod(answer.body, accountId),
      lookUp: () => findCredential(own, ({ credentialId }) => credentialId === attestation.credentialId),
    };
    const added = await runSessionAction({ ...own, epoch }, action, flight);
    await keepTransports(context, { credentialId: attestation.credentialId, transports });
    return added;
  };
  const { unknown } = credentialChange;
  return Object.freeze({ add: clickable(context, 'passkey.add', { unknown, run: add }) });
}

/** How long the relay's challenge still lives, ms: by the times of the relay's answer, less what has passed here since. */
function relayTimeLeft(
  { date, startedAt }: Answer,
  { expiresAt, clock }: { readonly expiresAt: number; readonly clock: WalletContext['clock'] },
): number | undefined {
  return date === null ? undefined : expiresAt - date - (readInstant(clock).monotonic - startedAt.monotonic);
}

/** Reads the platform's name. @throws TypeError; RangeError for a lone surrogate. */
function readName(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new TypeError('prepareAdd: relyingPartyName must be a string');
  if (/\p{Surrogate}/u.test(value)) throw new RangeError('prepareAdd: relyingPartyName must be well-formed Unicode');
  return value;
}
