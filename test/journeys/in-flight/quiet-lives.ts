/** Lives in which nothing happens by itself, with somebody signed in. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, type TestContext } from 'vitest';
import { launch } from '../../engines/launch.ts';
import { planLife } from './actions.ts';
import { faults } from './faults.ts';
import { beginLife, press, type Life } from './life.ts';
import type { StartServiceOptions } from './service.ts';
import type { Tab } from './tab.ts';

/** Launches a browser for a file's tests; each life ends with its test. */
export function quietLives(): (
  context: TestContext,
  sandbox?: StartServiceOptions['sandbox'],
) => Promise<{ readonly life: Life; readonly tab: Tab }> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  }, 60_000);
  afterAll(() => browser.close());
  return async ({ onTestFinished }, sandbox) => {
    const life = await beginLife(browser, planLife(1, { steps: 0, faults: faults.length }), sandbox);
    onTestFinished(() => life.end());
    const [tab] = life.profile.tabs;
    if (tab === undefined) throw new Error('a life has tabs');
    await press(life, tab, { kind: 'sign-in' });
    return { life, tab };
  };
}

/** Place of a fault in the list. */
export const faultNamed = (wanted: string): number => faults.findIndex(({ name }) => name === wanted);

/** A service of the profile grid whose wallet's money can be spent. */
export const grid = { profile: 'grid', walletFunding: 'spendable', codesPerMinute: 0 } as const;
