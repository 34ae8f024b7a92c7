/** What the page is built with: which service it talks to, and the enclave keys it pins. */

/** Settings fixed at build time. */
export interface PageSettings {
  readonly profile: 'spec' | 'grid';
  /** Whether the service is the sandbox: its code is 000000 and its time can be moved. */
  readonly sandbox: boolean;
  /** Quorum keys, hex. They are part of the page: a key that arrived with an answer would prove nothing. */
  readonly enclaveKeys: readonly string[];
  /** Whether people sign on a wallet page, beside this app. */
  readonly walletPage: boolean;
}

declare const __PAGE_SETTINGS__: Omit<PageSettings, 'walletPage'>;

/** Reads the settings that the build put in; the app beside a wallet page has a name of its own. */
export function pageSettings(): PageSettings {
  const isBeside = typeof location === 'object' && location.hostname === 'app.demo.localhost';
  return { ...__PAGE_SETTINGS__, walletPage: isBeside };
}
