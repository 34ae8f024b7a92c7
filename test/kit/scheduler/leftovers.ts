/** What wallets must not leave behind when they are closed. */
import type { Told } from './run.ts';
import type { Browser } from './tab.ts';
import { undecided } from './untruths.ts';

/** Timers, listeners, locks and markers that are still there. */
export async function findLeftovers(browser: Browser, told: readonly Told[]): Promise<readonly string[]> {
  const left = { timers: 0, listeners: 0, locks: browser.locks().length, 'markers of known outcomes': 0 };
  for (const { number } of browser.tabs.filter(({ isOpen }) => isOpen())) {
    const own = browser.leftOf(number);
    left.timers += own.timers;
    left.listeners += own.listeners;
  }
  const isKnown = told.every(
    ({ ends, told: outcome = 'OUTCOME_UNKNOWN' }) => ends === undefined && !undecided.has(outcome),
  );
  for (const store of browser.stores)
    if (isKnown) left['markers of known outcomes'] += (await store.keys('sent:')).length;
  return Object.entries(left).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what} left after closing`]));
}
