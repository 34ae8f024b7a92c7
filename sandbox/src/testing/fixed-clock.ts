/** A clock that stands still until a test moves it. */
import type { Clock } from 'countersign';
import { checkOptionNames } from '../../../src/kit/options.ts';

/** A {@link Clock} under a test's control. */
export interface FixedClock extends Clock {
  /** Lets time pass on both clocks, and runs what falls due in order of its time, then of its making. */
  advance(ms: number): void;
  /** Moves wall time alone, forward or back: somebody set the clock, or the device slept. */
  jump(ms: number): void;
  /** How many scheduled callbacks wait. */
  pending(): number;
}

/** Options of {@link createFixedClock}. */
export interface FixedClockOptions {
  /** Wall time to begin with, epoch ms. */
  readonly now: number;
}

/**
 * Creates a clock that begins at `now`, with the monotonic clock at 0.
 *
 * @example
 * const clock = createFixedClock({ now: Date.parse('2026-01-15T12:00:00Z') });
 * const wallet = createWallet({ relay: '/wallet', accountId, enclaveKeys, clock });
 * clock.advance(60_000);
 *
 * @throws TypeError, RangeError naming the argument.
 */
export function createFixedClock(options: FixedClockOptions): FixedClock {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('createFixedClock: options must be an object');
  const { now } = options;
  requireMs(now, 'now');
  checkOptionNames(options, { now }, 'createFixedClock');
  let offset = now;
  let monotonic = 0;
  let entries: readonly { readonly due: number; readonly run: () => void }[] = [];
  return Object.freeze({
    now: () => offset + monotonic,
    monotonic: () => monotonic,
    schedule(delayMs: number, run: () => void) {
      requireMs(delayMs, 'delayMs');
      if (typeof run !== 'function') throw new TypeError('run must be a function');
      const entry = { due: monotonic + Math.max(0, delayMs), run };
      const later = entries.findIndex((other) => other.due > entry.due);
      const at = later === -1 ? entries.length : later;
      entries = [...entries.slice(0, at), entry, ...entries.slice(at)];
      return () => {
        entries = entries.filter((other) => other !== entry);
      };
    },
    advance(ms: number) {
      requireMs(ms, 'ms');
      if (ms < 0) throw new RangeError('ms must not be negative');
      const until = monotonic + ms;
      for (let next = entries[0]; next !== undefined && next.due <= until; next = entries[0]) {
        entries = entries.slice(1);
        monotonic = Math.max(monotonic, next.due);
        next.run();
      }
      // Work that fell due may have moved the clock further.
      monotonic = Math.max(monotonic, until);
    },
    jump(ms: number) {
      requireMs(ms, 'ms');
      offset += ms;
    },
    pending: () => entries.length,
  });
}

function requireMs(value: unknown, argument: string): void {
  if (typeof value !== 'number') throw new TypeError(`${argument} must be a number of milliseconds`);
  if (!Number.isFinite(value)) throw new RangeError(`${argument} must be finite`);
}
