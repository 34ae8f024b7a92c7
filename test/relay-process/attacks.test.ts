import { describe, expect, test } from 'vitest';
import { answerAttacks } from '../relay/attacks/answers.ts';
import { bodyAttacks } from '../relay/attacks/bodies.ts';
import { idAttacks } from '../relay/attacks/ids.ts';
import { pathAttacks } from '../relay/attacks/paths.ts';
import { runAttack, type TargetFactory } from '../relay/attacks/run-attack.ts';
import { siteAttacks } from '../relay/attacks/sites.ts';
import { identifyAs, runProcess, sendOverHttp } from './process.ts';

const bodyTimeoutMs = 10_000;

/** Whoever is signed in has a cookie of their own. */
const target: TargetFactory = async (service, clock, who) => {
  const waiting: (() => void)[] = [];
  const running = await runProcess({
    service,
    identify: identifyAs(who),
    clock: {
      now: () => clock.now(),
      schedule(delayMs, run) {
        // The relay waits for a body: its time runs.
        if (delayMs === bodyTimeoutMs) for (const goOn of waiting.splice(0)) goOn();
        return clock.schedule(delayMs, run);
      },
    },
  });
  const port = Number(new URL(running.url).port);
  return {
    listener: port,
    credentials: ['Cookie: session=raw'],
    end: () => running.end(),
    async handle(request) {
      const bodyWanted = new Promise<void>((resolve) => waiting.push(resolve));
      return sendOverHttp(request, { port, bodyWanted, cookie: `session=${who().userId}` });
    },
  };
};

describe.each([...pathAttacks, ...bodyAttacks, ...idAttacks, ...siteAttacks, ...answerAttacks])(
  'the process withstands $name',
  ({ attacks }) => {
    test.each(attacks)('$title', async (attack) => {
      const { breaches, says } = await runAttack(attack, target);
      expect(breaches).toEqual([]);
      // A server sees a malformed target before the relay does, and sends no body to HEAD.
      expect([attack.says, '400 RELAY_TARGET_INVALID', '404']).toContain(says);
    });
  },
);
