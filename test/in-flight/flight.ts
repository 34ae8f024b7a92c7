/** One browser in front of one service, with the network between them: what every test of this folder begins with. */
import type { Browser } from 'playwright';
import { startProxies, type Proxies, type StartProxiesOptions } from './proxy.ts';
import { startService, type Service, type StartServiceOptions } from './service.ts';
import { buildPage, openProfile, type OpenProfileOptions, type Profile } from './profile.ts';
import type { Tab, TabSettings } from './tab.ts';

/** A flight. */
export interface Flight {
  readonly service: Service;
  readonly proxies: Proxies;
  readonly profile: Profile;
  readonly tabs: readonly Tab[];
  /** Ids of the sessions that live at the service. */
  living(): Promise<readonly string[]>;
  end(): Promise<void>;
}

/** Options of {@link beginFlight}. */
export interface BeginFlightOptions extends StartServiceOptions, Pick<OpenProfileOptions, 'onChange'> {
  /** How many tabs are open; one by default. */
  readonly tabs?: number;
  /** Whether each page stands alone, in memory mode: it has no Web Locks. */
  readonly isAlone?: boolean;
  readonly network?: Partial<Pick<StartProxiesOptions, 'delay' | 'lateness' | 'relay'>>;
  readonly settings?: Partial<TabSettings>;
}

/** Opens a browser profile with its tabs; nobody is signed in. */
export async function beginFlight(browser: Browser, options: BeginFlightOptions = {}): Promise<Flight> {
  const { tabs = 1, isAlone = false, network, settings, onChange } = options;
  const service = await startService(options);
  const files = await buildPage();
  const proxies = await startProxies({ service, files, delay: () => 25, ...network });
  const profile = await openProfile(browser, {
    url: proxies.url,
    isAlone,
    ...(onChange === undefined ? {} : { onChange }),
    settings: {
      accountId: service.accountId,
      enclaveKeys: [service.sandbox.enclavePublicKeyHex],
      refreshBefore: false,
      // A busy machine isn't a lost answer.
      timeoutMs: 20_000,
      ...settings,
    },
  });
  while (profile.tabs.length < tabs) await profile.openTab();
  return Object.freeze({
    service,
    proxies,
    profile,
    tabs: profile.tabs,
    living: async () => (await service.sessions()).map(({ id }) => id),
    async end() {
      await profile.close();
      await proxies.close();
    },
  });
}
