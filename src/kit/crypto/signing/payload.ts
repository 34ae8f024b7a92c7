/** Reading a copy of a payload: activity JSON, a token, or bytes that only the service can read. Exactly one reading, or none. */
import {
  type Bytes,
  encodeUtf8,
  decodeBase64url,
  decodeUtf8,
  encodeHex,
  decodeBinary,
  decodeHex,
  encodeBinary,
} from '../../encoding/index.ts';
import { copyOwn } from '../../own-members.ts';
import { CryptoError } from '../crypto-error.ts';
import { requireText } from '../web-crypto.ts';

const MAX_PAYLOAD_LENGTH = 8 * 1024 * 1024;
/** Tokens and opaque payloads: each is decoded several times. */
const MAX_ENCODED_LENGTH = 64 * 1024;

/** Result for one expected value. `not in the payload`: it couldn't be compared. */
export type ComparedValue = 'equal' | 'differs' | 'not in the payload';

/** A payload's content, as far as it can be read. `compared`: each expected value by its name, where `expect` was given. */
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
 * Reads a copy of a payload (docs/protocol.md, section 10): activity JSON, or, up to 64 KiB, a compact JWT, or opaque base64, base64url
 * or hex. Use it only to compare a payload with an intent: a signature covers the string itself, never this reading. Signatures
 * of tokens are *not* verified.
 *
 * @example
 * const summary = inspectPayload(payloadToSign);
 * if (summary.kind === 'activity') console.log(summary.activityType, summary.parameters);
 *
 * @throws {@link CryptoError} `PAYLOAD_INVALID` for anything else, for JSON or a token with more than one reading, and for an encoding of
 * a structured text.
 */
export function inspectPayload(payloadToSign: string, options: InspectPayloadOptions = {}): PayloadSummary {
  const { expect } = copyOwn(options);
  const reading = read(payloadToSign);
  if (expect === undefined) return reading;
  const fields = reading.kind === 'activity' ? reading.parameters : reading.kind === 'token' ? reading.claims : {};
  const compared = Object.entries(expect).map(([name, value]) => {
    const found = valuesOf(fields, name);
    const isEqual = found.every((one) => JSON.stringify(one) === JSON.stringify(value));
    return [name, found.length === 0 ? 'not in the payload' : isEqual ? 'equal' : 'differs'] as const;
  });
  return Object.freeze({ ...reading, compared: Object.freeze(Object.fromEntries(compared)) });
}

/** The values under a name, at any depth. */
function valuesOf(within: unknown, name: string): readonly unknown[] {
  if (typeof within !== 'object' || within === null) return [];
  return Object.entries(within).flatMap(([key, value]) => (key === name ? [value] : valuesOf(value, name)));
}

function read(payloadToSign: string): PayloadSummary {
  requireText(payloadToSign, 'payloadToSign');
  const isActivity = /^\s*\{/.test(payloadToSign);
  if (!isActivity && payloadToSign.length > MAX_ENCODED_LENGTH) throw invalidPayload();
  payloadBytes(payloadToSign, 'payloadToSign');
  try {
    if (isActivity) return readActivity(payloadToSign);
    if (payloadToSign.includes('.')) return Object.freeze({ kind: 'token', ...readToken(payloadToSign) });
    if (isOpaque(payloadToSign)) return Object.freeze({ kind: 'opaque' });
  } catch {
    // Falls through to the refusal below.
  }
  throw invalidPayload();
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

const KEY_NAME = /^(cnf|jwk|jkt|.*public_?key(_?hex)?)$/i;

/**
 * Reads a compact JWT (RFC 7519) whose parts are canonical base64url and whose JSON has one reading. Its signature is *not* verified.
 *
 * @throws Error for anything else, and for `alg: none`.
 */
export function readToken(text: string): { header: JsonObject; claims: JsonObject; publicKeys: readonly string[] } {
  const [header, claims, signature, ...rest] = text.split('.', 4).map(decodeBase64url);
  if (header === undefined || claims === undefined || !signature?.length || rest.length > 0) throw new SyntaxError();
  const token = { header: readObject(header), claims: readObject(claims) };
  const { alg } = copyOwn(token.header);
  if (typeof alg !== 'string' || /^\s*(none)?\s*$/i.test(alg)) throw new SyntaxError();
  return { ...token, publicKeys: Object.freeze([...new Set(keysIn(token.claims, false))]) };
}

function readObject(bytes: Uint8Array): JsonObject {
  const text = decodeUtf8(bytes);
  if (!/^\s*\{/.test(text)) throw new SyntaxError();
  return parseStrictJson(text) as JsonObject;
}

// Any point counts, wherever it stands; under a name that speaks of a key, anything does: an unknown form must not pass as "no key".
function keysIn(value: unknown, named: boolean): readonly string[] {
  if (value === null) return [];
  if (typeof value !== 'object') {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const isPoint = /^(0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i.test(text);
    return isPoint ? [text.toLowerCase()] : named ? [text] : [];
  }
  const { kty, x, y } = copyOwn(value as JsonObject);
  const isJwk = kty === 'EC' && typeof x === 'string' && typeof y === 'string';
  const inner = Object.entries(value).flatMap(([name, field]) =>
    keysIn(field, (named && !isJwk) || KEY_NAME.test(name)),
  );
  return isJwk ? [`04${encodeHex(decodeBase64url(x))}${encodeHex(decodeBase64url(y))}`, ...inner] : inner;
}

const MAX_DEPTH = 64;

/** A JSON object, frozen throughout. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Parses JSON that has one reading (RFC 8259, section 4): an object holds no name twice, not even in another case, as
 * some parsers ignore it; no `__proto__`; no number whose text a double doesn't give back; at most 64 levels. The result is deeply frozen.
 *
 * @throws SyntaxError without a word of the text.
 */
export function parseStrictJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    checkNamesAndNumbers(text);
    return freeze(value);
  } catch {
    throw new SyntaxError('The text is not JSON with one reading.');
  }
}

// The text is known to be JSON, so strings are all that can hide a bracket, a comma or a digit.
function checkNamesAndNumbers(text: string): void {
  const open: (Set<string> | null)[] = [];
  let names: Set<string> | null = null;
  let atName = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') {
      const start = at;
      for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
      if (atName) addName(names, text.slice(start, at + 1));
      atName = false;
    } else if (letter === '{' || letter === '[') {
      if (open.length === MAX_DEPTH) throw new SyntaxError();
      open.push(names);
      names = letter === '{' ? new Set() : null;
      atName = names !== null;
    } else if (letter === '}' || letter === ']') {
      names = open.pop() ?? null;
    } else if (letter === ',') {
      atName = names !== null;
    } else if (letter === '-' || (letter !== undefined && letter >= '0' && letter <= '9')) {
      number.lastIndex = at;
      const [digits = ''] = number.exec(text) ?? [];
      if (String(Number(digits)) !== digits) throw new SyntaxError();
      at += digits.length - 1;
    }
  }
}

