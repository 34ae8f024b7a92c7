/** One run: tabs that press, an order, faults; then everything arrives, and what people were told is held against the service. */
import type { Wallet } from 'countersign';
import { createScheduler, endOf, type Policy } from './scheduler.ts';
import type { Action, Setting } from './setting.ts';
import { changesOfPage } from '../../../src/kit/session/changes.ts';
import { walletCalls } from '../../calls.ts';
import { findViolations } from '../../judge.ts';
import { findLeft, findUnannounced, findUnsettled, findWrong, seenOf, type Announced } from './at-rest.ts';
import { openBrowser, type BrowserOptions, type Fault, type Tab } from './tab.ts';

/**
 * Ends of a press at a time that the order decides: `abort` gives it up, `crash` ends its tab, `close` its wallet; from
 * then on `offline` loses the requests of its tab, `cut` the answer to the next one before that. `log-out` ends the person's
 * visit at the platform, and `set-back` sets the device's clock back.
 */
export const pressEnds = ['abort', 'crash', 'close', 'offline', 'cut', 'log-out', 'set-back'] as const;

/** One press. */
export interface Press {
  readonly action: Action;
  readonly ends?: (typeof pressEnds)[number];
  /** Sign-ins only: uses the passkey in place of a code. */
  readonly hasPasskey?: boolean;
}

/** Parts of a run: the presses of each tab, one after another. */
export interface Script {
  readonly tabs: readonly (readonly Press[])[];
  readonly policy: Policy;
  readonly faultOf?: BrowserOptions['faultOf'];
  /** Whether each page stands alone, in memory mode. */
  readonly isAlone?: boolean;
}

/** A press and what its caller was told: `done`, or the code or name of the error. */
export interface Told extends Press {
  readonly tab: number;
  /** Number of the step with which it began. */
  from?: number;
  told?: string;
  /** Number of the step after which it was told. */
  at?: number;
}

/** Result of a run. */
export interface Result {
  /** Untruths and leftovers, each a sentence; empty for a good run. */
  readonly violations: readonly string[];
  readonly trace: readonly string[];
}

interface Pressing {
  readonly signal: AbortSignal;
  readonly hasPasskey: boolean;
  /** Says that the person has pressed only now. */
  pressed(): void;
}

/** Presses a button. */
async function perform(
  wallet: Wallet,
  action: Action,
  { targets, otherSessionId, passkeyId: credentialId }: Setting,
  { signal, hasPasskey, pressed }: Pressing,
): Promise<unknown> {
  if (action === 'revoke-other') return wallet.session.revoke({ sessionId: otherSessionId, signal });
  if (action === 'sign-out') {
    const { localKeyDeleted, error } = await wallet.session.revoke();
    // It is told that storage has not confirmed it.
    if (!localKeyDeleted) throw error;
    return undefined;
  }
  if (action !== 'sign-in') return walletCalls[action].run({ ...targets, wallet }, { signal });
  if (hasPasskey) {
    const prepared = await wallet.passkey.prepare({ credentialId, signal });
    pressed();
    return prepared.signIn({ signal });
  }
  const attempt = await wallet.emailOtp.begin({ signal });
  // The person has typed the code.
  pressed();
  return attempt.verify('000000', { signal });
}

