/** One press, one action: a second press meanwhile shares its outcome, and each caller may stop waiting by itself. */

import { onAbort } from '../abort.ts';
import { outcomeUnknown, type CreateTransportOptions, type UnknownOutcome } from '../transport/index.ts';

/** An action under way in this page. */
export interface Flight {
  readonly key: string;
  /** Aborts when the last caller has left and no request that can do the action was or will be sent: nobody joins the flight then. */
  readonly signal: AbortSignal;
  /** Whether the action was done or may still be: a caller who leaves then is told that the outcome is unknown. */
  isOpen: boolean;
  /** Whether the outcome is certain to be told: whoever gives up from now on hears it all the same. */
  isTold: boolean;
  /** Says that the outcome is known. False if every caller has left: nobody will hear it from this flight. */
  tell(): boolean;
  /** @throws the reason of the last caller, once all have left. */
  throwIfAbandoned(): void;
}

/** The newest flight about each thing: the card, the quote, the customer. */
export type Flights = Map<string, Flight>;

/** The flights of a wallet, which end with it. */
export interface FlightContext {
  readonly flights: Flights;
  readonly transportOptions: Pick<CreateTransportOptions, 'life'>;
}

/** Options of {@link shareFlight}. */
export interface ShareFlightOptions {
  /** What the action is about. Only the newest action about it is shared, so that presses keep their order. */
  readonly resource: string;
  /** Equal for equal actions. */
  readonly key: string;
  /** The flight that was under way at the press: joined even if it has ended by now. */
  readonly atPress?: Flight | undefined;
  readonly signal: AbortSignal | undefined;
  /** What a caller is told who stops waiting when the action may have been done. */
  readonly unknown: UnknownOutcome;
}

interface SharedFlight<Outcome> extends Flight {
  readonly outcome: Promise<Outcome>;
  join(): void;
  leave(reason: unknown): void;
}

/**
 * Runs an action, or waits for the equal one that is under way. If a caller's signal aborts, its promise rejects with the reason, or
 * with an unknown outcome if a request that can do the action was sent; the action itself goes on.
 */
export async function shareFlight<Outcome>(
  { flights, transportOptions: { life } }: FlightContext,
  { resource, key, atPress, signal, unknown }: ShareFlightOptions,
  run: (flight: Flight) => Promise<Outcome>,
): Promise<Outcome> {
  life.throwIfAborted();
  signal?.throwIfAborted();
  const running = (flights.get(resource) ?? atPress) as SharedFlight<Outcome> | undefined;
  const flight = running?.key === key && !running.signal.aborted ? running : startFlight(key, run);
  if (flight !== running) {
    flights.set(resource, flight);
    const forget = (): void => {
      if (flights.get(resource) === flight) flights.delete(resource);
    };
    flight.outcome.then(forget, forget);
  }
  flight.join();
  return new Promise<Outcome>((resolve, reject) => {
    const leave = (ended: AbortSignal | undefined) => (): void => {
      if (flight.isTold) return;
      stop();
      const reason: unknown = ended?.reason;
      const wasOpen = flight.isOpen;
      flight.leave(reason);
      reject(wasOpen ? outcomeUnknown(unknown, reason) : (reason as Error));
    };
    const stops = [life, signal].map((one) => onAbort(one, leave(one)));
    const stop = (): void => stops.forEach((end) => end());
    flight.outcome.then(resolve, reject).finally(stop);
  });
}

function startFlight<Outcome>(key: string, run: (flight: Flight) => Promise<Outcome>): SharedFlight<Outcome> {
  const controller = new AbortController();
  let callers = 0;
  let left: { readonly reason: unknown } | undefined;
  const flight: Omit<SharedFlight<Outcome>, 'outcome'> = {
    key,
    signal: controller.signal,
    isOpen: false,
    isTold: false,
    tell: () => (flight.isTold ||= callers > 0),
    throwIfAbandoned() {
      if (left === undefined) return;
      // This flight ends here: a later press begins another, which asks the service what came of this one.
      controller.abort(left.reason);
      throw left.reason;
    },
    join() {
      callers += 1;
      left = undefined;
    },
    leave(reason) {
      callers -= 1;
      if (callers > 0) return;
      left = { reason };
      if (!flight.isOpen) controller.abort(reason);
    },
  };
  // Without an await before it: a prompt that the action opens needs the click's user activation.
  const begin = async (): Promise<Outcome> => run(flight);
  return Object.assign(flight, { outcome: begin() });
}
