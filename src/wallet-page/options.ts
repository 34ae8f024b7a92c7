/** Options of `createWalletPage`, checked once. */
import { checkOptionNames } from '../kit/known-options.ts';
import { loopbackPattern } from '../kit/wire.ts';
import type { CreateRelayOptions, Identify } from '../relay/index.ts';

/** The page's look. */
export interface WalletPageBrand {
  /** The platform's name, as people know it; at most 60 characters. */
  readonly name: string;
  /** A picture as a `data:` address (PNG, SVG or WebP) of at most 64 kB. */
  readonly logo?: string;
  /** Values of the elements' custom properties by their names without `--countersign-`, such as `{ accent: '#1d4fd7' }`. */
  readonly tokens?: Readonly<Record<string, string>>;
}

/** An identity provider, to whose own page people are sent. */
export interface WalletPageProvider {
  /** As people know it. */
  readonly name: string;
  /** Its authorization endpoint; https. */
  readonly authorizeUrl: string;
  /** The platform's client there. */
  readonly clientId: string;
}

/** Options of `createWalletPage`, beside those of `createRelay`: the page says where its relay is, and who may use it. */
export interface CreateWalletPageOptions extends Omit<CreateRelayOptions, 'identify' | 'mountPath' | 'origins'> {
  /** Origin of the wallet page, on a host of its own: https, or http on loopback. */
  readonly origin: string;
  /** Origins of the apps that link to it, to which alone it leads back. */
  readonly apps: readonly string[];
  /**
   * Identifies the visitor: `'ticket'`, which your back-end makes with `createTicket` and the same `store`; or your own
   * session, read from the request. The first of the accounts is the wallet's.
   */
  readonly enter: 'ticket' | Identify;
  /** Name and colours. */
  readonly brand: WalletPageBrand;
  /** Quorum keys of the enclave, hexadecimal, as for `createWallet`. */
  readonly enclaveKeys: readonly string[];
  /** Quorum keys of the enclave that exports wallets; needed where the group `export` is on. */
  readonly exportKeys?: readonly string[];
  /** `production` by default. */
  readonly environment?: 'production' | 'sandbox';
  /** Whether a sign-in is kept in the browser or serves one payment; `kept` by default. */
  readonly session?: 'kept' | 'payment';
  /** The passkeys' relying party: this host by default, a domain above it, or the host of an app that has it among its related origins. */
  readonly relyingPartyId?: string;
  /** Identity providers to sign in with; none by default. */
  readonly identityProviders?: readonly WalletPageProvider[];
}

/** The page's own options after checking; null for a party that isn't named. */
export type CheckedPageOptions = Required<
  Omit<CreateWalletPageOptions, keyof CreateRelayOptions | 'relyingPartyId'>
> & {
  readonly relyingPartyId: string | null;
};

/** The options, in two parts. */
export interface CheckedWalletPageOptions {
  readonly page: CheckedPageOptions;
  readonly relay: Omit<CreateRelayOptions, 'identify' | 'mountPath' | 'origins'>;
}

