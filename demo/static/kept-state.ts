/** The state of the back-end as it is written down: one text, so that it is saved whole or not at all. */

import type { Person } from '../server/people.ts';
import type { KeptEntry } from './kept-relay-store.ts';

/** Where the text is kept. */
export interface StateStorage {
  /** The text that was written last; null where there is none. */
  read(): Promise<string | null>;
  write(text: string): Promise<void>;
}

/** Everything that has to outlive the worker. */
export interface KeptState {
  /** The sandbox's snapshot. */
  readonly sandbox: string;
  readonly people: readonly Person[];
  /** Who is signed in to the platform in this browser. */
  readonly userId: string | null;
  readonly relay: readonly KeptEntry[];
  readonly userHandleSecret: string;
  /** The sandbox's fault rules that still wait, which its snapshot leaves out. */
  readonly faults: readonly KeptFault[];
}

/** A fault rule, as the sandbox's control plane tells it. */
export interface KeptFault {
  /** How many requests it is still to meet; null for no end. */
  readonly remaining: number | null;
}

const version = 2;

/** The state as a text. */
export function writeState(state: KeptState): string {
  return JSON.stringify({ version, ...state });
}

/** Reads a text; null for one of another version, and for one that was torn. */
export function readState(text: string): KeptState | null {
  try {
    const read = JSON.parse(text) as KeptState & { readonly version: number };
    return read.version === version ? read : null;
  } catch {
    return null;
  }
}
