/** Turns the answer that begins a session into a stored session with its key. */
import type { ClientAgreementKeyPair } from '../../crypto/login/index.ts';
import { bare } from '../../own-members.ts';
import { generateSigningKeyPair, type SessionSigningKey } from '../../crypto/signing/index.ts';
import { adoptSession, type FreshSession, type SessionPlace } from '../../session/adopt.ts';
import { SessionError, type SessionState } from '../../session/index.ts';
import type { Answer } from '../../transport/index.ts';
import type { AuthSession } from '../../wire.ts';
import { loadLogin, loadLoginForSealedKey } from './load-login.ts';
import type { WalletContext } from '../context.ts';
import { signatureNotExpected } from '../run/sign.ts';

/** The key pair of a session request. */
export type SessionKeyPair = SessionSigningKey & Partial<ClientAgreementKeyPair>;

/** A session as it was answered. */
export interface AnsweredSession {
  readonly answer: Answer;
  readonly session: AuthSession;
}

/** A new session with the key pair that was made for it. */
export interface NewSession extends AnsweredSession {
  readonly credentialId: string;
  readonly keyPair: SessionKeyPair;
}

/**
 * Stores a new session, or resolves with the one that another tab has stored first. Revokes the session that isn't
 * stored, and the replaced one.
 *
 * @throws SessionError `SIGNED_OUT` if the person signed out meanwhile
 */
export async function keepSession(
  { session, account }: WalletContext,
  created: NewSession,
  given: SessionPlace,
): Promise<SessionState> {
  const place = bare(given);
  const fresh = freshForm(created);
  // If the wallet is closed by now, nothing is stored, and a key that can't be opened fails no call.
  fresh.catch(() => {});
  const isStored = await adoptSession(account, fresh, place);
  const { session: shown } = session.state();
  if (shown === undefined || (place.epoch !== undefined && !isStored)) throw new SessionError('SIGNED_OUT');
  return shown;
}

async function freshForm({ answer, session, keyPair, ...from }: NewSession): Promise<FreshSession> {
  const key = await signingKeyOf(session, keyPair);
  const { encryptedSessionSigningKey: _, ...publicSession } = session;
  const { startedAt, date } = answer;
  return { ...from, session: publicSession, key, startedAt, date };
}

/** The answer decides which key signs: with `encryptedSessionSigningKey` the sealed one, without it the client's. */
async function signingKeyOf(session: AuthSession, keyPair: SessionKeyPair): Promise<SessionSigningKey> {
  const { agreementKey, publicKeyHex, compressedPublicKeyHex, signingKey } = keyPair;
  const { encryptedSessionSigningKey: sealed } = session;
  if (sealed === undefined) return { compressedPublicKeyHex, signingKey };
  if (agreementKey === undefined || publicKeyHex === undefined) {
    throw signatureNotExpected('it seals a session key');
  }
  const { openSessionSigningKey } = await loadLogin();
  return openSessionSigningKey(sealed, { agreementKey, publicKeyHex, compressedPublicKeyHex });
}

/**
 * Makes the key pair of a session request: one that only signs if the client holds the key, otherwise one that can
 * open a sealed key. Loads the code that opens it before anything is sent, since the key is delivered once.
 */
export async function makeSessionKey(
  context: WalletContext,
): Promise<{ keyPair: SessionKeyPair; clientPublicKey: string }> {
  if (context.sessionKeys === 'client-held') {
    const keyPair = await generateSigningKeyPair();
    return { keyPair, clientPublicKey: keyPair.compressedPublicKeyHex };
  }
  const login = await loadLoginForSealedKey();
  const keyPair = await login.generateClientKeyPair();
  return { keyPair, clientPublicKey: keyPair.publicKeyHex };
}
