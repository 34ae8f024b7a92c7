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
}

const version = 1;

/** The state as a text. */
export function writeState(state: KeptState): string {
  return JSON.stringify({ version, ...state });
}

/** Reads a text; null for one of another version. */
export function readState(text: string | null): KeptState | null {
  const read = text === null ? null : (JSON.parse(text) as KeptState & { readonly version: number });
  return read?.version === version ? read : null;
}
