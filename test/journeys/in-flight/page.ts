/** The script of each tab: the kit, and a driver that presses its buttons and counts its keys. */
import type { StoredValue } from '../../judge.ts';
import { madeUp, walletCalls, type Method, type Targets } from '../../calls.ts';
import { readStored } from './stored.ts';
import { createWallet, type CreateWalletOptions, type Wallet, type WalletState } from '../../../src/index.ts';
import { defineElements, type CardElement } from '../../../src/ui/elements/index.ts';
import { enter, findVisitor, takeFragment } from '../../../src/ui/wallet-page/arrival.ts';
import type { Store } from '../../../src/kit/session/index.ts';
import { createPageStore, deleteOtherSessions } from '../../../src/ui/wallet-page/session-store.ts';

/** Targets of a call, as the page is told them. */
export type Given = Partial<Omit<Targets, 'wallet' | 'attempt' | 'token'>>;

/** A person's press in the wallet: a method of the catalogue, or one in which a person takes part. */
export type Press = { readonly kind: Method | 'sign-in' | 'sign-out' } & Given;

/** When a press began and ended in its page: real time, epoch ms, whatever the clocks of the device show. */
export interface PressTimes {
  readonly begunAt: number;
  readonly endedAt: number;
}

/** Outcome of a press for its caller. */
export interface Told {
  /** `done`, or the code of the error, or the name of one that has none. */
  readonly told: string;
  readonly nextStep?: string;
  readonly message?: string;
  /** Answer of a sign-out. */
  readonly revocation?: { readonly service: string; readonly localKeyDeleted: boolean };
}

/** A tab's holdings in the browser. */
export interface Holdings {
  readonly timers: number;
  readonly connections: number;
  readonly channels: number;
  /** Names of the locks of the origin, held or waited for. */
  readonly locks: readonly string[];
}

/** Settings of a page: those of its wallet, and what it is. */
export interface PageSettings extends CreateWalletOptions {
  readonly isVisited: boolean;
  readonly shown: string | undefined;
}

/** The driver, as `window.tab`. */
export interface TabDriver {
  /** Opens the wallet; none on a wallet page that doesn't know who comes. */
  open(settings: PageSettings): Promise<void>;
  press(number: number, press: Press): Promise<Told & { readonly times: PressTimes }>;
  abort(number: number): void;
  state(): WalletState | undefined;
  shownCard(): string | undefined;
  readCard(): Promise<void>;
  close(): void;
  holdings(): Promise<Holdings>;
  stored(): Promise<readonly StoredValue[]>;
}

declare global {
  interface Window {
    tab: TabDriver;
    /** Hears of each change of state. */
    changed: (state: WalletState) => Promise<void>;
  }
}

const timers = new Set<unknown>();
const connections = new Set<IDBDatabase>();
const channels = new Set<BroadcastChannel>();
countHoldings();
markRequests();

let wallet: Wallet | undefined;
let element: CardElement | undefined;
/** The store of a visit: a wallet closes what it has opened itself. */
let store: Store | null | undefined;
const aborts = new Map<number, AbortController>();

async function run(opened: Wallet, { kind, ...given }: Press, signal: AbortSignal): Promise<unknown> {
  if (kind === 'sign-in') return (await opened.emailOtp.begin({ signal })).verify('000000', { signal });
  if (kind === 'sign-out') return opened.session.revoke();
  return walletCalls[kind].run({ ...madeUp, ...given, wallet: opened }, { signal });
}

