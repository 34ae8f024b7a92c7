/** One run: tabs that press, an order, faults; then everything arrives, and what people were told is held against the service. */
import type { Wallet } from 'countersign';
import { createScheduler, type Decision, type Policy } from './scheduler.ts';
import { signingKeysIn, type Setting } from './setting.ts';
import { openBrowser, type Browser, type BrowserOptions, type Fault, type Sent } from './tab.ts';

/** What a person can press. */
export const actions = [
  'pay',
  'freeze',
  'unfreeze',
  'change-address',
  'remove',
  'revoke-other',
  'refresh',
  'sign-out',
] as const;

/** One of {@link actions}. */
export type Action = (typeof actions)[number];

/** One press: `abort` gives it up at a time that the order decides, `crash` ends its tab so. */
export interface Press {
  readonly action: Action;
  readonly ends?: 'abort' | 'crash';
}

/** What a run is made of: the presses of each tab, one after another. */
export interface Script {
  readonly tabs: readonly (readonly Press[])[];
  readonly policy: Policy;
  readonly faultOf?: BrowserOptions['faultOf'];
  readonly hasLocks?: boolean;
  readonly hasChannel?: boolean;
}

/** A press and what its caller was told: `done`, or the code or name of the error. */
interface Told extends Press {
  readonly tab: number;
  /** Number of the step with which it began. */
  from?: number;
  told?: string;
  /** Number of the step after which it was told. */
  at?: number;
}

/** What came of a run. */
export interface Result {
  /** Untruths and leftovers, each a sentence; empty for a good run. */
  readonly violations: readonly string[];
  readonly trace: readonly string[];
  readonly decisions: readonly Decision[];
}

const perform: Readonly<Record<Action, (wallet: Wallet, setting: Setting, signal: AbortSignal) => Promise<unknown>>> = {
  pay: (wallet, { quote }, signal) => wallet.quote.execute(quote, { signal }),
  freeze: (wallet, { cardId }, signal) => wallet.card.freeze(cardId, { signal }),
  unfreeze: (wallet, { cardId }, signal) => wallet.card.unfreeze(cardId, { signal }),
  'change-address': (wallet, { customerId }, signal) =>
    wallet.credentials.changeEmail(customerId, 'new.address@example.com', { signal }),
  remove: (wallet, { passkeyId }, signal) => wallet.credentials.remove(passkeyId, { type: 'PASSKEY', signal }),
  'revoke-other': (wallet, { otherSessionId }, signal) => wallet.session.revoke({ sessionId: otherSessionId, signal }),
  refresh: (wallet, _, signal) => wallet.session.refresh({ signal }),
  'sign-out': async (wallet) => wallet.session.revoke(),
};

/** Codes that say nothing of the outcome. */
const undecided: ReadonlySet<string> = new Set(['OUTCOME_UNKNOWN', 'BUSY']);
/** Codes that say that this press sent no stamp, whatever others did. */
const unsent: ReadonlySet<string> = new Set([
  'AbortError',
  'SIGNED_OUT',
  'SESSION_EXPIRED',
  'WALLET_CLOSED',
  'NETWORK_FAILED',
  'TIMED_OUT',
  'RATE_LIMITED',
  'SERVICE_FAILED',
  'CHALLENGE_EXPIRED',
  'CLOCK_UNCERTAIN',
]);

