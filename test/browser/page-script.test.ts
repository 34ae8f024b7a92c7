/** Abilities of a hostile script in the page; docs/security.md says the same in words. */
import { createECDH } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as Kit from 'countersign';
import { launch } from '../engines/launch.ts';
import type * as Intruder from './intruder.ts';
import { serveKit, type KitPage } from './kit-page.ts';
import { watch, type Loot } from './watcher.ts';

declare global {
  interface Window {
    intruder: typeof Intruder;
    asked: string[];
  }
}

const script = "import * as intruder from './test/browser/intruder.ts'; window.intruder = intruder;";
const profiles: Partial<Record<'spec' | 'grid', KitPage>> = {};
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
  profiles.spec = await serveKit({ script });
  profiles.grid = await serveKit({ script, profile: 'grid' });
});

afterAll(async () => {
  await browser.close();
  await Promise.all(Object.values(profiles).map((served) => served.close()));
});

function servedFor(profile: 'spec' | 'grid'): KitPage {
  const served = profiles[profile];
  if (served === undefined) throw new Error('not served');
  return served;
}

/** Opens the page in a browser profile of its own, where `before` ran before the page's code. */
async function open(served: KitPage, before?: () => void): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  if (before !== undefined) await page.addInitScript(before);
  await page.goto(served.url);
  await page.waitForFunction(() => 'kit' in window);
  return page;
}

async function signIn(page: Page, { settings }: KitPage): Promise<Kit.SessionState> {
  return page.evaluate(async (given) => {
    window.asked = [];
    const approve = ({ intent }: Kit.ApprovalQuestion): boolean => window.asked.push(intent) > 0;
    window.wallet = window.kit.createWallet({ ...given, refreshBefore: false, approve });
    return (await window.wallet.emailOtp.begin()).verify('000000');
  }, settings);
}

/** The public keys of all scalars that stand in what was seen, whole or within something longer: in bytes, hex or base64url. */
function* publicKeysIn({ bytes, texts }: Loot): Generator<string> {
  const hex = [
    ...bytes,
    ...texts.flatMap((text) => text.match(/[0-9a-f]{64,}/g) ?? []),
    ...texts.flatMap((text) => text.match(/(?<![\w-])[\w-]{43}(?![\w-])/g) ?? []).map(hexOf),
  ];
  const windows = new Set<string>();
  // PKCS#8 of a key is 138 bytes; what is printable is looked at as text.
  for (const digits of hex.filter((one) => one.length <= 400 && !/^(?:[2-7][0-9a-e])+$/.test(one))) {
    for (let at = 0; at + 64 <= digits.length; at += 2) windows.add(digits.slice(at, at + 64));
  }
  const curve = createECDH('prime256v1');
  for (const digits of windows) {
    try {
      curve.setPrivateKey(digits, 'hex');
    } catch {
      // No scalar of the curve.
      continue;
    }
    yield curve.getPublicKey('hex', 'compressed');
  }
}

const hexOf = (base64url: string): string => Buffer.from(base64url, 'base64url').toString('hex');

/** Findings of the script in a sign-in and, in the profile `grid`, in a refresh and a sign-out; one visit serves all tests of a profile. */
const visits: Partial<Record<'spec' | 'grid', ReturnType<typeof beWatched>>> = {};
const watchedIn = (profile: 'spec' | 'grid') => (visits[profile] ??= beWatched(profile));

async function beWatched(profile: 'spec' | 'grid') {
  const served = servedFor(profile);
  const page = await open(served, watch);
  const sessions = [await signIn(page, served)];
  if (profile === 'grid') {
    sessions.push(await page.evaluate(() => window.wallet.session.refresh()));
    await page.evaluate(() => window.wallet.session.revoke());
  }
  const loot = await page.evaluate(() => window.loot());
  await page.context().close();
  return { loot, keys: sessions.map(({ compressedPublicKeyHex }) => compressedPublicKeyHex) };
}

describe('a script that watches the page from before its code', { timeout: 120_000 }, () => {
  test('never sees a private key in the profile grid: sign-in, refresh and sign-out use keys that only sign', async () => {
    const { loot, keys } = await watchedIn('grid');
    expect(loot.calls['generateKey']).toBeGreaterThan(1);
    expect(loot.privateKeys).toEqual([]);
    const found = new Set(publicKeysIn(loot));
    expect(found.size).toBeGreaterThan(100);
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(found).not.toContain(key);
  });

  test.for(['spec', 'grid'] as const)('sees the code before it is sealed, in every profile', async (profile) => {
    const { texts } = (await watchedIn(profile)).loot;
    expect(texts.some((text) => text.includes('"otp_code":"000000"'))).toBe(true);
  });

  test('sees the session’s key in the profile spec, whose sealed keys are bytes for a moment', async () => {
    const { loot, keys } = await watchedIn('spec');
    expect(loot.privateKeys).not.toEqual([]);
    expect(holds(publicKeysIn(loot), keys[0])).toBe(true);
  });
});

/** Looks no further once it is found. */
function holds(found: Iterable<string>, key: string | undefined): boolean {
  for (const one of found) if (one === key) return true;
  return false;
}

/** Runs in the page: every signing key that the kit asks for is one that can be exported. */
function makeKeysExportable(): void {
  const { generateKey } = SubtleCrypto.prototype;
  SubtleCrypto.prototype.generateKey = function (this: SubtleCrypto, ...given: unknown[]) {
    return Reflect.apply(generateKey, this, [given[0], true, given[2]]) as Promise<CryptoKeyPair & CryptoKey>;
  };
}

