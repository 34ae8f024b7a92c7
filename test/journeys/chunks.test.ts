import { createWallet, type AuthMethod, type Quote, type Wallet } from 'countersign';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { basePointHex } from '../../src/kit/crypto/p256.ts';
import { encodeHex } from '../../src/kit/encoding/index.ts';
import { eventually } from '../eventually.ts';
import { cannotBeLoaded, replaceModules } from '../replaced-modules.ts';
import { createTestBench, signedIn, signedInBefore, type TestBench } from './test-bench.ts';
import { createTabStore } from './tabs.ts';

const code = '000000';
const noId = '00000000-0000-4000-8000-00000000000a';

const chunks = {
  login: 'crypto/login/index.ts',
  curve: 'crypto/login/public-point.ts',
  emailOtp: 'wallet/flows/one-time-code.ts',
  actions: 'wallet/flows/signed-in.ts',
  events: 'wallet/events/tell-events.ts',
} as const;
const unavailable = { name: 'WalletError', code: 'CHUNK_UNAVAILABLE', nextStep: 'retry' };

/** From here on a part of the kit can't be loaded, as after a newer version of the page was published. */
function lose(chunk: keyof typeof chunks): Promise<void> {
  return replaceModules({ [chunks[chunk]]: cannotBeLoaded });
}

function find(...found: (keyof typeof chunks)[]): Promise<void> {
  return replaceModules(Object.fromEntries(found.map((chunk) => [chunks[chunk], undefined])));
}

const { importKey } = crypto.subtle;

/** From here on WebCrypto imports a scalar only with its own point, so that it computes none. */
function computeNoPoints(): void {
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation(((...given: Parameters<SubtleCrypto['importKey']>) => {
    const [format, bytes] = given;
    const foreign = format === 'pkcs8' && hasNoPoint(bytes as Uint8Array);
    return foreign ? Promise.reject(new DOMException('', 'DataError')) : importKey.apply(crypto.subtle, given);
  }) as SubtleCrypto['importKey']);
}

// Detects either of the two forms that the kit tries first: 67 bytes without a point, or with the base point in its place.
function hasNoPoint(pkcs8: Uint8Array): boolean {
  return pkcs8.length === 67 || encodeHex(pkcs8.slice(-65)) === basePointHex;
}

afterEach(async () => {
  vi.restoreAllMocks();
  await find('login', 'curve', 'emailOtp', 'actions', 'events');
});

/** Runs what must not do anything at the service, and gives what it rejected with. */
async function rejectionOf(bench: TestBench, run: () => Promise<unknown>): Promise<unknown> {
  const before = (await bench.requests()).length;
  const error = await run().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const sent = (await bench.requests()).slice(before);
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  return error;
}

const passkeyId = `AuthMethod:${noId}`;

/** The page's fetch, in whose lists of credentials a passkey stands. */
function withPasskey(bench: TestBench): TestBench['pageFetch'] {
  return async (url, init) => {
    const answer = await bench.pageFetch(url, init);
    if (!url.includes('/auth/credentials?')) return answer;
    const { data } = (await answer.json()) as { data: readonly AuthMethod[] };
    const passkey = { ...data[0], id: passkeyId, type: 'PASSKEY', nickname: 'Laptop', credentialId: 'AAAA' };
    return Response.json({ data: [...data, passkey] }, { headers: { Date: answer.headers.get('Date') ?? '' } });
  };
}

const anyQuote = { id: `Quote:${noId}` } as Quote;

