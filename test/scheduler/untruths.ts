/** What people were told, held against what the service did. */
import type { DiskState } from './disk.ts';
import type { Action, Told } from './run.ts';
import type { Setting } from './setting.ts';
import type { Browser, Sent } from './tab.ts';

/** What changes the session alone. */
const sessionActions: ReadonlySet<Action> = new Set(['refresh', 'sign-out', 'sign-in']);
/** Codes that say nothing of the outcome. */
export const undecided: ReadonlySet<string> = new Set(['OUTCOME_UNKNOWN', 'BUSY']);
/** Codes that say that this press sent no stamp, and that it may be repeated. */
const transient: ReadonlySet<string> = new Set(['NETWORK_FAILED', 'TIMED_OUT', 'RATE_LIMITED', 'SERVICE_FAILED']);
/** Actions that can be pressed again for another effect, and what undoes each. */
const opposites: Readonly<Partial<Record<Action, Action>>> = {
  freeze: 'unfreeze',
  unfreeze: 'freeze',
  'change-address': 'change-address',
};
/** Codes that say that this press sent no stamp, whatever others did. */
const unsent: ReadonlySet<string> = new Set([
  'AbortError',
  'SIGNED_OUT',
  'SESSION_EXPIRED',
  'WALLET_CLOSED',
  'CHALLENGE_EXPIRED',
  'CLOCK_UNCERTAIN',
  'CREDENTIAL_IN_USE',
]);

/** What nobody may have been told of, each a sentence. */
export async function findUntruths(
  setting: Setting,
  browser: Browser,
  { told, disk, hasLocks }: { readonly told: readonly Told[]; readonly disk: DiskState; readonly hasLocks: boolean },
): Promise<readonly string[]> {
  const untruths: string[] = [];
  if ((await balance(setting)) < setting.balance - setting.quote.totalSendingAmount)
    untruths.push('pay was carried out twice');
  for (const action of ['change-address', 'remove', 'revoke-other'] as const) {
    const times = effects(browser.sent, action).length;
    // Records that can't be stored are no records for other tabs.
    if (disk === 'good' && times > countAsked(browser, told, action))
      untruths.push(`${action} was carried out ${times} times`);
  }
  for (const entry of told) {
    const { action, told: outcome, tab, from = 0, at: end = Infinity } = entry;
    if (outcome === undefined || undecided.has(outcome) || sessionActions.has(action)) continue;
    const done = await isDone(setting, browser.sent, action);
    // The card begins active: to unfreeze it then changes nothing, and is done.
    if (outcome === 'done' && !done && action !== 'unfreeze')
      untruths.push(`tab ${tab} was told that ${action} was done, and it was not`);
    // What another press of this tab sent is not this one's: its presses follow one another.
    const next = told.find((other) => other.tab === tab && (other.from ?? 0) > from)?.from ?? Infinity;
    const isOwn = (sent: Sent): boolean => sent.tab === tab && sent.at >= from && sent.at < next;
    const effected = effects(browser.sent, action);
    // What another press did after this one was told is no untruth.
    if (outcome === 'done' || !done || effected.every((sent) => !isOwn(sent) && sent.at > end)) continue;
    if (effected.some(isOwn) || !saysNothingSent(browser, entry, { disk, hasLocks }))
      untruths.push(`tab ${tab} was told ${outcome} of ${action}, and it was done`);
  }
  return untruths;
}

/** How often an action was pressed anew: presses that overlap share one outcome, and one whose outcome is open overlaps all later ones. */
function countAsked(browser: Browser, told: readonly Told[], action: Action): number {
  // What can be repeated begins and ends for other tabs with its record.
  const isRecorded = opposites[action] !== undefined;
  const beginOf = (entry: Told): number => (isRecorded ? firstNote(browser, entry) : (entry.from ?? 0));
  const endOf = ({ tab, told: outcome = 'OUTCOME_UNKNOWN', at = Infinity }: Told): number => {
    if (undecided.has(outcome)) return Infinity;
    const last = isRecorded ? browser.stepsOf(tab, 'update action').findLast((step) => step <= at) : undefined;
    return last ?? at;
  };
  let count = 0;
  let until = -Infinity;
  for (const press of told
    .filter((entry) => entry.action === action && beginOf(entry) < Infinity)
    .toSorted((one, other) => endOf(one) - endOf(other))) {
    if (beginOf(press) < until) continue;
    count += 1;
    until = endOf(press);
  }
  return count;
}

/** The step with which a press was noted in storage, where other tabs find it. */
function firstNote(browser: Browser, { tab, from = 0 }: Told): number {
  return browser.stepsOf(tab, 'update action').find((step) => step >= from) ?? Infinity;
}

/** Whether what a press was told holds though the action was done at some time, since this press has not done it. */
function saysNothingSent(
  browser: Browser,
  entry: Told,
  { disk, hasLocks }: { readonly disk: DiskState; readonly hasLocks: boolean },
): boolean {
  const { action, told = '', at: end = Infinity } = entry;
  if (unsent.has(told)) return true;
  // Revocations have no record and no lock: one whose key was refused did nothing, whatever another tab does meanwhile.
  if (action === 'revoke-other') return told === 'REFUSED' || transient.has(told);
  const undoes = opposites[action];
  if (undoes !== undefined) {
    // What can be repeated counts from its record on, and until it is undone.
    const both = [...effects(browser.sent, action), ...effects(browser.sent, undoes)];
    const before = both.filter(({ doneAt = 0 }) => doneAt <= end);
    const last = before.toSorted((one, other) => (one.doneAt ?? 0) - (other.doneAt ?? 0)).at(-1);
    if (last?.action !== action || last.at < firstNote(browser, entry)) return true;
  }
  // Without a record that tabs share, a tab knows nothing of what another one did; a lock still keeps them apart.
  return disk !== 'good' && (told === 'CREDENTIAL_NOT_FOUND' || transient.has(told) || !hasLocks);
}

/** Whether what an action wants is the case at the service, now or, for what can be undone, at some time. */
export async function isDone(setting: Setting, sent: readonly Sent[], action: Action): Promise<boolean> {
  const { platform, accountId } = setting;
  const ids = async (path: string): Promise<readonly string[]> => {
    const { body } = await platform('GET', `${path}?accountId=${accountId}`);
    return (body.data as { id: string }[]).map(({ id }) => id);
  };
  switch (action) {
    case 'pay':
      return (
        (await platform('GET', `/quotes/${setting.quote.id}`)).body.status !== 'PENDING' &&
        (await balance(setting)) < setting.balance
      );
    case 'remove':
      return !(await ids('/auth/credentials')).includes(setting.passkeyId);
    case 'revoke-other':
      return !(await ids('/auth/sessions')).includes(setting.otherSessionId);
    case 'change-address':
      return (await platform('GET', `/customers/${setting.customerId}`)).body.email === 'new.address@example.com';
    case 'freeze':
    case 'unfreeze': {
      const wanted = action === 'freeze' ? 'FROZEN' : 'ACTIVE';
      const { state } = (await platform('GET', `/cards/${setting.cardId}`)).body as { state: string };
      return state === wanted || effects(sent, action).length > 0;
    }
    case 'refresh':
    case 'sign-out':
    case 'sign-in':
      break;
  }
  return effects(sent, action).length > 0;
}

async function balance({ platform, customerId }: Setting): Promise<number> {
  const { body } = await platform('GET', `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
  return body.data[0].balance.amount as number;
}

/** The stamped requests of an action that the service has carried out. */
function effects(sent: readonly Sent[], action: Action): readonly Sent[] {
  return sent.filter((one) => one.isStamped && one.effect && one.action === action);
}
