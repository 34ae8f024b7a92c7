/** Detects the browser's abilities that a wallet needs. It shows no prompt and leaves nothing in storage. */
import { maybe, readTable, type Reader } from '../../kit/options.ts';
import { ecdsa, generateProbeKey, probeData, probeKeyStorage, probeName, type KeyStorage } from './key-storage.ts';
import { probePasskeys, type PasskeySupport } from './passkey-support.ts';
import { within } from './within.ts';

export type { KeyStorage } from './key-storage.ts';
export type { PasskeySupport } from './passkey-support.ts';

/**
 * Advice for a page about missing abilities:
 * - `SERVE_BY_HTTPS`: the page isn't a secure context, and nothing of the kit works;
 * - `UPDATE_BROWSER`: WebCrypto has no P-256 here;
 * - `SESSION_ENDS_WITH_PAGE`: keys can't be stored, or there are no Web Locks or no BroadcastChannel: a reload signs the person out;
 * - `STORAGE_MAY_BE_CLEARED`: the browser may evict what is stored; `navigator.storage.persist()` asks it not to;
 * - `OFFER_CODE`: no passkey can be used here; sign in with a code;
 * - `OPEN_IN_BROWSER`: the page is in the web view of another app, which has no passkeys; a browser on the same device may;
 * - `ALLOW_PASSKEYS_IN_FRAME`: the frame needs `allow="publickey-credentials-get; publickey-credentials-create"`;
 * - `START_PASSKEY_BY_CLICK`: start the ceremony in the click itself, before anything is awaited.
 */
export type EnvironmentAdvice =
  | 'SERVE_BY_HTTPS'
  | 'UPDATE_BROWSER'
  | 'SESSION_ENDS_WITH_PAGE'
  | 'STORAGE_MAY_BE_CLEARED'
  | 'OFFER_CODE'
  | 'OPEN_IN_BROWSER'
  | 'ALLOW_PASSKEYS_IN_FRAME'
  | 'START_PASSKEY_BY_CLICK';

/** Result of {@link inspectEnvironment}. */
export interface Environment {
  /** Whether the page came by https, or from loopback. */
  readonly secureContext: boolean;
  /** Whether WebCrypto makes, uses and verifies a P-256 signature. */
  readonly p256: boolean;
  /** Whether a CryptoKey comes back from IndexedDB and still signs. */
  readonly keyStorage: KeyStorage;
  /** Whether the browser has promised to keep stored data; `unknown` if it doesn't say. */
  readonly persistence: 'granted' | 'best-effort' | 'unknown';
  /** Whether a Web Lock was granted. */
  readonly locks: boolean;
  /** Whether a BroadcastChannel opened. */
  readonly channel: boolean;
  /** Whether a passkey can be used here, and on which condition. */
  readonly passkeys: PasskeySupport;
  /** Whether password managers get signals of removed passkeys (WebAuthn Level 3, 5.1.10). */
  readonly signals: boolean;
  /** Whether passkeys can be offered by autofill (WebAuthn Level 3, 5.1.7). */
  readonly conditional: boolean;
  /** Whether a sign-in can fail at once if no passkey is at hand. */
  readonly immediate: boolean;
  /** Advice, most important first. */
  readonly advice: readonly EnvironmentAdvice[];
}

/** Options of {@link inspectEnvironment}. */
export interface InspectEnvironmentOptions {
  /** Time limit of one probe, ms; a probe that hangs counts as missing. Default 2,000. */
  readonly timeoutMs?: number;
}

/**
 * Detects the browser's abilities. Never rejects and never prompts; each probe has its own time limit, and all run at once.
 *
 * @example
 * const { passkeys, advice } = await inspectEnvironment();
 * passkeyButton.hidden = passkeys !== 'ready' && passkeys !== 'needs-gesture';
 *
 * @throws TypeError or RangeError naming a wrong option (as a rejection).
 */
export async function inspectEnvironment(options: InspectEnvironmentOptions = {}): Promise<Environment> {
  const positive: Reader<number> = (value, fail) =>
    typeof value === 'number' && value > 0 && value < Infinity ? value : fail('must be a positive number', RangeError);
  const { timeoutMs } = readTable(options, { timeoutMs: maybe(positive, 2000) }, 'inspectEnvironment');
  const probe = <Found>(run: () => Promise<Found> | Found, missing: Found): Promise<Found> =>
    within(timeoutMs, run, missing);
  const [p256, keyStorage, persistence, locks, channel, passkeys, signals, conditional, immediate] = await Promise.all([
    probe(probeP256, false),
    within<KeyStorage>(timeoutMs, probeKeyStorage, 'blocked', 'hanging'),
    probe(probePersistence, 'unknown' as const),
    probe(() => navigator.locks.request(probeName, { ifAvailable: true }, () => true), false),
    probe(probeChannel, false),
    probe<PasskeySupport>(probePasskeys, 'absent'),
    probe(() => 'signalUnknownCredential' in PublicKeyCredential, false),
    probe(() => PublicKeyCredential.isConditionalMediationAvailable(), false),
    probe(probeImmediate, false),
  ]);
  const secureContext = globalThis.isSecureContext ?? false;
  const found = {
    secureContext,
    p256,
    keyStorage,
    persistence,
    locks,
    channel,
    passkeys,
    signals,
    conditional,
    immediate,
  };
  return { ...found, advice: adviseOn(found) };
}

function adviseOn(found: Omit<Environment, 'advice'>): readonly EnvironmentAdvice[] {
  const { secureContext, p256, keyStorage, passkeys } = found;
  const keeps = keyStorage === 'works' && found.locks && found.channel;
  const byClick = passkeys === 'needs-gesture';
  const advice: readonly (EnvironmentAdvice | false)[] = [
    !secureContext && 'SERVE_BY_HTTPS',
    secureContext && !p256 && 'UPDATE_BROWSER',
    p256 && !keeps && 'SESSION_ENDS_WITH_PAGE',
    keeps && found.persistence === 'best-effort' && 'STORAGE_MAY_BE_CLEARED',
    passkeys === 'blocked-by-frame' && 'ALLOW_PASSKEYS_IN_FRAME',
    passkeys === 'webview' && 'OPEN_IN_BROWSER',
    byClick && 'START_PASSKEY_BY_CLICK',
    passkeys !== 'ready' && !byClick && 'OFFER_CODE',
  ];
  return advice.filter((code) => code !== false);
}

async function probeP256(): Promise<boolean> {
  const { publicKey, privateKey } = await generateProbeKey();
  return crypto.subtle.verify(ecdsa, publicKey, await crypto.subtle.sign(ecdsa, privateKey, probeData), probeData);
}

async function probePersistence(): Promise<'granted' | 'best-effort'> {
  return (await navigator.storage.persisted()) ? 'granted' : 'best-effort';
}

function probeChannel(): boolean {
  new BroadcastChannel(probeName).close();
  return true;
}

async function probeImmediate(): Promise<boolean> {
  return (await PublicKeyCredential.getClientCapabilities())['immediateGet'] === true;
}
