/** The browser under several tabs: one store, one set of locks, one channel and one clock, each effect a step of the scheduler. */
import { createMemoryStore, type Clock, type Store, type Wallet } from 'countersign';
import { openWallet } from '../../../src/kit/wallet/wallet.ts';
import { relayRefusalHeader } from '../../../src/kit/wire.ts';
import { createChannels } from './channels.ts';
import { CountingTarget } from './counting-target.ts';
import { openTabChannel } from '../../../src/kit/session/tabs.ts';
import { createLockManager } from './locks.ts';
import { networkOf, type Scheduler } from './scheduler.ts';
import { origin, start, type Setting } from './setting.ts';
import { createSteppedStore, nameOf } from './stored.ts';

/** Faults of a request: `late` and `hang` deliver it after the page has given up. */
export const faults = [
  'lost-before',
  'lost-after',
  'late',
  'hang',
  'unavailable-before',
  'unavailable-after',
  'throttled',
  'relay-lost-after',
] as const;

/** One of {@link faults}, or a good network. */
export type Fault = (typeof faults)[number] | 'none';

/** A request as the page sent it. */
export interface Sent {
  readonly tab: number;
  readonly method: string;
  readonly path: string;
  readonly isStamped: boolean;
  /** How many effects had happened when it left the page. */
  readonly at: number;
  /** Method, path, and the state or address asked for. */
  readonly key: string;
  /** Whether the service did what was asked, and the number of the step after which it had. */
  effect: boolean;
  doneAt?: number;
}

/** One tab. */
export interface Tab {
  /** Its number: a step of it has the same. */
  readonly number: number;
  readonly wallet: Wallet;
  isOpen(): boolean;
  /** The page dies: nothing of it runs any more; what it has sent stays on its way. */
  crash(): void;
  /** Dispatches an event of the window. */
  dispatch(type: string): void;
}

/** The browser. */
export interface Browser {
  open(): Tab;
  readonly tabs: readonly Tab[];
  readonly sent: readonly Sent[];
  /** Moves the clock to the next timer of a tab or of the relay; false where there is none within `limitMs`. */
  passTime(limitMs: number): boolean;
  now(): number;
  /** Lets time pass in which nothing happens. */
  sleep(ms: number): void;
  /** Sets the wall clock of the device back, to a time before the sessions began. */
  setBack(): void;
  isSetBack(): boolean;
  /** Whether each page stands alone. */
  readonly isAlone: boolean;
  /** Stores: one of all tabs, or one of each that stands alone. */
  readonly stores: readonly Store[];
  /** Numbers of a tab's steps that begin in one of these ways: the order that storage sees. */
  stepsOf(tab: number, ...begins: readonly string[]): readonly number[];
  /** Names of locks that are held or waited for. */
  locks(): readonly string[];
  /** Timers and listeners of a tab that are still there. */
  leftOf(tab: number): { readonly timers: number; readonly listeners: number };
}

/** Options of {@link openBrowser}. */
export interface BrowserOptions {
  readonly scheduler: Scheduler;
  readonly setting: Setting;
  /** Decides what happens to a request when it is its turn. */
  readonly faultOf: (request: Pick<Sent, 'tab' | 'method' | 'path' | 'isStamped'>) => Fault;
  /** Whether the person is logged in to the platform. */
  readonly isLoggedIn: () => boolean;
  /** Whether pages have neither storage nor locks nor a channel: nobody is signed in. Else they share the setting's session. */
  readonly isAlone: boolean;
}

const network = -1;
const setBackMs = 3_600_000;
const unavailable = (): Response =>
  Response.json({ status: 503, code: 'SERVICE_UNAVAILABLE', message: 'Try again later.' }, { status: 503 });
const throttled = (): Response =>
  Response.json(
    { status: 429, code: 'RATE_LIMITED', message: 'Slow down.' },
    { status: 429, headers: { 'Retry-After': '1' } },
  );

