/** A clock that stands still until a test moves it. */

/** The clock, and how a test moves it. */
export interface TestClock {
  now(): number;
  schedule(delayMs: number, run: () => void): () => void;
  advance(ms: number): void;
  /** How many timers wait. */
  pending(): number;
}

/** Creates a clock at a fixed moment. */
export function createTestClock(): TestClock {
  let now = Date.UTC(2027, 0, 1);
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    schedule(delayMs, run) {
      const timer = { at: now + delayMs, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      now += ms;
      for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
        if (timer.at > now) continue;
        timers.delete(timer);
        timer.run();
      }
    },
    pending: () => timers.size,
  };
}
