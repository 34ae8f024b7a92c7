/** One random life: a browser in front of a service, and all that is seen of them. */
import type { Browser } from 'playwright';
import type { Plan } from './actions.ts';
import { faults } from './faults.ts';
import { beginFlight, type Flight } from './flight.ts';
import { intentOf, type Change, type Incident, type Pressed } from './observations.ts';
import type { Press } from './page.ts';
import type { Sighting } from './proxy.ts';
import { createRandom, type Random } from './random.ts';
import type { StartServiceOptions } from './service.ts';
import type { Tab } from './tab.ts';

/** One life while it is lived. */
export interface Life {
  readonly plan: Plan;
  readonly flight: Flight;
  readonly random: Random;
  readonly presses: Pressed[];
  readonly incidents: Incident[];
  readonly changes: Change[];
  readonly sightings: readonly Sighting[];
  /** Presses that nobody was told of yet. */
  readonly open: Set<Promise<unknown>>;
  readonly offline: Set<Tab>;
  /** Faults that wait for their request. */
  readonly armed: { readonly tab: number; readonly leg: 1 | 2; readonly fault: number }[];
  note(what: string, tab?: number): void;
}

/** Opens the browser and the network of a plan; nothing has happened yet. */
export async function beginLife(browser: Browser, plan: Plan, sandbox?: StartServiceOptions['sandbox']): Promise<Life> {
  const random = createRandom(plan.seed + 1);
  const changes: Change[] = [];
  const incidents: Incident[] = [];
  const armed: Life['armed'] = [];
  const flight = await beginFlight(browser, {
    tabs: plan.tabs,
    isAlone: plan.isAlone,
    sandbox: { afterRefresh: plan.afterRefresh, ...sandbox },
    network: { delay: () => random.between(15, 45), lateness: () => random.between(50, 400) },
    settings: { refreshBefore: 60_000, timeoutMs: 1_500 },
    onChange: (tab, state) => void changes.push({ at: now(), tab, state }),
  });
  const now = (): number => flight.proxies.now();
  flight.proxies.meet(({ tab, leg }) => {
    const place = armed.findIndex((one) => one.tab === tab && one.leg === leg);
    const [met] = place === -1 ? [] : armed.splice(place, 1);
    return met === undefined ? undefined : faults[met.fault];
  });
  return {
    plan,
    flight,
    random,
    presses: [],
    incidents,
    changes,
    sightings: flight.proxies.sightings,
    open: new Set(),
    offline: new Set(),
    armed,
    note: (what, tab) => void incidents.push({ at: now(), what, ...(tab === undefined ? {} : { tab }) }),
  };
}

/** Presses a button in a tab; what it is told is noted when it comes. */
export function press(life: Life, tab: Tab, what: Press): Promise<unknown> {
  const { proxies } = life.flight;
  const number = life.presses.length + 1;
  const pressed: Pressed = { number, tab: tab.number, press: what, intent: intentOf(what), start: proxies.now() };
  life.presses.push(pressed);
  const told = (async (): Promise<void> => {
    const { told: end, times } = await tab.pressTimed(what, number);
    pressed.told = end;
    pressed.start = times === undefined ? pressed.start : proxies.sinceStart(times.begunAt);
    pressed.end = times === undefined ? proxies.now() : proxies.sinceStart(times.endedAt);
  })().finally(() => life.open.delete(told));
  life.open.add(told);
  return told;
}

/** Tells every tab that can hear that it came back to the front. */
export async function wakeAll(life: Life): Promise<void> {
  const awake = life.flight.profile.tabs.filter((tab) => !tab.isGone() && !tab.isFrozen());
  await Promise.all(awake.map((tab) => tab.wake().catch(() => undefined)));
}
