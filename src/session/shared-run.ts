/** How callers share one run. */

/** Work that runs once at a time: whoever comes meanwhile shares its outcome. */
export interface Shared<Result> {
  run(work: () => Promise<Result>): Promise<Result>;
  /** The outcome of the latest run, under way or over. */
  latest(): Promise<Result> | undefined;
}

/** Creates a {@link Shared}. */
export function createShared<Result>(): Shared<Result> {
  let latest: Promise<Result> | undefined;
  let isRunning = false;
  return {
    run(work: () => Promise<Result>) {
      if (latest !== undefined && isRunning) return latest;
      isRunning = true;
      latest = work().finally(() => {
        isRunning = false;
      });
      return latest;
    },
    latest: () => latest,
  };
}
