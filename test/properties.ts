/** Runs properties with one fixed seed, so that every run of the suite is the same run. */
import * as fc from 'fast-check';
import { report } from './report.ts';

const environment = (import.meta as { readonly env?: Readonly<Record<string, string | undefined>> }).env ?? {};

/** The seed of all properties; `VITE_PROPERTY_SEED` names another. */
export const seed: number = Number(environment['VITE_PROPERTY_SEED'] ?? 20_251_013);

/** A long run multiplies the cases of every property. */
export const factor: number = Number(environment['VITE_PROPERTY_FACTOR'] ?? 1);

/** Whether this run takes its time: `npm run test:long`. */
export const isLongRun: boolean = factor > 1;

/** Checks a property on `runs` cases and prints seed and count; a failure prints the smallest counterexample. */
export async function check<Values>(
  runs: number,
  property: fc.IAsyncPropertyWithHooks<Values> | fc.IPropertyWithHooks<Values>,
): Promise<void> {
  await fc.assert(property, { seed, numRuns: runs * factor });
  report(`${runs * factor} cases with seed ${seed}`);
}
