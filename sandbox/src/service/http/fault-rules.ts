/** Rules that make the network or the service fail on purpose. */
import * as v from 'valibot';
import type { SeededRandom } from '../service/random.ts';
import type { DelayRange, FaultRule } from './fault-rule.ts';
import { pathMatches, pathPattern } from './path-pattern.ts';

const TEN_MINUTES_MS = 600_000;
const TEN_YEARS_MS = 10 * 366 * 24 * 3600 * 1000;
const integer = (min: number, max: number): v.GenericSchema<unknown, number> =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const delay = integer(0, TEN_MINUTES_MS);

const fields = v.strictObject({
  method: v.optional(v.picklist(['GET', 'POST', 'PATCH', 'DELETE'])),
  path: v.optional(pathPattern),
  leg: v.optional(v.picklist([1, 2])),
  skip: v.optional(integer(0, Number.MAX_SAFE_INTEGER)),
  count: v.optional(v.nullable(integer(1, Number.MAX_SAFE_INTEGER)), 1),
  probability: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  delayMs: v.optional(
    v.union([
      delay,
      v.pipe(
        v.strictObject({ min: delay, max: delay }),
        v.check(({ min, max }) => min <= max, 'min must not be above max.'),
      ),
    ]),
  ),
  status: v.optional(
    v.pipe(
      integer(200, 599),
      v.check((status) => status < 300 || status >= 400, 'This must not be a redirect.'),
    ),
  ),
  processing: v.optional(integer(1, Number.MAX_SAFE_INTEGER)),
  code: v.optional(v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{0,63}$/))),
  body: v.optional(v.unknown()),
  retryAfter: v.optional(integer(0, Number.MAX_SAFE_INTEGER)),
  drop: v.optional(v.picklist(['before', 'after'])),
  spoil: v.optional(v.picklist(['truncated', 'html'])),
  dateSkewMs: v.optional(integer(-TEN_YEARS_MS, TEN_YEARS_MS)),
});

// Effects of a rule, by itself or laid over a rule without end.
const effects = ['status', 'drop', 'spoil', 'delayMs', 'dateSkewMs', 'code', 'body', 'retryAfter'] as const;

/** Schema of a rule. */
export const faultRule: v.GenericSchema<unknown, FaultRule> = v.pipe(
  fields,
  v.transform(({ processing, ...rule }) => {
    if (processing === undefined) return rule;
    return { ...rule, leg: 2 as const, status: 200, body: { status: 'PROCESSING' }, count: processing };
  }),
  v.check(
    (rule) => effects.some((name) => rule[name] !== undefined),
    'A rule needs something to do: status, processing, drop, spoil, delayMs or dateSkewMs.',
  ),
);

/** Detects a fault that answers that an action is still processed. */
export function isProcessing({ status, body }: Pick<FaultRule, 'status' | 'body'>): boolean {
  return status === 200 && (body as { readonly status?: unknown } | undefined)?.status === 'PROCESSING';
}

/** Facts of a request that a rule is compared with. */
export interface FaultTarget {
  readonly method: string;
  readonly path: string;
  readonly leg: 1 | 2;
}

/** The fault that a request meets, its delay drawn. */
export type Fault = Omit<FaultRule, 'delayMs'> & { readonly delayMs: number };

/** The rules in force, in the order in which they were added. */
export interface FaultRules {
  add(rule: FaultRule): void;
  /**
   * Returns the fault that a request meets: the first fitting rule with a count, which goes down by one, joined with
   * all fitting rules without a count. The counted rule wins, then the earlier one.
   */
  take(target: FaultTarget): Fault | null;
  list(): readonly (FaultRule & { readonly remaining: number | null })[];
  clear(): void;
}

interface Entry {
  readonly rule: FaultRule;
  /** How many requests it still lets pass. */
  skipping: number;
  remaining: number | null;
}

/** An empty set of rules; chance follows from the seed and the number of draws since the last `clear`. */
export function createFaultRules(random: SeededRandom): FaultRules {
  let rules: Entry[] = [];
  let draws = 0;
  const chance = (): number => {
    draws += 1;
    const [high = 0, low = 0] = random.fixed(`fault ${String(draws)}`, 2);
    return (high * 256 + low) / 65_536;
  };
  const meets = (entry: Entry, target: FaultTarget): boolean => {
    const { rule } = entry;
    if (!fits(rule, target)) return false;
    entry.skipping -= 1;
    return entry.skipping < 0 && (rule.probability === undefined || chance() < rule.probability);
  };
  return Object.freeze({
    add(rule: FaultRule) {
      rules.push({ rule, skipping: rule.skip ?? 0, remaining: rule.count });
    },
    take(target: FaultTarget) {
      const endless = rules.filter((entry) => entry.remaining === null && meets(entry, target));
      const countable = rules.find((entry) => entry.remaining !== null && meets(entry, target));
      if (countable !== undefined) countable.remaining = (countable.remaining ?? 0) - 1;
      rules = rules.filter(({ remaining }) => remaining !== 0);
      const met = [...endless.reverse(), ...(countable === undefined ? [] : [countable])];
      if (met.length === 0) return null;
      const { delayMs = 0, ...rule } = Object.assign({}, ...met.map((entry) => entry.rule)) as FaultRule;
      return { ...rule, delayMs: typeof delayMs === 'number' ? delayMs : drawn(delayMs, chance()) };
    },
    list: () => rules.map(({ rule, remaining }) => ({ ...rule, remaining })),
    clear() {
      rules = [];
      draws = 0;
    },
  });
}

function drawn({ min, max }: DelayRange, chance: number): number {
  return min + Math.floor(chance * (max - min + 1));
}

function fits(rule: FaultRule, target: FaultTarget): boolean {
  if (rule.method !== undefined && rule.method !== target.method) return false;
  if (rule.leg !== undefined && rule.leg !== target.leg) return false;
  return rule.path === undefined || pathMatches(rule.path, target.path);
}
