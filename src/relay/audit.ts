/** Events for the platform: one for each request. */
import type { RelayErrorCode } from './relay-error.ts';

/**
 * One request and its outcome. It holds no body, query, code or secret, no header but a well-formed `Request-Id`, and no text that a caller
 * chose.
 */
export interface RelayAuditEvent {
  /** Epoch ms. */
  readonly at: number;
  /** From the request to its answer. */
  readonly durationMs: number;
  /** The answer's `X-Request-Id`, made by the relay. */
  readonly requestId: string;
  /** Null if signed out, or if the request was refused before that was known. */
  readonly userId: string | null;
  /** The HTTP method; `OTHER` for one that a caller made up. */
  readonly method: string;
  /** The template of the route, for example `/quotes/{Quote}/execute`; null when there is none. */
  readonly route: string | null;
  /** Well-formed ids that the request named, whether the user's or not. */
  readonly ids: readonly string[];
  /**
   * The service's id of a signed action, well-formed: the `Request-Id` beside a stamp, which the service's `WALLET_OPERATION.*`
   * events name as `requestId`. Null without a stamp.
   */
  readonly serviceRequestId: string | null;
  /** Whether it was sent to the service, or may have been; a look-up before it doesn't count. */
  readonly forwarded: boolean;
  /**
   * `answered`: the service or the relay itself did; `refused`: the relay withheld the request, or an answer about
   * somebody else's record; `failed`: no usable answer came.
   */
  readonly outcome: 'answered' | 'refused' | 'failed';
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The relay's own code, when it refused or failed. */
  readonly code: RelayErrorCode | null;
  /**
   * Error of `identify` or of the store, even if the answer was given all the same; of `fetch`, only names and codes.
   * Nothing of the service's answer.
   */
  readonly cause?: unknown;
}

/** Called for every request before its answer is given. Nothing waits for its promise, and its errors are ignored. */
export type RelayAudit = (event: RelayAuditEvent) => void | Promise<void>;
