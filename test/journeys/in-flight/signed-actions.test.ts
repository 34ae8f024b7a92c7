import { expect, test } from 'vitest';
import { press } from './life.ts';
import type { Press } from './page.ts';
import { faultNamed, grid, quietLives } from './quiet-lives.ts';
import { atEnd, atRest } from './rest.ts';
import type { Service } from './service.ts';

const begin = quietLives();

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
    Promise.resolve({
      leg: 2,
      losses: 2,
      pressed: { kind: 'delegatedKeys.create', cardId },
      path: /\/delegated-keys$/,
    }),
  'a changed number': ({ customerId }) =>
    Promise.resolve({
      leg: 1,
      losses: 1,
      pressed: { kind: 'credentials.changePhone', customerId },
    }),
  'a released payment': async (service) => {
    const quote = await service.quote();
    return {
      leg: 1,
      losses: 1,
      first: { kind: 'quote.execute', quote },
      pressed: { kind: 'quote.authorize', quote },
      path: /\/authorize$/,
    };
  },
};

test.for(Object.keys(cases))(
  '%s whose answers are lost in flight is done once, as the next press finds',
  { timeout: 60_000 },
  async (name, context) => {
    const { life, tab } = await begin(context, { ...grid, strongAuthenticationRegions: ['US'] });
    const made = await cases[name]?.(life.service);
    if (made === undefined) throw new Error('there is no such case');
    if (made.first !== undefined) await press(life, tab, made.first);
    const fault = faultNamed('lost after the relay');
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
