import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planLife } from './actions.ts';
import { faults } from './faults.ts';
import { beginLife, press } from './life.ts';
import type { Press } from './page.ts';
import { atEnd, atRest } from './rest.ts';
import type { Service } from './service.ts';
import { launch } from '../../engines/launch.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
}, 60_000);

afterAll(() => browser.close());

/** The press, the one before it, and the leg whose answer is lost. */
interface Case {
  readonly leg: 1 | 2;
  /** Once more, where the action takes as many stamps. */
  readonly losses: number;
  readonly first?: Press;
  readonly pressed: Press;
  /** Where the service does it no more than once. */
  readonly path?: RegExp;
}

const cases: Readonly<Record<string, (service: Service) => Promise<Case>>> = {
  'a delegated key': ({ cardId }) =>
    Promise.resolve({ leg: 2, losses: 2, pressed: { kind: 'delegate', cardId }, path: /\/delegated-keys$/ }),
  'a changed number': ({ customerId }) =>
    Promise.resolve({
      leg: 1,
      losses: 1,
      pressed: { kind: 'change-phone', customerId, phoneNumber: '+14155550199' },
    }),
  'a released payment': async (service) => {
    const quote = await service.quote();
    return {
      leg: 1,
      losses: 1,
      first: { kind: 'execute', quote },
      pressed: { kind: 'authorize', quoteId: quote.id },
      path: /\/authorize$/,
    };
  },
};

test.for(Object.keys(cases))(
  '%s whose answers are lost in flight is done once, as the next press finds',
  { timeout: 60_000 },
  async (name, { onTestFinished }) => {
    const sandbox = { profile: 'grid', walletFunding: 'spendable', codesPerMinute: 0 } as const;
    const plan = planLife(1, { steps: 0, faults: faults.length });
    const life = await beginLife(browser, plan, { ...sandbox, strongAuthenticationRegions: ['US'] });
    onTestFinished(() => life.end());
    const [tab] = life.profile.tabs;
    const made = await cases[name]?.(life.service);
    if (tab === undefined || made === undefined) throw new Error('a life has tabs');
    await press(life, tab, { kind: 'sign-in' });
    if (made.first !== undefined) await press(life, tab, made.first);
    const fault = faults.findIndex((one) => one.name === 'lost after the relay');
    for (let count = 0; count < made.losses; count += 1) life.armed.push({ tab: tab.number, leg: made.leg, fault });
    // A browser that sends a stamp again by itself hears 401, and that nothing was done.
    let told: string | undefined;
    for (let presses = 0; told !== 'done' && presses < 3; presses += 1) {
      await press(life, tab, made.pressed);
      told = life.presses.at(-1)?.told?.told;
      expect(told).toMatch(/^(?:done|OUTCOME_UNKNOWN|REFUSED)$/);
    }
    expect(told).toBe('done');
    const ends = life.sightings.filter(
      ({ place, status, exchange: { method, path } }) =>
        place === 'answered' && method === 'POST' && made.path?.test(path) && (status === 200 || status === 201),
    );
    expect(ends).toHaveLength(made.path === undefined ? 0 : 1);
    expect(life.armed.filter((one) => one.fault === fault)).toEqual([]);
    expect(await atRest(life)).toEqual([]);
    expect(await atEnd(life)).toEqual([]);
  },
);
