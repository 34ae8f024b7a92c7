/** The last requests: their signers, refusals and reasons; never a body, a code, a stamp or a header. */

/** One request as logged. */
export interface LoggedRequest {
  /** Counts all requests from 1, over resets too: what comes after a number came later. */
  readonly number: number;
  /** ISO 8601, sandbox time. */
  readonly at: string;
  /** HTTP method. */
  readonly method: string;
  /** Path within the API, without its query. */
  readonly path: string;
  /** 2 when a signature or a `Request-Id` came along. */
  readonly leg: 1 | 2;
  /** The status answered; null when the answer was dropped. */
  readonly status: number | null;
  /** Code of the error answered. */
  readonly code?: string;
  /** Compressed public key (hex) of a signature that was accepted. */
  readonly signedBy?: string;
  /** Why it was refused. */
  readonly refusal?: string;
  /** The answer was the one remembered for its idempotency key. */
  readonly replayed?: true;
  /** Fields and query parameters that the route doesn't know, where they are accepted. */
  readonly unknownFields?: readonly string[];
  /** A fault rule had a hand in it. */
  readonly fault?: true;
}

/** A ring of requests. */
export interface RequestLog {
  add(entry: Omit<LoggedRequest, 'number'>): void;
  list(): readonly LoggedRequest[];
  clear(): void;
}

/** An empty log that keeps the last entries, as many as `capacity`. */
export function createRequestLog(capacity: number): RequestLog {
  let entries: LoggedRequest[] = [];
  let number = 0;
  return Object.freeze({
    add(entry: Omit<LoggedRequest, 'number'>) {
      number += 1;
      entries.push(Object.freeze({ number, ...entry }));
      if (entries.length >= 2 * capacity) entries = entries.slice(-capacity);
    },
    list: () => entries.slice(-capacity),
    clear() {
      entries = [];
    },
  });
}
