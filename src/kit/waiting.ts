/** Time and waiting: the device's clocks and timer, abortable waits, and a queue. */

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
  /** Runs once after `delayMs`, or later if timers are throttled, but within 24 days; returns a function that cancels it. */
  schedule(delayMs: number, run: () => void): () => void;
}

/** A partial clock from a caller; the system's functions complete it. */
export type PartialClock = Pick<Clock, 'now'> & Partial<Clock>;

/** Reads both clocks at once. */
export function readInstant(clock: Clock): Instant {
  return { wall: clock.now(), monotonic: clock.monotonic() };
}

/** Elapsed time, ms, by the clock that has moved further: people set the wall clock back, and the other may stand still in sleep. */
export function elapsedMs(since: Instant, now: Instant): number {
  return Math.max(now.wall - since.wall, now.monotonic - since.monotonic);
}

/** The platform's own clock: `Date.now`, `performance.now`, `setTimeout`. */
export function createSystemClock(): Clock {
  return Object.freeze({
    now: () => Date.now(),
    monotonic: () => performance.now(),
    schedule(delayMs: number, run: () => void) {
      // Engines run timers beyond 31 bits at once. A caller that wakes too early checks again.
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

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `run` when a signal aborts that isn't aborted yet; returns a function that stops it. Callers share one
 * listener: Node warns of many.
 */
export function onAbort(signal: AbortSignal | undefined, run: () => void): () => void {
  if (signal === undefined) return () => {};
  let runs = waiting.get(signal);
  if (runs === undefined) {
    const all = new Set<() => void>();
    waiting.set(signal, (runs = all));
    signal.addEventListener('abort', () => all.forEach((one) => one()));
  }
  // The same function may wait twice.
  const one = (): void => run();
  runs.add(one);
  return () => void waiting.get(signal)?.delete(one);
}

/** The outcome of `work`, or, once the signal aborts, a rejection with its reason. `work` goes on. */
export function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal?.reason as Error);
    if (signal?.aborted === true) stop();
    work.then(resolve, reject).finally(onAbort(signal, stop));
  });
}

/** Runs a piece of work once all earlier ones have settled. */
export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Creates an empty queue. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
