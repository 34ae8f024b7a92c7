/** Chance that follows from a seed, and bodies that are spoilt on purpose. */

/** A source of numbers in [0, 1) that follows from a seed (mulberry32). */
export function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of a list. */
export function pick<Item>(dice: () => number, items: readonly Item[]): Item | undefined {
  return items[Math.floor(dice() * items.length)];
}

/** Breaks a body in one place: a field gone, of another type, unknown, or the whole of another kind. */
export function spoil(body: unknown, dice: () => number): unknown {
  if (typeof body !== 'object' || body === null || dice() < 0.1) return pick(dice, [null, [], 'text', 7, {}]);
  const record = { ...(body as Record<string, unknown>) };
  const name = pick(dice, Object.keys(record)) ?? 'field';
  const kind = Math.floor(dice() * 4);
  if (kind === 0) delete record[name];
  else if (kind === 1) record[name] = pick(dice, [null, -1, 1.5, '', '\u0000', [], {}, true, 9e18]);
  else if (kind === 2) record['unknownField'] = 1;
  else if (typeof record[name] === 'object') record[name] = spoil(record[name], dice);
  else record[name] = 'x'.repeat(5000);
  return record;
}
