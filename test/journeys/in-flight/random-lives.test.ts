import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLongRun } from '../../properties.ts';
import { report } from '../../report.ts';
import { faults } from './faults.ts';
import { live, type Outcome } from './live.ts';
import { launch } from '../../engines/launch.ts';

const environment = (import.meta as { readonly env?: Readonly<Record<string, string | undefined>> }).env ?? {};

/** The seed of the first life; `VITE_FLIGHT_SEED` names another. */
const firstSeed = Number(environment['VITE_FLIGHT_SEED'] ?? 9_000);

// A long run takes a hundred times as many steps.
const stepsALife = 40;
const randomRuns = Number(environment['VITE_FLIGHT_LIVES'] ?? (isLongRun ? 500 : 5));

/** Lives at the same time: their time goes by in waiting. */
const together = 5;

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
}, 60_000);

afterAll(() => browser.close());

test('there are nineteen kinds of network fault', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(19);
});

test(
  'whatever happens in flight, one action has one outcome, a sign-out wins, and nothing is left',
  { timeout: 6 * 3_600_000 },
  async () => {
    const seeds = Array.from({ length: randomRuns }, (_, number) => firstSeed + number);
    const outcomes: Outcome[] = [];
    const violated: string[] = [];
    const liveInTurn = async (): Promise<void> => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        try {
          outcomes.push(await live(browser, seed, { steps: stepsALife }));
        } catch (error) {
          violated.push(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: together }, liveInTurn));
    const sum = (what: keyof Outcome): number => outcomes.reduce((total, outcome) => total + outcome[what], 0);
    report(
      `${sum('steps')} steps from seed ${firstSeed} on: ${sum('presses')} presses, ${sum('faults')} faults, ${sum('payments')} payments`,
    );
    expect(violated.join('\n\n')).toBe('');
    expect(sum('steps')).toBe(randomRuns * stepsALife);
  },
);
