/** Response readers: reject unexpected shapes. Errors never contain values. */
import { parseDateTime } from '../date-time.ts';
import { copyOwn } from '../own-members.ts';
import { invalidAnswer, TransportError, type Answer } from '../transport/index.ts';
import type { AuthMethod, AuthSession, OtpChallenge } from '../wire.ts';
import { isId } from './arguments.ts';

/** The members of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** A payload to sign, with its facts. A quote's has no request id: its payload came with the quote. */
export interface Challenge {
  readonly payloadToSign: string;
  readonly requestId: string | undefined;
  /** End of its life on the service's clock, epoch ms. */
  readonly expiresAt: number;
}

/** Reads the 202 of a first leg. @throws TransportError `ANSWER_INVALID` */
export function readChallenge(answer: Answer): Challenge {
  const fields = fieldsOf(answer.body, 'challenge');
  return {
    payloadToSign: readText(fields, 'payloadToSign'),
    requestId: readShort(fields, 'requestId', requestIdPattern),
    expiresAt: readTime(fields, 'expiresAt'),
  };
}

/** Reads a session that belongs to `accountId`. @throws TransportError `ANSWER_INVALID` */
export function readSession(body: unknown, accountId: string): AuthSession {
  const fields = ownFields(body, accountId, 'Session');
  readTime(fields, 'expiresAt');
  if (fields['encryptedSessionSigningKey'] !== undefined) readText(fields, 'encryptedSessionSigningKey');
  return fields as unknown as AuthSession;
}

/** Reads a credential that belongs to `accountId`. @throws TransportError `ANSWER_INVALID` */
export function readAuthMethod(body: unknown, accountId: string): AuthMethod {
  return { ...credentialFields(body, accountId) } as unknown as AuthMethod;
}

/** Reads the answer to a one-time-code challenge. @throws TransportError `ANSWER_INVALID` */
export function readOtpChallenge(body: unknown, accountId: string): OtpChallenge {
  const fields = credentialFields(body, accountId);
  readText(fields, 'otpEncryptionTargetBundle');
  return fields as unknown as OtpChallenge;
}

/** A credential without the bundle to encrypt a code to, which only the sign-in needs. */
export function withoutBundle(credential: AuthMethod | OtpChallenge): AuthMethod {
  const { otpEncryptionTargetBundle: _, ...rest } = credential as OtpChallenge;
  return Object.freeze(rest);
}

// The forms are strict because these values become parts of paths, headers and the stored record.
/** Form of a challenge's request id. */
export const requestIdPattern: RegExp = /^[A-Za-z0-9:_-]{1,128}$/;
const typePattern = /^[A-Z_]{1,40}$/;
const nicknamePattern = /^.{1,320}$/su;

/** The fields of a credential that belongs to `accountId`. @throws TransportError `ANSWER_INVALID` */
export function credentialFields(body: unknown, accountId: string): Fields {
  return ownFields(body, accountId, 'AuthMethod');
}

/** The fields of a record that belongs to `accountId`. @throws TransportError `ANSWER_INVALID` */
function ownFields(body: unknown, accountId: string, recordType: 'AuthMethod' | 'Session'): Fields {
  const fields = fieldsOf(body, recordType);
  if (!isId(fields['id'], recordType)) throw invalidAnswer('id is missing');
  readShort(fields, 'type', typePattern);
  readShort(fields, 'nickname', nicknamePattern);
  if (fields['accountId'] !== accountId) throw invalidAnswer(`the ${recordType} belongs to another account`);
  return fields;
}

/** The fields of a JSON object. @throws TransportError `ANSWER_INVALID` */
export function fieldsOf(body: unknown, what: string): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidAnswer(`the ${what} is missing`);
  // Without a prototype, which may be polluted.
  return copyOwn(body) as Fields;
}

/** A text that is not empty. @throws TransportError `ANSWER_INVALID` */
export function readText(fields: Fields, field: string): string {
  const value = fields[field];
  if (typeof value !== 'string' || value === '') throw invalidAnswer(`${field} is missing`);
  return value;
}

/** A text of a known form. @throws TransportError `ANSWER_INVALID` */
export function readShort(fields: Fields, field: string, pattern: RegExp): string {
  const value = readText(fields, field);
  if (!pattern.test(value)) throw invalidAnswer(`${field} has another form`);
  return value;
}

/** Epoch ms of a date-time with its offset. @throws TransportError `ANSWER_INVALID` */
export function readTime(fields: Fields, field: string): number {
  const at = parseDateTime(readText(fields, field));
  if (Number.isNaN(at)) throw invalidAnswer(`${field} is no date-time`);
  return at;
}

/** Requires an empty body: a server that sends one has done something else. @throws TransportError `ANSWER_INVALID` */
export function requireEmpty({ empty, status }: Answer): void {
  if (!empty) throw invalidAnswer('it holds something where nothing is due', status);
}

/** The fields of the record with this id. @throws TransportError `ANSWER_INVALID` */
export function fieldsAbout(body: unknown, what: string, id: string): Fields {
  const fields = fieldsOf(body, what);
  if (readText(fields, 'id') !== id) throw invalidAnswer(`it is about another ${what}`);
  return fields;
}

/** Detects a refusal because the path names a missing record. */
export function isNotFound(error: unknown): boolean {
  return error instanceof TransportError && error.code === 'REFUSED' && error.status === 404;
}

/** Detects the service's own answer with this status, not the relay's. */
export function isServices(error: unknown, status: number): boolean {
  return (
    error instanceof TransportError && error.status === status && error.platformCode?.startsWith('RELAY_') === false
  );
}
