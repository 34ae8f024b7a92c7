/** Notes of a wallet's activity, for `onEvent`. A lazy chunk, which only a listener loads, turns them into events. */
import { readInstant, type Clock } from '../../waiting.ts';
import { BaseError } from '../../errors.ts';
import { isCallersReason } from '../arguments.ts';
import type { WalletContext } from '../context.ts';
import type { Note, TakeNote, WalletEventListener } from './events.ts';
import type { WalletFlow } from '../facts.ts';
import type { tellEvents } from './tell-events.ts';

/** Records the events of one wallet; does nothing without a listener. */
export function createNotes(onEvent: WalletEventListener | undefined, clock: Clock): TakeNote {
  if (onEvent === undefined) return () => {};
  let events: Promise<ReturnType<typeof tellEvents>> | undefined;
  const load = (): NonNullable<typeof events> => {
    events ??= import('./tell-events.ts').then((chunk) => chunk.tellEvents(onEvent, BaseError, isCallersReason));
    return events;
  };
  // A chunk that failed to load is requested again.
  const forget = (): void => void (events = undefined);
  load().catch(forget);
  return (note) => {
    const now = readInstant(clock);
    load()
      .then((tell) => tell(note, now).catch(() => {}))
      .catch(forget);
  };
}

/** Runs some work and notes how it ended. */
export async function noted<Value>(
  { note, clock }: Pick<WalletContext, 'note' | 'clock'>,
  about: Note,
  run: () => Promise<Value>,
): Promise<Value> {
  const since = readInstant(clock);
  try {
    const value = await run();
    note({ ...about, since, value });
    return value;
  } catch (error) {
    note({ ...about, since, error });
    throw error;
  }
}

/** Runs a call of the wallet. Its flow gets a context that knows the epoch of the press, and notes activity as this call's. */
export function track<Result>(
  context: WalletContext,
  flow: WalletFlow,
  run: (context: WalletContext) => Promise<Result>,
): Promise<Result> {
  const own = begin(context, flow);
  return noted(own, { step: 'end' }, () => run(own));
}

/** Runs a call that yields one value after another: it ends when its caller leaves the loop. */
export async function* trackEach<Item>(
  context: WalletContext,
  flow: WalletFlow,
  run: (context: WalletContext) => AsyncIterable<Item>,
): AsyncGenerator<Item, void, undefined> {
  const own = begin(context, flow);
  const since = readInstant(context.clock);
  let failure: { readonly error?: unknown } = {};
  try {
    yield* run(own);
  } catch (error) {
    failure = { error };
    throw error;
  } finally {
    own.note({ step: 'end', since, ...failure });
  }
}

function begin(context: WalletContext, flow: WalletFlow): WalletContext {
  const call = (context.calls.count += 1);
  const note = (about: Note): void => context.note({ flow, call, ...about });
  const own = { ...context, epoch: context.session.epoch(), note };
  own.note({ step: 'begin' });
  return own;
}