describe('with a part of the page that can not be loaded', () => {
  test.each<[string, keyof typeof chunks, (wallet: Wallet) => Promise<unknown>]>([
    ['emailOtp.begin', 'emailOtp', (wallet) => wallet.emailOtp.begin()],
    ['passkey.prepare', 'actions', (wallet) => wallet.passkey.prepare()],
    ['passkey.prepare', 'login', (wallet) => wallet.passkey.prepare({ credentialId: passkeyId })],
    ['passkey.prepare', 'curve', (wallet) => wallet.passkey.prepare({ credentialId: passkeyId })],
    ['passkey.available', 'actions', (wallet) => wallet.passkey.available()],
    ['passkey.prepareAdd', 'actions', (wallet) => wallet.passkey.prepareAdd({ nickname: 'Laptop' })],
    ['quote.execute', 'actions', (wallet) => wallet.quote.execute(anyQuote)],
    ['session.refresh', 'actions', (wallet) => wallet.session.refresh()],
    ['session.refresh', 'login', (wallet) => wallet.session.refresh()],
    ['session.refresh', 'curve', (wallet) => wallet.session.refresh()],
    ['session.list', 'actions', (wallet) => wallet.session.list()],
    ['credentials.list', 'actions', (wallet) => wallet.credentials.list()],
    ['credentials.remove', 'actions', (wallet) => wallet.credentials.remove(passkeyId, { type: 'PASSKEY' })],
    ['credentials.addEmailOtp', 'actions', (wallet) => wallet.credentials.addEmailOtp('sample.customer@example.com')],
    ['card.freeze', 'actions', (wallet) => wallet.card.freeze(`Card:${noId}`)],
    ['card.close', 'actions', (wallet) => wallet.card.close(`Card:${noId}`, { confirm: 'permanent' })],
  ])('%s (%s) says so, changes nothing at the service and keeps the session', async (_name, chunk, run) => {
    const bench = await createTestBench();
    const own = { store: createTabStore(), fetch: withPasskey(bench) };
    const wallet = await signedInBefore('chunks', bench, own);
    const before = wallet.state();
    if (chunk === 'curve') computeNoPoints();
    await lose(chunk);
    expect(await rejectionOf(bench, () => run(wallet))).toMatchObject(unavailable);
    expect(wallet.state()).toBe(before);
    await find(chunk);
    await expect(wallet.session.refresh()).resolves.toMatchObject({ credentialId: before.session?.credentialId });
  });

  test.each(['login', 'curve'] as const)(
    'the code of an e-mail login (%s) is not spent, and signs in once the part is there',
    async (chunk) => {
      const bench = await createTestBench();
      const wallet = bench.newWallet();
      if (chunk === 'curve') computeNoPoints();
      await lose(chunk);
      const attempt = await wallet.emailOtp.begin();
      // Chunks that load while the person types have failed by now.
      await vi.dynamicImportSettled();
      expect(await rejectionOf(bench, () => attempt.verify(code))).toMatchObject(unavailable);
      expect(wallet.state().status).toBe('signed-out');
      await find(chunk);
      await attempt.verify(code);
      expect(wallet.state().status).toBe('signed-in');
    },
  );

  test('a sign-out deletes the key, and says that the session lives on', async () => {
    const bench = await createTestBench();
    const wallet = await signedIn(bench);
    await lose('actions');
    await expect(wallet.session.revoke()).resolves.toMatchObject({
      service: 'not-reached',
      localKeyDeleted: true,
      error: unavailable,
    });
    expect(wallet.state().status).toBe('signed-out');
  });

  test('a listener hears nothing until the part that tells it is there, and no rejection goes unhandled', async () => {
    await lose('events');
    const bench = await createTestBench();
    const heard: unknown[] = [];
    const wallet = createWallet({
      relay: 'https://platform.example.com/wallet',
      accountId: bench.accountId,
      enclaveKeys: [bench.sandbox.enclavePublicKeyHex],
      environment: 'sandbox',
      clock: bench.clock,
      store: createTabStore(),
      fetch: bench.pageFetch,
      onEvent: (event) => void heard.push(event.step),
    });
    await vi.dynamicImportSettled();
    await wallet.credentials.list();
    expect(heard).toEqual([]);
    await find('events');
    await wallet.credentials.list();
    await vi.dynamicImportSettled();
    await eventually(() => expect(heard).toContain('end'));
  });
});
