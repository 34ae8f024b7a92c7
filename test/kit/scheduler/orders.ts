/** Orders of the steps of some tabs: all with few preemptions, or some of them. */
import { createDice } from '../../../sandbox/test/service/sampler.ts';
import { alternatives, countPreemptions, following } from './policies.ts';
import { run, type Result, type Script } from './run.ts';
import { createNumbering, situationsOf } from './same-orders.ts';
import type { Setting } from './setting.ts';

/** Bounds of the orders to run: at most `most`, with at most so many preemptions. */
export interface Bounds {
  readonly preemptions: number;
  readonly most: number;
  /** Runs orders that differ only in steps that touch nothing in common, too. */
  readonly isExhaustive?: boolean;
}

/** Numbers of orders run and known besides, and the first that went wrong. */
export interface Enumerated {
  readonly run: number;
  readonly left: number;
  /** Outcomes that people got, each combination once. */
  readonly told: ReadonlySet<string>;
  readonly bad?: Result;
}

/**
 * Runs a script in every order of its steps until all tabs rest, or in some of them drawn from a seed. Two orders that differ only in
 * steps that touch nothing in common are one: where a run comes to a situation that another one has been in, what can follow is known.
 */
export async function enumerate(
  setting: Setting,
  script: Omit<Script, 'policy'>,
  { preemptions, most, isExhaustive = false }: Bounds,
): Promise<Enumerated> {
  const dice = createDice(1);
  const numberOf = createNumbering();
  /** The least preemptions with which each situation was come to. */
  const seen = new Map<number, number>();
  const told = new Set<string>();
  const waiting: (readonly number[])[] = [[]];
  let count = 0;
  while (waiting.length > 0 && count < most) {
    const [prefix = []] = waiting.splice(Math.floor(dice() * waiting.length), 1);
    const result = await run(setting, { ...script, policy: following(prefix) });
    count += 1;
    told.add(result.trace.filter((line) => line.includes(' was told ')).join('\n'));
    if (result.violations.length > 0) return { run: count, left: waiting.length, told, bad: result };
    const { decisions } = result;
    const situations = situationsOf(decisions, numberOf);
    let end = prefix.length;
    for (; end < decisions.length; end += 1) {
      const [situation = 0, used] = [situations[end], countPreemptions(decisions.slice(0, end))];
      if (!isExhaustive && (seen.get(situation) ?? Infinity) <= used) break;
      seen.set(situation, used);
    }
    waiting.push(...alternatives(decisions.slice(0, end), prefix.length, preemptions));
  }
  return { run: count, left: waiting.length, told };
}