/** Runs in the page: hands out keys of the script's own making, whose exportable halves it keeps. */
function makeKeys(): void {
  const { generateKey, exportKey, importKey } = SubtleCrypto.prototype;
  const kept: JsonWebKey[] = [];
  Object.assign(window, { kept });
  SubtleCrypto.prototype.generateKey = async function (this: SubtleCrypto, ...given: unknown[]) {
    const pair = await (Reflect.apply(generateKey, this, [given[0], true, given[2]]) as Promise<CryptoKeyPair>);
    const { name } = pair.privateKey.algorithm;
    if (name !== 'ECDSA') return Reflect.apply(generateKey, this, given) as Promise<CryptoKeyPair & CryptoKey>;
    const privateKey = (await Reflect.apply(exportKey, this, ['jwk', pair.privateKey])) as JsonWebKey;
    kept.push(privateKey);
    const usages = ['sign'];
    const imported = await Reflect.apply(importKey, this, [
      'jwk',
      privateKey,
      { name, namedCurve: 'P-256' },
      false,
      usages,
    ]);
    return { publicKey: pair.publicKey, privateKey: imported } as CryptoKeyPair & CryptoKey;
  };
}

const compressed = ({ x = '', y = '' }: JsonWebKey): string =>
  `0${2 + (Number.parseInt(hexOf(y).slice(-1), 16) % 2)}${hexOf(x)}`;

describe('a script that replaces Web Crypto before the page’s code', { timeout: 60_000 }, () => {
  test('gets no sign-in for a key that could be exported: it is refused before anything is sent', async () => {
    const served = servedFor('grid');
    const page = await open(served, makeKeysExportable);
    const outcome = await signIn(page, served).catch((error: unknown) => String(error));
    expect(outcome).toContain('CryptoError');
    expect(await page.evaluate(() => window.asked)).toEqual([]);
    await page.context().close();
  });

  test('can hand the kit a key of its own making, in every profile: what answers for the engine is trusted', async () => {
    const served = servedFor('grid');
    const page = await open(served, makeKeys);
    const session = await signIn(page, served);
    const kept = await page.evaluate(() => (window as unknown as { kept: JsonWebKey[] }).kept);
    expect(kept.map(compressed)).toContain(session.compressedPublicKeyHex);
    await page.context().close();
  });
});

describe('a script in the page during a session', { timeout: 60_000 }, () => {
  test('can use the stored key without a call of the wallet, and approve is not asked', async () => {
    const served = servedFor('spec');
    const page = await open(served);
    await signIn(page, served);
    const status = await page.evaluate(([relay, id]) => window.intruder.changeEmail(relay, id), [
      served.settings.relay,
      served.customerId,
    ] as const);
    expect(status).toBe(200);
    const { email } = await served.service<{ email: string }>('GET', `/customers/${served.customerId}`);
    expect(email).toBe('intruder@example.com');
    expect(await page.evaluate(() => window.asked)).toEqual(['email-otp.verify']);
    await page.context().close();
  });

  test('can refresh it to a key of its own and take that away; the list of sessions shows it, and revoking it ends it', async () => {
    const served = servedFor('spec');
    const page = await open(served);
    await signIn(page, served);
    const taken = await page.evaluate((relay) => window.intruder.takeOver(relay), served.settings.relay);
    expect(compressed(taken.privateKey)).toBe(taken.compressedPublicKeyHex);
    expect(await page.evaluate(() => window.asked)).toEqual(['email-otp.verify']);
    const listed = (): Promise<readonly string[]> =>
      page.evaluate(async () => (await window.wallet.session.list()).map(({ id }) => id));
    expect(await listed()).toContain(taken.sessionId);
    await page.evaluate((sessionId) => window.wallet.session.revoke({ sessionId }), taken.sessionId);
    expect(await listed()).not.toContain(taken.sessionId);
    await page.context().close();
  });

  test('can plant a passkey and sign in with it after the sign-out; the list of credentials shows it', async () => {
    const served = servedFor('spec');
    const page = await open(served);
    await signIn(page, served);
    const { relay, accountId } = served.settings;
    const planted = await page.evaluate(([to, of]) => window.intruder.plantPasskey(to, of), [
      relay,
      accountId,
    ] as const);
    expect(planted.status).toBe(201);
    await page.evaluate(() => window.wallet.session.revoke());
    expect(
      await page.evaluate(([to, id]) => window.intruder.signInByPlanted(to, id), [relay, planted.id] as const),
    ).toMatch(/^Session:/);
    await signIn(page, served);
    const credentials = await page.evaluate(() => window.wallet.credentials.list());
    expect(credentials.map(({ id }) => id)).toContain(planted.id);
    await page.evaluate((id) => window.wallet.credentials.remove(id, { type: 'PASSKEY' }), planted.id);
    await page.context().close();
  });

  test('plants no passkey where the relay wants a sign-in of the last minutes, and the last one is longer ago', async () => {
    const clock = { now: Date.now() };
    const relay = { recentSignInMs: 60_000, clock: { now: () => clock.now } };
    const served = await serveKit({ script, relay });
    const page = await open(served);
    await signIn(page, served);
    clock.now += 60_000;
    const { status } = await page.evaluate(([to, of]) => window.intruder.plantPasskey(to, of), [
      served.settings.relay,
      served.settings.accountId,
    ] as const);
    expect(status).toBe(403);
    await page.context().close();
    await served.close();
  });
});
