/** One tab of a real browser, and what can happen to it. */
import type { CDPSession, Page } from 'playwright';
import type { WalletState, WireProfileName } from 'countersign';
import type { Holdings, Press, PressTimes, Told } from './page.ts';
import type { StoredValue } from '../../judge.ts';

/** Settings of `createWallet` in the page. */
export interface TabSettings {
  readonly accountId: string;
  readonly profile: WireProfileName;
  readonly enclaveKeys: readonly string[];
  readonly refreshBefore: number | false;
  readonly timeoutMs: number;
  /** Whether the page is a wallet page, to which people come by a link. */
  readonly isVisited: boolean;
  /** The card that the page shows in an element; none without it. */
  readonly shown: string | undefined;
}

/** One tab. */
export interface Tab {
  readonly number: number;
  readonly page: Page;
  /** Whether it was closed, or its page crashed. */
  isGone(): boolean;
  isFrozen(): boolean;
  /** Presses a button, with the times at which it began and ended there; `gone` without times when the page went away under it. */
  press(press: Press, number: number): Promise<{ readonly told: Told; readonly times?: PressTimes }>;
  abort(number: number): Promise<void>;
  state(): Promise<WalletState | undefined>;
  /** State of the card in its element; undefined where none is shown. */
  shownCard(): Promise<string | undefined>;
  /** Has the element read again. */
  readCard(): Promise<void>;
  holdings(): Promise<Holdings>;
  stored(): Promise<readonly StoredValue[]>;
  /** Closes the wallet and leaves the page. */
  closeWallet(): Promise<void>;
  /** Closes the wallet and opens another in the same page at once, as a framework that mounts twice does. */
  reopenWallet(): Promise<void>;
  /** Loads the page again, or by a link to it. */
  reload(link?: string): Promise<void>;
  close(): Promise<void>;
  /** Tells the page that it came back to the front, as focus does. */
  wake(): Promise<void>;
  /** Chromium only: its renderer dies. */
  crash(): Promise<void>;
  /** Chromium only: its script stands still, wherever it is, and its locks stay held. */
  freeze(frozen: boolean): Promise<void>;
  /** Chromium only: this tab has no network. */
  offline(isOffline: boolean): Promise<void>;
}

/** Options of {@link createTab}. */
export interface CreateTabOptions {
  readonly number: number;
  /** Where the page is. */
  readonly url: string;
  readonly settings: TabSettings;
  /** Opens Chromium's protocol to the page. */
  readonly protocol: () => Promise<CDPSession>;
}

/** Makes a tab of a page that shows nothing yet. */
export function createTab(page: Page, { number, url, settings, protocol }: CreateTabOptions): Tab {
  const walletOptions = { ...settings, relay: `${url}/tab/${number}/relay`, environment: 'sandbox' as const };
  const is = { gone: false, frozen: false };
  let session: Promise<CDPSession> | undefined;
  const send = async (run: (session: CDPSession) => Promise<unknown>): Promise<void> => {
    session ??= protocol();
    await run(await session);
  };
  const leave = (): void => {
    is.gone = true;
  };
  page.on('crash', leave);
  page.on('close', leave);
  const pressed: Tab['press'] = async (press, id) => {
    try {
      const { times, ...told } = await page.evaluate(([one, other]) => window.tab.press(one, other), [
        id,
        press,
      ] as const);
      return { told, times };
    } catch {
      // The page was reloaded, closed or crashed: nobody is there to be told.
      return { told: { told: 'gone' } };
    }
  };
  return Object.freeze({
    number,
    page,
    isGone: () => is.gone,
    isFrozen: () => is.frozen,
    press: pressed,
    abort: (id: number) => page.evaluate((one) => window.tab.abort(one), id),
    state: () => page.evaluate(() => window.tab.state()),
    shownCard: () => page.evaluate(() => window.tab.shownCard()),
    readCard: () => page.evaluate(() => window.tab.readCard()),
    holdings: () => page.evaluate(() => window.tab.holdings()),
    stored: () => page.evaluate(() => window.tab.stored()),
    closeWallet: () => page.evaluate(() => window.tab.close()),
    reopenWallet: () =>
      page.evaluate((given) => {
        window.tab.close();
        return window.tab.open(given);
      }, walletOptions),
    async reload(link?: string) {
      // A link that differs in its fragment alone would load nothing.
      if (link !== undefined) await page.goto('about:blank');
      await page.goto(link ?? `${url}/`);
      await page.evaluate((given) => window.tab.open(given), walletOptions);
    },
    async close() {
      leave();
      await page.close();
    },
    wake: () =>
      page.evaluate(() => {
        for (const event of ['online', 'focus']) window.dispatchEvent(new Event(event));
      }),
    async crash() {
      leave();
      // The answer never comes: the renderer is dead.
      await send((cdp) => Promise.race([cdp.send('Page.crash').catch(() => undefined), page.waitForEvent('crash')]));
      await page.close();
    },
    async freeze(frozen: boolean) {
      is.frozen = frozen;
      // A page in front can't be given the lifecycle state; a debugger stops it all the same.
      await send(async (cdp) => {
        if (frozen) await cdp.send('Debugger.enable');
        await cdp.send(frozen ? 'Debugger.pause' : 'Debugger.disable');
      });
    },
    offline: (offline: boolean) =>
      send(async (cdp) => {
        await cdp.send('Network.enable');
        await cdp.send('Network.emulateNetworkConditions', {
          offline,
          latency: 0,
          downloadThroughput: -1,
          uploadThroughput: -1,
        });
      }),
  });
}
