/**
 * `docs/webhook-vectors.json`: deliveries with what a receiver says to each, for receivers in other languages. Made with
 * deterministic signatures (RFC 6979).
 */
import { p256 } from '@noble/curves/nist.js';
import { decodeHex, encodeHex, encodeUtf8 } from '../../src/kit/encoding/index.ts';
import type { RelayErrorCode } from '../../src/relay/index.ts';
import { wireProfiles } from '../../src/kit/wire.ts';

/** One delivery. */
export interface WebhookVector {
  readonly name: string;
  /** The raw body. */
  readonly bodyBase64: string;
  /** Value of the signature header; null where there is none. */
  readonly signature: string | null;
  /** Null where the event is the service's and new; otherwise why it is refused. */
  readonly refusedAs: RelayErrorCode | null;
}

/** The file. */
export interface WebhookVectors {
  readonly about: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly publicKeyPem: string;
  readonly publicKeyHex: string;
  /** The receiver's clock, ISO 8601. */
  readonly now: string;
  readonly vectors: readonly WebhookVector[];
}

// The key of RFC 6979, A.2.5; of the other one only that it is another.
const key = decodeHex('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721');
const anotherKey = decodeHex('11'.repeat(32));
const spkiPrefixHex = '3059301306072a8648ce3d020106082a8648ce3d030107034200';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const versioned = (der: Uint8Array): string => JSON.stringify({ v: '1', s: base64(der) });
const sign = (body: Uint8Array, by = key): Uint8Array => p256.sign(body, by, { format: 'der', lowS: false });

/** An event as the service writes it, with other fields where they are given. */
const event = (more: object = {}): object => ({
  id: 'Webhook:00000001-0000-7000-8000-00000000000a',
  type: 'OUTGOING_PAYMENT',
  timestamp: '2026-01-15T12:00:00.000Z',
  data: { id: 'Transaction:00000001-0000-7000-8000-00000000000a', status: 'COMPLETED', description: 'Miete für März' },
  ...more,
});
const compact = (value: unknown): Uint8Array => encodeUtf8(JSON.stringify(value));

/** Makes the file's content. */
export function webhookVectors(): WebhookVectors {
  const body = compact(event());
  const der = sign(body);
  const spaced = encodeUtf8(JSON.stringify(event(), null, 2));
  const publicKey = p256.getPublicKey(key, false);
  const spki = new Uint8Array([...decodeHex(spkiPrefixHex), ...publicKey]);
  const of = (
    name: string,
    given: Uint8Array,
    signature: string | null,
    refusedAs: RelayErrorCode | null = null,
  ): WebhookVector => ({ name, bodyBase64: base64(given), signature, refusedAs });
  const signed = (name: string, given: Uint8Array, refusedAs: RelayErrorCode | null = null): WebhookVector =>
    of(name, given, versioned(sign(given)), refusedAs);
  const late = (timestamp: string): Uint8Array => compact(event({ timestamp }));
  const [malformed, invalid] = ['WEBHOOK_SIGNATURE_MALFORMED', 'WEBHOOK_SIGNATURE_INVALID'] as const;

  return {
    about:
      'Deliveries of webhooks, and what a receiver says to each: refusedAs null means that the event is new and the service’s own. Each stands for itself: handling an event once is not in them.',
    headers: Object.fromEntries(
      Object.values(wireProfiles).map(({ name, webhookSignatureHeader }) => [name, webhookSignatureHeader]),
    ),
    publicKeyPem: `-----BEGIN PUBLIC KEY-----\n${base64(spki).replace(/(.{64})/g, '$1\n')}\n-----END PUBLIC KEY-----\n`,
    publicKeyHex: encodeHex(publicKey),
    now: '2026-01-15T12:00:05.000Z',
    vectors: [
      of('a signature with a version', body, versioned(der)),
      of('a signature alone', body, base64(der)),
      signed('a body with white space, which is part of what is signed', spaced),
      signed('a field that the receiver does not know', compact(event({ more: [1, 'two', null] }))),
      signed('an event of seven days ago, since the service keeps trying', late('2026-01-08T12:00:05.000Z')),
      signed('an event four minutes ahead of the clock', late('2026-01-15T12:04:00.000Z')),
      of('no signature', body, null, 'WEBHOOK_SIGNATURE_MISSING'),
      of('an empty signature', body, '', 'WEBHOOK_SIGNATURE_MISSING'),
      of('a signature of another version', body, JSON.stringify({ v: '2', s: base64(der) }), malformed),
      of('a signature without a version', body, JSON.stringify({ s: base64(der) }), malformed),
      of('what is no base64', body, `${base64(der)}*`, malformed),
      of('JSON that is cut short', body, versioned(der).slice(0, -2), malformed),
      of('DER with a byte behind it', body, versioned(new Uint8Array([...der, 0])), malformed),
      of('r and s without DER', body, versioned(p256.sign(body, key, { format: 'compact', lowS: false })), malformed),
      of('a signature of zeros', body, versioned(new Uint8Array([0x30, 6, 2, 1, 0, 2, 1, 0])), invalid),
      of('the signature of another body', compact(event({ type: 'TEST' })), versioned(der), invalid),
      of('the same event, written anew', spaced, versioned(der), invalid),
      of('the signature of another key', body, versioned(sign(body, anotherKey)), invalid),
      signed('what is no JSON', encodeUtf8('{"id":'), 'WEBHOOK_BODY_INVALID'),
      signed('no event', compact({ type: 'TEST', timestamp: '2026-01-15T12:00:00.000Z' }), 'WEBHOOK_BODY_INVALID'),
      signed('an event of nine days ago', late('2026-01-06T12:00:00.000Z'), 'WEBHOOK_TIMESTAMP_REFUSED'),
      signed('an event six minutes ahead of the clock', late('2026-01-15T12:06:05.000Z'), 'WEBHOOK_TIMESTAMP_REFUSED'),
      signed('an event without a time', late('yesterday'), 'WEBHOOK_TIMESTAMP_REFUSED'),
    ],
  };
}
