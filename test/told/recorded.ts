/** The events of the test that runs, of whatever it has made: what the rows of docs/reliability.md are held against. */
import type { WalletEvent } from 'countersign';
import { expect } from 'vitest';
import type { TakeNote } from '../../src/wallet/events.ts';
import { eventually } from '../eventually.ts';

let recorded: WalletEvent[] = [];
/** Notes of which nothing was told yet. */
let untold = new Set<object>();

/** Keeps an event, as `onEvent` hears it. */
export function record(event: WalletEvent): void {
  recorded.push(event);
}

/** Keeps what is told of the notes that `make`'s taker takes, and waits with {@link allTold} until it is told. */
export function recordNotes(make: (onEvent: (event: WalletEvent) => void) => TakeNote): TakeNote {
  const waiting: object[] = [];
  const take = make((event) => {
    untold.delete(waiting.shift() ?? {});
    record(event);
  });
  return (note) => {
    waiting.push(note);
    untold.add(note);
    take(note);
  };
}

/** Forgets the events of the test before. */
export function forget(): void {
  recorded = [];
  untold = new Set();
}

/** What was told, event by event, once all of it is told: how calls ended, how actions moved, and what became of the state. */
export async function allTold(): Promise<readonly string[]> {
  await import('../../src/wallet/tell-events.ts');
  await eventually(() => expect(untold.size).toBe(0));
  // Each event is told in a turn of its own.
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  return recorded.flatMap((event) => {
    const { step } = event;
    if (step === 'end') return [words(event.flow, event.outcome, event.code, event.nextStep)];
    if (step === 'transition') return [words(`${event.phase}:`, event.outcome)];
    if (step === 'state') return [words('state', event.outcome, event.reason, event.storage)];
    return [];
  });
}

const words = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' ');