/** Runs a script to its end. */
export async function run(setting: Setting, script: Script): Promise<Result> {
  const { policy, faultOf = (): Fault => 'none', isAlone = false } = script;
  const scheduler = createScheduler();
  /** Tabs whose network is gone: what happens to the next request of each. */
  const outages = new Map<number, Fault>();
  let isGood = false;
  let isLoggedIn = true;
  const faultNow: BrowserOptions['faultOf'] = (request) => {
    const fault = isGood ? 'none' : (outages.get(request.tab) ?? faultOf(request));
    if (outages.has(request.tab)) outages.set(request.tab, 'lost-before');
    return fault;
  };
  const browser = await openBrowser({
    scheduler,
    setting,
    faultOf: faultNow,
    isLoggedIn: () => isLoggedIn,
    isAlone,
  });
  const told: Told[] = [];
  const announced: Announced[] = [];
  const stopListening = changesOfPage().listen((_, changed) => {
    announced.push({ at: scheduler.trace.length, changed });
  });
  script.tabs.forEach((presses, index) => {
    const tab = browser.open();
    const press = (number: number): void => {
      const next = presses[number];
      if (next === undefined) return;
      const entry: Told = { ...next, tab: index };
      const start = (): void => {
        entry.from = scheduler.trace.length;
        told.push(entry);
        const controller = new AbortController();
        const ends = {
          abort: () => controller.abort(),
          crash: () => tab.crash(),
          close: () => tab.wallet.close(),
          offline: () => outages.set(index, 'lost-before'),
          cut: () => outages.set(index, 'lost-after'),
          'log-out': () => (isLoggedIn = false),
          'set-back': () => browser.setBack(),
        };
        // The step is of no tab: an order that goes on with a tab must not end it at once.
        if (next.ends !== undefined)
          scheduler.queue({ tab: endOf(index), label: `${next.ends} tab ${index}`, run: ends[next.ends] });
        const pressed = (): void => {
          entry.from = scheduler.trace.length;
        };
        const { signal } = controller;
        perform(tab.wallet, next.action, setting, { signal, hasPasskey: next.hasPasskey ?? false, pressed })
          .then(
            () => 'done',
            (error: unknown) => nameOf(error),
          )
          .then(
            (outcome) => {
              entry.told = outcome;
              entry.at = scheduler.trace.length;
              return press(number + 1);
            },
            () => undefined,
          );
      };
      scheduler.queue({ tab: index, label: `press ${next.action}`, run: start });
    };
    press(0);
  });
  const deadline = browser.now() + 10 * 60_000;
  const isWaiting = (): boolean =>
    told.some((entry) => entry.told === undefined && browser.tabs[entry.tab]?.isOpen() === true);
  await scheduler.runAll(policy, () => isWaiting() && browser.now() < deadline && browser.passTime(60_000));
  // Everything arrives: network and visit are good again, somebody looks at each page, and a browser without a tab is opened anew.
  isGood = true;
  isLoggedIn = true;
  if (!browser.tabs.some((tab) => tab.isOpen() && tab.wallet.state().status !== 'closed')) browser.open();
  for (const round of [1, 2]) {
    browser.sleep(10_000);
    for (const tab of browser.tabs.filter((one) => one.isOpen())) {
      for (const type of ['online', 'focus']) tab.dispatch(type);
      // A tab learns of an end by the service itself when it asks.
      if (round === 2) tab.wallet.session.list().catch(() => undefined);
    }
    const rest = browser.now() + 90_000;
    await scheduler.runAll(policy, () => browser.now() < rest && browser.passTime(rest - browser.now()));
  }

  const violations = [...(await findWrong(setting, browser, told))];
  const press = async (tab: number, action: Action): Promise<string | undefined> => {
    const { wallet } = browser.tabs[tab] as Tab;
    const { signal } = new AbortController();
    const entry: Told = { tab, action, from: scheduler.trace.length };
    told.push(entry);
    const tell = (outcome: string): void => {
      entry.told = outcome;
      entry.at = scheduler.trace.length;
    };
    perform(wallet, action, setting, { signal, hasPasskey: false, pressed: () => undefined }).then(
      () => tell('done'),
      (error: unknown) => tell(nameOf(error)),
    );
    const latest = browser.now() + 120_000;
    const mayWait = (): boolean => entry.told === undefined && browser.now() < latest;
    await scheduler.runAll(policy, () => mayWait() && browser.passTime(latest - browser.now()));
    return entry.told;
  };
  violations.push(
    ...(await findUnsettled(setting, browser, told, press)),
    ...findViolations(seenOf(setting, browser, told)),
    ...findUnannounced(setting, browser, told, announced),
  );
  stopListening();
  for (const tab of browser.tabs) tab.wallet.close();
  await scheduler.runAll(policy, () => false);
  violations.push(...(await findLeft(browser, told)));
  return {
    violations,
    trace: [...scheduler.trace, ...told.map((entry) => `${entry.tab} was told of ${entry.action}: ${entry.told}`)],
  };
}

function nameOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === 'string' ? code : String(name);
}
