/** At rest, on a good network, one more press settles what nobody could tell before. */
import type { DiskState } from './disk.ts';
import type { Action, Told } from './run.ts';
import type { Setting } from './setting.ts';
import type { Browser } from './tab.ts';
import { isDone, undecided } from './untruths.ts';

/** The five minutes of a challenge, and half a minute of the wallet's. */
const longestChallengeMs = 5.5 * 60_000;

const settled: readonly Action[] = ['pay', 'freeze', 'unfreeze', 'change-address', 'remove', 'revoke-other'];

/** Presses again what was of unknown outcome, in a tab that is signed in by then; `press` resolves with what its caller was told. */
export async function findUnsettled(
  setting: Setting,
  browser: Browser,
  {
    told,
    disk,
    hasLocks,
    press,
  }: {
    readonly told: readonly Told[];
    readonly disk: DiskState;
    readonly hasLocks: boolean;
    press(tab: number, action: Action): Promise<string | undefined>;
  },
): Promise<readonly string[]> {
  const isUnknown = ({ told: outcome = 'OUTCOME_UNKNOWN' }: Told): boolean => undecided.has(outcome);
  const open = settled.filter((action) => told.some((entry) => entry.action === action && isUnknown(entry)));
  const tab = browser.tabs.find((one) => one.isOpen() && one.wallet.state().status !== 'closed');
  if (open.length === 0 || tab === undefined) return [];
  const unsettled: string[] = [];
  const pressSignedIn = async (action: Action): Promise<string | undefined> => {
    if (tab.wallet.state().status !== 'signed-in') {
      const signedIn = await press(tab.number, 'sign-in');
      if (signedIn !== 'done') unsettled.push(`tab ${tab.number} was told ${signedIn} of a sign-in at rest`);
    }
    return press(tab.number, action);
  };
  for (const action of open) {
    const wasDone = await isDone(setting, browser.sent, action);
    let outcome = await pressSignedIn(action);
    // Without locks nobody knows that a tab has gone which was about to send its stamp, before the stamp's challenge is over.
    if (outcome === 'BUSY' && !hasLocks) {
      browser.sleep(longestChallengeMs);
      outcome = await pressSignedIn(action);
    }
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
