/** A real browser: one profile, whose tabs share storage, locks and channels, and what can happen to all of it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { chromium, firefox, type Browser, type BrowserContext, type Page } from 'playwright';
import type { WalletState } from 'countersign';
import { chromiumLaunch, firefoxLaunch } from '../engines/launch.mjs';
import { deleteDatabases, emptyDisk, fillDisk } from './storage-failures.ts';
import { createTab, type Tab, type TabSettings } from './tab.ts';

/** A browser to test in. */
export type Engine = 'chromium' | 'firefox';

/** One browser profile. */
export interface Profile {
  readonly context: BrowserContext;
  readonly tabs: Tab[];
  openTab(version?: Version): Promise<Tab>;
  /** Sets this device's wall clock ahead or back. */
  jump(ms: number): Promise<void>;
  /** Lets time pass on both clocks of the device, while no timer runs: the device slept. */
  sleep(ms: number): Promise<void>;
  /** Lets a tab go on that was frozen, at the device's time. */
  thaw(tab: Tab): Promise<void>;
  /** Fills the disk to its last byte, or gives the room back: what writes fails then, what deletes does not. */
  fillDisk(isFull: boolean): Promise<void>;
  /** The browser deletes this origin's storage; in Firefox, which has no command for it, a page does. */
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
  /** Hears of requests that a page gave up, by the time at which they left it, epoch ms. */
  readonly onGiveUp?: (tab: number, sentAt: number) => void;
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

/** A version of the kit by the path of its page: `/` is this one, `/later/` the same with a later schema of its records. */
export type Version = '/' | '/later/';

const built = new Map<Version, Promise<ReadonlyMap<string, string>>>();

/** Gives records the number of the schema that is yet to come. */
const laterSchema: Plugin = {
  name: 'later-schema',
  setup({ onLoad }) {
    onLoad({ filter: /session[/\\]record\.ts$/ }, ({ path }) => {
      const [before, after, ...more] = readFileSync(path, 'utf8').split('export const recordSchema = 2;');
      if (after === undefined || more.length > 0) throw new Error('the number of the schema stands elsewhere');
      return { contents: `${before}export const recordSchema = 3;${after}`, loader: 'ts' };
    });
  },
};

/** The files of a version's page: the kit as an application would bundle it, split where it loads lazily. */
export function buildPage(version: Version = '/'): Promise<ReadonlyMap<string, string>> {
  const files =
    built.get(version) ??
    build({
      entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: version,
      entryNames: 'page',
      write: false,
      logLevel: 'silent',
      plugins: version === '/' ? [] : [laterSchema],
    }).then(
      ({ outputFiles }) =>
        new Map([
          [version, `<!doctype html><title>Kit</title><script type="module" src="${version}page.js"></script>`],
          ...outputFiles.map(({ path, text }): [string, string] => [
            path.replace(/^[A-Z]:/i, '').replaceAll('\\', '/'),
            text,
          ]),
        ]),
    );
  built.set(version, files);
  return files;
}

/** Opens a profile without tabs. */
export async function openProfile(browser: Browser, options: OpenProfileOptions): Promise<Profile> {
  const { url, settings, locks = true, channel = true, onChange, onGiveUp } = options;
  const context = await browser.newContext();
  await context.addInitScript(prepareWindow, { locks, channel });
  const numbers = new Map<Page, number>();
  if (onChange !== undefined) {
    await context.exposeBinding('changed', ({ page }, state: WalletState) => onChange(numbers.get(page) ?? 0, state));
  }
  if (onGiveUp !== undefined) {
    await context.exposeBinding('gaveUp', ({ page }, sentAt: number) => onGiveUp(numbers.get(page) ?? 0, sentAt));
  }
  // A page without a wallet, from which the rest of the browser is meddled with: a script shown as text, which loads nothing.
  const aside = await context.newPage();
  const protocol = browser.browserType().name() === 'chromium' ? await context.newCDPSession(aside) : undefined;
  await protocol?.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize });
  await aside.goto(`${url}/page.js`);
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
    async openTab(version: Version = '/') {
      const page = await context.newPage();
      const number = tabs.length + 1;
      numbers.set(page, number);
      const tab = createTab(page, { number, url, version, settings, protocol: () => context.newCDPSession(page) });
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
    async thaw(tab: Tab) {
      await tab.freeze(false);
      // What it was told while it stood still may be lost.
      await tab.page.evaluate((clocks) => void Object.assign(window, clocks), { clockAhead: ahead, slept });
    },
    async fillDisk(isFull: boolean) {
      if (protocol !== undefined) return aside.evaluate(isFull ? fillDisk : emptyDisk);
      return everywhere((full: boolean) => {
        window.diskIsFull = full;
      }, isFull);
    },
    async evict() {
      if (protocol === undefined) return aside.evaluate(deleteDatabases);
      await protocol.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'indexeddb' });
      return undefined;
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