/** Opens the browser, before a relay and a service at their beginning. */
export async function openBrowser({
  scheduler,
  setting,
  faultOf,
  isLoggedIn,
  isAlone,
}: BrowserOptions): Promise<Browser> {
  let now = start + 10_000;
  let timers: readonly { readonly tab: number; readonly due: number; readonly run: () => void }[] = [];
  let isSetBack = false;
  let losesNext = false;
  let hasServed = false;
  /** Idempotency keys of requests that were carried out: the service repeats its answer to them. */
  const served = new Set<string>();
  const schedule = (tab: number) => (delayMs: number, run: () => void) => {
    const timer = { tab, due: now + Math.max(0, delayMs), run };
    timers = [...timers, timer];
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };
  const relay = await setting.begin({ now: () => now, schedule: schedule(network) }, isLoggedIn, (answer) => {
    hasServed = answer.ok && answer.status !== 202;
    return losesNext;
  });
  const shared: Store = { ...createMemoryStore(), storage: 'persistent' };
  for (const [key, value] of setting.stored) await shared.update(key, () => value);
  const stores: Store[] = isAlone ? [] : [shared];
  const locks = createLockManager(scheduler);
  const channels = createChannels(scheduler);
  const pages: CountingTarget[] = [];
  const tabs: Tab[] = [];
  const sent: Sent[] = [];

  const open = (): Tab => {
    const tab = tabs.length;
    let isOpen = true;
    const page = new CountingTarget();
    pages.push(page);
    const store = isAlone ? createMemoryStore() : shared;
    if (isAlone) stores.push(store);
    const clock: Clock = {
      now: () => now - (isSetBack ? setBackMs : 0),
      monotonic: () => now - start,
      schedule: schedule(tab),
    };
    const options = {
      relay: `${origin}/wallet`,
      accountId: setting.accountId,
      enclaveKeys: [setting.sandbox.enclavePublicKeyHex],
      environment: 'sandbox',
      store: createSteppedStore(scheduler, tab, store),
      refreshBefore: false,
      clock,
      fetch: send(tab),
    } as const;
    const wallet = openWallet(options, {
      page,
      visible: () => true,
      channel: isAlone ? undefined : openTabChannel(channels.of(tab)),
      locks: isAlone ? undefined : locks.of(tab),
    });
    const opened: Tab = {
      number: tab,
      wallet,
      isOpen: () => isOpen,
      dispatch: (type) => page.dispatchEvent(new Event(type)),
      crash() {
        isOpen = false;
        timers = timers.filter((timer) => timer.tab !== tab);
        channels.release(tab);
        scheduler.drop((waiting) => waiting.tab === tab);
        locks.release(tab);
      },
    };
    tabs.push(opened);
    return opened;
  };

  const send = (tab: number) => (url: string, init: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      const request = new Request(url, { ...init, signal: null });
      request.headers.set('Origin', origin);
      const { pathname } = new URL(url);
      const isStamped = request.headers.has('Service-Wallet-Signature');
      const path = pathname.replace('/wallet', '');
      const { state, email } = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, string>) : {};
      const key = `${request.method} ${path} ${state ?? email ?? ''}`.trim();
      const entry: Sent = {
        tab,
        method: request.method,
        path,
        isStamped,
        key,
        effect: false,
        at: scheduler.trace.length,
      };
      sent.push(entry);
      const label = `${entry.method} ${nameOf(entry.path)}${isStamped ? ' stamped' : ''}`;
      const fail = (): void => reject(new TypeError('fetch failed'));
      // A message that was sent goes on after its page gave it up.
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error), { once: true });
      const deliver = async (isLost = false): Promise<Response> => {
        losesNext = isLost;
        hasServed = false;
        const response = await relay(request);
        losesNext = false;
        const idempotencyKey = request.headers.get('Idempotency-Key');
        const isReplay = idempotencyKey !== null && served.has(idempotencyKey);
        // The relay reads first whose things these are, and may then forward nothing.
        entry.effect = hasServed && !isReplay && response.headers.get(relayRefusalHeader) !== 'not-forwarded';
        if (entry.effect && idempotencyKey !== null) served.add(idempotencyKey);
        entry.doneAt = scheduler.trace.length;
        return response;
      };
      const answer = (response: Response): void => {
        if (tabs[tab]?.isOpen() === true)
          scheduler.queue({ tab, label: `answer ${response.status} ${label}`, run: () => resolve(response) });
      };
      const arrive = async (): Promise<void> => {
        const fault = tabs[tab]?.isOpen() === true ? faultOf(entry) : 'none';
        if (fault === 'lost-before') return fail();
        if (fault === 'unavailable-before') return answer(unavailable());
        if (fault === 'throttled') return answer(throttled());
        if (fault === 'late' || fault === 'hang') {
          scheduler.queue({ tab: network, label: `late ${label}`, run: () => deliver() });
          return fault === 'late' ? fail() : undefined;
        }
        const response = await deliver(fault === 'relay-lost-after');
        if (fault === 'lost-after') return fail();
        return answer(fault === 'unavailable-after' ? unavailable() : response);
      };
      // On its way from here on, whether its page lives or not.
      scheduler.queue({ tab: networkOf(tab), label, run: arrive });
    });

  return {
    open,
    tabs,
    sent,
    isAlone,
    stores,
    now: () => now,
    sleep(ms) {
      now += ms;
    },
    setBack() {
      isSetBack = true;
    },
    isSetBack: () => isSetBack,
    passTime(limitMs) {
      const [next] = [...timers].sort((a, b) => a.due - b.due || a.tab - b.tab);
      if (next === undefined || next.due > now + limitMs) return false;
      now = Math.max(now, next.due);
      timers = timers.filter((timer) => timer !== next);
      next.run();
      return true;
    },
    stepsOf(tab, ...begins) {
      const isIt = (step: string): boolean => begins.some((begin) => step.startsWith(`${tab} ${begin}`));
      return scheduler.trace.flatMap((step, at) => (isIt(step) ? [at] : []));
    },
    locks: locks.names,
    leftOf: (tab) => ({
      timers: timers.filter((timer) => timer.tab === tab).length,
      listeners: (pages[tab]?.count ?? 0) + channels.listenersOf(tab),
    }),
  };
}
