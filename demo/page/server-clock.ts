/** The service's time, as its answers tell it: a quote runs out there, not by this device's clock. */

/** Tells the service's time and how long remains. */
export interface ServerClock {
  /** Learns from an answer's `Date` header or an ISO date-time; `null` and unreadable dates teach nothing. */
  learn(date: string | null): void;
  /** The service's time, epoch ms. */
  now(): number;
  /** How far the service is ahead of this device, ms. */
  aheadMs(): number;
}

/** Makes a clock; `wall` is epoch ms and `monotonic` ms that never go back. */
export function createServerClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): ServerClock {
  let origin = wall() - monotonic();
  return Object.freeze({
    learn(given: string | null): void {
      const date = given === null ? Number.NaN : Date.parse(given);
      // The header has whole seconds: count from the end of its second, so that nothing lasts too long.
      const rounding = given?.includes('.') === true ? 0 : 999;
      if (!Number.isNaN(date)) origin = date + rounding - monotonic();
    },
    now: () => origin + monotonic(),
    aheadMs: () => origin + monotonic() - wall(),
  });
}
