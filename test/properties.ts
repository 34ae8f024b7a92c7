/** Runs properties with one fixed seed, so that every run of the suite is the same run. */
import * as fc from 'fast-check';
import { report } from './report.ts';

const environment = (import.meta as { readonly env?: Readonly<Record<string, string | undefined>> }).env ?? {};

/** The seed of all properties; `VITE_PROPERTY_SEED` names another. */
export const seed: number = Number(environment['VITE_PROPERTY_SEED'] ?? 20_251_013);

/** Factor for the cases of every property: a fifth, and all of them in `npm run test:further`. */
const factor = Number(environment['VITE_PROPERTY_FACTOR'] ?? 0.2);

/** True if this run takes more than `npm run test:further` does, as its caller said. */
export const isLongRun: boolean = factor > 1;

/** True if this run takes a sample: `npm test`. */
export const isShortRun: boolean = factor < 1;

/** Returns this run's number of cases, of `all`. */
export const casesOf = (all: number): number => Math.ceil(all * factor);

/** Checks a property on `runs` cases and prints seed and count; a failure prints the smallest counterexample. */
export async function check<Values>(
  runs: number,
  property: fc.IAsyncPropertyWithHooks<Values> | fc.IPropertyWithHooks<Values>,
): Promise<void> {
  const numRuns = casesOf(runs);
  await fc.assert(property, { seed, numRuns });
  report(`${numRuns} cases with seed ${seed}`);
}
