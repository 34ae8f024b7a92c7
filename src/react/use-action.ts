/** One action of the wallet behind a button: whether it runs, how it failed, and the way to give it up. */
import { useRef, useState } from 'react';
import type { Wallet } from '../wallet/index.ts';
import { useHolder } from './wallet-provider.ts';

/** Handed to the action with the wallet. */
export interface ActionOptions {
  /** Aborted by `cancel`. */
  readonly signal: AbortSignal;
}

/** The state of an action, and what can be done with it. */
export interface Action<Given extends readonly unknown[], Result> {
  /** Starts the action; while it runs, the run under way. Never rejects: `undefined` after an error, which is in `error`. */
  readonly run: (...given: Given) => Promise<Result | undefined>;
  /** Whether it runs. */
  readonly pending: boolean;
  /** What the last run rejected with; undefined while one runs. */
  readonly error: unknown;
  /** What the last run resolved with; undefined while one runs. */
  readonly result: Result | undefined;
  /** Gives the run up: `error` then says `OUTCOME_UNKNOWN` if a stamp was sent, and else holds the signal's reason. */
  readonly cancel: () => void;
}

/**
 * Runs an action of the wallet. It goes on when the component is unmounted, since a payment is not undone by leaving a page.
 *
 * @example
 * const pay = useAction((wallet, { signal }, quote: Quote) => wallet.quote.execute(quote, { signal }));
 * return <button disabled={pay.pending} onClick={() => pay.run(quote)}>Pay</button>;
 */
export function useAction<Given extends readonly unknown[], Result>(
  action: (wallet: Wallet, options: ActionOptions, ...given: Given) => Promise<Result>,
): Action<Given, Result> {
  const holder = useHolder();
  const running = useRef<{ readonly controller: AbortController; readonly outcome: Promise<Result | undefined> }>(null);
  const [{ pending, error, result }, show] = useState<{ pending: boolean; error?: unknown; result?: Result }>({
    pending: false,
  });
  const start = async (controller: AbortController, given: Given): Promise<Result | undefined> => {
    try {
      // An action that throws at once ends later too: what runs is kept first.
      const done = await (async () => action(holder.current(), { signal: controller.signal }, ...given))();
      running.current = null;
      show({ pending: false, result: done });
      return done;
    } catch (cause) {
      running.current = null;
      show({ pending: false, error: cause });
      return undefined;
    }
  };
  return {
    run(...given) {
      if (!running.current) {
        const controller = new AbortController();
        show({ pending: true });
        running.current = { controller, outcome: start(controller, given) };
      }
      return running.current.outcome;
    },
    pending,
    error,
    result,
    cancel: () => running.current?.controller.abort(),
  };
}
