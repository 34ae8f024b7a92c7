/** Turns the answer that begins a session into a stored session with its key. */
import type { ClientAgreementKeyPair } from '../crypto/login/index.ts';
import { generateSigningKeyPair, type SessionSigningKey } from '../crypto/signing/index.ts';
import type { WalletState } from '../session/index.ts';
import { invalidAnswer, type Answer } from '../transport/index.ts';
import type { AuthSession } from '../wire.ts';
import type { WalletContext } from './context.ts';
import { WalletError } from './wallet-error.ts';

/** A session as it was answered, with the key pair that was made for it. */
export interface NewSession {
  readonly answer: Answer;
  readonly session: AuthSession;
  readonly credentialId: string;
  readonly keyPair: SessionSigningKey & Partial<ClientAgreementKeyPair>;
  /** Id of the one session that may be replaced, or `any`. */
  readonly replaces: string;
}

/**
 * Stores a new session. The answer decides whose key it is: with `encryptedSessionSigningKey` the sealed one is opened, without
 * it the client's key is the session key.
 */
export async function keepSession(
  context: WalletContext,
  { answer, session, credentialId, keyPair, replaces }: NewSession,
): Promise<NonNullable<WalletState['session']>> {
  const sealed = session.encryptedSessionSigningKey;
  const key = sealed === undefined ? keyPair : await openSealed(context, sealed, keyPair);
  const { encryptedSessionSigningKey: _, ...publicSession } = session;
  const before = context.keeper.state().session;
  await context.keeper.adopt(
    {
      session: publicSession,
      credentialId,
      key: { compressedPublicKeyHex: key.compressedPublicKeyHex, signingKey: key.signingKey },
      startedAt: answer.startedAt,
      date: answer.date,
    },
    { replaces },
  );
  const summary = context.keeper.state().session;
  if (summary === undefined) {
    throw new WalletError('BUSY', 'Another tab ended this session at the same moment. Sign in again.', {
      nextStep: 'reauthenticate',
    });
  }
  // A sign-in over a living session leaves that one alive at the service, with nobody to use it.
  if (replaces === 'any' && before !== undefined && before.sessionId !== summary.sessionId) {
    void endReplaced(context, before.sessionId);
  }
  return summary;
}

/** Ends the session that a sign-in took the place of, signed by the new key; at worst it lives on until its own end. */
async function endReplaced(context: WalletContext, sessionId: string): Promise<void> {
  try {
    await (await context.doors.actions()).revokeAtService(context, sessionId, undefined);
  } catch {
    // The sign-in itself has succeeded, and its caller has been told so.
  }
}

async function openSealed(
  context: WalletContext,
  sealed: string,
  { agreementKey, publicKeyHex, compressedPublicKeyHex }: NewSession['keyPair'],
): Promise<SessionSigningKey> {
  if (agreementKey === undefined || publicKeyHex === undefined) {
    throw invalidAnswer('it seals a session key, and none was asked for');
  }
  const { openSessionSigningKey } = await context.doors.sealed();
  return openSessionSigningKey(sealed, { agreementKey, publicKeyHex, compressedPublicKeyHex });
}

/**
 * Makes the key pair that a session is asked for with: one that only signs where the client holds the key, one that can open a
 * sealed key otherwise. What will be needed to open it is loaded before anything is sent, since the key is delivered once.
 */
export async function makeSessionKey(
  context: WalletContext,
): Promise<{ keyPair: NewSession['keyPair']; clientPublicKey: string }> {
  if (context.sessionKeys === 'client-held') {
    const keyPair = await generateSigningKeyPair();
    return { keyPair, clientPublicKey: keyPair.compressedPublicKeyHex };
  }
  const [login] = await Promise.all([context.doors.login(), context.doors.sealed()]);
  const keyPair = await login.generateClientKeyPair();
  return { keyPair, clientPublicKey: keyPair.publicKeyHex };
}
