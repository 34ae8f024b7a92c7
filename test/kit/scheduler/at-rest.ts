/** A run's records as the judge reads them, and what one more press finds at rest. */
import type { ChangeSubject } from '../../../src/kit/session/changes.ts';
import { flowFacts } from '../../../src/kit/wallet/facts.ts';
import { changesOf } from '../../../src/kit/wallet/run/announce.ts';
import type { Method } from '../../calls.ts';
import {
  effectsOf,
  findDisagreements,
  findLeftovers,
  findStrayKeys,
  findViolations,
  findWrongBalance,
  isUndecided,
  readValue,
  type Pressed,
  type Seen,
  type Shown,
  type Stamped,
} from '../../judge.ts';
import type { Told } from './run.ts';
import { actions, start, type Action, type Setting } from './setting.ts';
import type { Browser, Tab } from './tab.ts';

const isShown = (tab: Tab): boolean => tab.isOpen() && tab.wallet.state().status !== 'closed';

/** Compares presses, tabs, storage and money with the service. */
export async function findWrong(setting: Setting, browser: Browser, told: readonly Told[]): Promise<readonly string[]> {
  const { platform, accountId, customerId, quote, balance } = setting;
  const shown: Shown = new Map(
    browser.tabs.filter(isShown).map(({ number, wallet }) => [number, wallet.state().session?.sessionId]),
  );
  const sessions = (await platform('GET', `/auth/sessions?accountId=${accountId}`)).body.data as { id: string }[];
  const strays = await Promise.all(
    browser.stores.map(async (store, number) => {
      // Nothing is left of the memory of a page that is gone.
      if (browser.isAlone && !shown.has(number)) return [];
      const keys = await store.keys('');
      const stored = await Promise.all(keys.map(async (key) => readValue(key, await store.read(key))));
      return findStrayKeys(stored, browser.isAlone ? [shown.get(number)] : shown.values());
    }),
  );
  const accounts = await platform('GET', `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
  const { status } = (await platform('GET', `/quotes/${quote.id}`)).body as { status: string };
  return [
    ...told.flatMap(({ tab, action, told: outcome }) =>
      outcome === undefined && browser.tabs[tab]?.isOpen() === true
        ? [`tab ${tab} never heard what came of ${action}`]
        : [],
    ),
    ...findViolations(seenOf(setting, browser, told)),
    ...findDisagreements(
      shown,
      sessions.map(({ id }) => id),
      browser.isAlone,
    ),
    ...strays.flat(),
    ...findWrongBalance(balance, accounts.body.data[0].balance.amount as number, [{ ...quote, status }]),
  ];
}

/** The presses and requests so far. */
export function seenOf(setting: Setting, browser: Browser, told: readonly Told[]): Seen {
  const { intentOf } = setting;
  return {
    isAlone: browser.isAlone,
    presses: told.map((entry) => pressedOf(browser, entry, intentOf(entry.action))),
    stamped: stampedOf(browser),
    signedIn: browser.tabs
      .filter((tab) => isShown(tab) && tab.wallet.state().session !== undefined)
      .map(({ number }) => number),
    ended: browser.tabs.filter(isShown).flatMap(({ number, wallet }) => {
      const { status, ended } = wallet.state();
      return status === 'signed-out' && ended !== undefined ? [{ tab: number, reason: ended.reason }] : [];
    }),
    isOld: browser.now() - start > 14 * 60_000,
    isSetBack: browser.isSetBack(),
    // The card begins active.
    mayBeSo: (intent) => intent === intentOf('card.unfreeze'),
  };
}

function pressedOf(browser: Browser, entry: Told, intent: string): Pressed {
  const { tab, from = 0, at = Infinity, action } = entry;
  const lookedAt = browser.stepsOf(tab, 'read sent').find((step) => step >= from) ?? Infinity;
  // It is open for others as long as its marker is there.
  const closedAt = browser.stepsOf(tab, 'write sent').findLast((step) => step <= at) ?? -Infinity;
  const asked = browser.sent.find((sent) => sent.tab === tab && sent.at >= from && sent.path.endsWith('/verify'));
  const isSignIn = action === 'sign-in' && asked !== undefined;
  // A sign-in asks storage right before it asks the service; what was in the queue before it belongs to the loading page.
  const reachedAt = isSignIn
    ? browser.stepsOf(tab, 'write session').findLast((step) => step < asked.at)
    : browser.stepsOf(tab, 'read session', 'write session').find((step) => step >= from);
  return {
    tab,
    intent,
    from,
    at,
    ...(entry.told === undefined ? {} : { told: entry.told }),
    lookedAt,
    closedAt,
    reachedAt: reachedAt ?? Infinity,
  };
}

function stampedOf(browser: Browser): readonly Stamped[] {
  return browser.sent
    .filter(({ isStamped }) => isStamped)
    .map(({ tab, key, at, effect, doneAt }) => ({
      tab,
      intent: key,
      sentAt: at,
      // A payload to stamp comes with the answer of the first leg.
      stampedAt: browser.stepsOf(tab, 'read session', 'answer 202').findLast((step) => step < at) ?? -Infinity,
      ...(effect ? { doneAt } : {}),
    }));
}

const ofSession: readonly Action[] = ['session.refresh', 'sign-out', 'sign-in'];

/** Codes that say that what is gone is nowhere: the relay finds no such credential or session of this person. */
const nowhere = new Map<Action, string>([
  ['credentials.remove', 'CREDENTIAL_NOT_FOUND'],
  ['revoke-other', 'REFUSED'],
]);

/** Presses again what was of unknown outcome, in a tab that is signed in by then; `press` resolves with what its caller was told. */
export async function findUnsettled(
  { intentOf }: Setting,
  browser: Browser,
  told: readonly Told[],
  press: (tab: number, action: Action) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const isOpen = (action: Action): boolean => told.some((one) => one.action === action && isUndecided(one.told));
  const tab = browser.tabs.find(isShown);
  const unsettled: string[] = [];
  for (const action of tab === undefined
    ? []
    : actions.filter((action) => !ofSession.includes(action) && isOpen(action))) {
    const { number, wallet } = tab as Tab;
    const wasDone = effectsOf(stampedOf(browser), intentOf(action)).length > 0;
    if (wallet.state().status !== 'signed-in') {
      const signedIn = await press(number, 'sign-in');
      if (signedIn !== 'done') unsettled.push(`tab ${number} was told ${signedIn} of a sign-in at rest`);
    }
    const outcome = await press(number, action);
    const isSettled = wasDone
      ? ['done', nowhere.get(action)].includes(outcome)
      : outcome !== undefined && !isUndecided(outcome);
    if (!isSettled)
      unsettled.push(`tab ${number} was told ${outcome} of ${action} at rest, which was ${wasDone ? '' : 'not '}done`);
  }
  return unsettled;
}

/** Finds leftovers of closed wallets. */
export async function findLeft(browser: Browser, told: readonly Told[]): Promise<readonly string[]> {
  const isKnown = told.every(({ ends, told: outcome }) => ends === undefined && !isUndecided(outcome));
  const markers = await Promise.all(browser.stores.map((store) => store.keys('sent:')));
  return [
    ...browser.tabs
      .filter(({ isOpen }) => isOpen())
      .flatMap(({ number }) => findLeftovers(`tab ${number}`, { ...browser.leftOf(number) })),
    ...findLeftovers('the browser', {
      locks: browser.locks().length,
      'markers of known outcomes': isKnown ? markers.flat().length : 0,
    }),
  ];
}

/** Lists that the page was told to read again, and after which step. */
export interface Announced {
  readonly at: number;
  readonly changed: readonly ChangeSubject[];
}

/** Finds actions of a press that were done and told so, before elements were told to read again what they have changed. */
export function findUnannounced(
  { intentOf }: Setting,
  browser: Browser,
  told: readonly Told[],
  announced: readonly Announced[],
): readonly string[] {
  return told.flatMap(({ tab, action, told: outcome, from = 0, at = Infinity }) => {
    const isOwn = browser.sent.some(
      (sent) => sent.effect && sent.tab === tab && sent.key === intentOf(action) && sent.at >= from,
    );
    const facts = flowFacts[action === 'revoke-other' ? 'session.revoke' : (action as Method)] as
      | (typeof flowFacts)[Method]
      | undefined;
    if (outcome !== 'done' || !isOwn || facts === undefined || !('intent' in facts)) return [];
    const changes = changesOf[facts.intent];
    const isHeard =
      changes.length === 0 ||
      announced.some(
        (one) => one.at >= from && one.at <= at && changes.every((subject) => one.changed.includes(subject)),
      );
    return isHeard ? [] : [`nothing that shows ${changes.join()} was told of ${action} in tab ${tab}`];
  });
}
