/** Checks that a webhook is the service's own and new, before anyone acts on it. */
import { aProfile, among, maybe, readTable, type Fail, type ReadFrom, type RowsOf } from '../kit/options.ts';
import { parseDateTime } from '../kit/date-time.ts';
import { decodeBase64 } from '../kit/encoding/base64.ts';
import {
  concatBytes,
  decodeDer,
  decodeHex,
  decodeUtf8,
  encodeHex,
  equalBytes,
  type Bytes,
} from '../kit/encoding/index.ts';
import { isPointOnCurve } from '../kit/encoding/p256.ts';
import { sandboxWebhookPublicKeyHex, wireProfiles, type WireProfile, type WireProfileName } from '../kit/wire.ts';
import { aClock, aStore, positive } from './options.ts';
import { RelayError, type RelayErrorCode } from './relay-error.ts';
import { completeClock, type PartialClock } from '../kit/waiting.ts';
import { createMemoryRelayStore, type RelayStore } from './store/store.ts';
import { createTimedStore, storeLimitMs } from './store/timed-store.ts';

/** The envelope of the service's events. */
export interface WebhookEvent {
  /** The same for every attempt to deliver one event. */
  readonly id: string;
  /** An open set: ignore what you don't know. */
  readonly type: string;
  /** When it happened, ISO 8601. */
  readonly timestamp: string;
  /** The whole resource. */
  readonly data: unknown;
}

/** An event that this caller alone handles now. */
export interface WebhookDelivery {
  /** The event, as the body says it. */
  readonly event: WebhookEvent;
  /** Call it when the event has been handled: later deliveries are refused as `WEBHOOK_REPLAYED`. */
  complete(): Promise<void>;
  /**
   * Call it when handling failed: the service's next attempt passes at once. Does nothing after `complete`, a second
   * time, or after `handlingMs`.
   */
  release(): Promise<void>;
}

/** Headers as a standard request has them, or as Node does. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options of {@link WebhookVerifier.verify}. */
export interface VerifyWebhookOptions {
  /** The request's headers. */
  readonly headers: WebhookHeaders;
}

/** Verifies deliveries. */
export interface WebhookVerifier {
  /**
   * Verifies one delivery. `rawBody` is the bytes as they arrived: text that was parsed and written again has another hash.
   * @throws RelayError `WEBHOOK_SIGNATURE_MISSING`, `WEBHOOK_SIGNATURE_MALFORMED`, `WEBHOOK_SIGNATURE_INVALID`: answer 401;
   *   `WEBHOOK_BODY_INVALID`, `WEBHOOK_TIMESTAMP_REFUSED`: 400; `WEBHOOK_IN_PROGRESS`: 503, so that the service tries again;
   *   `WEBHOOK_REPLAYED`: 409, which the service takes as delivered. `status` says the same.
   */
  verify(rawBody: Uint8Array, options: VerifyWebhookOptions): Promise<WebhookDelivery>;
}

/** Options of {@link createWebhookVerifier}. */
export interface CreateWebhookVerifierOptions {
  /** The service's webhook key: SPKI in PEM, or hex of the uncompressed point (130 characters) or of the SPKI. */
  readonly publicKey: string;
  /** As for the wallet: `production`, the default, refuses the sandbox's key, whose private half is public. */
  readonly environment?: 'production' | 'sandbox';
  /** Decides the name of the header. */
  readonly profile?: WireProfileName | WireProfile;
  /** Remembers ids; this process's memory by default. Several instances share one. */
  readonly store?: RelayStore;
  /** Greatest age of an event, and time for which its id is remembered, ms; 8 days by default, a day more than the service's retries. */
  readonly replayWindowMs?: number;
  /** Time limit of handling, ms; 5 min by default. A delivery that is neither completed nor released by then may pass again. */
  readonly handlingMs?: number;
  /** How long one operation of `store` may take, ms; 2 s by default. */
  readonly storeTimeoutMs?: number;
  /** The system's by default. */
  readonly clock?: PartialClock;
  /** The largest body of a delivery, bytes; 1,048,576 by default. */
  readonly maxBodyBytes?: number;
}

