/** Options of `createWalletPage`, read once. */
import { readCardKeyPolicies, type CardKeyPolicy } from '../kit/card-key-policies.ts';
import {
  mistakesOf,
  among,
  maybe,
  readTable,
  anObject,
  type Fail,
  type Reader,
  type ReadFrom,
  type RowsOf,
} from '../kit/options.ts';
import { loopbackPattern, sandboxEnclavePublicKeyHex } from '../kit/wire.ts';
import type { CreateRelayOptions, Identify } from '../relay/index.ts';
import { checkSecrets, visitorRows, type CheckedRelayOptions, type RecentSignIns } from '../relay/visitors.ts';

/** The page's look. */
export interface WalletPageBrand {
  /** The platform's name, as people know it; at most 60 characters. */
  readonly name: string;
  /** A picture as a `data:` address (PNG, SVG or WebP) of at most 64 kB. */
  readonly logo?: string;
  /** Values of the elements' custom properties by their names without `--countersign-`, such as `{ accent: '#1d4fd7' }`. */
  readonly tokens?: Readonly<Record<string, string>>;
}

/** An app that links to the page. */
export interface WalletPageApp {
  /** Origin of the app. */
  readonly origin: string;
  /** The app's name, as people know it; at most 60 characters. */
  readonly name: string;
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
  /** The apps that link to it, to which alone it leads back: origins, or origins with the app's name, which is the brand's otherwise. */
  readonly apps: readonly (string | WalletPageApp)[];
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
  /** The rights of card keys, as for `createWallet`. */
  readonly cardKeyPolicies?: readonly CardKeyPolicy[];
  /**
   * How long a session's key lives: `payment` (default), in the memory of one document and until its payment is known; `visit`, in this
   * browser and until the visit ends, with `enter: 'ticket'` alone.
   */
  readonly session?: 'payment' | 'visit';
  /** The passkeys' relying party: this host by default, a domain above it, or the host of an app that has it among its related origins. */
  readonly relyingPartyId?: string;
  /** Identity providers to sign in with; none by default. */
  readonly identityProviders?: readonly WalletPageProvider[];
}

/** The options after reading. */
export type CheckedWalletPageOptions = Omit<CheckedRelayOptions, 'identify' | 'mountPath' | 'origins'> &
  ReadFrom<
    Omit<CreateWalletPageOptions, keyof CreateRelayOptions>,
    'cardKeyPolicies' | 'relyingPartyId',
    {
      readonly brand: CheckedBrand;
      /** Each with its name, or without one. */
      readonly apps: readonly (Pick<WalletPageApp, 'origin'> & Partial<WalletPageApp>)[];
    }
  >;

/** The brand after reading. */
export type CheckedBrand = ReadFrom<WalletPageBrand, 'logo'>;

