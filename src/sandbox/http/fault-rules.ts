/** Rules that make the network or the service fail on purpose. */
import * as v from 'valibot';

/** A rule; what is left out matches everything. */
export interface FaultRule {
  readonly method?: string | undefined;
  /** Path within the API; `*` stands for any run of characters but `/`. */
  readonly path?: string | undefined;
  /** 1: without a signature; 2: with one. */
  readonly leg?: 1 | 2 | undefined;
  /** How many matching requests it meets. Default 1. */
  readonly count: number;
  /** How long the request is held up before anything else, in ms. */
  readonly delayMs?: number | undefined;
  /** Answered instead of handling the request. */
  readonly status?: number | undefined;
  /** Code of the error body that is made up where `body` is left out. */
  readonly code?: string | undefined;
  readonly body?: unknown;
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number | undefined;
  /** Loses the answer: before the request took effect, or after. */
  readonly drop?: 'before' | 'after' | undefined;
}

/** Schema of a rule. */
export const faultRule: v.GenericSchema<unknown, FaultRule> = v.strictObject({
  method: v.optional(v.picklist(['GET', 'POST', 'PATCH', 'DELETE'])),
  path: v.optional(v.pipe(v.string(), v.startsWith('/'))),
  leg: v.optional(v.picklist([1, 2])),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  delayMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000))),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))),
  code: v.optional(v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{0,63}$/))),
  body: v.optional(v.unknown()),
  retryAfter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  drop: v.optional(v.picklist(['before', 'after'])),
});

/** What a rule is compared with. */
export interface FaultTarget {
  readonly method: string;
  readonly path: string;
  readonly leg: 1 | 2;
}

/** The rules in force, in the order in which they were added. */
export interface FaultRules {
  add(rule: FaultRule): void;
  /** The first rule that fits, used up by one. */
  take(target: FaultTarget): FaultRule | null;
  list(): readonly (FaultRule & { readonly remaining: number })[];
  clear(): void;
}

/** An empty set of rules. */
export function createFaultRules(): FaultRules {
  let rules: { readonly rule: FaultRule; remaining: number }[] = [];
  return Object.freeze({
    add(rule: FaultRule) {
      rules.push({ rule, remaining: rule.count });
    },
    take(target: FaultTarget) {
      const found = rules.find(({ rule }) => fits(rule, target));
      if (found === undefined) return null;
      found.remaining -= 1;
      rules = rules.filter(({ remaining }) => remaining > 0);
      return found.rule;
    },
    list: () => rules.map(({ rule, remaining }) => ({ ...rule, remaining })),
    clear() {
      rules = [];
    },
  });
}

function fits(rule: FaultRule, target: FaultTarget): boolean {
  if (rule.method !== undefined && rule.method !== target.method) return false;
  if (rule.leg !== undefined && rule.leg !== target.leg) return false;
  if (rule.path === undefined) return true;
  const parts = rule.path.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]*')}$`).test(target.path);
}
