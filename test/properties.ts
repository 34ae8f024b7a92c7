/** Runs properties with one fixed seed, so that every run of the suite is the same run. */
import * as fc from 'fast-check';
import { report } from './report.ts';

const environment = (import.meta as { readonly env?: Readonly<Record<string, string | undefined>> }).env ?? {};

/** The seed of all properties; `VITE_PROPERTY_SEED` names another. */
export const seed: number = Number(environment['VITE_PROPERTY_SEED'] ?? 20_251_013);

/** What a run multiplies the cases of every property by: `npm test` alone takes a fifth, `npm run test:long` twenty times as many. */
const factor = Number(environment['VITE_PROPERTY_FACTOR'] ?? 1);

/** Whether this run takes its time: `npm run test:long`. */
export const isLongRun: boolean = factor > 1;

/** Whether this run takes a sample of what the usual run takes: `npm test` alone. */
export const isShortRun: boolean = factor < 1;

/** How many cases this run takes of those that are `usual`. */
export const casesOf = (usual: number): number => Math.ceil(usual * factor);

/** Checks a property on `runs` cases and prints seed and count; a failure prints the smallest counterexample. */
export async function check<Values>(
  runs: number,
  property: fc.IAsyncPropertyWithHooks<Values> | fc.IPropertyWithHooks<Values>,
): Promise<void> {
  const numRuns = casesOf(runs);
  await fc.assert(property, { seed, numRuns });
  report(`${numRuns} cases with seed ${seed}`);
}
