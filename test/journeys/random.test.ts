import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { check, isShortRun, seed } from '../properties.ts';
import { report } from '../report.ts';
import { anyStep } from './random-steps.ts';
import { beginLife, endLife, live } from './random.ts';

test(
  'whatever tabs, clocks and networks do, nobody pays twice, signs with an ended key or loses a living session',
  { timeout: 3_600_000 },
  async () => {
    let steps = 0;
    await check(
      25,
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 5, maxLength: 40, size: 'max' }),
        fc.boolean(),
        async (sequence, locked) => {
          const life = await beginLife({ locked });
          try {
            for (const step of sequence) await live(life, step);
          } finally {
            steps += life.steps;
            endLife(life);
          }
        },
      ),
    );
    report(`${steps} steps with seed ${seed}`);
    expect(steps).toBeGreaterThanOrEqual(isShortRun ? 50 : 500);
  },
);