window.tab = {
  async open({ isVisited, shown, ...settings }) {
    wallet = undefined;
    store = isVisited ? await arrive() : undefined;
    if (store === null) return;
    const opened = createWallet({ ...settings, ...(store && { store }) });
    wallet = opened;
    const tell = (): void => void window.changed(opened.state()).catch(() => undefined);
    opened.subscribe(tell);
    tell();
    if (shown === undefined) return;
    await defineElements('card');
    element = document.createElement('countersign-card');
    element.cardId = shown;
    element.wallet = opened;
    document.body.append(element);
  },
  async press(number, press) {
    // The page has nothing but the way to the log-in.
    if (wallet === undefined) {
      const now = realTime();
      return { told: 'PLATFORM_LOGIN_REQUIRED', times: { begunAt: now, endedAt: now } };
    }
    const controller = new AbortController();
    aborts.set(number, controller);
    const begunAt = realTime();
    const told = await tell(wallet, press, controller.signal);
    aborts.delete(number);
    return { ...told, times: { begunAt, endedAt: realTime() } };
  },
  abort: (number) => aborts.get(number)?.abort(),
  state: () => wallet?.state(),
  stored: readStored,
  shownCard: () => element?.shadowRoot?.querySelector<HTMLElement>('div.card')?.dataset['state'],
  readCard: async () => element?.reload(),
  close() {
    element?.remove();
    wallet?.close();
    store?.close();
  },
  async holdings() {
    const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {};
    const locks = [...held, ...pending].map(({ name = '' }) => name);
    return { timers: timers.size, connections: connections.size, channels: channels.size, locks };
  },
};

async function tell(opened: Wallet, press: Press, signal: AbortSignal): Promise<Told> {
  try {
    const answer = await run(opened, press, signal);
    if (press.kind !== 'sign-out') return { told: 'done' };
    const { service, localKeyDeleted } = answer as { service: string; localKeyDeleted: boolean };
    return { told: 'done', revocation: { service, localKeyDeleted } };
  } catch (error) {
    const { code, name, nextStep, message } = error as Record<'code' | 'name' | 'nextStep' | 'message', string>;
    return { told: typeof code === 'string' ? code : name, nextStep, message };
  }
}

/** Arrives on the wallet page, as its own script does: the store of the visit, or null where nobody is known. */
async function arrive(): Promise<Store | null> {
  const counted = new Set(timers);
  const ticket = takeFragment().get('ticket');
  const isIn = ticket === null || (await enter(ticket));
  const visitor = isIn ? await findVisitor() : null;
  // The limits of these two requests stay until they are over.
  for (const timer of timers) if (!counted.has(timer)) timers.delete(timer);
  void deleteOtherSessions(visitor?.visit);
  return visitor === null ? null : createPageStore(visitor.visit);
}

/** Says of each request when it left the page. */
function markRequests(): void {
  const { fetch: send } = window;
  window.fetch = (target, init) => {
    const headers = new Headers(init?.headers);
    headers.set('Sent-At', String(realTime()));
    return send(target, { ...init, headers });
  };
}

/** Only `Date.now` is set ahead in these pages. */
function realTime(): number {
  return new Date().getTime();
}

/** Counts the page's timers, connections and channels: all of them are the kit's. */
function countHoldings(): void {
  const { setTimeout: set, clearTimeout: clear } = window;
  window.setTimeout = ((run: () => void, delayMs?: number) => {
    const timer = set(() => {
      timers.delete(timer);
      run();
    }, delayMs);
    timers.add(timer);
    return timer;
  }) as typeof setTimeout;
  window.clearTimeout = (timer) => {
    timers.delete(timer);
    clear(timer);
  };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (this: IDBFactory, ...call) {
    const request = open.apply(this, call);
    request.addEventListener('success', () => {
      connections.add(request.result);
      request.result.addEventListener('close', () => connections.delete(request.result));
    });
    return request;
  };
  const { close } = IDBDatabase.prototype;
  IDBDatabase.prototype.close = function (this: IDBDatabase) {
    connections.delete(this);
    close.call(this);
  };
  if ((window as { BroadcastChannel?: unknown }).BroadcastChannel === undefined) return;
  window.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.add(this);
    }
    override close(): void {
      channels.delete(this);
      super.close();
    }
  };
}
