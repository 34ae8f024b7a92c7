/** Cross products of test cases: paired in short runs, whole in long ones. */
import { isLongRun } from './properties.ts';

/**
 * Every value of the first list with every value of the second, and with a third that changes from case to case; a long run takes
 * every value of the third for each pair.
 */
export function cross<First, Second, Third>(
  first: readonly First[],
  second: readonly Second[],
  third: readonly Third[],
): readonly (readonly [First, Second, Third])[] {
  return first.flatMap((one, row) =>
    second.flatMap((two, column) => {
      const chosen = isLongRun ? third : third.filter((_, place) => place === (row + column) % third.length);
      return chosen.map((three) => [one, two, three] as const);
    }),
  );
}
