/** Sign-in with an identity provider's ID token. Its `nonce` binds it to a key of this browser: a stolen token opens nothing. */
import { generateSigningKeyPair, inspectPayload, type SessionSigningKey } from '../../crypto/signing/index.ts';
import { encodeHex, encodeUtf8 } from '../../encoding/index.ts';
import { copyOwn } from '../../own-members.ts';
import { beginSignIn, isSigningKey } from '../../session/adopt.ts';
import { SessionError, type SessionState } from '../../session/index.ts';
import { waitingKeyPrefix } from '../../stored.ts';
import type { UnknownOutcome } from '../../transport/index.ts';
import type { AuthMethod } from '../../wire.ts';
import { maybe, type Fail } from '../../options.ts';
import { anId, aText, readOptions } from '../arguments.ts';
import type { SignalOptions, WalletContext } from '../context.ts';
import { loadChunk } from '../chunks.ts';
import type { Expectation } from '../payload/intent.ts';
import { keepSession } from './keep-session.ts';
import { track } from '../events/notes.ts';
import { transportOf } from '../run/send.ts';
import { share } from '../run/share.ts';
import { OAuthChoiceError, WalletError, type WalletErrorCode } from '../wallet-error.ts';
import { chooseCredential, requestSession } from './unstamped-sign-in.ts';

/** Options of `oauth.begin`. */
export interface OAuthBeginOptions extends SignalOptions {
  /** Id of the identity; by default the account's only one, or the one last used in this browser. */
  readonly credentialId?: string;
  /** Your client id at the provider: a token for another is refused before it is sent. */
  readonly audience?: string;
  /** A kept attempt to continue, after the provider has sent the person back. */
  readonly continue?: KeptOAuthAttempt;
}

/**
 * An attempt that waits for the person to come back: plain JSON, which your page may store. Its key stays in
 * IndexedDB, for ten minutes.
 */
export interface KeptOAuthAttempt {
  /** Under which its key waits: no secret. */
  readonly attemptId: string;
}

/** A sign-in that waits for the provider's ID token. */
export interface OAuthAttempt {
  /** The `nonce` to send to the provider: 64 characters of lower-case hex, which stand for this browser's key. */
  readonly nonce: string;
  /**
   * Signs in with the provider's token for this `nonce`, which is accepted for a minute.
   *
   * @throws WalletError `ID_TOKEN_INVALID`, `ID_TOKEN_MISMATCH`, `ID_TOKEN_EXPIRED`, `OAUTH_CHOICE_REQUIRED`, `CREDENTIAL_NOT_FOUND`;
   * TransportError, SessionError, TypeError
   */
  verify(idToken: string, options?: OAuthVerifyOptions): Promise<SessionState>;
  /** Stores the key while the person visits the provider's page. @throws SessionError `STORE_UNAVAILABLE` */
  keep(): Promise<KeptOAuthAttempt>;
}

/** Options of `attempt.verify`. */
export interface OAuthVerifyOptions extends SignalOptions {
  /** The identity that the person chose after `OAUTH_CHOICE_REQUIRED`. */
  readonly credentialId?: string;
}

/** An attempt's own. */
interface Binding {
  readonly id: string;
  readonly key: SessionSigningKey;
  readonly nonce: string;
  readonly audience: string | undefined;
}

// Sending the token drops the attempt's key: only a new token can sign in again.
const lost: UnknownOutcome = { message: 'The answer was lost. Sign in again.', nextStep: 'restart' };

type Claims = Readonly<Record<string, unknown>>;

const bindings = new WeakMap<OAuthAttempt, Binding>();

/** Makes a key and the nonce that stands for it, or continues a kept attempt. @throws WalletError `ID_TOKEN_EXPIRED` if that has expired */
export async function beginOAuth(context: WalletContext, options?: OAuthBeginOptions): Promise<OAuthAttempt> {
  const {
    signal: begun,
    credentialId,
    audience,
    continue: kept,
  } = readOptions(options, 'oauth.begin', {
    credentialId: maybe(anId('AuthMethod')),
    audience: maybe(aText),
    continue: maybe(readKept),
  });
  for (const one of [begun, context.transportOptions.life]) one?.throwIfAborted();
  const id = kept ?? crypto.randomUUID();
  const key = kept === undefined ? await generateSigningKeyPair() : await takeKept(context, id);
  const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(key.compressedPublicKeyHex));
  const binding = { id, key, nonce: encodeHex(new Uint8Array(digest)), audience };
  const attempt: OAuthAttempt = Object.freeze({
    nonce: binding.nonce,
    verify: (idToken: string, verifyOptions?: OAuthVerifyOptions) =>
      track(context, 'oauth.verify', async (own) => {
        const { signal, ...chosen } = readOptions(verifyOptions, 'verify', { credentialId: maybe(anId('AuthMethod')) });
        checkToken(own, idToken, binding);
        const content = {
          text: JSON.stringify([idToken, chosen.credentialId ?? credentialId]),
          busy: 'Another token, or the same for another identity, is being checked. Wait for it.',
        };
        return share(context, { key: `oauth ${id}`, content, signal, unknown: lost }, async (flight) => {
          const { epoch } = await beginSignIn(context.account);
          const credential = await chooseCredential(own, {
            type: 'OAUTH',
            credentialId: chosen.credentialId ?? credentialId,
            signal: flight.signal,
            several: (credentials) => new OAuthChoiceError(credentials),
          });
          // The list has told the service's time.
          checkToken(own, idToken, binding);
          flight.signal.throwIfAborted();
          await drop(own, id);
          flight.isSent = true;
          const request = {
            method: 'POST',
            path: `/auth/credentials/${credential.id}/verify`,
            body: JSON.stringify({ type: 'OAUTH', oidcToken: idToken, clientPublicKey: key.compressedPublicKeyHex }),
          } as const;
          const answered = await requestSession(own, request, { lost });
          // If every caller has left, the session isn't stored.
          const place = { epoch: flight.hasCallers() ? epoch : '' };
          return keepSession(own, { ...answered, credentialId: credential.id, keyPair: key }, place);
        });
      }),
    async keep() {
      const store = context.session.store();
      // It would be gone with the page.
      if (store.storage === 'memory') throw new SessionError('STORE_UNAVAILABLE');
      await store.update(keyOf(context, id), () => ({ key, until: context.clock.now() + 10 * 60_000 }));
      return { attemptId: id };
    },
  });
  bindings.set(attempt, binding);
  return attempt;
}

