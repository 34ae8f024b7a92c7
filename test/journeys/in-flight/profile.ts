/** A real browser: one profile, whose tabs share storage, locks and channels, and what can happen to all of it. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, type BrowserContext, type Page } from 'playwright';
import type { WalletState } from 'countersign';
import { createTab, type Tab, type TabSettings } from './tab.ts';

/** One browser profile. */
export interface Profile {
  readonly context: BrowserContext;
  readonly tabs: Tab[];
  openTab(): Promise<Tab>;
  /** Lets time pass on both clocks of the device, while no timer runs: the device slept. */
  sleep(ms: number): Promise<void>;
  /** Sets the wall clock of the device back by an hour. */
  setBack(): Promise<void>;
  /** Lets a tab go on that was frozen, at the device's time. */
  thaw(tab: Tab): Promise<void>;
  close(): Promise<void>;
}

/** Options of {@link openProfile}. */
export interface OpenProfileOptions {
  readonly url: string;
  readonly settings: TabSettings;
  /** Whether each page stands alone. */
  readonly isAlone: boolean;
  readonly onChange: (tab: number, state: WalletState) => void;
}

declare global {
  interface Window {
    /** How long this device has slept, ms. */
    slept: number;
    /** How far its wall clock was set back, ms. */
    setBack: number;
  }
}

let built: Promise<ReadonlyMap<string, string>> | undefined;

/** The files of the page: the kit as an application would bundle it, split where it loads lazily. */
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
        ['/', `<!doctype html><title>Kit</title><script type="module" src="/page.js"></script>`],
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
  const { url, settings, isAlone, onChange } = options;
  const context = await browser.newContext();
  await context.addInitScript(prepareWindow, { isAlone });
  const numbers = new Map<Page, number>();
  await context.exposeBinding('changed', ({ page }, state: WalletState) => onChange(numbers.get(page) ?? 0, state));
  let slept = 0;
  let setBack = 0;
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
    async sleep(ms: number) {
      slept += ms;
      await everywhere((total: number) => {
        window.slept = total;
      }, slept);
    },
    async setBack() {
      setBack += 3_600_000;
      await everywhere((total: number) => {
        window.setBack = total;
      }, setBack);
    },
    async thaw(tab: Tab) {
      await tab.freeze(false);
      // Messages during its standstill may be lost.
      await tab.page.evaluate((given) => void Object.assign(window, given), { slept, setBack });
    },
    close: () => context.close(),
  });
}

/** Runs in each page before anything else: clocks that can be set, and a browser without some of its parts. */
function prepareWindow({ isAlone }: { readonly isAlone: boolean }): void {
  window.slept ??= 0;
  window.setBack ??= 0;
  const now = Date.now.bind(Date);
  Date.now = () => now() + window.slept - window.setBack;
  const monotonic = performance.now.bind(performance);
  performance.now = () => monotonic() + window.slept;
  if (!isAlone) return;
  Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
  Object.defineProperty(window, 'BroadcastChannel', { value: undefined, writable: true });
}
