/** Rules that make the network or the service fail on purpose. */

/** A span of time in ms; each request draws its own from it. */
export interface DelayRange {
  /** The shortest. */
  readonly min: number;
  /** The longest. */
  readonly max: number;
}

/** A rule; what is left out matches everything. */
export interface FaultRule {
  /** HTTP method. */
  readonly method?: string | undefined;
  /** Path within the API; `*` stands for any run of characters but `/`. */
  readonly path?: string | undefined;
  /** 1: without a signature; 2: with one. */
  readonly leg?: 1 | 2 | undefined;
  /** Number of fitting requests that pass before it meets one. Default 0. */
  readonly skip?: number | undefined;
  /** Number of requests that it meets; null for no end. Default 1. */
  readonly count: number | null;
  /** Probability that it meets a fitting request, 0 to 1. Default 1. */
  readonly probability?: number | undefined;
  /** Delay of the request before anything else, ms. */
  readonly delayMs?: number | DelayRange | undefined;
  /** Answered instead of handling the request. */
  readonly status?: number | undefined;
  /** Code of the error body, if `body` is left out. */
  readonly code?: string | undefined;
  /** JSON of the answer, where `status` makes one up. */
  readonly body?: unknown;
  /**
   * Number of signed requests that are answered as still processed: 200 with `PROCESSING` and no id. Stands
   * for `leg`, `status`, `body` and `count`.
   */
  readonly processing?: number | undefined;
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number | undefined;
  /** Loses the answer: before the request took effect, or after. */
  readonly drop?: 'before' | 'after' | undefined;
  /** Spoils the answer: cuts its body in half, or puts a page of HTML in its place, as a gateway would. */
  readonly spoil?: 'truncated' | 'html' | undefined;
  /** Moves the answer's `Date` header by so many ms, either way. */
  readonly dateSkewMs?: number | undefined;
}
