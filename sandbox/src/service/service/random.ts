/** Bytes that look random and follow from the seed alone. */
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';

const SALT = new TextEncoder().encode('countersign sandbox');

/** Holds the counter of draws, so that a snapshot has it. */
export interface DrawCounter {
  draws: number;
}

/** A source of bytes that depends on a seed and on how many draws came before. */
export interface SeededRandom {
  /** The same bytes for the same label, always: for keys that outlive a reset. */
  fixed(label: string, length: number): Uint8Array;
  /** Bytes that no earlier draw returned; moves the counter on. */
  draw(purpose: string, length: number): Uint8Array;
}

/** Makes the source; `counter` is read at each draw, so the state that holds it may be replaced. */
export function createSeededRandom(seed: string, counter: () => DrawCounter): SeededRandom {
  const key = new TextEncoder().encode(seed);
  const expand = (info: string, length: number): Uint8Array =>
    hkdf(sha256, key, SALT, new TextEncoder().encode(info), length);
  return Object.freeze({
    fixed: (label: string, length: number) => expand(`fixed ${label}`, length),
    draw(purpose: string, length: number) {
      const state = counter();
      state.draws += 1;
      return expand(`draw ${String(state.draws)} ${purpose}`, length);
    },
  });
}
