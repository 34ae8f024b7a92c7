/** What can happen in a random life: a step, and whether the network fails in it. */
import * as fc from 'fast-check';

/** Tabs of one browser. */
export const tabCount = 3;

/** A step and whether the network fails in it. */
export type Step =
  | {
      readonly kind: 'sign-in' | 'execute' | 'execute-again' | 'refresh' | 'revoke' | 'list' | 'reload';
      readonly tab: number;
    }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'jump'; readonly ms: number }
  | { readonly kind: 'together'; readonly steps: readonly Step[] };

/** A step with the fault in force while it runs. */
export interface FaultyStep {
  readonly step: Step;
  readonly fault: Readonly<Record<string, unknown>> | undefined;
}

const tab = fc.nat({ max: tabCount - 1 });
const action: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'sign-in',
    'sign-in',
    'execute',
    'execute',
    'execute',
    'execute-again',
    'refresh',
    'refresh',
    'revoke',
    'list',
    'reload',
  ),
  tab,
});
const fault = fc.option(
  fc.record({
    path: fc.constantFrom(
      '/auth/credentials/*/verify',
      '/auth/sessions/*/refresh',
      '/auth/sessions/*',
      '/quotes/*/execute',
      '/quotes/*',
    ),
    leg: fc.constantFrom(1, 2),
    count: fc.constantFrom(1, 1, 2, 5),
    failure: fc.constantFrom(
      { drop: 'before' },
      { drop: 'after' },
      { status: 500 },
      { status: 503 },
      { status: 429, retryAfter: 1 },
    ),
  }),
  { nil: undefined, freq: 3 },
);

/** Any step: mostly one action, sometimes several tabs at once, time that passes, a wall clock that is set. */
export const anyStep: fc.Arbitrary<FaultyStep> = fc.record({
  step: fc.oneof(
    { weight: 8, arbitrary: action },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('together' as const),
        steps: fc.array(action, { minLength: 2, maxLength: 4 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('advance' as const),
        ms: fc.constantFrom(1_000, 60_000, 240_000, 600_000, 900_000),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('jump' as const),
        ms: fc.constantFrom(-3 * 3_600_000, -10_000, 10_000, 3_600_000),
      }),
    },
  ),
  fault: fault.map((rule) =>
    rule === undefined ? undefined : { path: rule.path, leg: rule.leg, count: rule.count, ...rule.failure },
  ),
});
