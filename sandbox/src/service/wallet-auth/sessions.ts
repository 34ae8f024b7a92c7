/** Sessions: their start, and their answers. */
import { compressHex, readPointHex } from '../../../../src/kit/crypto/service/index.ts';
import { CryptoError } from '../../../../src/kit/crypto/crypto-error.ts';
import { encodeHex } from '../../../../src/kit/encoding/index.ts';
import type { SessionKeys } from 'countersign';
import { mintId } from '../service/record-ids.ts';
import { invalidInput } from '../http/refusal.ts';
import { forgetEnded } from '../service/retention.ts';
import type { CredentialRecord, SessionRecord } from './wallet-auth-records.ts';
import type { Service } from '../service/service.ts';

/** A new session as answered, with its sealed key where the service made one. */
export interface StartedSession {
  readonly session: SessionRecord;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Starts a session of a credential: with a new key that is sealed to the client's key (hex), or with the client's key itself. */
export async function startSession(
  service: Service,
  { method }: CredentialRecord,
  clientPublicKeyHex: string,
  keys: SessionKeys,
): Promise<StartedSession> {
  const sealed = keys === 'sealed' ? await service.enclave.sealedSessionKey(clientPublicKeyHex) : null;
  const now = service.clock.now();
  const at = new Date(now).toISOString();
  const session: SessionRecord = {
    id: mintId(service.random, 'Session'),
    accountId: method.accountId,
    credentialId: method.id,
    type: method.type,
    nickname: method.nickname,
    compressedPublicKeyHex: sealed?.compressedPublicKeyHex ?? compressed(clientPublicKeyHex),
    keys,
    createdAt: at,
    updatedAt: at,
    expiresAt: now + service.settings.sessionMs,
    revoked: false,
  };
  service.state.sessions.set(session.id, session);
  forgetEnded(service.state.sessions, {
    hasEnded: (other) => !isActive(service, other),
    limit: service.settings.historyLimit,
  });
  const answer = sessionAnswer(session);
  const key = sealed?.encryptedSessionSigningKey;
  return { session, answer: key === undefined ? answer : { ...answer, encryptedSessionSigningKey: key } };
}

/** A session as answered, without key material. */
export function sessionAnswer(session: SessionRecord): Readonly<Record<string, unknown>> {
  const { id, accountId, type, nickname, createdAt, updatedAt, expiresAt } = session;
  return { id, accountId, type, nickname, createdAt, updatedAt, expiresAt: new Date(expiresAt).toISOString() };
}

/** Checks that a session may still sign. */
export function isActive(service: Service, session: SessionRecord): boolean {
  return !session.revoked && session.expiresAt > service.clock.now();
}

/** The compressed form of a public key in hex, either form. @throws CryptoError `POINT_INVALID`. */
export function compressed(publicKeyHex: string): string {
  return compressHex(encodeHex(readPointHex(publicKeyHex)));
}

/** The form of a key selects the flow: an uncompressed one is sealed to, a compressed one signs itself. */
export function keysFor(clientPublicKeyHex: string): SessionKeys {
  return clientPublicKeyHex.startsWith('04') ? 'sealed' : 'client-held';
}

/** Checks a client's key. @throws Refusal 400 for hex that isn't a point of P-256. */
export function requirePoint(clientPublicKey: string): void {
  try {
    compressed(clientPublicKey);
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    throw invalidInput([{ field: 'clientPublicKey', message: 'This is not a point of the curve P-256.' }]);
  }
}
