/** The rights of card keys that a platform pins: the service publishes no form of their conditions, so that the kit signs these alone. */
import type { Fail } from './options.ts';
import { copyOwn } from './own-members.ts';

/**
 * One right of a card's delegated key, word for word as the service asks for it. `{signerId}` stands for the id of the
 * service's signer, the same in every right; `{organizationId}`, `{userId}` and `{walletId}` for the person's own.
 */
export interface CardKeyPolicy {
  /** Who may act, such as `approvers.any(user, user.id == '{signerId}')`. */
  readonly consensus: string;
  /** The condition, such as `activity.action == 'SIGN'`. */
  readonly condition: string;
}

/**
 * Reads the rights of card keys, all that one payload asks for and in its order.
 *
 * @throws TypeError, RangeError for a right that everybody has, or that names an export
 */
export function readCardKeyPolicies(value: unknown, fail: Fail): readonly CardKeyPolicy[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > 10) {
    return fail('must list 1 to 10 objects with consensus and condition');
  }
  const policies = value.map((given) => {
    const { consensus, condition, ...more } = copyOwn(Object(given) as CardKeyPolicy);
    return [consensus, condition].every(isExpression) && Object.keys(more).length === 0
      ? copyOwn({ consensus, condition })
      : fail('must hold texts of 1 to 1000 characters, named consensus and condition');
  });
  if (policies.some(({ consensus, condition }) => isForEverything(consensus) || isForEverything(condition))) {
    return fail("must hold no right that is 'true', or that names an export", RangeError);
  }
  return Object.freeze(policies);
}

function isExpression(text: unknown): boolean {
  return typeof text === 'string' && /^\P{C}{1,1000}$/u.test(text);
}

/** Detects an expression that holds for everybody, or for an export: whoever has the phrase has the wallet for ever. */
function isForEverything(text: string): boolean {
  return /^[\s()]*true[\s()]*$/i.test(text) || /export/i.test(text);
}
