/** Response readers: what doesn't have the shape that is due is refused, and no value of it is repeated. */
import { invalidAnswer, type Answer, type Challenge } from '../transport/index.ts';
import { isId } from './ids.ts';
import type { AuthMethod, AuthSession, Card, OtpChallenge, Quote, QuoteExecution } from '../wire.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads the 202 of a first leg. @throws TransportError `ANSWER_INVALID` */
export function readChallenge(answer: Answer): Challenge {
  const fields = fieldsOf(answer.body, 'challenge');
  return {
    payloadToSign: text(fields, 'payloadToSign'),
    requestId: short(fields, 'requestId', requestIdPattern),
    expiresAt: time(fields, 'expiresAt'),
  };
}

/** Reads a session that belongs to `accountId`. @throws TransportError `ANSWER_INVALID` */
export function readSession(body: unknown, accountId: string): AuthSession {
  const fields = credentialFields(body, accountId, 'session', 'Session');
  time(fields, 'expiresAt');
  if (fields['encryptedSessionSigningKey'] !== undefined) text(fields, 'encryptedSessionSigningKey');
  return fields as unknown as AuthSession;
}

/** Reads a credential that belongs to `accountId`. @throws TransportError `ANSWER_INVALID` */
export function readAuthMethod(body: unknown, accountId: string): AuthMethod {
  return credentialFields(body, accountId, 'credential', 'AuthMethod') as unknown as AuthMethod;
}

/** Reads the answer to a one-time-code challenge. @throws TransportError `ANSWER_INVALID` */
export function readOtpChallenge(body: unknown, accountId: string): OtpChallenge {
  const fields = credentialFields(body, accountId, 'credential', 'AuthMethod');
  text(fields, 'otpEncryptionTargetBundle');
  return fields as unknown as OtpChallenge;
}

/** A credential without the bundle to encrypt a code to, which only the sign-in needs. */
export function withoutBundle(credential: AuthMethod | OtpChallenge): AuthMethod {
  const { otpEncryptionTargetBundle: _, ...rest } = credential as OtpChallenge;
  return Object.freeze(rest);
}

/** The challenge of a passkey login: `challenge` is signed as the UTF-8 bytes of this string. */
export interface PasskeyChallenge {
  /** WebAuthn id of the passkey, base64url. */
  readonly credentialId: string;
  readonly challenge: string;
  readonly requestId: string;
  /** Epoch ms on the service's clock. */
  readonly expiresAt: number;
}

/** Reads the answer to a passkey challenge. @throws TransportError `ANSWER_INVALID` */
export function readPasskeyChallenge(body: unknown, accountId: string): PasskeyChallenge {
  const fields = credentialFields(body, accountId, 'credential', 'AuthMethod');
  return {
    credentialId: text(fields, 'credentialId'),
    // A hash in lower-case hex, and no text that could be anything else's (docs/protocol.md, passkey sign-in).
    challenge: short(fields, 'challenge', hashPattern),
    requestId: short(fields, 'requestId', requestIdPattern),
    expiresAt: time(fields, 'expiresAt'),
  };
}

/** Reads the relay's challenge for a new passkey. @throws TransportError `ANSWER_INVALID` */
export function readRelayChallenge(body: unknown): { challenge: string; userHandle: string; expiresAt: number } {
  const fields = fieldsOf(body, 'challenge');
  return {
    challenge: text(fields, 'challenge'),
    userHandle: text(fields, 'userHandle'),
    expiresAt: time(fields, 'expiresAt'),
  };
}

/** Reads `data` of a list. @throws TransportError `ANSWER_INVALID` */
export function readList<Item>(body: unknown, readItem: (item: unknown) => Item): readonly Item[] {
  const { data } = fieldsOf(body, 'list');
  if (!Array.isArray(data)) throw invalidAnswer('data is missing');
  return data.map(readItem);
}

