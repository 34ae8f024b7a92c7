/** Rate limits for each user, so that one user can't exhaust the service for the others. */
import { RelayError } from '../relay-error.ts';
import type { RelayCounter, RelayStore } from '../store/store.ts';
import type { PersonInVisit } from './sign-ins.ts';

/** A limit: so many within so many milliseconds, counted from the first one. */
export interface RelayRateLimit {
  /** How many. */
  readonly limit: number;
  /** Within how many milliseconds. */
  readonly windowMs: number;
}

/** Limits for each user; those of verifications are for each credential. */
export interface RelayLimits {
  /** Reads; 600 a minute by default. */
  readonly reads: RelayRateLimit;
  /** Changes that are begun: the first request of a signed action, logins, quotes; 60 a minute by default. */
  readonly changes: RelayRateLimit;
  /** Calls that find out whose a record is; 300 a minute by default. */
  readonly ownerChecks: RelayRateLimit;
  /**
   * Requests that complete a change, and so don't count as one: stamps that the service asked for, and those that end an own session or
   * pay an own quote; 120 a minute by default.
   */
  readonly completions: RelayRateLimit;
  /**
   * One-time codes that are sent; 10 in 10 minutes by default. On a wallet page 3 of them are kept for visits that have signed in
   * before, and a visit gets 4 in a row without a sign-in.
   */
  readonly codes: RelayRateLimit;
  /** Tries to verify one credential; 30 in 10 minutes by default. */
  readonly verifications: RelayRateLimit;
  /** Challenges for adding a passkey; 20 in 5 minutes, the lifetime of one, by default. */
  readonly challenges: RelayRateLimit;
}

/** Limits beyond which a request is refused; beyond `completions` it counts as a change. */
export type RelayLimitName = Exclude<keyof RelayLimits, 'completions'>;

/** The limits where nothing else is said. */
export const defaultRelayLimits: RelayLimits = Object.freeze({
  reads: Object.freeze({ limit: 600, windowMs: 60_000 }),
  changes: Object.freeze({ limit: 60, windowMs: 60_000 }),
  ownerChecks: Object.freeze({ limit: 300, windowMs: 60_000 }),
  completions: Object.freeze({ limit: 120, windowMs: 60_000 }),
  codes: Object.freeze({ limit: 10, windowMs: 600_000 }),
  verifications: Object.freeze({ limit: 30, windowMs: 600_000 }),
  challenges: Object.freeze({ limit: 20, windowMs: 300_000 }),
});

const messages: Readonly<Record<RelayLimitName, string>> = {
  reads: 'Too many requests were sent: try again later.',
  changes: 'Too many changes were begun: try again later.',
  ownerChecks: 'Too many records were looked up: try again later.',
  codes: 'Too many codes were asked for: try again later.',
  verifications: 'This was tried too often: try again later.',
  challenges: 'Too many passkeys were begun: try again later.',
};

// A second leg is sent again after a lost answer; the kit itself never sends one more often.
const triesPerLeg = 20;
const legMs = 600_000;
// A leg's counter begins here when the leg is expected, so that it also tells that one is.
const expected = 1_000_000;
/** Codes that a visit gets in a row without a sign-in. */
const codesInARow = 4;
/** Codes of a person that are kept for visits that have signed in before. */
const codesKept = 3;
/** A visit that has signed in is known as such for this, longer than most visits last. */
const signedInMs = 86_400_000;

