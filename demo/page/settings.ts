/** What the page is built with: which service it talks to, and the enclave keys it pins. */

/** Settings fixed at build time. */
export interface PageSettings {
  readonly profile: 'spec' | 'grid';
  /** Whether the service is the sandbox: its code is 000000 and its time can be moved. */
  readonly sandbox: boolean;
  /** Quorum keys, hex. They are part of the page: a key that arrived with an answer would prove nothing. */
  readonly enclaveKeys: readonly string[];
}

declare const __PAGE_SETTINGS__: PageSettings;

/** Reads the settings that the build put in. */
export function pageSettings(): PageSettings {
  return __PAGE_SETTINGS__;
}
