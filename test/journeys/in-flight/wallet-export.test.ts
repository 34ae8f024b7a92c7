import { expect, test } from 'vitest';
import { faults } from './faults.ts';
import { press } from './life.ts';
import { grid, quietLives } from './quiet-lives.ts';
import { atEnd, atRest } from './rest.ts';

const begin = quietLives();

// The kit's word for a request that did nothing.
const undone = ['NETWORK_FAILED', 'TIMED_OUT', 'ANSWER_INVALID', 'REFUSED', 'RATE_LIMITED', 'SERVICE_FAILED'];

test(
  'whatever fault meets an export in flight, it is told, the next press has the phrase, and nothing is left',
  { timeout: 300_000 },
  async (context) => {
    // Each leg in a life of its own: most of the time is waited.
    await Promise.all(
      ([1, 2] as const).map(async (leg) => {
        const { life, tab } = await begin(context, grid);
        const exported = { kind: 'account.export', enclaveKeys: [life.service.sandbox.enclavePublicKeyHex] } as const;
        for (const fault of faults.keys()) {
          life.armed.push({ tab: tab.number, leg, fault });
          await press(life, tab, exported);
          const { told } = life.presses.at(-1)?.told ?? {};
          // A first request only asks.
          const known = ['done', ...undone, ...(leg === 1 ? [] : ['OUTCOME_UNKNOWN'])];
          expect(known, `${String(faults[fault]?.name)}, leg ${String(leg)}`).toContain(told);
          await press(life, tab, exported);
          expect(life.presses.at(-1)?.told).toEqual({ told: 'done' });
        }
        expect(life.armed).toEqual([]);
        const stored = await tab.stored();
        expect(stored.filter(({ key }) => /export/.test(key))).toEqual([]);
        expect(await atRest(life)).toEqual([]);
        expect(await atEnd(life)).toEqual([]);
      }),
    );
  },
);
