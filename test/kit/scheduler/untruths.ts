/** What people were told, held against what the service did. */
import type { Action, Told } from './run.ts';
import type { Setting } from './setting.ts';
import type { Browser, Sent } from './tab.ts';

/** What changes the session alone. */
const sessionActions: ReadonlySet<Action> = new Set(['refresh', 'sign-out', 'sign-in']);
/** Codes that say nothing of the outcome. */
export const undecided: ReadonlySet<string> = new Set(['OUTCOME_UNKNOWN', 'BUSY']);
/** Codes that say that a quote can't be paid any more, or was not. */
const unpaid: ReadonlySet<string> = new Set(['QUOTE_EXPIRED', 'QUOTE_FAILED', 'REFUSED']);

/** What nobody may have been told of, each a sentence. */
export async function findUntruths(
  setting: Setting,
  browser: Browser,
  told: readonly Told[],
): Promise<readonly string[]> {
  const untruths: string[] = [];
  if ((await balance(setting)) < setting.balance - setting.quote.totalSendingAmount)
    untruths.push('pay was carried out twice');
  for (const action of ['change-address', 'remove', 'revoke-other'] as const)
    if (isRepeated(browser, told, action))
      untruths.push(`${action} was carried out again, though it could be looked up`);
  for (const entry of told) {
    const { action, told: outcome, tab, from = 0, at: end = Infinity } = entry;
    if (outcome === undefined || undecided.has(outcome) || sessionActions.has(action)) continue;
    const done = await isDone(setting, browser.sent, action);
    // The card begins active: to unfreeze it then changes nothing, and is done.
    if (outcome === 'done' && !done && action !== 'unfreeze')
      untruths.push(`tab ${tab} was told that ${action} was done, and it was not`);
    // What another press of this tab sent is not this one's: its presses follow one another.
    const next = told.find((other) => other.tab === tab && (other.from ?? 0) > from)?.from ?? Infinity;
    const effected = effects(browser.sent, action);
    const isOwn = effected.some((sent) => sent.tab === tab && sent.at >= from && sent.at < next);
    // Whoever paid a quote: a paid one is not called expired.
    const isPaid = action === 'pay' && unpaid.has(outcome) && effected.some(({ doneAt = Infinity }) => doneAt < end);
    if (outcome !== 'done' && (isOwn || isPaid))
      untruths.push(`tab ${tab} was told ${outcome} of ${action}, and it was done`);
  }
  return untruths;
}

/** Whether one press has done something twice, or one that began when another's outcome was open, and could be read, has done it again. */
function isRepeated(browser: Browser, told: readonly Told[], action: Action): boolean {
  const pressOf = ({ tab, at }: Sent): Told | undefined =>
    told.findLast((entry) => entry.tab === tab && entry.action === action && (entry.from ?? 0) <= at);
  const done = effects(browser.sent, action);
  return done.some((sent) =>
    done.some((earlier) => {
      const [press, other] = [pressOf(sent), pressOf(earlier)];
      if (earlier === sent || press === undefined || other === undefined) return false;
      if (press === other) return true;
      const { from = 0 } = press;
      // A press is open for others as long as its marker is there.
      const closed = browser.stepsOf(other.tab, 'write sent').findLast((step) => step <= (other.at ?? Infinity));
      const read = browser.stepsOf(press.tab, 'read sent').find((step) => step >= from) ?? Infinity;
      const isOpen = undecided.has(other.told ?? 'OUTCOME_UNKNOWN') || (closed ?? -Infinity) > read;
      // Whoever pressed it since then and was told what came of it has removed the marker.
      const isTold = told.some(
        (entry) =>
          entry.action === action &&
          !undecided.has(entry.told ?? 'OUTCOME_UNKNOWN') &&
          (entry.at ?? Infinity) > (earlier.doneAt ?? Infinity) &&
          (entry.at ?? Infinity) <= read,
      );
      // A page that stands alone knows nothing of other pages.
      return isOpen && !isTold && (earlier.doneAt ?? Infinity) < from && (press.tab === other.tab || !browser.isAlone);
    }),
  );
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