/** Counts for one relay. */
export interface Limiter {
  /**
   * Counts one request under a limit. `subject` is the user, or the credential of a verification.
   * @throws RelayError `RELAY_RATE_LIMITED` with `retryAfter` once the limit is passed.
   */
  count(name: RelayLimitName, subject: string): Promise<void>;
  /** Counts a code that is sent. @throws RelayError `RELAY_RATE_LIMITED` as `count` */
  countCode(signer: PersonInVisit): Promise<void>;
  /** Remembers that a person has signed in at a visit. */
  noteSignIn(signer: PersonInVisit): Promise<void>;
  /** Remembers that the service asked this user for a stamp. `leg` is the request id with its request. */
  expectLeg(userId: string, leg: string): Promise<void>;
  /** Whether a stamped leg answers a challenge for this user, and neither it nor all of them together were sent too often. */
  isExpectedLeg(userId: string, leg: string): Promise<boolean>;
  /** Remembers that the service still processes this request, and expects it again. */
  expectRepeat(userId: string, path: string): Promise<void>;
  /** Whether the service expects this request again: true once for each time, and not too often together. */
  isRepeat(userId: string, path: string): Promise<boolean>;
  /** Whether a request about a user's own record stays uncounted, because it was not repeated too often. */
  isSpared(userId: string, action: string): Promise<boolean>;
}

/** Creates the limiter over a store. */
export function createLimiter(store: RelayStore, limits: RelayLimits): Limiter {
  const increment = (name: keyof RelayLimits, subject: string): Promise<RelayCounter> =>
    store.increment(`${name}:${subject}`, { ttlMs: limits[name].windowMs });
  const spare = async (userId: string, tries: number): Promise<boolean> =>
    tries > 0 && tries <= triesPerLeg && (await increment('completions', userId)).count <= limits.completions.limit;

  const refuseBeyond = (limit: number, { count, remainingMs }: RelayCounter, name: RelayLimitName): void => {
    if (count <= limit) return;
    throw new RelayError('RELAY_RATE_LIMITED', messages[name], {
      status: 429,
      retryAfter: Math.max(1, Math.ceil(remainingMs / 1000)),
    });
  };
  const count: Limiter['count'] = async (name, subject) =>
    refuseBeyond(limits[name].limit, await increment(name, subject), name);

  return Object.freeze({
    count,
    async countCode({ userId, visit }: PersonInVisit) {
      const { limit, windowMs: ttlMs } = limits.codes;
      if (visit !== null) {
        refuseBeyond(codesInARow, await store.increment(codesKey(visit), { ttlMs }), 'codes');
        // A visit without a sign-in can't use up all codes: a stolen ticket begins one.
        if ((await store.get(signedInKey(visit))) === null) {
          const ofNewVisits = await store.increment(`codes-of-new-visits:${userId}`, { ttlMs });
          refuseBeyond(Math.max(1, limit - codesKept), ofNewVisits, 'codes');
        }
      }
      await count('codes', userId);
    },
    async noteSignIn({ visit }: PersonInVisit) {
      if (visit === null) return;
      await store.put(signedInKey(visit), '1', { ttlMs: signedInMs });
      await store.take(codesKey(visit));
    },
    expectLeg: (userId: string, leg: string) => store.put(legKey(userId, leg), String(expected), { ttlMs: legMs }),
    async isExpectedLeg(userId: string, leg: string) {
      // Where none is expected, this starts a counter that ends at once.
      const { count } = await store.increment(legKey(userId, leg), { ttlMs: 1 });
      return spare(userId, count - expected);
    },
    expectRepeat: (userId: string, path: string) => store.put(repeatKey(userId, path), '1', { ttlMs: legMs }),
    isRepeat: async (userId: string, path: string) =>
      (await store.take(repeatKey(userId, path))) !== null && spare(userId, 1),
    async isSpared(userId: string, action: string) {
      const { count } = await store.increment(`tries:${action} ${userId}`, { ttlMs: legMs });
      return spare(userId, count);
    },
  });
}

function codesKey(visit: string): string {
  return `codes-in-a-row:${visit}`;
}

function signedInKey(visit: string): string {
  return `signed-in:${visit}`;
}

function repeatKey(userId: string, path: string): string {
  return `repeat:${path} ${userId}`;
}

function legKey(userId: string, leg: string): string {
  return `leg:${leg} ${userId}`;
}
