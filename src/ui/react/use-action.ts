/** One action of the wallet behind a button: whether it runs, how it failed, and the way to give it up. */
import { useCallback, useInsertionEffect, useRef, useState } from 'react';
import type { Wallet } from '../../kit/wallet/index.ts';
import { walletBehind } from './wallet-maker.ts';
import { useWallet } from './wallet-provider.ts';

/** Handed to the action with the wallet. */
export interface ActionOptions {
  /** Aborted by `cancel`. */
  readonly signal: AbortSignal;
}

/** The state of an action, and what can be done with it. */
export interface Action<Given extends readonly unknown[], Result> {
  /**
   * Starts the action of the newest render, or joins its run that is under way with the same arguments. Never rejects: `undefined`
   * after an error, which is in `error`. The same function at each render.
   */
  readonly run: (...given: Given) => Promise<Result | undefined>;
  /** Whether a run is under way. */
  readonly pending: boolean;
  /** Error of the last run that failed; undefined again from the next press on, unless another run is under way then. */
  readonly error?: unknown;
  /** Result of the last run that succeeded; undefined again like `error`. */
  readonly result?: Result | undefined;
  /** Gives up all runs. `error` then is `OUTCOME_UNKNOWN` if a stamp was sent, and else the signal's reason. */
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
  const wallet = useWallet();
  const [shown, show] = useState<Shown<Result>>({ pending: false });
  const runs = useRef(new Map<AbortController, Run<Result>>());
  const newest = useRef(action);
  // Before any effect that may call `run`.
  useInsertionEffect(() => {
    newest.current = action;
  });
  const run = useCallback(
    (...given: Given) => {
      const { current: all } = runs;
      const keys = given.map(keyOf);
      for (const [others, outcome] of all.values())
        if (keys.length === others.length && keys.every((key, at) => key === others[at])) return outcome;
      if (all.size === 0) show({ pending: true });
      const controller = new AbortController();
      const start = async (): Promise<Result | undefined> => {
        let ended: { error?: unknown; result?: Result };
        try {
          // An action that throws at once ends later too: what runs is kept first.
          const act = async (): Promise<Result> =>
            newest.current(walletBehind(wallet), { signal: controller.signal }, ...given);
          ended = { result: await act() };
        } catch (error) {
          ended = { error };
        }
        all.delete(controller);
        show((last) => ({ ...last, ...ended, pending: all.size > 0 }));
        return ended.result;
      };
      const outcome = start();
      all.set(controller, [keys, outcome]);
      return outcome;
    },
    [wallet],
  );
  const cancel = useCallback(() => runs.current.forEach((_, controller) => controller.abort()), []);
  return { ...shown, run, cancel };
}

/** Arguments of a run for the comparison, and its outcome. */
type Run<Result> = readonly [keys: readonly unknown[], outcome: Promise<Result | undefined>];

type Shown<Result> = Pick<Action<never, Result>, 'pending' | 'error' | 'result'>;

/** Compares an argument by itself, and an event, as in `onClick={pay.run}`, by the pressed element. */
function keyOf(given: unknown): unknown {
  return (given as { readonly currentTarget?: unknown } | null | undefined)?.currentTarget ?? given;
}
