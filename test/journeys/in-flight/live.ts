/** Lives a plan: does its steps without waiting for one another, comes to rest from time to time, and holds the invariants. */
import type { Browser } from 'playwright';
import { findViolations, isUndecided } from '../../judge.ts';
import { planLife, type PlannedStep, type Step } from './actions.ts';
import { faults } from './faults.ts';
import { beginLife, logIn, logOut, press, wakeAll, type Life } from './life.ts';
import { clockSetBack, seenOf } from './observations.ts';
import { atEnd, atRest } from './rest.ts';
import type { StartServiceOptions } from './service.ts';
import type { Profile } from './profile.ts';
import type { Tab } from './tab.ts';
import { writeTrace } from './trace.ts';

/** Outcome of a life. */
export interface Outcome {
  readonly steps: number;
  readonly faults: number;
  readonly payments: number;
  readonly presses: number;
}

/** Options of {@link live}. */
export interface LiveOptions {
  readonly steps: number;
  readonly sandbox?: StartServiceOptions['sandbox'];
}

/** Steps from one rest to the next. */
const stepsUntilRest = 10;

const addresses = ['one@example.com', 'two@example.com', 'three@example.com'];

/** Lives one life. @throws Error with what was violated and the trace. */
export async function live(browser: Browser, seed: number, { steps, sandbox }: LiveOptions): Promise<Outcome> {
  const plan = planLife(seed, { steps, faults: faults.length });
  const life = await beginLife(browser, plan, sandbox);
  let done = 0;
  try {
    for (const planned of plan.steps) {
      if (done % stepsUntilRest === 0) await comeToRest(life);
      await take(life, planned);
      done += 1;
    }
    await comeToRest(life);
    await changeCard(life);
    await hold(life, await atEnd(life));
    return {
      steps: done,
      faults: life.sightings.filter(({ fault }) => fault !== undefined).length,
      payments: (await life.service.payments()).length,
      presses: life.presses.length,
    };
  } finally {
    await life.end();
  }
}

async function take(life: Life, { step, faults: waiting, pauseMs }: PlannedStep): Promise<void> {
  const { profile } = life;
  const usable = profile.tabs.filter((tab) => !tab.isGone() && !tab.isFrozen());
  const tab = 'tab' in step ? usable[step.tab % Math.max(1, usable.length)] : usable[0];
  if (tab !== undefined) {
    for (const fault of waiting) life.armed.push({ ...fault, tab: tab.number });
    await run(life, step, tab);
  }
  await new Promise((resolve) => {
    setTimeout(resolve, pauseMs);
  });
}

async function run(life: Life, step: Step, tab: Tab): Promise<void> {
  const { service, profile, random, presses } = life;
  switch (step.kind) {
    case 'sign-in':
    case 'sign-out':
    case 'session.refresh':
    case 'session.list':
    case 'card.freeze':
    case 'card.unfreeze':
      return void press(life, tab, { kind: step.kind, cardId: service.cardId });
    case 'quote.execute':
      return void press(life, tab, { kind: step.kind, quote: await service.quote() });
    case 'credentials.changeEmail':
      return void press(life, tab, {
        kind: step.kind,
        customerId: service.customerId,
        newEmail: random.pick(addresses),
      });
    case 'press-again': {
      const again = presses.filter(({ intent }) => intent !== undefined).at(-step.back);
      return again === undefined ? undefined : void press(life, tab, again.press);
    }
    case 'abort': {
      const last = presses.findLast((one) => one.tab === tab.number && one.told === undefined);
      if (last === undefined) return undefined;
      life.note(`press ${last.number} is given up`, tab.number);
      return tab.abort(last.number);
    }
    case 'sleep':
      life.note(`the device sleeps for ${step.ms / 1000} s`);
      await Promise.all([service.wait(step.ms), profile.sleep(step.ms)]);
      return wakeAll(life);
    case 'set-back':
      life.note(clockSetBack);
      return profile.setBack();
    case 'log-in':
      // Within a visit the others go on with it.
      return logIn(life, (life.logOuts.at(-1) ?? -1) > (life.logIns.at(-1) ?? -1));
    case 'log-out':
      return logOut(life);
    case 'ended-by-operator': {
      const [session] = await service.sessions();
      if (session === undefined) return undefined;
      life.note(`an operator ends ${session.id}`);
      return service.revoke(session.id).catch(async (cause: unknown) => {
        // It may have ended by itself since it was read.
        if ((await service.sessions()).some(({ id }) => id === session.id)) throw cause;
      });
    }
    case 'reload':
    case 'close':
    case 'reopen-wallet':
    case 'crash':
    case 'suspend':
    case 'offline':
    case 'wake':
      return befall(life, step.kind, { tab, profile });
  }
}

