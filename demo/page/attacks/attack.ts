/** An attack of the stage: what is done, what stops it, and which test of the kit holds that. */

import type { Wallet } from 'countersign';
import type { Attacker } from './attacker.ts';
import { backEndAttacks } from './back-end-attacks.ts';
import { scriptAttacks } from './script-attacks.ts';

/** What is tried: what is really done, in plain words; what should have come, and what comes; and the doing, which should reject. */
export type Try = readonly [done: string, expected: string, received: string, work: () => Promise<unknown>];

/** What came of it. */
export interface Outcome {
  readonly tried: Try | null;
  /** Whether the attack got what it wanted. */
  readonly succeeded: boolean;
  /** The code of the refusal; for what succeeded, none. */
  readonly code: string;
  readonly message: string;
}

/** How attacks are made ready, by their names, against a wallet that is signed in. */
export type Preparations = Readonly<Record<string, (attacker: Attacker, wallet: Wallet) => Try | Promise<Try>>>;

/** One attack, in words. */
export interface Attack {
  readonly name: string;
  readonly title: string;
  readonly story: string;
  /** Who notices, or `nobody`. */
  readonly guard: string;
  /** The check that catches it; of what nobody catches in the browser, why, and who can. */
  readonly check: string;
  /** The file, below `test`, whose tests hold this. */
  readonly heldBy: string;
}

const preparations: Preparations = { ...backEndAttacks, ...scriptAttacks };

/** Really carries one out, and says what came of it. */
export async function carryOut({ name }: Attack, enter: () => Promise<Attacker>): Promise<Outcome> {
  let tried: Try | null = null;
  try {
    const attacker = await enter();
    tried = (await preparations[name]?.(attacker, await attacker.signedIn())) ?? null;
    await tried?.[3]();
    return { tried, succeeded: true, code: '', message: '' };
  } catch (error) {
    const { code, platformCode, message, name: kind } = error as Error & { code?: string; platformCode?: string };
    // A DOMException has a number there.
    const told = platformCode ?? code;
    return { tried, succeeded: false, code: typeof told === 'string' ? told : kind, message };
  }
}
