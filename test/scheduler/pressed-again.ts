/** At rest, on a good network, one more press settles what nobody could tell before. */
import type { DiskState } from './disk.ts';
import type { Action, Told } from './run.ts';
import type { Setting } from './setting.ts';
import type { Browser } from './tab.ts';
import { isDone, undecided } from './untruths.ts';

const settled: readonly Action[] = ['pay', 'freeze', 'unfreeze', 'change-address', 'remove', 'revoke-other'];

/** Presses again what was of unknown outcome, in a tab that is signed in by then; `press` resolves with what its caller was told. */
export async function findUnsettled(
  setting: Setting,
  browser: Browser,
  {
    told,
    disk,
    press,
  }: {
    readonly told: readonly Told[];
    readonly disk: DiskState;
    press(tab: number, action: Action): Promise<string | undefined>;
  },
): Promise<readonly string[]> {
  const isUnknown = ({ told: outcome = 'OUTCOME_UNKNOWN' }: Told): boolean => undecided.has(outcome);
  const open = settled.filter((action) => told.some((entry) => entry.action === action && isUnknown(entry)));
  const tab = browser.tabs.find((one) => one.isOpen() && one.wallet.state().status !== 'closed');
  if (open.length === 0 || tab === undefined) return [];
  if (tab.wallet.state().status !== 'signed-in') {
    const signedIn = await press(tab.number, 'sign-in');
    if (signedIn !== 'done') return [`tab ${tab.number} was told ${signedIn} of a sign-in at rest`];
  }
  const unsettled: string[] = [];
  for (const action of open) {
    const wasDone = await isDone(setting, browser.sent, action);
    const outcome = await press(tab.number, action);
    // Of a removal that nothing could be noted of, a page knows only that there is no such credential.
    const isGone = action === 'remove' && disk !== 'good' && outcome === 'CREDENTIAL_NOT_FOUND';
    const isSettled = wasDone ? outcome === 'done' || isGone : outcome !== undefined && !undecided.has(outcome);
    if (!isSettled)
      unsettled.push(
        `tab ${tab.number} was told ${outcome} of ${action} at rest, ${wasDone ? 'which was done' : 'which was not done'}`,
      );
  }
  return unsettled;
}
