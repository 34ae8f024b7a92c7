/** An attack of the stage: what is done, what stops it, and which test of the kit holds that. */

import type { Wallet } from 'countersign';
import type { Attacker } from './attacker.ts';

/** Who notices. */
export type Guard = 'the kit, in this browser' | 'the relay' | 'the service' | 'the browser' | 'nobody';

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

/** One attack; `prepare` readies it against a wallet that is signed in. */
export interface Attack {
  readonly name: string;
  readonly title: string;
  readonly story: string;
  readonly guard: Guard;
  /** The check that catches it; of what nobody catches in the browser, why, and who can. */
  readonly check: string;
  /** The file, below `test`, whose tests hold this. */
  readonly heldBy: string;
  readonly prepare: (attacker: Attacker, wallet: Wallet) => Try | Promise<Try>;
}

/** Really carries one out, and says what came of it. */
export async function carryOut({ prepare }: Attack, attacker: Attacker): Promise<Outcome> {
  let tried: Try | null = null;
  try {
    tried = await prepare(attacker, await attacker.signedIn());
    await tried[3]();
    return { tried, succeeded: true, code: '', message: '' };
  } catch (error) {
    const { code, platformCode, name, message } = error as Error & { code?: string; platformCode?: string };
    return { tried, succeeded: false, code: platformCode ?? code ?? name, message };
  }
}
