/** A real browser: one profile, whose tabs share storage, locks and channels, and what can happen to all of it. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium, firefox, type Browser, type BrowserContext, type Page } from 'playwright';
import type { WalletState } from 'countersign';
import { chromiumLaunch, firefoxLaunch } from '../engines/launch.mjs';
import { emptyDisk, fillDisk } from './storage-failures.ts';
import { createTab, type Tab, type TabSettings } from './tab.ts';

/** A browser to test in. */
export type Engine = 'chromium' | 'firefox';

/** One browser profile. */
export interface Profile {
  readonly context: BrowserContext;
  readonly tabs: Tab[];
  openTab(): Promise<Tab>;
  /** Sets this device's wall clock ahead or back. */
  jump(ms: number): Promise<void>;
  /** Lets time pass on both clocks of the device, while no timer runs: the device slept. */
  sleep(ms: number): Promise<void>;
  /** Fills the disk to its last byte, or gives the room back: what writes fails then, what deletes does not. */
  fillDisk(isFull: boolean): Promise<void>;
  /** Chromium only: the browser deletes this origin's storage. */
  evict(): Promise<void>;
  close(): Promise<void>;
}

/** Options of {@link openProfile}. */
export interface OpenProfileOptions {
  readonly url: string;
  readonly settings: TabSettings;
  /** Whether the browser has Web Locks. */
  readonly locks?: boolean;
  /** Whether the browser has BroadcastChannel. */
  readonly channel?: boolean;
  readonly onChange?: (tab: number, state: WalletState) => void;
}

declare global {
  interface Window {
    /** How far this device's wall clock is ahead, ms. */
    clockAhead: number;
    /** How long this device has slept, ms. */
    slept: number;
    /** Firefox only, which has no quota to set. */
    diskIsFull: boolean;
  }
}

/** What an origin may store in Chromium here, bytes. */
const quotaSize = 1_000_000;

/** Starts the browser. */
export function launch(engine: Engine = 'chromium'): Promise<Browser> {
  const options = engine === 'chromium' ? chromiumLaunch() : firefoxLaunch();
  if (options === null) throw new Error(`no ${engine}: run \`npm test\`, which finds or installs one`);
  return engine === 'chromium' ? chromium.launch(options) : firefox.launch(options);
}

let built: Promise<ReadonlyMap<string, string>> | undefined;

/** The page's files: the kit as an application would bundle it, split where it loads lazily. */
export function buildPage(): Promise<ReadonlyMap<string, string>> {
  built ??= build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: '/',
    entryNames: 'page',
    write: false,
    logLevel: 'silent',
  }).then(
    ({ outputFiles }) =>
      new Map([
        ['/', '<!doctype html><title>Kit</title><script type="module" src="/page.js"></script>'],
        ...outputFiles.map(({ path, text }): [string, string] => [
          path.replace(/^[A-Z]:/i, '').replaceAll('\\', '/'),
          text,
        ]),
      ]),
  );
  return built;
}

/** Opens a profile without tabs. */
export async function openProfile(browser: Browser, options: OpenProfileOptions): Promise<Profile> {
  const { url, settings, locks = true, channel = true, onChange } = options;
  const context = await browser.newContext();
  await context.addInitScript(prepareWindow, { locks, channel });
  const numbers = new Map<Page, number>();
  if (onChange !== undefined) {
    await context.exposeBinding('changed', ({ page }, state: WalletState) => onChange(numbers.get(page) ?? 0, state));
  }
  // A page without a wallet, from which the rest of the browser is meddled with.
  const aside = await context.newPage();
  const protocol = browser.browserType().name() === 'chromium' ? await context.newCDPSession(aside) : undefined;
  await protocol?.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize });
  await aside.goto(url);
  let ahead = 0;
  let slept = 0;
  const tabs: Tab[] = [];
  const everywhere = async <Value>(run: (value: Value) => void, value: Value): Promise<void> => {
    await context.addInitScript(`(${run.toString()})(${JSON.stringify(value)})`);
    const set = (tab: Tab): Promise<unknown> => tab.page.evaluate(run as never, value as never).catch(() => undefined);
    const open = tabs.filter((tab) => !tab.isGone());
    // A frozen page is told as soon as it goes on.
    for (const tab of open) if (tab.isFrozen()) void set(tab);
    await Promise.all(open.filter((tab) => !tab.isFrozen()).map(set));
  };
  return Object.freeze({
    context,
    tabs,
    async openTab() {
      const page = await context.newPage();
      const number = tabs.length + 1;
      numbers.set(page, number);
      const tab = createTab(page, { number, url, settings, protocol: () => context.newCDPSession(page) });
      tabs.push(tab);
      await tab.reload();
      return tab;
    },
    async jump(ms: number) {
      ahead += ms;
      await everywhere((total: number) => {
        window.clockAhead = total;
      }, ahead);
    },
    async sleep(ms: number) {
      slept += ms;
      await everywhere((total: number) => {
        window.slept = total;
      }, slept);
    },
    async fillDisk(isFull: boolean) {
      if (protocol !== undefined) return aside.evaluate(isFull ? fillDisk : emptyDisk);
      return everywhere((full: boolean) => {
        window.diskIsFull = full;
      }, isFull);
    },
    async evict() {
      await protocol?.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'indexeddb' });
    },
    close: () => context.close(),
  });
}

/** Runs in each page before anything else: clocks that can be set, and a browser without some of its parts. */
function prepareWindow({ locks, channel }: { readonly locks: boolean; readonly channel: boolean }): void {
  window.clockAhead ??= 0;
  window.slept ??= 0;
  window.diskIsFull ??= false;
  const now = Date.now.bind(Date);
  Date.now = () => now() + window.clockAhead + window.slept;
  const monotonic = performance.now.bind(performance);
  performance.now = () => monotonic() + window.slept;
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...call) {
    if (!window.diskIsFull) return put.apply(this, call);
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  };
  if (!locks) Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
  if (!channel) Object.defineProperty(window, 'BroadcastChannel', { value: undefined, writable: true });
}
