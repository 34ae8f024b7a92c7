/** Seeded choices: the same seed makes the same ones. */
import { createDice } from '../../../sandbox/test/service/sampler.ts';

/** A source of choices. */
export interface Random {
  /** From 0 up to and without 1. */
  next(): number;
  /** From `least` up to and with `most`. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
}

/** A source of choices that a seed fixes. */
export function createRandom(seed: number): Random {
  const next = createDice(seed);
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return Object.freeze({
    next,
    between,
    pick<Item>(items: readonly Item[]): Item {
      const picked = items[between(0, items.length - 1)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
    chance: (probability: number) => next() < probability,
  });
}
