/** The sandbox's time: a clock, an offset that the control plane moves, and the events that fall due. */

import type { Clock } from 'countersign';

/** Something that happens by itself at a time. */
export interface DueEvent {
  readonly at: number;
  /** Breaks ties: events of one instant happen in the order in which they were arranged. */
  readonly order: number;
  readonly kind: string;
  readonly subject: string;
  readonly detail?: string;
}

/** The part of the state that is about time. */
export interface ClockState {
  offset: number;
  order: number;
  due: DueEvent[];
}

/** Time zero of a fresh sandbox: no offset, nothing due. */
export function createClockState(): ClockState {
  return { offset: 0, order: 0, due: [] };
}

/** Tells the time and keeps the queue. */
export interface SandboxClock {
  /** Epoch milliseconds; while an event runs, the time at which it was due. */
  now(): number;
  /** The same as an ISO 8601 string. */
  iso(): string;
  /** Puts an event into the queue. */
  after(delayMs: number, kind: string, subject: string, detail?: string): void;
  /** Takes the events of a subject out of the queue. */
  cancel(kind: string, subject: string): void;
  /** Time of the next event; null when none waits. */
  nextDue(): number | null;
  /** Runs everything due, earliest first, events arranged on the way included. */
  runDue(run: (event: DueEvent) => void): void;
  /** Moves the offset forward. */
  advance(ms: number): void;
}

/** Makes a clock over `base`; `state` is read at each call, so the state that holds it may be replaced. */
export function createSandboxClock(base: Pick<Clock, 'now'>, state: () => ClockState): SandboxClock {
  let frozen: number | null = null;
  const now = (): number => frozen ?? Math.floor(base.now()) + state().offset;
  return Object.freeze({
    now,
    iso: () => new Date(now()).toISOString(),
    after(delayMs: number, kind: string, subject: string, detail?: string) {
      const clock = state();
      clock.order += 1;
      const event: DueEvent = {
        at: now() + delayMs,
        order: clock.order,
        kind,
        subject,
        ...(detail === undefined ? {} : { detail }),
      };
      const place = clock.due.findIndex((other) => other.at > event.at);
      clock.due.splice(place === -1 ? clock.due.length : place, 0, event);
    },
    cancel(kind: string, subject: string) {
      const clock = state();
      clock.due = clock.due.filter((event) => event.kind !== kind || event.subject !== subject);
    },
    nextDue: () => state().due[0]?.at ?? null,
    runDue(run: (event: DueEvent) => void) {
      const until = now();
      try {
        for (let next = state().due[0]; next !== undefined && next.at <= until; next = state().due[0]) {
          state().due.shift();
          frozen = next.at;
          run(next);
        }
      } finally {
        frozen = null;
      }
    },
    advance(ms: number) {
      state().offset += ms;
    },
  });
}
