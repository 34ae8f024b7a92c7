/** A random life as a seed makes it: which browser, and what happens in it step by step. */
import type { Method } from '../../calls.ts';
import { createRandom, type Random } from './random.ts';

/** Presses of a life: methods of the catalogue, and those in which a person takes part. */
export type PressKind =
  | 'sign-in'
  | 'sign-out'
  | Extract<
      Method,
      'session.refresh' | 'session.list' | 'quote.execute' | 'card.freeze' | 'card.unfreeze' | 'credentials.changeEmail'
    >;

/** One step of a life. `tab` counts the open tabs. */
export type Step =
  | { readonly kind: PressKind; readonly tab: number }
  /** The button of an earlier press, in this tab. */
  | { readonly kind: 'press-again'; readonly tab: number; readonly back: number }
  /** The last press in this tab is given up. */
  | { readonly kind: 'abort'; readonly tab: number }
  | {
      readonly kind: 'reload' | 'close' | 'reopen-wallet' | 'crash' | 'suspend' | 'offline' | 'wake';
      readonly tab: number;
    }
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'ended-by-operator' | 'set-back' | 'log-out' | 'log-in' };

/** A fault that waits for the next request of a tab on this leg. */
export interface ArmedFault {
  readonly tab: number;
  readonly leg: 1 | 2;
  /** Place in the list of faults. */
  readonly fault: number;
}

/** A step, the faults that are armed before it, and how long after it the next one begins. */
export interface PlannedStep {
  readonly step: Step;
  readonly faults: readonly ArmedFault[];
  readonly pauseMs: number;
}

/** One life. */
export interface Plan {
  readonly seed: number;
  readonly tabs: number;
  /** Whether each page stands alone, in memory mode. */
  readonly isAlone: boolean;
  /** Whether people come to a wallet page by links of an app, and its sessions end with their visits. */
  readonly isVisited: boolean;
  /** Whether each tab shows the card in an element. */
  readonly isShown: boolean;
  readonly afterRefresh: 'keep' | 'revoke';
  readonly steps: readonly PlannedStep[];
}

/** Options of {@link planLife}. */
export interface PlanLifeOptions {
  readonly steps: number;
  /** How many kinds of fault there are. */
  readonly faults: number;
}

const minute = 60_000;

/** Each kind as often as its weight. */
const weights = {
  'sign-in': 8,
  'session.refresh': 9,
  'sign-out': 6,
  'session.list': 3,
  'quote.execute': 16,
  'card.freeze': 5,
  'card.unfreeze': 5,
  'credentials.changeEmail': 5,
  'press-again': 12,
  abort: 5,
  reload: 4,
  close: 3,
  'reopen-wallet': 2,
  crash: 2,
  suspend: 3,
  offline: 4,
  wake: 3,
  sleep: 3,
  'ended-by-operator': 2,
  'set-back': 1,
} as const satisfies Record<Exclude<Step['kind'], 'log-out' | 'log-in'>, number>;

/** Once more where the card is shown: between two rests an element has to meet a change that nothing else tells it. */
const weightsOfCards = { 'card.freeze': 12, 'card.unfreeze': 12 } as const satisfies Partial<
  Record<Step['kind'], number>
>;

/** The same of what happens to visits alone. */
const weightsOfVisits = { 'log-out': 4, 'log-in': 4 } as const satisfies Partial<Record<Step['kind'], number>>;

const spread = (given: Readonly<Record<string, number>>): readonly Step['kind'][] =>
  Object.entries(given).flatMap(([kind, weight]) => Array<Step['kind']>(weight).fill(kind as Step['kind']));

const usualKinds = spread(weights);
const kindsOfVisits = spread(weightsOfVisits);
const kindsOfCards = spread(weightsOfCards);

/** Plans a life; the same seed makes the same one. */
export function planLife(seed: number, { steps, faults }: PlanLifeOptions): Plan {
  const random = createRandom(seed);
  const tabs = random.between(2, 5);
  const isAlone = random.chance(0.2);
  const afterRefresh = random.pick(['keep', 'revoke'] as const);
  // By turns, so that every run has lives of each sort. Pages that stand alone hear of no other's changes.
  const isVisited = !isAlone && seed % 4 >= 2;
  const isShown = !isAlone && seed % 2 === 0;
  const kinds = [...usualKinds, ...(isVisited ? kindsOfVisits : []), ...(isShown ? kindsOfCards : [])];
  const planned = Array.from({ length: steps }, () => planStep(random, { tabs, faults, kinds }));
  return { seed, tabs, isAlone, isVisited, isShown, afterRefresh, steps: planned };
}

function planStep(
  random: Random,
  { tabs, faults, kinds }: { readonly tabs: number; readonly faults: number; readonly kinds: readonly Step['kind'][] },
): PlannedStep {
  const tab = random.between(0, tabs - 1);
  const armed = Array.from({ length: random.pick([0, 0, 0, 1, 1, 2]) }, () => ({
    tab,
    leg: random.pick([1, 2, 2] as const),
    fault: random.between(0, faults - 1),
  }));
  const pauseMs = random.chance(0.6) ? random.between(0, 60) : random.between(60, 250);
  return { step: stepOf(random.pick(kinds), tab, random), faults: armed, pauseMs };
}

function stepOf(kind: Step['kind'], tab: number, random: Random): Step {
  if (kind === 'sleep') return { kind, ms: random.pick([20_000, 2 * minute, 6 * minute, 14.5 * minute]) };
  if (kind === 'press-again') return { kind, tab, back: random.between(1, 4) };
  if (kind === 'ended-by-operator' || kind === 'set-back' || kind === 'log-out' || kind === 'log-in') return { kind };
  return { kind, tab };
}
