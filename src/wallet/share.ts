/** Equal presses in one page share one run, and each caller may stop waiting by itself. */
import { onAbort } from '../abort.ts';
import { outcomeUnknown, type CreateTransportOptions, type UnknownOutcome } from '../transport/index.ts';

/** A run under way, as the work in it sees it. */
export interface Flight {
  /** Aborts when the last caller has left and nothing was sent that can do the action. */
  readonly signal: AbortSignal;
  /** Set once something was sent that can do the action: whoever leaves then hears that the outcome is unknown, and the run goes on. */
  isSent: boolean;
  /** Whether somebody still waits for the outcome. */
  isAwaited(): boolean;
}

interface SharedRun<Outcome> extends Flight {
  readonly outcome: Promise<Outcome>;
  callers: number;
  readonly controller: AbortController;
}

/** The runs of a wallet, by what makes presses equal. */
export type Flights = Map<string, SharedRun<unknown>>;

/** The runs of a wallet, which end with it. */
export interface ShareContext {
  readonly flights: Flights;
  readonly transportOptions: Pick<CreateTransportOptions, 'life'>;
}

/** Options of {@link share}. */
export interface ShareOptions {
  /** Equal for equal presses. */
  readonly key: string;
  readonly signal: AbortSignal | undefined;
  /** What a caller is told who stops waiting once the action may have been done. */
  readonly unknown: UnknownOutcome;
}

/**
 * Runs an action, or waits for the equal one that is under way. If a caller's signal aborts, or the wallet is closed, its promise
 * rejects with the reason, or with an unknown outcome if the action may have been done.
 */
export async function share<Outcome>(
  { flights, transportOptions: { life } }: ShareContext,
  { key, signal, unknown }: ShareOptions,
  run: (flight: Flight) => Promise<Outcome>,
): Promise<Outcome> {
  life.throwIfAborted();
  signal?.throwIfAborted();
  let flight = flights.get(key) as SharedRun<Outcome> | undefined;
  if (flight === undefined) {
    const begun = begin(run);
    flight = begun;
    flights.set(key, begun);
    const forget = (): void => {
      if (flights.get(key) === begun) flights.delete(key);
    };
    begun.outcome.then(forget, forget);
    // Nobody joins a run that was given up.
    onAbort(begun.signal, forget);
  }
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

function begin<Outcome>(run: (flight: Flight) => Promise<Outcome>): SharedRun<Outcome> {
  const controller = new AbortController();
  const flight: Omit<SharedRun<Outcome>, 'outcome'> = {
    controller,
    signal: controller.signal,
    isSent: false,
    callers: 0,
    isAwaited: () => flight.callers > 0,
  };
  // Without an await before it: a prompt that the action opens needs the click's user activation.
  return Object.assign(flight, { outcome: (async () => run(flight))() });
}
