/** Time limits, on a clock that can be handed in. */
import type { Clock } from '../kit/waiting.ts';

/** A time limit joined with a caller's own wish to stop. */
export interface Deadline {
  /** Aborted by whichever comes first. */
  readonly signal: AbortSignal;
  readonly timedOut: () => boolean;
  /** Rejects as soon as the signal aborts, even if the awaited work ignores it. */
  readonly race: <T>(work: Promise<T>) => Promise<T>;
  clear(): void;
}

/** Starts a time limit that also ends when `signal` aborts; {@link Deadline.clear} must be called. */
export function startDeadline(clock: Clock, ms: number, signal: AbortSignal): Deadline {
  const controller = new AbortController();
  let late = false;
  const cancel = clock.schedule(ms, () => {
    late = true;
    controller.abort();
  });
  const follow = (): void => controller.abort();
  if (signal.aborted) follow();
  signal.addEventListener('abort', follow, { once: true });
  const stopped = new Promise<never>((_resolve, reject) => {
    const stop = (): void => reject(new DOMException('stopped', 'AbortError'));
    if (controller.signal.aborted) stop();
    controller.signal.addEventListener('abort', stop, { once: true });
  });
  // If no race is pending when the limit strikes, that isn't an unhandled failure.
  stopped.catch(() => undefined);
  return {
    signal: controller.signal,
    timedOut: () => late,
    // In this order, so that what comes too late doesn't count.
    race: (work) => Promise.race([stopped, work]),
    clear: () => {
      cancel();
      signal.removeEventListener('abort', follow);
    },
  };
}

/** Options of {@link withinTime}. */
export interface WithinTimeOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Makes the error for work that takes longer. */
  readonly late: () => Error;
}

/** Waits for work up to a limit; a later result is ignored. */
export function withinTime<T>(work: () => T | Promise<T>, { clock, timeoutMs, late }: WithinTimeOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(timeoutMs, () => reject(late()));
    (async () => work())().then(resolve, reject).finally(cancel);
  });
}
