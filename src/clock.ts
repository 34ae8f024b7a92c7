/** The device's two clocks and its timer, as one thing that can be handed in. */

/** A point in time on both clocks of this page. */
export interface Instant {
  /** Epoch milliseconds; people and time servers set it. */
  readonly wall: number;
  /** Milliseconds since a start that differs from page to page; never goes back, and may stand still while the device sleeps. */
  readonly monotonic: number;
}

/** Time as the kit sees it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds, never going back, comparable within one page only. */
  monotonic(): number;
  /** Runs once after `delayMs`, or later where timers are throttled, and within 24 days in any case; returns what cancels it. */
  schedule(delayMs: number, run: () => void): () => void;
}

/** A clock that a caller gives in part; the system's own fills in what is missing. */
export type PartialClock = Pick<Clock, 'now'> & Partial<Clock>;

/** Reads both clocks at once. */
export function readInstant(clock: Clock): Instant {
  return { wall: clock.now(), monotonic: clock.monotonic() };
}

/** The platform's own clock: `Date.now`, `performance.now`, `setTimeout`. */
export function createSystemClock(): Clock {
  return Object.freeze({
    now: () => Date.now(),
    monotonic: () => performance.now(),
    schedule(delayMs: number, run: () => void) {
      // Engines run at once what is due beyond 31 bits; too early, whoever waits looks again.
      const timer = setTimeout(run, Math.min(delayMs, 2e9));
      return () => clearTimeout(timer);
    },
  });
}

/** A whole clock: the given one's functions, and the system's for those that it lacks. */
export function completeClock(given: PartialClock | undefined): Clock {
  const system = createSystemClock();
  if (given === undefined) return system;
  return Object.freeze({
    now: () => given.now(),
    monotonic: () => (given.monotonic === undefined ? system.monotonic() : given.monotonic()),
    schedule: (delayMs: number, run: () => void) =>
      given.schedule === undefined ? system.schedule(delayMs, run) : given.schedule(delayMs, run),
  });
}
