/** Brings a life to rest: ends what disturbs, waits until everything has arrived, and compares the tabs with the service. */
import {
  findDisagreements,
  findLeftovers,
  findStale,
  findStrayKeys,
  findUninvited,
  findWrongBalance,
  isUnheard,
} from '../../judge.ts';
import { seenOf, visitsOf } from './observations.ts';
import { goOnline, logIn, press, wakeAll, type Life } from './life.ts';
import { funds } from './service.ts';
import type { Tab } from './tab.ts';

/** Limit for everything to arrive, ms: a second press waits for one time limit and twenty seconds. */
const arrivalMs = 25_000;

/** Options of {@link atRest} and {@link atEnd}. */
export interface RestOptions {
  /** How long tabs, storage and service may take to agree, ms; ten seconds by default. */
  readonly agreementMs?: number;
}

const pollMs = 100;

const atRestNow = 'everything is at rest';

/** Least number of looks: a busy machine takes long for each, and tabs are woken at every tenth. */
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
  // A page of an ended visit shows what it showed: the person comes again.
  const { logOuts } = life;
  if ((logOuts.at(-1) ?? -1) > restedAt(life)) await logIn(life, true);
  await readUnheard(life);
  let round = 0;
  const disagreements = await eventually(agreementMs, async () => {
    // Tabs learn of ends by the service itself when they ask.
    if (round % 10 === 0) await askAll(life, round > 0);
    round += 1;
    return compare(life);
  });
  life.note(atRestNow);
  return [...disagreements, ...(await books(life))];
}

/** When everything was at rest last, or the life began. */
const restedAt = ({ incidents }: Life): number => incidents.findLast(({ what }) => what === atRestNow)?.at ?? 0;

/** Has elements read again what no tab was told of: a change whose press ended before it, or with its page. */
async function readUnheard(life: Life): Promise<void> {
  if (life.plan.isShown && isUnheard(seenOf(life, { signedIn: [], ended: [] }), restedAt(life)))
    await Promise.all(openTabs(life).map((tab) => tab.readCard()));
}

/** Closes every wallet; what is left of it then. */
export async function atEnd(life: Life, { agreementMs = 10_000 }: RestOptions = {}): Promise<readonly string[]> {
  const tabs = openTabs(life);
  await Promise.all(tabs.map((tab) => tab.closeWallet()));
  return eventually(agreementMs, async () => {
    const left: string[] = [];
    for (const tab of tabs) {
      const { locks, ...held } = await tab.holdings();
      left.push(...findLeftovers(`tab ${tab.number}`, { ...held, locks: locks.length }));
    }
    return left;
  });
}

const openTabs = ({ profile }: Life): readonly Tab[] => profile.tabs.filter((tab) => !tab.isGone());

async function heal(life: Life): Promise<void> {
  const { profile, proxies } = life;
  life.armed.length = 0;
  await goOnline(life);
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
  await Promise.all(disagree.map((tab) => press(life, tab, { kind: 'session.list' })));
  if (isAgain) await wakeAll(life);
}

/** Compares all tabs, the storage and the service. */
async function compare(life: Life): Promise<readonly string[]> {
  const wrong: string[] = [];
  const { isAlone, isShown } = life.plan;
  const tabs = openTabs(life);
  const shown = new Map<number, string | undefined>();
  const cards = new Map<number, string | undefined>();
  for (const tab of tabs) {
    const { status, storage, session } = (await tab.state()) ?? {};
    shown.set(tab.number, session?.sessionId);
    if (isShown && status === 'signed-in') cards.set(tab.number, await tab.shownCard());
    if (status !== 'signed-in' && status !== 'signed-out') wrong.push(`tab ${tab.number} is ${status}`);
    if ((storage === 'memory') !== isAlone) wrong.push(`tab ${tab.number} keeps its session in ${storage}`);
  }
  const living = (await life.service.sessions()).map(({ id }) => id);
  wrong.push(...findDisagreements(shown, living, isAlone));
  wrong.push(...findStale(cards, await life.service.card()), ...findUninvited(visitsOf(life, shown)));
  const [first] = tabs;
  if (first !== undefined) wrong.push(...findStrayKeys(await first.stored(), isAlone ? [] : shown.values()));
  for (const tab of tabs) {
    const { connections, channels, locks } = await tab.holdings();
    // The element has a channel of its own.
    if (connections > 1 || channels > (isShown ? 2 : 1))
      wrong.push(`tab ${tab.number} holds ${connections} connections and ${channels} channels`);
    if (locks.length > 0) wrong.push(`tab ${tab.number} sees the locks ${locks.join(', ')}`);
  }
  return wrong;
}

/** The money: every executed quote paid once, and every movement a double entry. */
async function books(life: Life): Promise<readonly string[]> {
  const { service } = life;
  const ids = new Set(
    life.presses.flatMap(({ press }) =>
      press.kind === 'quote.execute' && press.quote !== undefined ? [press.quote.id] : [],
    ),
  );
  const quotes = await Promise.all([...ids].map((id) => service.readQuote(id)));
  return [...service.sandbox.audit(), ...findWrongBalance(funds, await service.balance(), quotes)];
}

/** Remaining faults after `limitMs`; returns as soon as there are none. */
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
