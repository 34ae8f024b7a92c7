/** Makes asynchronous work take turns. */

/** Runs a piece of work when all that came before is done, whether it succeeded or not. */
export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Creates an empty queue. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
