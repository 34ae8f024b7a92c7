/** One press, one action. */
import type { WalletContext } from './context.ts';

/** Runs an action once at a time in this page: whoever asks again meanwhile gets the same outcome. */
export function once<Outcome>(context: WalletContext, key: string, run: () => Promise<Outcome>): Promise<Outcome> {
  const running = context.running.get(key) as Promise<Outcome> | undefined;
  if (running !== undefined) return running;
  const outcome = run().finally(() => context.running.delete(key));
  context.running.set(key, outcome);
  return outcome;
}
