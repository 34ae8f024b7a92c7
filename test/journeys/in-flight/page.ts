/** The script of each tab: the kit, and a driver that presses its buttons and counts its keys. */
import type { StoredValue } from '../../judge.ts';
import { madeUp, walletCalls, type Method, type Targets } from '../../calls.ts';
import { readStored } from './stored.ts';
import { createWallet, type CreateWalletOptions, type Wallet, type WalletState } from '../../../src/index.ts';

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

/** The driver, as `window.tab`. */
export interface TabDriver {
  open(settings: CreateWalletOptions): void;
  press(number: number, press: Press): Promise<Told & { readonly times: PressTimes }>;
  abort(number: number): void;
  state(): WalletState | undefined;
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
const aborts = new Map<number, AbortController>();

async function run(opened: Wallet, { kind, ...given }: Press, signal: AbortSignal): Promise<unknown> {
  if (kind === 'sign-in') return (await opened.emailOtp.begin({ signal })).verify('000000', { signal });
  if (kind === 'sign-out') return opened.session.revoke();
  return walletCalls[kind].run({ ...madeUp, ...given, wallet: opened }, { signal });
}

window.tab = {
  open(settings) {
    const opened = createWallet(settings);
    wallet = opened;
    const tell = (): void => void window.changed(opened.state()).catch(() => undefined);
    opened.subscribe(tell);
    tell();
  },
  async press(number, press) {
    if (wallet === undefined) throw new Error('no wallet is open in this tab');
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
  close: () => wallet?.close(),
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