/** Runs a script to its end. */
export async function run(setting: Setting, script: Script): Promise<Result> {
  const { policy, faultOf = (): Fault => 'none', hasLocks = true, hasChannel = true } = script;
  const scheduler = createScheduler();
  let isHealed = false;
  const heal: BrowserOptions['faultOf'] = (request) => (isHealed ? 'none' : faultOf(request));
  const browser = await openBrowser({ scheduler, setting, faultOf: heal, hasLocks, hasChannel });
  const told: Told[] = [];
  script.tabs.forEach((presses, index) => {
    const tab = browser.open();
    const press = (number: number): void => {
      const next = presses[number];
      if (next === undefined) return;
      const entry: Told = { ...next, tab: index };
      const start = (): void => {
        entry.from = scheduler.trace.length;
        told.push(entry);
        const controller = new AbortController();
        if (next.ends === 'abort') scheduler.queue({ tab: index, label: 'abort', run: () => controller.abort() });
        if (next.ends === 'crash') scheduler.queue({ tab: index, label: 'crash', run: () => tab.crash() });
        perform[next.action](tab.wallet, setting, controller.signal)
          .then(
            () => 'done',
            (error: unknown) => nameOf(error),
          )
          .then(
            (outcome) => {
              entry.told = outcome;
              entry.at = scheduler.trace.length;
              return press(number + 1);
            },
            () => undefined,
          );
      };
      scheduler.queue({ tab: index, label: `press ${next.action}`, run: start });
    };
    press(0);
  });
  const deadline = browser.now() + 10 * 60_000;
  const isWaiting = (): boolean =>
    told.some((entry) => entry.told === undefined && browser.tabs[entry.tab]?.isOpen() === true);
  await scheduler.runAll(policy, () => isWaiting() && browser.now() < deadline && browser.passTime(60_000));
  // Everything arrives: the network is good again, somebody looks at each page, and the browser is opened anew where no tab is left.
  isHealed = true;
  if (!browser.tabs.some((tab) => tab.isOpen())) browser.open();
  for (const tab of browser.tabs) if (tab.isOpen()) for (const type of ['online', 'focus']) tab.dispatch(type);
  const rest = browser.now() + 90_000;
  await scheduler.runAll(policy, () => browser.now() < rest && browser.passTime(rest - browser.now()));

  const violations = [
    ...told
      .filter((entry) => entry.told === undefined && browser.tabs[entry.tab]?.isOpen() === true)
      .map((entry) => `tab ${entry.tab} never heard what came of ${entry.action}`),
    ...(await findUntruths(setting, browser, told)),
    ...(await findWhatSignOutLeft(setting, browser, told)),
    ...(await findWrongStates(setting, browser)),
  ];
  for (const tab of browser.tabs) tab.wallet.close();
  await scheduler.runAll(policy, () => false);
  violations.push(...findLeftovers(browser));
  return {
    violations,
    trace: [...scheduler.trace, ...told.map((entry) => `${entry.tab} was told of ${entry.action}: ${entry.told}`)],
    decisions: scheduler.decisions,
  };
}

/** Whether what an action wants is the case at the service, now or, for what can be undone, at some time. */
async function isDone(setting: Setting, sent: readonly Sent[], action: Action): Promise<boolean> {
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
      return state === wanted || effects(setting, sent, action).length > 0;
    }
    case 'refresh':
    case 'sign-out':
      break;
  }
  return effects(setting, sent, action).length > 0;
}

