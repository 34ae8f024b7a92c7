/// <reference types="vite/client" />
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLongRun, isShortRun } from '../properties.ts';
import { createDice, pick } from '../sandbox/sampler.ts';
import { randomly } from './policies.ts';
import { countCryptoCalls } from './scheduler.ts';
import { gestures, moments, runScreens, type Gesture, type ScreenScript } from './screens.ts';
import { createSetting, type Setting } from './setting.ts';
import { faults } from './tab.ts';

// The scheduler waits for what the tabs compute, not for modules that are still being fetched.
import.meta.glob('../../src/{code-entry,crypto,encoding,passkey,session,transport,wallet}/**/*.ts', { eager: true });

const lives = Number(import.meta.env['VITE_SCREEN_LIVES'] ?? (isLongRun ? 20_000 : isShortRun ? 100 : 300));
const firstSeed = Number(import.meta.env['VITE_SCHEDULER_SEED'] ?? 1);
let stopCounting: () => void;
let setting: Setting;
beforeAll(async () => {
  stopCounting = countCryptoCalls();
  setting = await createSetting({ afterRefresh: 'keep' });
}, 600_000);
afterAll(() => stopCounting());

it('code screens in three tabs show what is so, whatever people do and the network loses', async () => {
  const bad: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + lives; seed += 1) {
    const dice = createDice(seed);
    const gesture = (): Gesture => ({ what: pick(dice, gestures) ?? 'open', when: pick(dice, moments) ?? 'now' });
    const person = (): readonly Gesture[] => [
      { what: 'open', when: 'now' },
      ...Array.from({ length: Math.floor(dice() * 6) }, gesture),
    ];
    const people = Array.from({ length: 1 + Math.floor(dice() * 3) }, person);
    const failing = dice() < 0.5 ? 0.25 : 0;
    const script: ScreenScript = {
      people,
      policy: randomly(dice),
      faultOf: () => (dice() < failing ? (pick(dice, faults) ?? 'none') : 'none'),
      hasLocks: dice() < 0.8,
      hasChannel: dice() < 0.8,
      disk: pick(dice, ['good', 'good', 'good', 'full', 'still'] as const) ?? 'good',
    };
    const { violations, trace } = await runScreens(setting, script);
    const { hasLocks, hasChannel, disk } = script;
    const what = `seed ${seed}: ${JSON.stringify({ people, failing, hasLocks, hasChannel, disk })}`;
    if (violations.length > 0) bad.push([what, ...violations, ...trace].join('\n'));
  }
  process.stdout.write(`${lives} lives of code screens from seed ${firstSeed} on, ${bad.length} bad\n`);
  expect(bad.slice(0, 2).join('\n\n')).toBe('');
}, 3_600_000);
