/** Waiting that a signal ends. */

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `run` when a signal aborts that isn't aborted yet. All callers share one listener, since Node warns of many. Returns the way to stop. */
export function onAbort(signal: AbortSignal | undefined, run: () => void): () => void {
  if (signal === undefined) return () => {};
  let runs = waiting.get(signal);
  if (runs === undefined) {
    const all = new Set<() => void>();
    waiting.set(signal, (runs = all));
    signal.addEventListener('abort', () => all.forEach((one) => one()), { once: true });
  }
  // The same function may wait twice.
  const one = (): void => run();
  runs.add(one);
  return () => void waiting.get(signal)?.delete(one);
}

/** The outcome of `work`, or, once the signal aborts, a rejection with its reason. `work` goes on. */
export function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal?.reason as Error);
    if (signal?.aborted === true) stop();
    work.then(resolve, reject).finally(onAbort(signal, stop));
  });
}