/** Does an incident to one tab as a whole. */
async function befall(
  life: Life,
  kind: 'reload' | 'close' | 'reopen-wallet' | 'crash' | 'suspend' | 'offline' | 'wake',
  { tab, profile }: { readonly tab: Tab; readonly profile: Profile },
): Promise<void> {
  life.note(kind, tab.number);
  switch (kind) {
    case 'reload':
      // Without a network there is no page to load.
      return life.offline.has(tab) ? undefined : tab.reload();
    case 'close':
      await tab.close();
      return void (await profile.openTab());
    case 'reopen-wallet':
      // A wallet page asks first who comes.
      return life.plan.isVisited && life.offline.has(tab) ? undefined : tab.reopenWallet();
    case 'crash':
      await tab.crash();
      return void (await profile.openTab());
    case 'suspend':
      return tab.freeze(true);
    case 'offline':
      life.offline.add(tab);
      return tab.offline(true);
    case 'wake':
      return tab.wake();
  }
}

/** Lets everything arrive, holds the invariants, and signs in again where nobody is. */
async function comeToRest(life: Life): Promise<void> {
  const atFault = await atRest(life);
  const open = life.profile.tabs.filter((one) => !one.isGone());
  const signedIn = new Set<number>();
  const ended: { readonly tab: number; readonly reason: string }[] = [];
  for (const { number, state } of open) {
    const shown = await state();
    if (shown?.status === 'signed-in') signedIn.add(number);
    else if (shown?.ended !== undefined) ended.push({ tab: number, reason: shown.ended.reason });
  }
  const seen = seenOf({ ...life, isAlone: life.plan.isAlone }, { signedIn: [...signedIn], ended });
  await hold(life, [...atFault, ...findViolations(seen)]);
  for (const tab of life.plan.isAlone ? open : open.slice(0, 1))
    if (!signedIn.has(tab.number)) await press(life, tab, { kind: 'sign-in' });
  // One more press on a good network settles what nobody could tell; pages that stand alone may have lost their markers.
  const [first] = life.plan.isAlone ? [] : open;
  const last = new Map(life.presses.map((one) => [one.intent, one]));
  for (const { intent, told, press: again } of last.values())
    if (first !== undefined && intent !== undefined && isUndecided(told?.told)) await press(life, first, again);
}

/** Whatever its tabs have lived through, their elements still follow: one of them changes the card, and the others show it. */
async function changeCard(life: Life): Promise<void> {
  const { plan, profile, service } = life;
  const tab = profile.tabs.findLast((one) => !one.isGone());
  if (!plan.isShown || tab === undefined) return;
  const kind = (await service.card()) === 'FROZEN' ? 'card.unfreeze' : 'card.freeze';
  await press(life, tab, { kind, cardId: service.cardId });
  await hold(life, await atRest(life));
}

async function hold(life: Life, wrong: readonly string[]): Promise<void> {
  if (wrong.length === 0) return;
  throw new Error([`${wrong.length} violated:`, ...wrong, '', writeTrace(life.plan, life)].join('\n'));
}
