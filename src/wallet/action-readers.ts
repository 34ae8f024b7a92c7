/** Response readers of what a wallet does beside signing in by code: what doesn't have the shape that is due is refused. */
import { invalidAnswer, type Answer } from '../transport/index.ts';
import type { Card, Quote, QuoteExecution } from '../wire.ts';
import { credentialFields, fieldsOf, readShort, readText, readTime, requestIdPattern } from './response-readers.ts';

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
export function readRelayChallenge(body: unknown): { challenge: string; userHandle: string; expiresAt: number } {
  const fields = fieldsOf(body, 'challenge');
  return {
    challenge: readText(fields, 'challenge'),
    userHandle: readText(fields, 'userHandle'),
    expiresAt: readTime(fields, 'expiresAt'),
  };
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
  for (const field of ['status', 'transactionId']) readText(fields, field);
  for (const field of amounts) {
    if (!Number.isSafeInteger(fields[field])) throw invalidAnswer(`${field} is no amount`);
  }
  const names = ['id', 'status', 'transactionId', ...amounts];
  return Object.freeze(Object.fromEntries(names.map((name) => [name, fields[name]]))) as unknown as QuoteExecution;
}

/** Reads the fields of a quote that reconciling needs. @throws TransportError `ANSWER_INVALID` */
export function readQuoteState(body: unknown, quoteId: string): Pick<Quote, 'status' | 'expiresAt'> {
  const fields = fieldsAbout(body, 'quote', quoteId);
  readTime(fields, 'expiresAt');
  readText(fields, 'status');
  return fields as unknown as Quote;
}

/** Reads a card. @throws TransportError `ANSWER_INVALID` */
export function readCard(body: unknown, cardId: string): Card {
  const fields = fieldsAbout(body, 'card', cardId);
  readText(fields, 'state');
  return Object.freeze({ ...fields }) as unknown as Card;
}

function fieldsAbout(body: unknown, what: string, id: string): ReturnType<typeof fieldsOf> {
  const fields = fieldsOf(body, what);
  if (readText(fields, 'id') !== id) throw invalidAnswer(`it is about another ${what}`);
  return fields;
}
