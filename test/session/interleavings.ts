/** Runs two tabs over one store in every order of their accesses to it, up to a number of preemptions. */
import {
  createMemoryStore,
  type FreshSession,
  type LeavingSession,
  type ServiceAnswer,
  type SessionKeeper,
} from '../../src/session/index.ts';
import { readInstant } from '../../src/clock.ts';
import { createFixedClock, type FixedClock } from '../../src/testing/index.ts';
import { isLongRun } from '../properties.ts';
import { report } from '../report.ts';
import { createTabs, fresh, minute, noon, persistent } from './fixtures.ts';
import { createKeeper } from './opened.ts';

/** Two tabs that are signed in with `Session:1`, and what the service was told. */
export interface TwoTabs {
  readonly tabs: readonly [SessionKeeper, SessionKeeper];
  readonly clock: FixedClock;
  readonly store: ReturnType<typeof persistent>;
  /** Ids of the sessions that were revoked at the service. */
  readonly revoked: Set<string>;
  /** New sessions that the service has just answered. */
  readonly fresh: { readonly second: FreshSession; readonly third: FreshSession };
}

/** What each of the two tabs does. */
export type Pair = readonly [(tabs: TwoTabs) => Promise<unknown>, (tabs: TwoTabs) => Promise<unknown>];

/** One key for all: making one takes longer than a run. */
const { key } = await fresh('0', createFixedClock({ now: noon }));

/** How often a tab may be interrupted that could go on; without a bound in long runs. */
const mostPreemptions = isLongRun ? Infinity : 2;

type Access = { readonly tab: number; readonly go: () => void };

/** Long enough for every promise that does not wait for the store. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
}

/** The service lists no session any more: what a tab hears that asks. */
const gone = (clock: FixedClock): ServiceAnswer => ({
  session: 'gone',
  startedAt: readInstant(clock),
  date: clock.now(),
});

/** Runs a pair once; `choices` says who goes first wherever both could. Returns how many could at each of those points. */
async function run(
  pair: Pair,
  {
    choices,
    channel,
    atRest,
  }: { choices: readonly number[]; channel: boolean; atRest: (tabs: TwoTabs) => Promise<void> },
): Promise<readonly number[]> {
  const below = createMemoryStore();
  const clock = createFixedClock({ now: noon });
  const channels = createTabs();
  const revoked = new Set<string>();
  const waiting: Access[] = [];
  const gate = { closed: false };
  const pass = (tab: number): Promise<void> =>
    gate.closed ? new Promise<void>((go) => waiting.push({ tab, go })) : Promise.resolve();
  const open = (tab: number): SessionKeeper =>
    createKeeper({
      store: persistent(below, {
        read: (key) => pass(tab).then(() => below.read(key)),
        update: (key, change) => pass(tab).then(() => below.update(key, change)),
      }),
      clock,
      channel: channel ? channels.open() : undefined,
      ask: async () => gone(clock),
      revoke: async ({ sessionId }: LeavingSession) => void revoked.add(sessionId),
    });
  const tabs = [open(0), open(1)] as const;
  await tabs[0].adopt(await fresh('1', clock, { key }), { replaces: 'any' });
  for (const tab of tabs) {
    await tab.current();
    await tab.holdStamp('none', async () => {});
  }
  clock.advance(minute);
  const date = clock.now();
  const answered = {
    second: await fresh('2', clock, { date, key }),
    third: await fresh('3', clock, { date, key }),
  };
  const both: TwoTabs = { tabs, clock, store: persistent(below), revoked, fresh: answered };
  gate.closed = true;
  const done = Promise.allSettled(pair.map((act) => act(both)));
  const options: number[] = [];
  let running: number | undefined;
  let preemptions = 0;
  for (;;) {
    await settle();
    const able = [...new Set(waiting.map(({ tab }) => tab))];
    if (able.length === 0) break;
    const goesOn = running !== undefined && able.includes(running);
    // Whoever runs comes first: any other choice is a preemption.
    if (goesOn) able.sort((left, right) => Number(right === running) - Number(left === running));
    const isFree = able.length > 1 && !(goesOn && preemptions === mostPreemptions);
    const choice = isFree ? (choices[options.length] ?? 0) : 0;
    if (isFree) options.push(able.length);
    if (goesOn && choice > 0) preemptions += 1;
    running = able[choice];
    const next = waiting.findIndex(({ tab }) => tab === running);
    waiting.splice(next, 1)[0]?.go();
  }
  gate.closed = false;
  await done;
  await atRest(both);
  for (const tab of tabs) await tab.close();
  return options;
}

/** Runs a pair in every order, prints how many there are, and returns it. */
export async function runAllOrders(
  pair: Pair,
  { channel, atRest }: { channel: boolean; atRest: (tabs: TwoTabs) => Promise<void> },
): Promise<number> {
  let choices: number[] | undefined = [];
  let count = 0;
  while (choices !== undefined) {
    const taken: number[] = choices;
    const options = await run(pair, { choices: taken, channel, atRest });
    count += 1;
    const chosen = options.map((_, point) => taken[point] ?? 0);
    const last = chosen.findLastIndex((choice, point) => choice + 1 < (options[point] ?? 0));
    choices = last < 0 ? undefined : [...chosen.slice(0, last), (chosen[last] ?? 0) + 1];
  }
  report(`${count} orders with at most ${mostPreemptions} preemptions`);
  return count;
}
