/** One random life: a browser in front of a service, and all that is seen of them. */
import type { Browser } from 'playwright';
import type { Plan } from './actions.ts';
import { faults } from './faults.ts';
import { intentOf, type Change, type Incident, type PagePress } from './observations.ts';
import type { Press } from './page.ts';
import { buildPage, openProfile, type Profile } from './profile.ts';
import { startProxies, type Proxies, type Sighting } from './proxy.ts';
import { createRandom, type Random } from './random.ts';
import { startService, type Service, type StartServiceOptions } from './service.ts';
import type { Tab } from './tab.ts';

/** One life while it is lived. */
export interface Life {
  readonly plan: Plan;
  readonly service: Service;
  readonly proxies: Proxies;
  readonly profile: Profile;
  readonly random: Random;
  readonly presses: PagePress[];
  readonly incidents: Incident[];
  readonly changes: Change[];
  readonly sightings: readonly Sighting[];
  /** Presses that nobody was told of yet. */
  readonly open: Set<Promise<unknown>>;
  readonly offline: Set<Tab>;
  /** Faults that wait for their request. */
  readonly armed: { readonly tab: number; readonly leg: 1 | 2; readonly fault: number }[];
  /** When a person logged in to the app and came to the wallet page, and when they had logged out. */
  readonly logIns: number[];
  readonly logOuts: number[];
  note(what: string, tab?: number): void;
  end(): Promise<void>;
}

/** Opens the browser and the network of a plan; nothing has happened yet. */
export async function beginLife(browser: Browser, plan: Plan, sandbox?: StartServiceOptions['sandbox']): Promise<Life> {
  const random = createRandom(plan.seed + 1);
  const changes: Change[] = [];
  const incidents: Incident[] = [];
  const armed: Life['armed'] = [];
  const service = await startService({ sandbox: { afterRefresh: plan.afterRefresh, ...sandbox } });
  const files = await buildPage();
  const proxies = await startProxies({
    service,
    files,
    isVisited: plan.isVisited,
    delay: () => random.between(15, 45),
    lateness: () => random.between(50, 400),
  });
  const profile = await openProfile(browser, {
    url: proxies.url,
    isAlone: plan.isAlone,
    onChange: (tab, state) => void changes.push({ at: proxies.now(), tab, state }),
    settings: {
      accountId: service.accountId,
      profile: service.sandbox.profile === 'grid' ? 'grid' : 'spec',
      enclaveKeys: [service.sandbox.enclavePublicKeyHex],
      refreshBefore: 60_000,
      timeoutMs: 1_500,
      isVisited: plan.isVisited,
      shown: plan.isShown ? service.cardId : undefined,
    },
  });
  await profile.openTab();
  proxies.meet(({ tab, leg }) => {
    const place = armed.findIndex((one) => one.tab === tab && one.leg === leg);
    const [met] = place === -1 ? [] : armed.splice(place, 1);
    return met === undefined ? undefined : faults[met.fault];
  });
  const life: Life = {
    plan,
    service,
    proxies,
    profile,
    random,
    presses: [],
    incidents,
    changes,
    sightings: proxies.sightings,
    open: new Set(),
    offline: new Set(),
    armed,
    logIns: [],
    logOuts: [],
    note: (what, tab) => void incidents.push({ at: proxies.now(), what, ...(tab === undefined ? {} : { tab }) }),
    async end() {
      await profile.close();
      await proxies.close();
    },
  };
  await logIn(life, false);
  while (profile.tabs.length < plan.tabs) await profile.openTab();
  return life;
}

/** Opens the wallet page in one tab by a link, as a person does who has logged in to the app. `reloads`: the other tabs load again. */
export async function logIn(life: Life, reloads: boolean): Promise<void> {
  const { profile, proxies, logIns } = life;
  const [first, ...others] = profile.tabs.filter((tab) => !tab.isGone() && !tab.isFrozen());
  if (proxies.visits === undefined || first === undefined) return;
  await goOnline(life);
  logIns.push(proxies.now());
  life.note('the person logs in');
  await first.reload(await proxies.visits.link());
  if (reloads) await Promise.all(others.map((tab) => tab.reload()));
}

/** Ends the visits; a page learns of it when it asks. */
export async function logOut(life: Life): Promise<void> {
  await life.proxies.visits?.end();
  life.logOuts.push(life.proxies.now());
  life.note('the person logs out');
}

/** Gives every tab its network back. */
export async function goOnline({ offline }: Life): Promise<void> {
  for (const tab of offline) if (!tab.isGone()) await tab.offline(false);
  offline.clear();
}

/** Presses a button in a tab; what it is told is noted when it comes. */
export function press(life: Life, tab: Tab, what: Press): Promise<unknown> {
  const { proxies } = life;
  const number = life.presses.length + 1;
  const pressed: PagePress = { number, tab: tab.number, press: what, intent: intentOf(what), start: proxies.now() };
  life.presses.push(pressed);
  const told = (async (): Promise<void> => {
    const { told: end, times } = await tab.press(what, number);
    pressed.told = end;
    pressed.start = times === undefined ? pressed.start : proxies.sinceStart(times.begunAt);
    pressed.end = times === undefined ? proxies.now() : proxies.sinceStart(times.endedAt);
  })().finally(() => life.open.delete(told));
  life.open.add(told);
  return told;
}

/** Tells every tab that can hear that it came back to the front. */
export async function wakeAll(life: Life): Promise<void> {
  const awake = life.profile.tabs.filter((tab) => !tab.isGone() && !tab.isFrozen());
  await Promise.all(awake.map((tab) => tab.wake().catch(() => undefined)));
}
