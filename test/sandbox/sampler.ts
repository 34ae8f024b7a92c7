/** Draws values that a schema accepts, from the schema itself, and spoils them on purpose. */
import type * as v from 'valibot';

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

interface Node extends v.GenericSchema {
  readonly entries?: Readonly<Record<string, Node>>;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown; readonly message?: unknown }[];
}

const formats: Readonly<Record<string, readonly string[]>> = {
  'format:email': ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'],
  'format:e.164': ['+15555550100'],
  'format:iso3166-1-alpha-2': ['US', 'GB', 'MX'],
  'format:date': ['1990-01-31'],
  'format:date-time': ['2026-01-15T12:00:00Z'],
};

/** Draws a value; ids come from those that `pool` knows of the kind. */
export function sample(
  schema: v.GenericSchema,
  dice: () => number,
  pool: (kind: string) => readonly string[],
): unknown {
  const node = schema as Node;
  const inner = (next: Node): unknown => sample(next, dice, pool);
  switch (node.type) {
    case 'strict_object':
    case 'loose_object': {
      const entries = Object.entries(node.entries ?? {}).map(([name, entry]) => [name, inner(entry)] as const);
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
    case 'optional':
      return dice() < 0.15 && node.wrapped !== undefined ? inner(node.wrapped) : undefined;
    case 'nullable':
      return dice() < 0.5 && node.wrapped !== undefined ? inner(node.wrapped) : null;
    case 'picklist':
      return pick(dice, node.options ?? []);
    case 'literal':
      return node.literal;
    case 'variant':
      return inner(pick(dice, (node.options ?? []) as readonly Node[]) as Node);
    case 'array':
      return node.item === undefined ? [] : [inner(node.item)];
    case 'number': {
      const bound = (type: string, fallback: number): number =>
        Number(node.pipe?.find((step) => step.type === type)?.requirement ?? fallback);
      const least = bound('min_value', 0);
      return least + Math.floor(dice() * Math.min(bound('max_value', 1e6) - least, 3_000_000));
    }
    case 'string':
      return text(node, dice, pool);
    default:
      return undefined;
  }
}

function text(node: Node, dice: () => number, pool: (kind: string) => readonly string[]): string {
  for (const { type, requirement, message } of node.pipe ?? []) {
    if (type === 'check' && typeof message === 'string') return pick(dice, formats[message] ?? ['text']) ?? '';
    if (type !== 'regex' || !(requirement instanceof RegExp)) continue;
    const kinds = /^\^\(?([A-Za-z|]+)\)?:/.exec(requirement.source)?.[1]?.split('|');
    if (kinds !== undefined)
      return pick(dice, kinds.flatMap(pool)) ?? `${kinds[0] ?? ''}:00000000-0000-4000-8000-00000000000a`;
    const known = ['20', '5411', '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296', 'c2FtcGxl'].find(
      (value) => requirement.test(value),
    );
    if (known !== undefined) return known;
  }
  return `sample ${String(Math.floor(dice() * 1e9))}`;
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
