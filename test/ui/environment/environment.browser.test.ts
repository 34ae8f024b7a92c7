import { inspectEnvironment } from 'countersign/environment';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

const engine = navigator.userAgent.includes('Firefox')
  ? 'firefox'
  : navigator.userAgent.includes('Chrome')
    ? 'chromium'
    : 'webkit';

test('a browser of today keeps keys, has locks and a channel, and is a secure context on loopback', async () => {
  const found = await inspectEnvironment();
  expect(found).toMatchObject({ secureContext: true, p256: true, keyStorage: 'works', locks: true, channel: true });
  expect(found.advice).not.toContain('SERVE_BY_HTTPS');
  expect(found.advice).not.toContain('SESSION_ENDS_WITH_PAGE');
});

test('an engine without an authenticator, or without WebAuthn, is told apart, and a code is offered in its place', async () => {
  const { passkeys, advice } = await inspectEnvironment();
  expect(passkeys).toBe(engine === 'webkit' ? 'absent' : 'no-authenticator');
  expect(advice).toContain('OFFER_CODE');
});

test('nothing is left in storage', async () => {
  await inspectEnvironment();
  const databases = await indexedDB.databases();
  expect(databases.map(({ name }) => name)).not.toContain('countersign:environment');
});

test('an IndexedDB that refuses is blocked, and one that hangs is hanging', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  expect(await inspectEnvironment()).toMatchObject({ keyStorage: 'blocked' });
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
  // Long enough for a busy machine to make a key.
  const { keyStorage, advice } = await inspectEnvironment({ timeoutMs: 2_000 });
  expect(keyStorage).toBe('hanging');
  expect(advice).toContain('SESSION_ENDS_WITH_PAGE');
});

test('locks that are refused or never granted are missing, and so is a channel that does not open', async () => {
  const request = vi.spyOn(navigator.locks, 'request');
  request.mockRejectedValueOnce(new DOMException('The operation is insecure.', 'SecurityError'));
  vi.stubGlobal('BroadcastChannel', undefined);
  const { locks, channel, advice } = await inspectEnvironment();
  expect({ locks, channel }).toEqual({ locks: false, channel: false });
  expect(advice).toEqual(expect.arrayContaining(['SESSION_ENDS_WITH_PAGE']));
  request.mockReturnValueOnce(new Promise(() => {}));
  expect(await inspectEnvironment({ timeoutMs: 50 })).toMatchObject({ locks: false });
  request.mockRestore();
});

test('the web view of an app, which has WebAuthn in part, leads to a browser', async () => {
  const userAgent = 'Mozilla/5.0 (Linux; Android 15; Sample Build; wv) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile';
  vi.stubGlobal('navigator', {
    userAgent,
    vendor: '',
    credentials: {},
    storage: navigator.storage,
    locks: navigator.locks,
  });
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  const { passkeys, advice } = await inspectEnvironment();
  expect(passkeys).toBe('webview');
  expect(advice).toEqual(expect.arrayContaining(['OPEN_IN_BROWSER', 'OFFER_CODE']));
});

test('an authenticator makes passkeys ready, in WebKit by a click', async () => {
  const answers = { isUserVerifyingPlatformAuthenticatorAvailable: () => Promise.resolve(true) };
  vi.stubGlobal('PublicKeyCredential', {
    ...answers,
    getClientCapabilities: () => Promise.resolve({ immediateGet: true }),
  });
  const stub = (vendor: string): void => {
    const credentials = { get: () => {}, create: () => {} };
    vi.stubGlobal('navigator', {
      userAgent: 'Sample',
      vendor,
      credentials,
      storage: navigator.storage,
      locks: navigator.locks,
    });
  };
  stub('Sample');
  expect(await inspectEnvironment()).toMatchObject({
    passkeys: 'ready',
    immediate: true,
    signals: false,
    conditional: false,
  });
  stub('Apple Computer, Inc.');
  const { passkeys, advice } = await inspectEnvironment();
  expect(passkeys).toBe('needs-gesture');
  expect(advice).toContain('START_PASSKEY_BY_CLICK');
});