/** Refuses a partial list: it can't prove that something is absent. @throws TransportError `ANSWER_INVALID` */
export function requireWhole(body: unknown): void {
  const { hasMore, nextCursor } = fieldsOf(body, 'list');
  if ((hasMore ?? false) !== false || (nextCursor ?? null) !== null) throw invalidAnswer('the list is partial');
}

/** Refuses a body where the answer has to be empty: a server that sends one has done something else. @throws TransportError `ANSWER_INVALID` */
export function requireEmpty({ empty, status }: Answer): void {
  if (!empty) throw invalidAnswer('it holds something where nothing is due', status);
}

/** Refuses what isn't the customer with this id. @throws TransportError `ANSWER_INVALID` */
export function requireCustomer(body: unknown, customerId: string): void {
  fieldsAbout(body, 'customer', customerId);
}

const amounts = ['totalSendingAmount', 'totalReceivingAmount', 'feesIncluded'];

/** Reads the answer to an execution, or a quote read back in its place. @throws TransportError `ANSWER_INVALID` */
export function readExecution(body: unknown, quoteId: string): QuoteExecution {
  const fields = fieldsAbout(body, 'quote', quoteId);
  for (const field of ['status', 'transactionId']) text(fields, field);
  for (const field of amounts) {
    if (!Number.isSafeInteger(fields[field])) throw invalidAnswer(`${field} is no amount`);
  }
  const names = ['id', 'status', 'transactionId', ...amounts];
  return Object.freeze(Object.fromEntries(names.map((name) => [name, fields[name]]))) as unknown as QuoteExecution;
}

/** Reads the fields of a quote that reconciling needs. @throws TransportError `ANSWER_INVALID` */
export function readQuoteState(body: unknown, quoteId: string): Pick<Quote, 'status' | 'expiresAt'> {
  const fields = fieldsAbout(body, 'quote', quoteId);
  time(fields, 'expiresAt');
  text(fields, 'status');
  return fields as unknown as Quote;
}

/** Reads a card. @throws TransportError `ANSWER_INVALID` */
export function readCard(body: unknown, cardId: string): Card {
  const fields = fieldsAbout(body, 'card', cardId);
  text(fields, 'state');
  return Object.freeze(fields) as unknown as Card;
}

// The forms are strict because these values become parts of paths, headers and the stored record.
const hashPattern = /^[0-9a-f]{64}$/;
const requestIdPattern = /^[A-Za-z0-9:_-]{1,128}$/;
const typePattern = /^[A-Z_]{1,40}$/;
const nicknamePattern = /^.{1,320}$/su;

function credentialFields(body: unknown, accountId: string, what: string, recordType: string): Fields {
  const fields = fieldsOf(body, what);
  if (!isId(fields['id'], recordType)) throw invalidAnswer('id is missing');
  short(fields, 'type', typePattern);
  short(fields, 'nickname', nicknamePattern);
  if (fields['accountId'] !== accountId) throw invalidAnswer(`the ${what} belongs to another account`);
  return fields;
}

/** The fields of a JSON object. @throws TransportError `ANSWER_INVALID` */
export function fieldsOf(body: unknown, what: string): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidAnswer(`the ${what} is missing`);
  return body as Fields;
}

function fieldsAbout(body: unknown, what: string, id: string): Fields {
  const fields = fieldsOf(body, what);
  if (text(fields, 'id') !== id) throw invalidAnswer(`it is about another ${what}`);
  return fields;
}

function text(fields: Fields, field: string): string {
  const value = fields[field];
  if (typeof value !== 'string' || value === '') throw invalidAnswer(`${field} is missing`);
  return value;
}

function short(fields: Fields, field: string, pattern: RegExp): string {
  const value = text(fields, field);
  if (!pattern.test(value)) throw invalidAnswer(`${field} has another form`);
  return value;
}

function time(fields: Fields, field: string): number {
  const at = Date.parse(text(fields, field));
  if (Number.isNaN(at)) throw invalidAnswer(`${field} is no date-time`);
  return at;
}
