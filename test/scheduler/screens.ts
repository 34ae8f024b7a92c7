/** One life of code screens: people who open, type, resend, leave and reload in several tabs, in an order that a policy decides. */
import { createCodeEntry, type CodeEntry, type CodeEntryPhase } from 'countersign/code-entry';
import type { DiskState } from './disk.ts';
import { createOutages } from './outages.ts';
import { createScheduler, endOf, type Policy } from './scheduler.ts';
import type { Setting } from './setting.ts';
import { openBrowser, type Browser, type BrowserOptions, type Sent, type Tab } from './tab.ts';

/** What a person does at a screen. */
export const gestures = ['open', 'type', 'mistype', 'resend', 'leave', 'reload', 'sign-out'] as const;

/** When a person goes on: at once, or when the screen shows this, or nothing happens any more. */
export const moments = ['now', 'sending', 'waiting', 'checking', 'done'] as const;

/** One of {@link gestures}, and when it is made. */
export interface Gesture {
  readonly what: (typeof gestures)[number];
  readonly when: (typeof moments)[number];
}

/** What a life is made of: the gestures of each person, each in a tab of their own. */
export interface ScreenScript {
  readonly people: readonly (readonly Gesture[])[];
  readonly policy: Policy;
  readonly faultOf: BrowserOptions['faultOf'];
  readonly hasLocks: boolean;
  readonly hasChannel: boolean;
  /** How the disk becomes at a time that the order decides; good again at the end. */
  readonly disk: DiskState;
}

/** A screen, and what it showed. */
interface Screen {
  readonly tab: Tab;
  readonly entry: CodeEntry;
  readonly phases: CodeEntryPhase[];
  /** Whether its page was reloaded while it showed a message that lived. */
  readonly mustContinue: boolean;
  /** How many more messages its person has asked for. */
  asked: number;
  /** Until the person leaves. */
  isShown: boolean;
}

interface Person {
  tab: Tab;
  screen: Screen | undefined;
}

const live: readonly CodeEntryPhase[] = ['waiting', 'wrong', 'checking'];
const wrongCodes = ['111111', '222222', '333333'];