/**
 * Adds an identity to the account, by a token for an attempt of its own: another's token must not link somebody else's identity.
 *
 * @throws TypeError; WalletError `ID_TOKEN_INVALID`, `ID_TOKEN_MISMATCH`, `ID_TOKEN_EXPIRED`; TransportError, SessionError
 */
export async function addOAuth(
  context: WalletContext,
  attempt: OAuthAttempt,
  idToken: string,
  options?: SignalOptions,
): Promise<AuthMethod> {
  const { signal } = readOptions(options, 'addOAuth', {});
  const binding = bindings.get(attempt);
  if (binding === undefined) throw new TypeError('addOAuth: attempt must be one of oauth.begin');
  const check = (): Claims => checkToken(context, idToken, binding);
  const identity = identityOf(check());
  // A person who adds an identity is signed in, and has this chunk already.
  const { addIdentity } = await loadChunk(() => import('./signed-in.ts'));
  await drop(context, binding.id);
  return addIdentity(context, idToken, { signal, check, identity });
}

/** Refuses, before anything is sent, a token that the service would refuse for its binding. @throws WalletError, TypeError */
function checkToken(context: WalletContext, idToken: string, { nonce, audience }: Binding): Claims {
  const claims = claimsOf(idToken);
  if (claims === undefined) throw refusal('ID_TOKEN_INVALID', 'This is no ID token.');
  const { nonce: bound, aud, iat, exp } = claims;
  if (bound !== nonce) throw refusal('ID_TOKEN_MISMATCH', 'The ID token is for another attempt.');
  if (audience !== undefined && ![aud].flat().includes(audience))
    throw refusal('ID_TOKEN_MISMATCH', 'The ID token is for another application.');
  // By the service's time; while that isn't known, the service decides.
  const time = transportOf(context).serviceTime();
  const isOver = (end: unknown): boolean => time !== null && Number(end) * 1_000 <= time;
  // The service takes tokens that are younger than a minute.
  if (isOver(Number(iat) + 60) || isOver(exp)) throw refusal('ID_TOKEN_EXPIRED', 'The ID token is too old.');
  return claims;
}

/** Describes an identity's owner, for a person to agree to. Shows the beginning of the subject, and nothing else of the token. */
function identityOf({ iss, sub, email, email_verified: verified }: Claims): Expectation {
  const issuer = typeof iss === 'string' ? iss : '';
  if (typeof email !== 'string' || email === '') return { issuer, subject: String(sub).slice(0, 6) };
  // Some providers write it as a text.
  return { issuer, email, emailVerified: verified === true || verified === 'true' };
}

function refusal(code: WalletErrorCode, message: string): WalletError {
  return new WalletError(code, `${message} Ask the provider again.`, { nextStep: 'restart' });
}

function claimsOf(idToken: string): Claims | undefined {
  if (typeof idToken !== 'string') throw new TypeError('idToken must be a string');
  // Longer ones don't pass the relay.
  if (idToken.length > 8_192) return undefined;
  try {
    const reading = inspectPayload(idToken);
    return reading.kind === 'token' ? reading.claims : undefined;
  } catch {
    return undefined;
  }
}

const keyOf = ({ accountId }: WalletContext, id: string): string => `${waitingKeyPrefix}${accountId}:${id}`;

function readKept(kept: unknown, fail: Fail): string {
  const { attemptId } = copyOwn(Object(kept) as Partial<KeptOAuthAttempt>);
  return typeof attemptId === 'string' ? attemptId : fail('must be what keep() gave');
}

async function takeKept(context: WalletContext, id: string): Promise<SessionSigningKey> {
  const value = await context.session.store().read(keyOf(context, id));
  const { key, until } = copyOwn(Object(value) as { readonly key?: SessionSigningKey; readonly until?: number });
  // Some stores lose a CryptoKey or turn it into `{}`.
  if (isSigningKey(key?.signingKey) && until !== undefined && context.clock.now() < until) return key;
  await drop(context, id);
  throw refusal(
    'ID_TOKEN_EXPIRED',
    'This attempt is over: it was used, somebody signed out, or ten minutes have passed.',
  );
}

async function drop(context: WalletContext, id: string): Promise<void> {
  await context.session
    .store()
    .update(keyOf(context, id), () => undefined)
    .catch(() => undefined);
}
