/** An attack of the bench: what is done, what stops it, and which test of the kit holds that. */

import type { Attacker } from './attacker.ts';

/** Who notices. */
export type Guard = 'the kit, in this browser' | 'the relay' | 'the service' | 'the browser' | 'nobody';

/** What came of an attack. */
export interface Outcome {
  /** Whether the attack got what it wanted. */
  readonly succeeded: boolean;
  /** The code of the refusal; for what succeeded, none. */
  readonly code: string | null;
  readonly message: string;
  /** What was really done, in plain words. */
  readonly done: string;
}

/** One attack; `run` really does it. */
export interface Attack {
  readonly name: string;
  readonly title: string;
  readonly story: string;
  readonly guard: Guard;
  /** The check that catches it, or what limits what nobody catches. */
  readonly check: string;
  /** The file, below `test`, whose tests hold this. */
  readonly heldBy: string;
  readonly run: (attacker: Attacker) => Promise<Outcome>;
}

/** Runs what should be refused, and says what came of it. */
export async function outcomeOf(done: string, work: Promise<unknown>): Promise<Outcome> {
  try {
    await work;
    return { succeeded: true, code: null, message: '', done };
  } catch (error) {
    const { code, platformCode, name, message } = error as Error & { code?: unknown; platformCode?: unknown };
    const told = typeof platformCode === 'string' ? platformCode : typeof code === 'string' ? code : name;
    return { succeeded: false, code: told, message, done };
  }
}
