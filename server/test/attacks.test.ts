import { describe, expect, test } from 'vitest';
import { answerAttacks } from '../../test/relay/attacks/answers.ts';
import { bodyAttacks } from '../../test/relay/attacks/bodies.ts';
import { idAttacks } from '../../test/relay/attacks/ids.ts';
import { pathAttacks } from '../../test/relay/attacks/paths.ts';
import { runAttack } from '../../test/relay/attacks/run-attack.ts';
import { siteAttacks } from '../../test/relay/attacks/sites.ts';
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
