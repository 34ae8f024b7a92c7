/** One press, one action. */

/** Runs an action once at a time: whoever asks again for the same key meanwhile gets the same outcome. */
export type Once = <Outcome>(key: string, run: () => Promise<Outcome>) => Promise<Outcome>;

/** Makes the {@link Once} of one wallet in this page. */
export function createOnce(): Once {
  const actions = new Map<string, Promise<unknown>>();
  return <Outcome>(key: string, run: () => Promise<Outcome>) => {
    const running = actions.get(key) as Promise<Outcome> | undefined;
    if (running !== undefined) return running;
    const outcome = run().finally(() => actions.delete(key));
    actions.set(key, outcome);
    return outcome;
  };
}
