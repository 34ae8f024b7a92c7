/** Brings a life to rest: ends what disturbs, waits until everything has arrived, and compares the tabs with the service. */
import type { WalletState } from 'countersign';
import { press, wakeAll, type Life } from './life.ts';
import { funds } from './service.ts';
import type { StoredValue } from './stored.ts';
import type { Tab } from './tab.ts';

/** How long everything may take to arrive, ms: a second press waits for one time limit and twenty seconds. */
const arrivalMs = 25_000;

/** Options of {@link atRest} and {@link atEnd}. */
export interface RestOptions {
  /** How long tabs, storage and service may take to agree, ms; ten seconds by default. */
  readonly agreementMs?: number;
}

const pollMs = 100;

/** How often one looks at least: a busy machine takes long for each look, and tabs are woken at every tenth. */
const leastLooks = 31;

/** Comes to rest; what is wrong then, in sentences. */
export async function atRest(life: Life, { agreementMs = 10_000 }: RestOptions = {}): Promise<readonly string[]> {
  await heal(life);
  const arrived = await eventually(arrivalMs, async () => {
    const { size } = life.open;
    const pending = life.proxies.pending();
    return [
      ...(size === 0 ? [] : [`${size} presses are told nothing`]),
      ...(pending === 0 ? [] : [`${pending} requests do not end`]),
    ];
  });
  if (arrived.length > 0) return arrived;
  let round = 0;
  const disagreements = await eventually(agreementMs, async () => {
    // What the service has ended by itself, tabs hear of when they ask.
    if (round % 10 === 0) await askAll(life, round > 0);
    round += 1;
    return compare(life);
  });
  life.note('everything is at rest');
  return [...disagreements, ...(await books(life))];
}

/** Closes every wallet; what is left of it then. */
export async function atEnd(life: Life, { agreementMs = 10_000 }: RestOptions = {}): Promise<readonly string[]> {
  const tabs = openTabs(life);
  await Promise.all(tabs.map((tab) => tab.closeWallet()));
  return eventually(agreementMs, async () => {
    const left: string[] = [];
    for (const tab of tabs) {
      const { timers, connections, channels, locks } = await tab.holdings();
      const held = { timers, connections, channels, locks: locks.length };
      for (const [what, count] of Object.entries(held)) {
        if (count > 0) left.push(`tab ${tab.number} holds ${count} ${what} after its wallet was closed`);
      }
    }
    return left;
  });
}

const openTabs = ({ profile }: Life): readonly Tab[] => profile.tabs.filter((tab) => !tab.isGone());

async function heal(life: Life): Promise<void> {
  const { profile, proxies } = life;
  life.armed.length = 0;
  for (const tab of life.offline) if (!tab.isGone()) await tab.offline(false);
  life.offline.clear();
  for (const tab of openTabs(life)) {
    if (!tab.isFrozen()) continue;
    await profile.thaw(tab);
    life.incidents.push({ at: proxies.now(), tab: tab.number, what: 'resumed' });
  }
  await wakeAll(life);
}

async function askAll(life: Life, isAgain: boolean): Promise<void> {
  const signedIn: Tab[] = [];
  for (const tab of openTabs(life)) if ((await tab.state())?.status === 'signed-in') signedIn.push(tab);
  const living = (await life.service.sessions()).map(({ id }) => id);
  const disagree = [];
  for (const tab of signedIn) {
    if (!living.includes((await tab.state())?.session?.sessionId ?? '')) disagree.push(tab);
  }
  await Promise.all(disagree.map((tab) => press(life, tab, { kind: 'list-sessions' })));
  if (isAgain) await wakeAll(life);
}

/** Whether all tabs, the storage and the service say the same. */
async function compare(life: Life): Promise<readonly string[]> {
  const wrong: string[] = [];
  const living = (await life.service.sessions()).map(({ id }) => id);
  const tabs = openTabs(life);
  const states = new Map<Tab, WalletState | undefined>();
  for (const tab of tabs) states.set(tab, await tab.state());
  const current = new Set<string>();
  for (const [{ number }, state] of states) {
    const sessionId = state?.session?.sessionId;
    if (state?.status !== 'signed-in' && state?.status !== 'signed-out')
      wrong.push(`tab ${number} is ${state?.status}`);
    if ((state?.storage === 'memory') !== life.plan.isAlone)
      wrong.push(`tab ${number} keeps its session in ${state?.storage}`);
    if (sessionId !== undefined) current.add(sessionId);
    if (sessionId !== undefined && !living.includes(sessionId))
      wrong.push(`tab ${number} shows ${sessionId}, which has ended`);
  }
  const shown = [...states].map(
    ([{ number }, state]) => `tab ${number}: ${state?.session?.sessionId ?? state?.status}`,
  );
  const isMixed = current.size > 1 || (current.size === 1 && shown.some((text) => !text.includes('Session:')));
  if (!life.plan.isAlone && isMixed) {
    wrong.push(`the tabs disagree: ${shown.join(', ')}`);
  }
  const [first] = tabs;
  if (first !== undefined) wrong.push(...strayKeys(await first.stored(), life.plan.isAlone ? new Set() : current));
  for (const tab of tabs) {
    const { connections, channels, locks } = await tab.holdings();
    if (connections > 1 || channels > 1)
      wrong.push(`tab ${tab.number} holds ${connections} connections and ${channels} channels`);
    if (locks.length > 0) wrong.push(`tab ${tab.number} sees the locks ${locks.join(', ')}`);
  }
  return wrong;
}

/** Keys of ended sessions. */
function strayKeys(stored: readonly StoredValue[], current: ReadonlySet<string>): readonly string[] {
  return stored.flatMap(({ key, privateKeys, sessionIds }) => {
    if (privateKeys > 1) return [`${key} holds ${privateKeys} keys`];
    const isUsed = sessionIds.some((id) => current.has(id));
    return privateKeys === 1 && !isUsed ? [`${key} holds a key that nobody uses`] : [];
  });
}

/** The money: every executed quote paid once, and every movement a double entry. */
async function books(life: Life): Promise<readonly string[]> {
  const { service } = life;
  const wrong = [...service.sandbox.audit()];
  let spent = 0;
  const quotes = new Set(
    life.presses.flatMap(({ press: { kind, ...rest } }) => (kind === 'execute' && 'quote' in rest ? [rest.quote] : [])),
  );
  for (const { id, totalSendingAmount } of quotes) {
    const { status } = await service.readQuote(id);
    if (status !== 'PENDING' && status !== 'EXPIRED') spent += totalSendingAmount;
  }
  const balance = await service.balance();
  if (balance !== funds - spent)
    wrong.push(`the wallet holds ${balance}, and ${funds - spent} is what was not spent, each quote once`);
  return wrong;
}

/** What is still wrong after `limitMs`; empty as soon as nothing is. */
async function eventually(limitMs: number, look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const until = performance.now() + limitMs;
  for (let looks = 1; ; looks += 1) {
    const wrong = await look();
    if (wrong.length === 0 || (looks >= leastLooks && performance.now() > until)) return wrong;
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
}
