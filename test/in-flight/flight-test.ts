/** The test of this folder: each has a browser profile, a network and a service of its own, so that they wait side by side. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { beginFlight, type BeginFlightOptions, type Flight } from './flight.ts';
import { launch, type Engine } from './profile.ts';
import type { Tab } from './tab.ts';

/** A flight whose two tabs are signed in. */
export type TwoTabs = Flight & { readonly one: Tab; readonly two: Tab };

/** What a test of this folder is given; both end with it. */
export interface FlightTools {
  /** Opens a browser profile with its tabs. */
  readonly fly: (options?: BeginFlightOptions) => Promise<Flight>;
  /** Opens tabs, signs in by the first, and waits until the second knows of it. */
  readonly begin: (options?: BeginFlightOptions) => Promise<TwoTabs>;
}

/** How long to wait for what comes soon. */
export const soon = { timeout: 12_000, interval: 25 };

/** Groups tests that wait side by side; Firefox's profiles are too slow beside one another for the limits of their requests. */
export const sideBySide = (engine: Engine) => (engine === 'chromium' ? describe.concurrent : describe);

/** Starts the browser, and makes its test. */
export function createFlightTest(engine: Engine) {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch(engine);
  }, 60_000);
  afterAll(() => browser.close());
  return test.extend<FlightTools>({
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern what a fixture needs
    fly: async ({}, use) => {
      const flights: Flight[] = [];
      await use(async (options) => {
        const flight = await beginFlight(browser, options);
        flights.push(flight);
        return flight;
      });
      await Promise.all(flights.map((flight) => flight.end()));
    },
    begin: async ({ fly }, use) => {
      await use(async (options) => {
        const flight = await fly({ tabs: 2, ...options });
        const [one, two] = flight.tabs;
        if (one === undefined || two === undefined) throw new Error('two tabs are needed');
        expect(await one.press({ kind: 'sign-in' })).toEqual({ told: 'done' });
        await two.wake();
        await eventually(async () => expect((await two.state())?.status).toBe('signed-in'), soon);
        return { ...flight, one, two };
      });
    },
  });
}