/** Runs a life to its end. Returns what was untrue, each a sentence, and the steps. */
export async function runScreens(
  setting: Setting,
  { people: scripts, policy, faultOf, hasLocks, hasChannel, disk }: ScreenScript,
): Promise<{ readonly violations: readonly string[]; readonly trace: readonly string[] }> {
  const scheduler = createScheduler();
  const outages = createOutages(faultOf);
  const browser = await openBrowser({
    scheduler,
    setting,
    faultOf: outages.faultOf,
    hasLocks,
    hasChannel,
    isSignedIn: false,
  });
  const wrong: string[] = [];
  const screens: Screen[] = [];
  const calls = new Set<{ readonly tab: Tab }>();
  /** Gestures whose moment hasn't come. */
  const waiting = new Set<() => void>();

  /** Follows a call until it settles; none of a screen's may reject. */
  const follow = async (tab: Tab, what: string, call: Promise<unknown>): Promise<void> => {
    const entry = { tab };
    calls.add(entry);
    try {
      await call;
    } catch (error) {
      if (tab.isOpen()) wrong.push(`${what} in tab ${tab.number} rejected with ${String(error)}`);
    }
    calls.delete(entry);
  };
  const show = (person: Person, mustContinue: boolean): void => {
    const { tab } = person;
    const entry = createCodeEntry(tab.wallet, {
      store: tab.parts.store,
      locks: tab.parts.locks,
      channel: tab.parts.openChannel('code-entry'),
      clock: tab.parts.clock,
    });
    const screen: Screen = { tab, entry, phases: [], mustContinue, asked: 0, isShown: true };
    entry.subscribe(() => screen.phases.push(entry.state().phase));
    screens.push(screen);
    person.screen = screen;
  };
  const perform = async (person: Person, what: Gesture['what'], number: number): Promise<void> => {
    const { tab, screen } = person;
    if (what === 'open') {
      if (screen === undefined && tab.wallet.state().status !== 'signed-in') show(person, false);
    } else if (what === 'sign-out') {
      // Whether the service could be told is no matter of the screen's.
      if (tab.wallet.state().status === 'signed-in') await tab.wallet.session.revoke().catch(() => undefined);
    } else if (what === 'reload') {
      const { phase, storage } = screen?.entry.state() ?? {};
      tab.crash();
      person.tab = browser.open();
      person.screen = undefined;
      await follow(person.tab, 'the load', isLoaded(person.tab));
      if (person.tab.isOpen() && phase !== undefined && person.tab.wallet.state().status === 'signed-out')
        show(person, disk === 'good' && storage === 'persistent' && live.includes(phase));
    } else if (screen !== undefined) {
      if (what === 'type') await follow(tab, what, screen.entry.submit('000000'));
      if (what === 'mistype') await follow(tab, what, screen.entry.submit(wrongCodes[number % 3] ?? ''));
      if (what === 'resend') {
        screen.asked += 1;
        await follow(tab, what, screen.entry.resend());
      }
      if (what === 'leave') {
        screen.entry.close();
        screen.isShown = false;
        person.screen = undefined;
      }
    }
  };

  if (disk !== 'good') scheduler.queue({ tab: -1, label: `the disk is ${disk}`, run: () => browser.setDisk(disk) });
  scripts.forEach((script, index) => {
    const person: Person = { tab: browser.open(), screen: undefined };
    const next = (number: number): void => {
      const gesture = script[number];
      if (gesture === undefined) return;
      const run = (): void => {
        void perform(person, gesture.what, number);
        next(number + 1);
      };
      let isQueued = false;
      const queue = (): void => {
        if (!isQueued) scheduler.queue({ tab: endOf(index), label: `person ${index}: ${gesture.what}`, run });
        isQueued = true;
        waiting.delete(queue);
      };
      waiting.add(queue);
      const { entry } = person.screen ?? {};
      const look = (): void => {
        if (gesture.when === 'now' || entry?.state().phase === gesture.when) queue();
      };
      entry?.subscribe(look);
      look();
    };
    next(0);
  });
  const isBusy = (): boolean => [...calls].some(({ tab }) => tab.isOpen()) || shownOf(screens).some(isAtWork);
  const rest = async (): Promise<void> => {
    const deadline = browser.now() + 200_000;
    await scheduler.runAll(policy, () => {
      if (isBusy()) return browser.now() < deadline && browser.passTime(60_000);
      const [first] = waiting;
      first?.();
      return first !== undefined;
    });
  };
  /** Somebody looks at each page, and the network is back. */
  const wake = (): Promise<void> => {
    // The relay shares a failed reading for a moment.
    browser.sleep(10_000);
    for (const tab of browser.tabs) if (tab.isOpen()) for (const type of ['online', 'focus']) tab.dispatch(type);
    return rest();
  };
  await rest();
  // A disk that stands still holds nobody up.
  wrong.push(...findWrongScreens(browser, screens));
  outages.end();
  browser.setDisk('good');
  await wake();
  wrong.push(...findWrongScreens(browser, screens));
  // Whoever types the code of the newest message signs in.
  const probed = shownOf(screens).find(({ entry }) => ['waiting', 'wrong'].includes(entry.state().phase));
  if (probed !== undefined) {
    await Promise.all([follow(probed.tab, 'the last code', probed.entry.submit('000000')), rest()]);
    await wake();
    wrong.push(...findWrongScreens(browser, screens));
    const { phase } = probed.entry.state();
    // Nobody knows of a message, or of a sign-in, of which no page has heard; without locks or a disk, tabs don't know of each other's.
    const isSure =
      hasLocks &&
      disk === 'good' &&
      browser.sent.every(
        (request) => !(isChallenge(request) || request.isStamped) || !request.effect || request.isAnswered,
      );
    if (isSure && !['done', 'expired', 'exhausted'].includes(phase)) wrong.push(`the right code led to ${phase}`);
    const kept = await browser.store.keys('code-entry:');
    if (isSure && phase === 'done' && kept.length > 0) wrong.push('a used message is kept');
  }

  for (const { tab, entry } of screens) if (tab.isOpen()) entry.close();
  for (const tab of browser.tabs) tab.wallet.close();
  await scheduler.runAll(policy, () => false);
  const left = browser.tabs
    .filter((tab) => tab.isOpen())
    .map((tab) => browser.leftOf(tab.number))
    .reduce((sum, { timers, listeners }) => sum + timers + listeners, browser.locks().length);
  if (left > 0) wrong.push(`${left} timers, listeners and locks are left`);
  return { violations: wrong, trace: scheduler.trace };
}

/** Resolves once a wallet has read its store. */
function isLoaded({ wallet }: Tab): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (wallet.state().status !== 'loading') resolve();
    };
    wallet.subscribe(look);
    look();
  });
}

const isChallenge = ({ path }: Sent): boolean => path.endsWith('/challenge');
const shownOf = (screens: readonly Screen[]): readonly Screen[] =>
  screens.filter(({ tab, isShown }) => isShown && tab.isOpen());

function isAtWork({ entry }: Screen): boolean {
  const { phase, error } = entry.state();
  return phase === 'checking' || (phase === 'sending' && error === undefined);
}

/** What screens show that isn't so. */
function findWrongScreens(browser: Browser, screens: readonly Screen[]): readonly string[] {
  const wrong: string[] = [];
  for (const { tab, phases, mustContinue } of screens) {
    const done = phases.indexOf('done');
    if (done !== -1 && phases.slice(done).some((later) => later !== 'done'))
      wrong.push(`the screen of tab ${tab.number} goes on after done`);
    const own = screens.filter((screen) => screen.tab === tab);
    const asked = own.reduce((sum, screen) => sum + screen.asked, 0);
    const sent = browser.sent.filter((request) => request.tab === tab.number && isChallenge(request)).length;
    if (sent > own.length + asked) wrong.push(`tab ${tab.number} has sent more messages than were asked for`);
    if (mustContinue && sent > asked && screens.every((screen) => !screen.phases.includes('done')))
      wrong.push(`tab ${tab.number} was reloaded and has sent another message`);
  }
  for (const screen of shownOf(screens)) {
    const { phase } = screen.entry.state();
    const where = `the screen of tab ${screen.tab.number}`;
    if (isAtWork(screen)) wrong.push(`${where} stays at ${phase}`);
    if (screen.tab.wallet.state().status === 'signed-in' && phase !== 'done')
      wrong.push(`${where} shows ${phase} to somebody who is signed in`);
  }
  return wrong;
}
