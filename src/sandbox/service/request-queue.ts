/** Makes asynchronous work take turns. */

/** Runs a piece of work when all that came before is done, whether it succeeded or not. */
export type RequestQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** An empty queue. */
export function createRequestQueue(): RequestQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