const logoPattern = /^data:image\/(?:png|svg\+xml|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
const tokenPattern = /^[a-z]{1,40}(?:-[a-z]{1,40}){0,4}$/;
const tokenValuePattern = /^[\w#%.,()"'/+ -]{1,200}$/;
const keyPattern = /^04[0-9a-f]{128}$/i;

/** Checks the page's options; the relay checks its own. @throws TypeError, RangeError naming the option. */
export function checkWalletPageOptions(given: CreateWalletPageOptions): CheckedWalletPageOptions {
  if (typeof given !== 'object' || given === null) throw new TypeError('createWalletPage: options must be an object');
  const { origin, apps, enter, brand, enclaveKeys, exportKeys, ...others } = { ...given };
  const { environment = 'production', session = 'kept', relyingPartyId, identityProviders, ...relay } = others;
  for (const name of ['identify', 'mountPath', 'origins']) {
    if (name in relay) throw new TypeError(`createWalletPage: options has no "${name}"; pass enter and origin`);
  }
  check(isOrigin(origin), 'origin must be an origin such as "https://wallet.example.com"; http on loopback only');
  check(Array.isArray(apps) && apps.length > 0, 'apps must list at least one origin');
  check(apps.every(isOrigin), 'apps must hold origins such as "https://app.example.com"; http on loopback only');
  const { hostname } = new URL(origin);
  // Hosts share their cookies with every port.
  const isApart = apps.every((app) => new URL(app).hostname !== hostname);
  check(isApart, 'origin must have a host of its own, which none of apps has');
  check(enter === 'ticket' || typeof enter === 'function', "enter must be 'ticket' or a function");
  check(enter !== 'ticket' || relay.store !== undefined, "store must be given with enter: 'ticket'");
  check(areKeys(enclaveKeys), 'enclaveKeys must list quorum keys, hexadecimal');
  const exports = Array.isArray(relay.groups) && relay.groups.includes('export');
  check(exportKeys === undefined ? !exports : areKeys(exportKeys), 'exportKeys must list quorum keys, for an export');
  check(environment === 'production' || environment === 'sandbox', "environment must be 'production' or 'sandbox'");
  check(session === 'kept' || session === 'payment', "session must be 'kept' or 'payment'");
  const hosts: readonly unknown[] = [undefined, hostname, ...apps.map((app) => new URL(app).hostname)];
  const isParty = hosts.includes(relyingPartyId) || isAbove(relyingPartyId, hostname);
  check(isParty, 'relyingPartyId must be the host of origin or of one of apps, or a domain above origin');
  const page: CheckedPageOptions = {
    origin,
    apps: [...apps],
    enter,
    brand: checkBrand(brand),
    enclaveKeys: [...enclaveKeys],
    exportKeys: [...(exportKeys ?? [])],
    environment,
    session,
    relyingPartyId: relyingPartyId ?? null,
    identityProviders: checkProviders(identityProviders ?? []),
  };
  return { page, relay };
}

function check(isRight: boolean, message: string): void {
  if (!isRight) throw new TypeError(`createWalletPage: ${message}`);
}

function checkBrand(given: WalletPageBrand): WalletPageBrand {
  check(typeof given === 'object' && given !== null, 'brand must be an object with a name');
  const { name, logo, tokens = {} } = given;
  checkOptionNames(given, { name, logo, tokens }, 'createWalletPage: brand');
  check(isText(name, 60), 'brand.name must be a text of at most 60 characters');
  check(logo === undefined || (isText(logo, 65_536) && logoPattern.test(logo)), 'brand.logo must be a data: address');
  check(typeof tokens === 'object' && tokens !== null, 'brand.tokens must be an object');
  for (const [token, value] of Object.entries(tokens)) {
    check(tokenPattern.test(token), 'brand.tokens must hold names such as "accent"');
    check(typeof value === 'string' && tokenValuePattern.test(value), `brand.tokens.${token} must be a value of CSS`);
  }
  return { name, ...(logo === undefined ? {} : { logo }), tokens: { ...tokens } };
}

function checkProviders(given: readonly WalletPageProvider[]): readonly WalletPageProvider[] {
  check(Array.isArray(given), 'identityProviders must be a list');
  return given.map((provider) => {
    const { name, authorizeUrl, clientId } = Object(provider) as WalletPageProvider;
    const isRight = isText(name, 60) && isText(clientId, 256) && isText(authorizeUrl, 2048);
    check(
      isRight && URL.canParse(authorizeUrl) && new URL(authorizeUrl).protocol === 'https:',
      'identityProviders must hold objects with name, clientId and an authorizeUrl over https',
    );
    return { name, authorizeUrl, clientId };
  });
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest && !/\p{C}/u.test(value);
}

/** An origin as browsers write it: https, or http on loopback. */
export function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  return origin === value && (protocol === 'https:' || (protocol === 'http:' && loopbackPattern.test(hostname)));
}

function isAbove(domain: unknown, hostname: string): boolean {
  return typeof domain === 'string' && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain) && hostname.endsWith(`.${domain}`);
}

function areKeys(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((key) => keyPattern.test(String(key)));
}
