/** Reads a request's body so that it has one reading only, within a size and a time. */
import { decodeUtf8, type Bytes } from '../../kit/encoding/index.ts';
import type { Clock } from '../../kit/waiting.ts';
import { startDeadline } from '../deadline.ts';
import { readBytes } from './read-bytes.ts';
import { RelayError } from '../relay-error.ts';

/** Options of {@link readBody}. */
export interface ReadBodyOptions {
  readonly clock: Clock;
  readonly maxBytes: number;
}

const timeoutMs = 10_000;

/** A body: its own bytes, and the one value they stand for. */
export interface CanonicalBody {
  readonly bytes: Bytes;
  readonly value: unknown;
}

/**
 * Reads the bytes of a request's body; none when there is none.
 * @throws RelayError `RELAY_BODY_CONSUMED`, `RELAY_BODY_TOO_LARGE`, `RELAY_BODY_TIMED_OUT`, `RELAY_CLIENT_CLOSED`.
 */
export async function readBody(request: Request, { clock, maxBytes }: ReadBodyOptions): Promise<Bytes> {
  if (request.bodyUsed || request.body?.locked === true) {
    throw new RelayError(
      'RELAY_BODY_CONSUMED',
      "The body was read too early: mount the relay before body parsers, and don't read the body in identify.",
      { status: 500 },
    );
  }
  // A worker runtime may leave the length out; the count below is what holds.
  if (Number(request.headers.get('Content-Length') ?? '0') > maxBytes) throw tooLarge(maxBytes);
  return request.body === null ? new Uint8Array(0) : collect(request, clock, maxBytes);
}

/**
 * Parses a body; null when it is empty.
 * @throws RelayError `RELAY_CONTENT_TYPE_UNSUPPORTED`, `RELAY_BODY_NOT_CANONICAL`.
 */
export function parseBody(bytes: Bytes, headers: Headers): CanonicalBody | null {
  if (bytes.length === 0) return null;
  checkContentType(headers);
  return { bytes, value: parseCanonical(bytes) };
}

/** JSON in UTF-8, and not compressed. */
function checkContentType(headers: Headers): void {
  const type = headers.get('Content-Type') ?? '';
  const json = /^application\/json(; ?charset=(utf-8|"utf-8"))?$/i.test(type);
  if (json && headers.get('Content-Encoding') === null) return;
  throw new RelayError('RELAY_CONTENT_TYPE_UNSUPPORTED', 'The body must be application/json, in UTF-8, uncompressed.', {
    status: 415,
  });
}

async function collect(request: Request, clock: Clock, maxBytes: number): Promise<Bytes> {
  const deadline = startDeadline(clock, timeoutMs, request.signal);
  const { race } = deadline;
  try {
    return await readBytes(request.body, { maxBytes, race, tooLarge: () => tooLarge(maxBytes) });
  } catch (cause) {
    if (cause instanceof RelayError) throw cause;
    if (deadline.timedOut()) {
      throw new RelayError('RELAY_BODY_TIMED_OUT', `The body didn't arrive within ${timeoutMs / 1000} s.`, {
        status: 408,
      });
    }
    throw new RelayError('RELAY_CLIENT_CLOSED', 'The request ended before its body did.', { status: 499 });
  } finally {
    deadline.clear();
  }
}

/**
 * Two readers may differ on duplicate keys, other spellings of a number, white space or a byte order mark. None
 * survives the round trip, so all are refused.
 */
function parseCanonical(bytes: Uint8Array): unknown {
  let value: unknown;
  let canonical = false;
  try {
    const text = decodeUtf8(bytes);
    value = JSON.parse(text);
    canonical = JSON.stringify(value) === text;
  } catch {
    canonical = false;
  }
  if (canonical) return value;
  throw new RelayError('RELAY_BODY_NOT_CANONICAL', 'The body must be JSON exactly as JSON.stringify writes it.', {
    status: 400,
  });
}

function tooLarge(maxBytes: number): RelayError {
  return new RelayError('RELAY_BODY_TOO_LARGE', `The body must not be larger than ${maxBytes} bytes.`, { status: 413 });
}