// RFC 5480, 2: SubjectPublicKeyInfo of an uncompressed P-256 point, up to the point.
const spkiPrefixHex = '3059301306072a8648ce3d020106082a8648ce3d030107034200';
const day = 86_400_000;
// Tolerance for a service's clock ahead of this one.
const skewMs = 300_000;

const rows: RowsOf<
  ReadFrom<
    CreateWebhookVerifierOptions,
    'store' | 'clock',
    { readonly publicKey: Bytes; readonly profile: WireProfile }
  >
> = {
  publicKey: readSpki,
  environment: maybe(among('production', 'sandbox'), 'production'),
  profile: maybe(aProfile, wireProfiles.spec),
  store: maybe(aStore),
  replayWindowMs: maybe(positive, 8 * day),
  handlingMs: maybe(positive, 300_000),
  storeTimeoutMs: maybe(positive, storeLimitMs),
  clock: maybe(aClock),
  maxBodyBytes: maybe(positive, 1_048_576),
};

/**
 * Creates a verifier: ECDSA P-256 with SHA-256 over the raw body.
 *
 * @example
 * const webhooks = createWebhookVerifier({ publicKey, profile: 'spec', store });
 * const delivery = await webhooks.verify(rawBody, { headers: request.headers });
 * await handle(delivery.event);
 * await delivery.complete();
 *
 * @throws TypeError, RangeError naming the option.
 */
export function createWebhookVerifier(options: CreateWebhookVerifierOptions): WebhookVerifier {
  const read = readTable(options, rows, 'createWebhookVerifier');
  const { publicKey: spki, replayWindowMs, handlingMs, storeTimeoutMs, maxBodyBytes } = read;
  if (read.environment === 'production' && encodeHex(spki).endsWith(sandboxWebhookPublicKeyHex)) {
    throw new RangeError(
      "createWebhookVerifier: publicKey is the sandbox's, whose private half is public. Set the service's own; against a sandbox pass environment: 'sandbox'",
    );
  }
  const clock = completeClock(read.clock);
  const header = read.profile.webhookSignatureHeader;
  const timed = { clock, timeoutMs: storeTimeoutMs };
  const store = read.store === undefined ? createMemoryRelayStore({ clock }) : createTimedStore(read.store, timed);
  const importKey = () =>
    crypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
  let importing: ReturnType<typeof importKey> | null = null;

  return Object.freeze({
    async verify(rawBody: Uint8Array, given: VerifyWebhookOptions) {
      if (!(rawBody instanceof Uint8Array)) {
        throw new TypeError('verify: rawBody must be a Uint8Array of the bytes as they arrived, not parsed JSON');
      }
      const headers = (given as Partial<VerifyWebhookOptions> | null | undefined)?.headers;
      if (typeof headers !== 'object' || headers === null) {
        throw new TypeError("verify: options.headers must be the request's headers");
      }
      if (rawBody.length > maxBodyBytes) throw refuse('WEBHOOK_BODY_INVALID', 'The body is too large.', 413);
      const signature = readSignature(readHeader(headers, header), header);
      importing ??= importKey();
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
      const valid = await crypto.subtle.verify(algorithm, await importing, signature, concatBytes(rawBody));
      if (!valid) throw refuse('WEBHOOK_SIGNATURE_INVALID', "The signature isn't the service's.", 401);
      const event = readEvent(rawBody);
      const now = clock.now();
      const at = parseDateTime(event.timestamp);
      if (!(at <= now + skewMs && at > now - replayWindowMs)) {
        throw refuse('WEBHOOK_TIMESTAMP_REFUSED', "The event's time is too long ago, or to come, or none.", 400);
      }
      const claim = `webhook-claim:${event.id}`;
      const done = `webhook:${event.id}`;
      // Claims first, and then checks if it was done, so that a completion in between isn't missed.
      const { count } = await store.increment(claim, { ttlMs: handlingMs });
      if ((await store.get(done)) !== null) throw refuse('WEBHOOK_REPLAYED', 'This event was handled before.', 409);
      if (count > 1) throw refuse('WEBHOOK_IN_PROGRESS', 'This event is being handled.', 503);
      let released = false;
      return {
        event,
        // As long as its time is accepted.
        complete: () => store.put(done, '1', { ttlMs: at + replayWindowMs - now }),
        async release() {
          // Once released, or once its time is up, as it may be when the store gets to it, the claim is another receiver's.
          if (released || clock.now() >= now + handlingMs - storeTimeoutMs) return;
          released = true;
          await store.take(claim);
        },
      };
    },
  });
}