const number = /[-+.\deE]+/y;

function addName(names: Set<string> | null, literal: string): void {
  // Upper case first: it maps the long s to S; the lower case of the Kelvin sign is k.
  const name = String(JSON.parse(literal)).toUpperCase().toLowerCase();
  if (name === '__proto__' || names?.has(name)) throw new SyntaxError();
  names?.add(name);
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

/** Checks that a payload is encoded, and that nothing in it, at any depth, reads as JSON, YAML, a form or a token. */
function isOpaque(payload: string): boolean {
  const layers = decodingsOf(payload);
  return (
    layers.length > 0 && !namesActivity(payload) && !layers.some(isStructured) && !shifted(payload).some(namesActivity)
  );
}

/** Decodes base64 without its first one to three characters, and hex at any offset: a reader may skip a prefix. */
function shifted(text: string): readonly string[] {
  const digits = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/g, '');
  const inBase64 = [1, 2, 3].map((skip) => atob(digits.slice(skip, digits.length - ((digits.length - skip) % 4))));
  const runs = text.match(/[0-9a-f]{26,}/gi) ?? [];
  const inHex = runs.flatMap((run) =>
    [0, 1].map((skip) => binaryOf(run.slice(skip, run.length - ((run.length - skip) % 2)))),
  );
  return [...inBase64, ...inHex];
}

function binaryOf(hex: string): string {
  return encodeBinary(decodeHex(hex));
}

/** Decodes a text, byte by character, in each encoding whose alphabet fits it. */
function decodingsOf(text: string): readonly string[] {
  const decodings: string[] = [];
  const hex = text.replace(/^(?:0x)+/i, '');
  if (hex.length % 2 === 0 && hex !== '' && !/[^0-9a-f]/i.test(hex)) {
    decodings.push(binaryOf(hex));
  }
  if (/^(?:[\w-]+|[A-Za-z0-9+/]+)={0,2}$/.test(text)) {
    try {
      decodings.push(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
    } catch {
      // A length that no bytes give.
    }
  }
  return decodings;
}

function isStructured(binary: string): boolean {
  // UTF-16 and UTF-32 without their zero bytes are the same text, and white space changes no reading.
  const text = binary.replace(/^(?:\u00ff\u00fe|\u00fe\u00ff|\u00ef\u00bb\u00bf)/, '').replaceAll(/[\0\t-\r ]/g, '');
  if (namesActivity(text) || /[{,]["'][^"']{1,64}["']:/.test(text)) return true;
  if (!isText(text)) return false;
  return /[{}[\]":=&<>]/.test(text) || /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text) || decodingsOf(text).some(isStructured);
}

function namesActivity(text: string): boolean {
  return /activity_type/i.test(text);
}

function isText(binary: string): boolean {
  // In random bytes hardly more than a third look like text: a few others hide nothing.
  if (binary.replaceAll(/[^!-~]/g, '').length > 0.9 * binary.length) return true;
  try {
    decodeUtf8(decodeBinary(binary));
    return true;
  } catch {
    return false;
  }
}
