/** Equal presses in one page share one run, each caller may stop waiting by itself, and a run has a deadline. */
import { bare } from '../../own-members.ts';
import { onAbort, unlessAborted, type Clock } from '../../waiting.ts';
import { outcomeUnknown, TransportError } from '../../transport/index.ts';
import type { CreateTransportOptions, UnknownOutcome } from '../../transport/index.ts';
import { WalletError } from '../wallet-error.ts';

/** A run under way, as the work in it sees it. */
export interface Flight {
  /** Aborts when the last caller has left and nothing was sent that can do the action. */
  readonly signal: AbortSignal;
  /** Set once a request was sent that can do the action: a caller that leaves then gets an unknown outcome, and the run goes on. */
  isSent: boolean;
  /** Whether somebody still waits for the outcome. */
  hasCallers(): boolean;
}

/** A run with those who wait for it. */
interface SharedRun<Outcome> extends Flight {
  readonly content: string | undefined;
  readonly outcome: Promise<Outcome>;
  callers: number;
  readonly controller: AbortController;
}

/** The runs of a wallet, by what makes presses equal. */
export type Flights = Map<string, SharedRun<unknown>>;

/** Parts of a wallet's context that sharing takes. */
interface SharingContext {
  readonly flights: Flights;
  readonly clock: Clock;
  readonly transportOptions: Pick<CreateTransportOptions, 'life' | 'timeoutMs'>;
}

/** Options of {@link share}. */
export interface ShareOptions {
  /** Equal for equal presses, and for those that would do the same in another way. */
  readonly key: string;
  /** The way: a press with another text is refused with this message, since after the first it would do the same again. */
  readonly content?: { readonly text: string; readonly busy: string };
  readonly signal: AbortSignal | undefined;
  /** Message for a caller who stops waiting once the action may have been done. */
  readonly unknown: UnknownOutcome;
}

/**
 * Runs an action, or joins an equal run under way. If a caller's signal aborts, or the wallet is closed, its promise
 * rejects: with an unknown outcome if the action may have been done, otherwise with the reason.
 *
 * @throws WalletError `BUSY` beside a run with the same key and another content
 */
export async function share<Outcome>(
  { flights, transportOptions: { life } }: SharingContext,
  how: ShareOptions,
  run: (flight: Flight) => Promise<Outcome>,
): Promise<Outcome> {
  const { key, content, signal, unknown } = bare(how);
  life.throwIfAborted();
  signal?.throwIfAborted();
  let flight = flights.get(key) as SharedRun<Outcome> | undefined;
  if (flight === undefined) {
    const begun = begin(run, content?.text);
    flight = begun;
    flights.set(key, begun);
    const remove = (): void => {
      if (flights.get(key) === begun) flights.delete(key);
    };
    begun.outcome.then(remove, remove);
    // Don't join an aborted run.
    onAbort(begun.signal, remove);
  }
  if (content !== undefined && flight.content !== content.text) throw busy(content.busy);
  const shared = flight;
  shared.callers += 1;
  return new Promise<Outcome>((resolve, reject) => {
    const leave = (reason: unknown): void => {
      stop();
      shared.callers -= 1;
      if (shared.callers === 0 && !shared.isSent) shared.controller.abort(reason);
      reject(shared.isSent ? outcomeUnknown(unknown, reason) : (reason as Error));
    };
    const stops = [life, signal].map((one) => onAbort(one, () => leave(one?.reason)));
    const stop = (): void => stops.forEach((end) => end());
    shared.outcome.then(resolve, reject).finally(stop);
  });
}

function begin<Outcome>(run: (flight: Flight) => Promise<Outcome>, content: string | undefined): SharedRun<Outcome> {
  const controller = new AbortController();
  const flight: Omit<SharedRun<Outcome>, 'outcome'> = {
    content,
    controller,
    signal: controller.signal,
    isSent: false,
    callers: 0,
    hasCallers: () => flight.callers > 0,
  };
  // Without an await before it: a prompt that the action opens needs the click's user activation.
  return Object.assign(flight, { outcome: (async () => run(flight))() });
}

/** Ends a run once it has lasted as long as one answer may take, and 15 s. */
export async function withDeadline<Result>(
  { clock, transportOptions }: SharingContext,
  run: (deadline: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const stop = clock.schedule(transportOptions.timeoutMs + 15_000, () => {
    controller.abort(new TransportError('TIMED_OUT', "The service didn't answer in time.", { nextStep: 'retry' }));
  });
  try {
    return await unlessAborted(run(controller.signal), controller.signal);
  } finally {
    stop();
  }
}

/** The error for an action beside another one, which runs or has just run. */
export function busy(message: string): WalletError {
  return new WalletError('BUSY', message, { nextStep: 'retry' });
}
