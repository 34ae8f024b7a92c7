/** Cross products of test cases, in pairs; `npm test` takes a sample of them. */
import { isShortRun } from './properties.ts';

/** One value of a list, another one from turn to turn. */
export function inTurn<Value>(values: readonly Value[], turn: number): readonly Value[] {
  return values.filter((_, place) => place === turn % values.length);
}

/**
 * Every value of the first list with every value of the second, and with a third that changes from case to case; `npm test` takes one
 * value of the second for each of the first.
 */
export function cross<First, Second, Third>(
  first: readonly First[],
  second: readonly Second[],
  third: readonly Third[],
): readonly (readonly [First, Second, Third])[] {
  return first.flatMap((one, row) =>
    second.flatMap((two, column) =>
      isShortRun && column !== row % second.length
        ? []
        : inTurn(third, row + column).map((three) => [one, two, three] as const),
    ),
  );
}