/** The SPKI of a key in either form, with its point on the curve. */
function readSpki(publicKey: unknown, fail: Fail): Bytes {
  if (typeof publicKey !== 'string') return fail('must be a string');
  // As variables and their files bring it: in quotes, with breaks written as \n, or without them.
  const text = publicKey.replace(/\\[nr]/g, '\n').replace(/^[\s"']+|[\s"']+$/g, '');
  const prefix = decodeHex(spkiPrefixHex);
  const spki = /^04[0-9a-f]{128}$/i.test(text)
    ? concatBytes(prefix, decodeHex(text.toLowerCase()))
    : (readPem(text) ?? (/^[0-9a-f]{182}$/i.test(text) ? decodeHex(text.toLowerCase()) : null));
  const begins = spki !== null && equalBytes(spki.subarray(0, prefix.length), prefix);
  if (begins && isPointOnCurve(encodeHex(spki.subarray(prefix.length)))) return spki;
  return fail('must be a point of P-256: SPKI in PEM, or hex of the uncompressed point or its SPKI', RangeError);
}

function readPem(text: string): Bytes | null {
  const pem = /^-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----$/.exec(text)?.[1];
  return pem === undefined ? null : decodeBase64(pem.replace(/\s/g, ''));
}

function readHeader(headers: WebhookHeaders, name: string): string {
  // A framework may have a class of its own for headers.
  const given =
    typeof headers.get === 'function'
      ? (headers as Headers).get(name)
      : Object.entries(headers).find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
  const value: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (value === null || value === undefined || value === '') {
    throw refuse('WEBHOOK_SIGNATURE_MISSING', `The ${name} header is missing.`, 401);
  }
  if (typeof value !== 'string' || value.length > 512) throw malformed(name);
  return value;
}

/** The header's value: `{"v":"1","s":"<base64>"}`, or the base64 alone; in it a DER signature, returned as r and s. */
function readSignature(value: string, header: string): Bytes {
  const base64 = value.startsWith('{') ? readVersioned(value, header) : value;
  const der = decodeBase64(base64);
  if (der === null) throw malformed(header);
  try {
    return decodeDer(der);
  } catch {
    throw malformed(header);
  }
}

function readVersioned(value: string, header: string): string {
  try {
    const { v, s } = JSON.parse(value) as { v?: unknown; s?: unknown };
    if (v === '1' && typeof s === 'string') return s;
  } catch {
    // Falls through to the refusal below, which repeats nothing that was sent.
  }
  throw malformed(header);
}

function readEvent(rawBody: Uint8Array): WebhookEvent {
  try {
    const { id, type, timestamp, data } = JSON.parse(decodeUtf8(rawBody)) as Record<string, unknown>;
    if (
      typeof id === 'string' &&
      /^[\x21-\x7e]{1,256}$/.test(id) &&
      typeof type === 'string' &&
      typeof timestamp === 'string'
    ) {
      return { id, type, timestamp, data };
    }
  } catch {
    // Falls through to the refusal below.
  }
  throw refuse('WEBHOOK_BODY_INVALID', "The body isn't an event of the service.", 400);
}

function malformed(header: string): RelayError {
  return refuse('WEBHOOK_SIGNATURE_MALFORMED', `The ${header} header holds no signature: look at the profile.`, 401);
}

function refuse(code: RelayErrorCode, message: string, status: number): RelayError {
  return new RelayError(code, message, { status });
}
