/**
 * Runs several tabs in one process and decides the order of everything that they do to the outside.
 *
 * Each effect of a wallet (a request, an answer, a transaction of the store, a lock, a message to other tabs) waits here as a
 * step until it is chosen. Between two steps the tabs run until all of them wait.
 */
import { computed } from '../../rest.ts';

/** One effect that waits to happen. */
export interface Step {
  /** Number of the tab whose effect it is. */
  readonly tab: number;
  /** Name of the step for the trace, without any secret. */
  readonly label: string;
  /** Makes it happen; the step after it is chosen when this has settled and every tab waits again. */
  run(): unknown;
}

/** Chooses one of the waiting steps by its index; `before` is the tab of the last one. */
export type Policy = (steps: readonly Step[], before: number | undefined) => number;

/** The part of the scheduler that the fakes of all tabs share. */
export interface Scheduler {
  /** Queues a step and resolves with what it returns, once it was chosen and has run. */
  wait<Result>(tab: number, label: string, run: () => Result): Promise<Awaited<Result>>;
  /** Queues a step that nobody waits for. */
  queue(step: Step): void;
  /** Removes a tab's waiting steps for which `isGone` says so. */
  drop(isGone: (step: Step) => boolean): void;
  /** Takes steps until none is left; `idle` may bring up new ones, and says whether it has. Returns the number of steps. */
  runAll(policy: Policy, idle: () => boolean): Promise<void>;
  readonly trace: readonly string[];
}

const mostSteps = 5_000;

/** Owner of steps of a tab's network, and of ends of its presses from outside. */
export const networkOf = (tab: number): number => -2 - tab;
export const endOf = (tab: number): number => -100 - tab;

/** Creates a scheduler with nothing to do. */
export function createScheduler(): Scheduler {
  let waiting: readonly Step[] = [];
  const trace: string[] = [];
  let before: number | undefined;

  const scheduler: Scheduler = {
    wait: (tab, label, run) =>
      new Promise((resolve, reject) => {
        scheduler.queue({
          tab,
          label,
          run: async () => {
            try {
              resolve(await run());
            } catch (error) {
              reject(error);
            }
          },
        });
      }),
    queue(step) {
      waiting = [...waiting, step];
    },
    drop(isGone) {
      waiting = waiting.filter((step) => !isGone(step));
    },
    async runAll(policy, idle) {
      for (;;) {
        await computed();
        if (waiting.length === 0) {
          if (!idle()) return;
          continue;
        }
        const chosen = policy(waiting, before);
        const step = waiting[chosen];
        if (step === undefined) throw new Error(`There is no step ${chosen} of ${waiting.length}.`);
        trace.push(`${step.tab} ${step.label}`);
        if (trace.length > mostSteps) throw new Error('The tabs never come to rest.');
        waiting = waiting.filter((other) => other !== step);
        before = step.tab;
        await step.run();
      }
    },
    trace,
  };
  return Object.freeze(scheduler);
}
