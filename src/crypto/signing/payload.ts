import { type Bytes, encodeUtf8 } from '../../encoding/index.ts';
import { requireText } from '../arguments.ts';
import { CryptoError } from '../crypto-error.ts';
import { type JsonObject, parseStrictJson } from '../strict-json.ts';
import { isOpaque } from './opaque.ts';
import { readToken } from './token.ts';
import { copyOwn } from '../../own-members.ts';

const MAX_PAYLOAD_LENGTH = 8 * 1024 * 1024;

/** What became of an expected value: one that is not in the payload could not be compared. */
export type ComparedValue = 'equal' | 'differs' | 'not in the payload';

/** What a payload says, as far as it can be read. `compared`: each expected value by its name, where `expect` was given. */
export type PayloadSummary =
  | {
      readonly kind: 'activity';
      /** For example `ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2`. */
      readonly activityType: string;
      readonly organizationId?: string;
      /** Decimal digits, milliseconds since 1970, as on the wire. */
      readonly timestampMs?: string;
      readonly parameters: JsonObject;
      /** Members beside these. */
      readonly more: JsonObject;
      readonly compared?: Readonly<Record<string, ComparedValue>>;
    }
  | {
      readonly kind: 'token';
      readonly header: JsonObject;
      readonly claims: JsonObject;
      /** Keys that the claims name: points as lower-case hex, other forms as they stand. */
      readonly publicKeys: readonly string[];
      readonly compared?: Readonly<Record<string, ComparedValue>>;
    }
  | { readonly kind: 'opaque'; readonly compared?: Readonly<Record<string, ComparedValue>> };

/** Options of {@link inspectPayload}. */
export interface InspectPayloadOptions {
  /** Values by the names that the payload would have for them, at any depth; an opaque payload holds none. */
  readonly expect?: Readonly<Record<string, unknown>>;
}

/**
 * Reads a copy of a payload (docs/protocol.md, section 10): activity JSON, a compact JWT, or opaque base64, base64url or hex. For comparing with an intent only: what is
 * signed is the string, never built from this reading. Signatures of tokens are *not* verified.
 *
 * @example
 * const summary = inspectPayload(payloadToSign);
 * if (summary.kind === 'activity') console.log(summary.activityType, summary.parameters);
 *
 * @throws {@link CryptoError} `PAYLOAD_INVALID` for anything else, for JSON or a token with more than one reading, and for an encoding of
 * a structured text.
 */
export function inspectPayload(payloadToSign: string, { expect }: InspectPayloadOptions = {}): PayloadSummary {
  const reading = read(payloadToSign);
  if (expect === undefined) return reading;
  const held = reading.kind === 'activity' ? reading.parameters : reading.kind === 'token' ? reading.claims : {};
  const compared = Object.entries(expect).map(([name, value]) => {
    const found = valuesOf(held, name);
    const isEqual = found.every((one) => JSON.stringify(one) === JSON.stringify(value));
    return [name, found.length === 0 ? 'not in the payload' : isEqual ? 'equal' : 'differs'] as const;
  });
  return Object.freeze({ ...reading, compared: Object.freeze(Object.fromEntries(compared)) });
}

/** The values under a name, at any depth. */
function valuesOf(held: unknown, name: string): readonly unknown[] {
  if (typeof held !== 'object' || held === null) return [];
  return Object.entries(held).flatMap(([key, value]) => (key === name ? [value] : valuesOf(value, name)));
}

function read(payloadToSign: string): PayloadSummary {
  payloadBytes(payloadToSign, 'payloadToSign');
  try {
    if (/^\s*\{/.test(payloadToSign)) return readActivity(payloadToSign);
    if (payloadToSign.includes('.')) return Object.freeze({ kind: 'token', ...readToken(payloadToSign) });
  } catch {
    throw invalidPayload();
  }
  if (!isOpaque(payloadToSign)) throw invalidPayload();
  return Object.freeze({ kind: 'opaque' });
}

/**
 * Writes a payload as UTF-8, its one form: whole surrogate pairs, not empty, at most 8 Mi characters.
 *
 * @throws {@link CryptoError} `PAYLOAD_INVALID`; TypeError that names the argument.
 */
export function payloadBytes(payload: string, argument: string): Bytes {
  requireText(payload, argument);
  if (payload === '' || payload.length > MAX_PAYLOAD_LENGTH) throw invalidPayload();
  try {
    return encodeUtf8(payload);
  } catch {
    throw invalidPayload();
  }
}

function invalidPayload(): CryptoError {
  return new CryptoError('PAYLOAD_INVALID', 'The payload can not be read safely; nothing was signed.');
}

function readActivity(text: string): PayloadSummary {
  const { type, organizationId, timestampMs, parameters, ...more } = copyOwn(parseStrictJson(text) as JsonObject);
  if (
    typeof type !== 'string' ||
    type === '' ||
    !isOptionalText(organizationId) ||
    !isOptionalText(timestampMs) ||
    !isObject(parameters)
  ) {
    throw new SyntaxError();
  }
  return Object.freeze({
    kind: 'activity',
    activityType: type,
    ...(organizationId !== undefined && { organizationId }),
    ...(timestampMs !== undefined && { timestampMs }),
    parameters,
    more: Object.freeze(more),
  });
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
