import { describe, expect, test } from 'vitest';
import { answerAttacks } from '../relay/attacks/answers.ts';
import { bodyAttacks } from '../relay/attacks/bodies.ts';
import { idAttacks } from '../relay/attacks/ids.ts';
import { pathAttacks } from '../relay/attacks/paths.ts';
import { runAttack } from '../relay/attacks/run-attack.ts';
import { siteAttacks } from '../relay/attacks/sites.ts';
import { attackedProcess } from './attacked-process.ts';

describe.each([...pathAttacks, ...bodyAttacks, ...idAttacks, ...siteAttacks, ...answerAttacks])(
  'the process withstands $name',
  ({ attacks }) => {
    test.each(attacks)('$title', async (attack) => {
      const { breaches, says } = await runAttack(attack, attackedProcess());
      expect(breaches).toEqual([]);
      // A server sees a malformed target before the relay does, and sends no body to HEAD.
      expect([attack.says, '400 RELAY_TARGET_INVALID', '404']).toContain(says);
    });
  },
);
