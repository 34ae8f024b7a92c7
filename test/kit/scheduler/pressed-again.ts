/** At rest, on a good network, one more press settles what nobody could tell before. */
import type { Action, Told } from './run.ts';
import type { Setting } from './setting.ts';
import type { Browser } from './tab.ts';
import { isDone, undecided } from './untruths.ts';

const settled: readonly Action[] = ['pay', 'freeze', 'unfreeze', 'change-address', 'remove', 'revoke-other'];

const nowhere = new Map<Action, string>([
  ['remove', 'CREDENTIAL_NOT_FOUND'],
  ['revoke-other', 'REFUSED'],
]);

/** Presses again what was of unknown outcome, in a tab that is signed in by then; `press` resolves with what its caller was told. */
export async function findUnsettled(
  setting: Setting,
  browser: Browser,
  told: readonly Told[],
  press: (tab: number, action: Action) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const isUnknown = ({ told: outcome = 'OUTCOME_UNKNOWN' }: Told): boolean => undecided.has(outcome);
  const open = settled.filter((action) => told.some((entry) => entry.action === action && isUnknown(entry)));
  const tab = browser.tabs.find((one) => one.isOpen() && one.wallet.state().status !== 'closed');
  if (open.length === 0 || tab === undefined) return [];
  const unsettled: string[] = [];
  for (const action of open) {
    const wasDone = await isDone(setting, browser.sent, action);
    if (tab.wallet.state().status !== 'signed-in') {
      const signedIn = await press(tab.number, 'sign-in');
      if (signedIn !== 'done') unsettled.push(`tab ${tab.number} was told ${signedIn} of a sign-in at rest`);
    }
    const outcome = await press(tab.number, action);
    // What is gone may be told to be nowhere: the relay finds no such credential or session of this person.
    const isSettled = wasDone
      ? outcome === 'done' || nowhere.get(action) === outcome
      : outcome !== undefined && !undecided.has(outcome);
    if (!isSettled)
      unsettled.push(
        `tab ${tab.number} was told ${outcome} of ${action} at rest, ${wasDone ? 'which was done' : 'which was not done'}`,
      );
  }
  return unsettled;
}
