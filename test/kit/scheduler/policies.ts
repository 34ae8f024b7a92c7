/** Orders of steps: every one with few preemptions, and random ones. */
import type { Decision, Policy } from './scheduler.ts';

/** Continues the tab that is running; where it waits, the tab whose step came up first. */
export const inOrder: Policy = (steps, before) => {
  const same = steps.findIndex(({ tab }) => tab === before);
  return same === -1 ? 0 : same;
};

/** Takes a step of each tab in turn as given, then goes on in order. */
export function following(prefix: readonly number[]): Policy {
  return (steps, before, decisions) => {
    const given = steps.findIndex(({ tab }) => tab === prefix[decisions.length]);
    return given === -1 ? inOrder(steps, before, decisions) : given;
  };
}

/** Chooses by numbers from 0 to below 1; half of the time goes on with the running tab, as real tabs do. */
export function randomly(random: () => number): Policy {
  return (steps, before, decisions) =>
    random() < 0.5 ? inOrder(steps, before, decisions) : Math.floor(random() * steps.length);
}

/** Counts the decisions that left a tab that could have gone on. */
export function countPreemptions(decisions: readonly Decision[]): number {
  return decisions.filter(
    ({ tabs, chosen, before }) => before !== undefined && chosen !== before && tabs.includes(before),
  ).length;
}

/**
 * The choices to try after a run, each as a list of tabs: at every decision from `from` on, each other tab that could have gone
 * on, as long as the order keeps within `most` preemptions.
 */
export function alternatives(
  decisions: readonly Decision[],
  from: number,
  most: number,
): readonly (readonly number[])[] {
  const chosen = decisions.map((decision) => decision.chosen);
  return decisions.slice(from).flatMap((decision, index) => {
    const at = from + index;
    return [...new Set(decision.tabs)]
      .filter((tab) => tab !== decision.chosen)
      .filter((tab) => countPreemptions([...decisions.slice(0, at), { ...decision, chosen: tab }]) <= most)
      .map((tab) => [...chosen.slice(0, at), tab]);
  });
}
