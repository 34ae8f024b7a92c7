/** What wallets must not leave behind when they are closed. */
import type { DiskState } from './disk.ts';
import type { Told } from './run.ts';
import type { Browser } from './tab.ts';

/** Timers, listeners, locks, probes and records that are still there. */
export async function findLeftovers(
  browser: Browser,
  { told, disk }: { readonly told: readonly Told[]; readonly disk: DiskState },
): Promise<readonly string[]> {
  const left = { timers: 0, listeners: 0, locks: browser.locks().length, probes: 0, 'records of known outcomes': 0 };
  for (const [tab, { isOpen }] of browser.tabs.entries()) {
    if (!isOpen()) continue;
    const own = browser.leftOf(tab);
    left.timers += own.timers;
    left.listeners += own.listeners;
  }
  const isKnown = told.every(
    ({ ends, told: outcome = 'OUTCOME_UNKNOWN' }) =>
      ends === undefined && !['OUTCOME_UNKNOWN', 'BUSY'].includes(outcome),
  );
  for (const key of await browser.store.keys('')) {
    // What a disk that stood still writes at last, or a page that died in its probe has left, is deleted by a later page.
    if (disk === 'still') break;
    if (key.startsWith('probe:') && told.every(({ ends }) => ends !== 'crash')) left.probes += 1;
    if (key.includes(':PATCH ') && isKnown) left['records of known outcomes'] += 1;
  }
  return Object.entries(left).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what} left after closing`]));
}