const logoPattern = /^data:image\/(?:png|svg\+xml|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
const tokenPattern = /^[a-z]{1,40}(?:-[a-z]{1,40}){0,4}$/;
const tokenValuePattern = /^[\w#%.,()"'/+ -]{1,200}$/;
const keyPattern = /^04[0-9a-f]{128}$/i;

const { identify: _identify, mountPath: _mountPath, origins: _origins, ...ofRelay } = visitorRows;

// A ticket lets somebody in, so that each change of theirs wants more.
const recentSignInMs: RecentSignIns = { credentials: 300_000, newPayees: 300_000, firstPaymentToPayee: 300_000 };

/** A row for each option of a page. */
export const pageRows: RowsOf<CheckedWalletPageOptions> = {
  origin: (value, fail) =>
    isOrigin(value) ? value : fail('must be an origin such as "https://wallet.example.com"; http on loopback only'),
  apps(value, fail) {
    if (!Array.isArray(value) || value.length === 0) return fail('must be a list of origins, at least one');
    return (value as readonly unknown[]).map((app, at) => {
      const { origin, name } = (typeof app === 'string' ? { origin: app } : Object(app)) as Partial<WalletPageApp>;
      if (!isOrigin(origin))
        return fail(
          'must be an origin such as "https://app.example.com", without a path or a wildcard; http on loopback only',
          TypeError,
          `[${at}]`,
        );
      if (typeof app === 'string') return { origin };
      return isText(name, 60) ? { origin, name } : fail('must hold names of at most 60 characters');
    });
  },
  enter: (value, fail) =>
    value === 'ticket' || typeof value === 'function' ? (value as 'ticket') : fail("must be 'ticket' or a function"),
  brand: anObject<CheckedBrand>({
    name: (value, fail) => (isText(value, 60) ? value : fail('must be a text of at most 60 characters')),
    logo: maybe((value, fail) =>
      isText(value, 65_536) && logoPattern.test(value) ? value : fail('must be a data: address'),
    ),
    tokens: maybe(readTokens, {}),
  }),
  enclaveKeys: readKeys,
  exportKeys: maybe(readKeys, []),
  environment: maybe(among('production', 'sandbox'), 'production'),
  cardKeyPolicies: maybe(readCardKeyPolicies),
  session: maybe(among('payment', 'visit'), 'payment'),
  relyingPartyId: maybe((value, fail) => (typeof value === 'string' ? value : fail('must be a domain'))),
  identityProviders: maybe((value, fail) => {
    const isList = Array.isArray(value) && value.every(isProvider);
    if (!isList) return fail('must list objects with name, clientId and an authorizeUrl over https');
    return value.map(({ name, authorizeUrl, clientId }) => ({ name, authorizeUrl, clientId }));
  }, []),
  ...ofRelay,
  recentSignInMs(value, fail) {
    const given = Object.entries(ofRelay.recentSignInMs(value, fail)).filter(([, ms]) => ms !== undefined);
    return { ...recentSignInMs, ...Object.fromEntries(given) };
  },
};

const left: Reader<undefined> = (value, fail) =>
  value === undefined ? undefined : fail('must be left out; pass enter and origin');
const leftRows = { identify: left, mountPath: left, origins: left };

/** Reads the options of a page and of its relay. @throws TypeError, RangeError naming the option. */
export function readWalletPageOptions(given: CreateWalletPageOptions): CheckedWalletPageOptions {
  const options = readTable<CheckedWalletPageOptions>(given, { ...pageRows, ...leftRows }, 'createWalletPage');
  for (const mistake of checkTogether(options)) throw new TypeError(`createWalletPage: ${mistake}`);
  return options;
}

/**
 * Finds all mistakes of a wallet page's options at once: a sentence for each, which begins with the option's name and never holds
 * its value. `createWalletPage` throws the first.
 *
 * @example
 * const mistakes = walletPageMistakes({ ...settings, enter: 'ticket', store });
 */
export function walletPageMistakes(options: unknown): readonly string[] {
  return mistakesOf<CheckedWalletPageOptions>(options, { ...pageRows, ...leftRows }, checkTogether);
}

/** The names of the options of `createWalletPage`. */
export const walletPageOptionNames: readonly string[] = Object.freeze(Object.keys(pageRows));

function checkTogether(options: CheckedWalletPageOptions): readonly string[] {
  const { origin, apps, enter, store, groups, enclaveKeys, exportKeys, environment, relyingPartyId, session } = options;
  const { hostname } = new URL(origin);
  const hosts = apps.map((app) => new URL(app.origin).hostname);
  const isParty = relyingPartyId === undefined || [hostname, ...hosts].includes(relyingPartyId);
  // On loopback and against a sandbox the page's own wallet lets them pass, too.
  const takesSandboxKeys = environment === 'sandbox' || loopbackPattern.test(hostname);
  const withSandboxKeys = Object.entries({ enclaveKeys, exportKeys })
    .filter(([, keys]) => !takesSandboxKeys && keys.some((key) => key.toLowerCase() === sandboxEnclavePublicKeyHex))
    .map(
      ([name]) =>
        `${name} holds the sandbox's quorum key, whose private half is public. Pin the service's own; against a sandbox pass environment: 'sandbox'`,
    );
  const rules: readonly (readonly [isWrong: boolean, mistake: string])[] = [
    // Hosts share their cookies with every port.
    [hosts.includes(hostname), 'origin must have a host of its own, which none of apps has'],
    [enter === 'ticket' && store === undefined, "store must be given with enter: 'ticket'"],
    [
      session === 'visit' && enter !== 'ticket',
      "session must be 'payment' without enter: 'ticket', which begins visits",
    ],
    [groups.includes('export') && exportKeys.length === 0, 'exportKeys must list quorum keys, for an export'],
    [
      !isParty && !isAbove(relyingPartyId, hostname),
      'relyingPartyId must be the host of origin or of one of apps, or a domain above origin',
    ],
  ];
  const found = rules.flatMap(([isWrong, mistake]) => (isWrong ? [mistake] : []));
  return [...found, ...withSandboxKeys, ...checkSecrets(options)];
}

function readTokens(value: unknown, fail: Fail): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return fail('must be an object');
  const tokens: Readonly<Record<string, unknown>> = { ...value };
  for (const [token, style] of Object.entries(tokens)) {
    if (!tokenPattern.test(token)) fail('must hold names such as "accent"');
    if (typeof style !== 'string' || !tokenValuePattern.test(style))
      fail('must be a value of CSS', TypeError, `.${token}`);
  }
  return tokens as Readonly<Record<string, string>>;
}

function readKeys(value: unknown, fail: Fail): readonly string[] {
  const areKeys = Array.isArray(value) && value.length > 0 && value.every((key) => keyPattern.test(String(key)));
  return areKeys ? [...(value as readonly string[])] : fail('must list quorum keys, hexadecimal');
}

function isProvider(provider: unknown): provider is WalletPageProvider {
  const { name, authorizeUrl, clientId } = Object(provider) as Readonly<Record<string, unknown>>;
  const isRight = isText(name, 60) && isText(clientId, 256) && isText(authorizeUrl, 2048);
  return isRight && URL.canParse(authorizeUrl) && new URL(authorizeUrl).protocol === 'https:';
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest && !/\p{C}/u.test(value);
}

/** Checks an origin as browsers write it: https, or http on loopback. */
export function isOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || value.includes('*') || !URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  return origin === value && (protocol === 'https:' || (protocol === 'http:' && loopbackPattern.test(hostname)));
}

function isAbove(domain: string, hostname: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain) && hostname.endsWith(`.${domain}`);
}
