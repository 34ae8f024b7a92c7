/** What a sign-out must have come to at rest: no stamp after it, no key and no session but those of a later sign-in. */
import type { Action, Told } from './run.ts';
import type { DiskState } from './disk.ts';
import { signingKeysIn, type Setting } from './setting.ts';
import type { Browser, Sent } from './tab.ts';

const begins = (sent: Sent): boolean => /\/(?:refresh|verify)$/.test(sent.path);
const ends = (sent: Sent): boolean => sent.method === 'DELETE' && sent.path.startsWith('/auth/sessions/');
const presses: ReadonlySet<string> = new Set<Action>(['pay', 'freeze', 'unfreeze', 'change-address', 'remove']);

/** Holds the last sign-out that somebody was told of against everything that was pressed before it. */
export async function findWhatSignOutLeft(
  setting: Setting,
  browser: Browser,
  {
    told,
    disk,
    hasChannel,
  }: { readonly told: readonly Told[]; readonly disk: DiskState; readonly hasChannel: boolean },
): Promise<readonly string[]> {
  const wasRead = ['done', ...(disk === 'still' ? [] : ['SIGNED_OUT', 'SESSION_EXPIRED'])];
  const signOuts = told.filter(({ action, told: outcome = '' }) => action === 'sign-out' && wasRead.includes(outcome));
  const left: string[] = [];
  const signOut = signOuts.toSorted((one, other) => (one.from ?? 0) - (other.from ?? 0)).at(-1);
  const { from = 0, at = 0 } = signOut ?? {};
  // A tab in memory that no message reaches can't know; a wallet that ends while it is still loading may send none.
  const isEnded = signOut?.ends === 'close' || signOut?.ends === 'crash';
  const wasLoading = browser.stepsOf(signOut?.tab ?? 0, 'read account').every((step) => step >= from);
  const isTold = hasChannel && !(isEnded && wasLoading);
  const isKnown = signOut !== undefined && (disk === 'good' || isTold);
  // Of presses in two tabs within one storage call, the one that storage sees later is the later one.
  const reached = ({ tab, action, from: since = 0 }: Told): number => {
    const steps = browser.stepsOf(tab, 'read account', 'update account').filter((step) => step >= since);
    const asked = browser.sent.find((sent) => sent.tab === tab && sent.at >= since && sent.path.endsWith('/verify'));
    // A sign-in asks storage right before it asks the service; what was in the queue before it belongs to the loading page.
    const isAsking = action === 'sign-in' && asked !== undefined;
    if (!isAsking) return steps[0] ?? Infinity;
    const step = browser.stepsOf(tab, 'update account').findLast((one) => one < asked.at) ?? Infinity;
    // A tab in memory asks no storage: its sign-in counts from its press.
    return disk === 'good' ? step : Math.max(step, since);
  };
  /** When a sign-out counts for a tab: one in memory goes by what it hears. */
  const counts = (press: Told, tab: number): number => {
    const isIt = `message of a sign-out in tab ${press.tab}`;
    const heard = disk === 'good' ? [] : browser.stepsOf(tab, isIt).filter((step) => step >= from);
    return Math.min(reached(press), ...heard);
  };
  const isLater = (entry: Told, press: Told): boolean =>
    entry.action === 'sign-in' && reached(entry) > counts(press, entry.tab);
  const hasLater = !isKnown || told.some((entry) => isLater(entry, signOut));
  if (isKnown) left.push(...findLateStamps(browser, told, { from, at, hasLater }));

  const keys = (await browser.store.keys('')).filter((key) => !key.startsWith('probe:'));
  const values = await Promise.all(keys.map((key) => browser.store.read(key)));
  if (!hasLater && signingKeysIn(values).length > 0) left.push('a key outlived the sign-out in storage');
  const sessions = (await setting.platform('GET', `/auth/sessions?accountId=${setting.accountId}`)).body.data as {
    id: string;
  }[];
  const shown = new Set(browser.tabs.map((tab) => (tab.isOpen() ? tab.wallet.state().session?.sessionId : undefined)));
  if (!hasLater && [...shown].some((id) => id !== undefined)) left.push('a tab is signed in after the sign-out');
  const own = sessions.filter(({ id }) => id !== setting.otherSessionId && !shown.has(id));
  // A session whose answer got lost, or went away with its page, has a key that nobody has: only its own end ends it.
  const lost = browser.sent.filter(
    (sent) => sent.effect && begins(sent) && (!sent.isAnswered || !browser.tabs[sent.tab]?.isOpen()),
  );
  // Over a disk that stores nothing a session has its key in one page alone, which takes it along.
  const isForgotten = disk !== 'good' && told.some(({ ends: end }) => end !== undefined && end !== 'abort');
  if (own.length > lost.length && !isForgotten)
    left.push(`${own.length} session(s) of this browser are nobody's at the service`);
  return left;
}

function findLateStamps(
  browser: Browser,
  told: readonly Told[],
  { from, at, hasLater }: { readonly from: number; readonly at: number; readonly hasLater: boolean },
): readonly string[] {
  return (
    browser.sent
      .filter((sent) => sent.isStamped && sent.at > at && !ends(sent) && !sent.path.endsWith('/verify'))
      // What was stamped before may leave the page later.
      .filter((sent) => browser.stepsOf(sent.tab, 'read account').some((step) => step >= at && step < sent.at))
      .filter(({ tab, action }) => {
        if (!hasLater) return true;
        const own = told.filter((entry) => entry.tab === tab && entry.action === action);
        return presses.has(action ?? '') && own.every((entry) => (entry.from ?? 0) < from);
      })
      .map((sent) => `tab ${sent.tab} signed ${sent.method} after the sign-out`)
  );
}