async function balance({ platform, customerId }: Setting): Promise<number> {
  const { body } = await platform('GET', `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
  return body.data[0].balance.amount as number;
}

/** The stamped requests of an action that the service has carried out. */
function effects(setting: Setting, sent: readonly Sent[], action: Action): readonly Sent[] {
  const target: Readonly<Record<Action, string>> = {
    pay: `POST /quotes/${setting.quote.id}/execute`,
    freeze: `PATCH /cards/${setting.cardId} FROZEN`,
    unfreeze: `PATCH /cards/${setting.cardId} ACTIVE`,
    'change-address': `PATCH /customers/${setting.customerId}`,
    remove: `DELETE /auth/credentials/${setting.passkeyId}`,
    'revoke-other': `DELETE /auth/sessions/${setting.otherSessionId}`,
    refresh: `POST /auth/sessions/${setting.sessionId}/refresh`,
    'sign-out': `DELETE /auth/sessions/${setting.sessionId}`,
  };
  return sent.filter(({ isStamped, effect, key }) => isStamped && effect && key === target[action]);
}

async function findUntruths(setting: Setting, browser: Browser, told: readonly Told[]): Promise<readonly string[]> {
  const untruths: string[] = [];
  for (const action of ['pay', 'change-address', 'remove', 'revoke-other'] as const) {
    const times = new Set(effects(setting, browser.sent, action).map(({ answer }) => answer)).size;
    if (action === 'pay' ? (await balance(setting)) < setting.balance - setting.quote.totalSendingAmount : times > 1)
      untruths.push(`${action} was carried out twice`);
  }
  for (const entry of told) {
    const { action, told: outcome, tab } = entry;
    if (outcome === undefined || undecided.has(outcome) || action === 'refresh' || action === 'sign-out') continue;
    const done = await isDone(setting, browser.sent, action);
    // The card begins active: to unfreeze it then changes nothing, and is done.
    if (outcome === 'done' && !done && action !== 'unfreeze')
      untruths.push(`tab ${tab} was told that ${action} was done, and it was not`);
    if (outcome === 'done' || !done) continue;
    // What another press of this tab sent is not this one's: its presses follow one another.
    const { from = 0 } = entry;
    const next = told.find((other) => other.tab === tab && (other.from ?? 0) > from)?.from ?? Infinity;
    const own = effects(setting, browser.sent, action).some(
      (sent) => sent.tab === tab && sent.at >= from && sent.at < next,
    );
    if (!unsent.has(outcome) || own) untruths.push(`tab ${tab} was told ${outcome} of ${action}, and it was done`);
  }
  return untruths;
}

async function findWhatSignOutLeft(
  setting: Setting,
  browser: Browser,
  told: readonly Told[],
): Promise<readonly string[]> {
  const signOut = told.find(({ action, told: outcome }) => action === 'sign-out' && outcome === 'done');
  if (signOut?.at === undefined) return [];
  const { at } = signOut;
  const left: string[] = [];
  const late = browser.sent.find(
    (sent) => sent.isStamped && sent.at > at && !(sent.method === 'DELETE' && sent.path.startsWith('/auth/sessions/')),
  );
  if (late !== undefined) left.push(`tab ${late.tab} signed ${late.method} after the sign-out`);
  // A probe's key belongs to no session; what a page that died in it has left is swept at a later start.
  const keys = (await browser.store.keys('')).filter((key) => !key.startsWith('probe:'));
  const values = await Promise.all(keys.map((key) => browser.store.read(key)));
  if (signingKeysIn(values).length > 0) left.push('a key outlived the sign-out in storage');
  const sessions = (await setting.platform('GET', `/auth/sessions?accountId=${setting.accountId}`)).body.data as {
    id: string;
  }[];
  const own = sessions.filter(({ id }) => id !== setting.otherSessionId);
  // A refresh whose answer got lost leaves a session whose key nobody has: only its own end ends it.
  const lost = browser.sent.filter(
    ({ isStamped, effect, isAnswered, path }) => isStamped && effect && !isAnswered && path.endsWith('/refresh'),
  );
  if (own.length > lost.length)
    left.push(`${own.length} session(s) of this browser outlived the sign-out at the service`);
  return left;
}

async function findWrongStates(setting: Setting, browser: Browser): Promise<readonly string[]> {
  const sessions = (await setting.platform('GET', `/auth/sessions?accountId=${setting.accountId}`)).body.data as {
    id: string;
  }[];
  const states = browser.tabs.filter((tab) => tab.isOpen()).map(({ wallet }) => wallet.state());
  const shown = states.map(({ session }) => session?.sessionId);
  const wrong: string[] = [];
  if (new Set(shown).size > 1) wrong.push('tabs show different sessions');
  for (const id of new Set(shown))
    if (id !== undefined && !sessions.some((session) => session.id === id))
      wrong.push('a tab shows a session that the service has ended');
  return wrong;
}

function findLeftovers(browser: Browser): readonly string[] {
  const left = { timers: 0, listeners: 0, locks: browser.locks().length };
  for (const [tab, { isOpen }] of browser.tabs.entries()) {
    if (!isOpen()) continue;
    const own = browser.leftOf(tab);
    left.timers += own.timers;
    left.listeners += own.listeners;
  }
  return Object.entries(left).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what} left after closing`]));
}

function nameOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === 'string' ? code : String(name);
}
