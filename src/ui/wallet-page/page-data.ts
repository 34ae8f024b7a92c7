/** The page's data block: all that a document says, checked by the back-end that wrote it. */
import type { CardKeyPolicy } from '../../kit/card-key-policies.ts';
import { copyOwn } from '../../kit/own-members.ts';
import type { WireProfile } from '../../kit/wire.ts';

/** The pages of a wallet page. */
export type PageName = 'home' | 'pay' | 'card' | 'sign-in-methods' | 'sessions' | 'payee' | 'export' | 'sign-out';

/** An identity provider, to whose page the person is sent. */
export interface PageProvider {
  readonly name: string;
  /** Its authorization endpoint. */
  readonly authorizeUrl: string;
  readonly clientId: string;
}

/** One document's data. */
export interface PageData {
  readonly page: PageName;
  readonly brand: { readonly name: string; readonly logo?: string };
  readonly environment: 'production' | 'sandbox';
  readonly profile: WireProfile;
  /** Quorum keys of the enclave that signs people in. */
  readonly enclaveKeys: readonly string[];
  /** Quorum keys of the enclave that exports wallets. */
  readonly exportKeys: readonly string[];
  /** The rights of card keys, where the platform has pinned them. */
  readonly cardKeyPolicies?: readonly CardKeyPolicy[];
  /** Where the session's key lives: in this document's memory, or in this browser for one visit. */
  readonly session: 'payment' | 'visit';
  /** Name of the app that the page leads back to, or else of the platform. */
  readonly app: string;
  /** Where the person came from: an address of one of the platform's apps. */
  readonly returnTo: string | null;
  readonly locale: string | null;
  /** The id that the link names. */
  readonly id: string | null;
  /** The card state that the link names. */
  readonly to: string | null;
  readonly signIn: { readonly relyingPartyId: string | null; readonly providers: readonly PageProvider[] };
}

/** Reads the data block of this document. */
export function readPageData(): PageData {
  const block = document.querySelector('script#wallet-page');
  return copyOwn(JSON.parse(block?.textContent ?? '') as PageData);
}
