/** What a sign-out must have come to at rest: no stamp after it, no key and no session but those of a later sign-in. */
import type { Action, Told } from './run.ts';
import { signingKeysIn } from './setting.ts';
import type { Browser, Sent } from './tab.ts';

const ends = (sent: Sent): boolean => sent.method === 'DELETE' && sent.path.startsWith('/auth/sessions/');
const presses: ReadonlySet<string> = new Set<Action>(['pay', 'freeze', 'unfreeze', 'change-address', 'remove']);

/** Holds the last sign-out that somebody was told of against everything that was pressed before it, in each tab that shares its store. */
export async function findWhatSignOutLeft(browser: Browser, told: readonly Told[]): Promise<readonly string[]> {
  const left: string[] = [];
  for (const [number, store] of browser.stores.entries()) {
    const isMeant = ({ tab }: { readonly tab: number }): boolean => !browser.isAlone || tab === number;
    const own = told.filter(isMeant);
    const signOut = own
      .filter(({ action, told: outcome = '' }) => action === 'sign-out' && ['done', 'SIGNED_OUT'].includes(outcome))
      .toSorted((one, other) => (one.from ?? 0) - (other.from ?? 0))
      .at(-1);
    if (signOut === undefined) continue;
    const counts = reached(browser, signOut);
    const hasLater = own.some((entry) => entry.action === 'sign-in' && reached(browser, entry) > counts);
    left.push(...findLateStamps(browser, own, { signOut, hasLater, sent: browser.sent.filter(isMeant) }));
    const keys = await store.keys('');
    const values = await Promise.all(keys.map((key) => store.read(key)));
    if (!hasLater && signingKeysIn(values).length > 0) left.push('a key outlived the sign-out in storage');
    const tabs = browser.tabs.filter((tab) => isMeant({ tab: tab.number }) && tab.isOpen());
    if (!hasLater && tabs.some(({ wallet }) => wallet.state().session !== undefined))
      left.push('a tab is signed in after the sign-out');
  }
  return left;
}

/** The step in which storage sees a press: of two presses in two tabs, the one that it sees later is the later one. */
function reached(browser: Browser, { tab, action, from = 0 }: Told): number {
  const steps = browser.stepsOf(tab, 'read session', 'write session').filter((step) => step >= from);
  const asked = browser.sent.find((sent) => sent.tab === tab && sent.at >= from && sent.path.endsWith('/verify'));
  if (action !== 'sign-in' || asked === undefined) return steps[0] ?? Infinity;
  // A sign-in asks storage right before it asks the service; what was in the queue before it belongs to the loading page.
  return browser.stepsOf(tab, 'write session').findLast((step) => step < asked.at) ?? Infinity;
}

function findLateStamps(
  browser: Browser,
  told: readonly Told[],
  {
    signOut,
    hasLater,
    sent: all,
  }: { readonly signOut: Told; readonly hasLater: boolean; readonly sent: readonly Sent[] },
): readonly string[] {
  const { from = 0, at = 0 } = signOut;
  return (
    all
      .filter((sent) => sent.isStamped && sent.at > at && !ends(sent) && !sent.path.endsWith('/verify'))
      // What was stamped before may leave the page later.
      .filter((sent) => browser.stepsOf(sent.tab, 'read session').some((step) => step >= at && step < sent.at))
      .filter(({ tab, action }) => {
        if (!hasLater) return true;
        const own = told.filter((entry) => entry.tab === tab && entry.action === action);
        return presses.has(action ?? '') && own.every((entry) => (entry.from ?? 0) < from);
      })
      .map((sent) => `tab ${sent.tab} signed ${sent.method} after the sign-out`)
  );
}
