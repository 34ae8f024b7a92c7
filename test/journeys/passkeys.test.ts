import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { deferred } from '../kit/session/fixtures.ts';
import { atRest, countCryptoCalls } from '../rest.ts';
import { codeOf } from './faulty-network.ts';
import { addPasskey, createInterceptedWallet } from './intercepted-wallet.ts';
import { createTabStore } from './tabs.ts';
import { pageOrigin, signedIn } from './test-bench.ts';

beforeAll(countCryptoCalls);
afterEach(() => vi.unstubAllGlobals());

const ways = ['passkey', 'code'] as const;

test('a passkey is not made on the device once somebody has signed out', async () => {
  const { wallet, device } = await createInterceptedWallet();
  const { add } = await wallet.passkey.prepareAdd({ nickname: 'Laptop' });
  await wallet.session.revoke();
  expect(await codeOf(add())).toBe('SIGNED_OUT');
  expect([device.prompts(), device.passkeys.size]).toEqual([0, 0]);
});

test('a passkey is not made on the device once the session has run out', async () => {
  const { wallet, device, bench } = await createInterceptedWallet();
  bench.clock.advance(13 * 60_000);
  const { add } = await wallet.passkey.prepareAdd({ nickname: 'Laptop' });
  bench.clock.advance(3 * 60_000);
  await eventually(() => expect(wallet.state()).toMatchObject({ status: 'signed-out', ended: { reason: 'expired' } }));
  expect(await codeOf(add())).toBe('SESSION_EXPIRED');
  expect([device.prompts(), device.passkeys.size]).toEqual([0, 0]);
});

test('a second press, or another button that was prepared before, replaces no passkey that was added meanwhile', async () => {
  const { wallet, device } = await createInterceptedWallet();
  const first = await wallet.passkey.prepareAdd({ nickname: 'Laptop' });
  const second = await wallet.passkey.prepareAdd({ nickname: 'Phone' });
  const added = await first.add();
  expect(await Promise.all([codeOf(first.add()), codeOf(second.add())])).toEqual([
    'CHALLENGE_EXPIRED',
    'CHALLENGE_EXPIRED',
  ]);
  expect([device.prompts(), [...device.passkeys.keys()]]).toEqual([1, [added.credentialId]]);
  // Prepared anew, it knows of the passkey that is there.
  const { add } = await wallet.passkey.prepareAdd({ nickname: 'Phone' });
  const created = vi.spyOn(navigator.credentials, 'create');
  await codeOf(add());
  const [options] = created.mock.calls[0] ?? [];
  expect(options?.publicKey?.excludeCredentials).toHaveLength(1);
});

test('a passkey is added where an old library of the page writes lists as texts', async () => {
  const { newWallet, bench } = await createInterceptedWallet();
  const plant = () => Reflect.defineProperty(Array.prototype, 'toJSON', { configurable: true, value: () => 'a text' });
  const remove = () => Reflect.deleteProperty(Array.prototype, 'toJSON');
  let isPlanted = false;
  // Relay and service, in the same process, don't have that library.
  const wallet = newWallet({
    async fetch(url, init) {
      remove();
      try {
        return await bench.pageFetch(url, init);
      } finally {
        if (isPlanted) plant();
      }
    },
  });
  await (await wallet.emailOtp.begin()).verify('000000');
  const { add } = await wallet.passkey.prepareAdd({ nickname: 'Laptop' });
  isPlanted = true;
  plant();
  try {
    expect((await add()).nickname).toBe('Laptop');
  } finally {
    isPlanted = false;
    remove();
  }
});

test.each(['RELAY_BODY_INVALID', 'RELAY_BODY_NOT_CANONICAL'])(
  'a passkey whose body the relay refuses asks nobody to correct what they typed: %s',
  async (code) => {
    const { newWallet, bench } = await createInterceptedWallet();
    const headers = { 'Relay-Refusal': 'not-forwarded' };
    const wallet = newWallet({
      fetch: async (url, init) =>
        url.endsWith('/auth/credentials') && init.method === 'POST'
          ? Response.json({ status: 400, code, message: 'x' }, { status: 400, headers })
          : bench.pageFetch(url, init),
    });
    await (await wallet.emailOtp.begin()).verify('000000');
    const { add } = await wallet.passkey.prepareAdd({ nickname: 'Laptop' });
    await expect(add()).rejects.toMatchObject({ code: 'REFUSED', nextStep: 'unsupported', platformCode: code });
  },
);

test.each(ways)('a sign-in by %s does not outlive a sign-out in another tab that came after its press', async (how) => {
  const intercepted = await createInterceptedWallet();
  await addPasskey(intercepted, 'Laptop');
  const store = createTabStore();
  const [reached, opened] = [deferred<void>(), deferred<void>()];
  const wait = async (): Promise<void> => {
    reached.resolve();
    await opened.promise;
  };
  const tab = intercepted.newWallet({
    store,
    async fetch(url, init) {
      if (how === 'code' && url.endsWith('/verify')) await wait();
      return intercepted.bench.pageFetch(url, init);
    },
  });
  const other = intercepted.newWallet({ store });
  await (await other.emailOtp.begin()).verify('000000');
  const { get } = navigator.credentials;
  vi.spyOn(navigator.credentials, 'get').mockImplementation(async (options) => {
    await wait();
    return get.call(navigator.credentials, options);
  });
  const signingIn = codeOf(
    how === 'passkey' ? (await tab.passkey.prepare()).signIn() : (await tab.emailOtp.begin()).verify('000000'),
  );
  await reached.promise;
  expect(await other.session.revoke()).toMatchObject({ localKeyDeleted: true });
  opened.resolve();
  expect([await signingIn, tab.state().status]).toEqual(['SIGNED_OUT', 'signed-out']);
});

/** A customer with a passkey, in a browser that passes signals on: a wrong one has a password manager delete a real passkey. */
async function withPasskey() {
  const intercepted = await createInterceptedWallet();
  const { id, credentialId } = await addPasskey(intercepted, 'Laptop');
  const signal = vi.fn(() => Promise.resolve());
  vi.stubGlobal('PublicKeyCredential', Object.assign(vi.fn(), { signalUnknownCredential: signal }));
  return { ...intercepted, id, signal, told: [{ rpId: new URL(pageOrigin).hostname, credentialId }] };
}

test('a passkey that is removed is gone', async () => {
  const { bench, id, signal, told } = await withPasskey();
  const wallet = await signedIn(bench);
  await wallet.credentials.remove(id, { type: 'PASSKEY' });
  await atRest();
  expect(signal.mock.calls).toEqual([told]);
});

test.each<[string, number | undefined, object?, HeadersInit?]>([
  ['gone after a 404, if the whole list lacks it', 404, { data: [] }],
  ['kept after a 404, if the list still has it', 404],
  ['kept after a 404, if the list may lack some', 404, { data: [], hasMore: true }],
  ['kept after a 404 of the relay itself', 404, { data: [] }, { 'Relay-Refusal': 'not-forwarded' }],
  ['kept after a 401', 401, { data: [] }],
  ['kept after a 503', 503, { data: [] }],
  ['kept after a closed prompt', undefined, { data: [] }],
])('a passkey that fails to sign in is %s', async (outcome, status, list, headers = {}) => {
  const { bench, device, newWallet, signal, told } = await withPasskey();
  let isPressed = false;
  const wallet = newWallet({
    async fetch(url, init) {
      if (isPressed && url.endsWith('/verify')) {
        return Response.json({ status, code: 'NOT_FOUND', message: 'no' }, { status: status ?? 200, headers });
      }
      return isPressed && list !== undefined ? Response.json(list) : bench.pageFetch(url, init);
    },
  });
  const handle = await wallet.passkey.prepare();
  device.refuse(status === undefined);
  isPressed = true;
  await expect(handle.signIn()).rejects.toMatchObject({
    name: status === undefined ? 'PasskeyError' : 'TransportError',
  });
  await atRest();
  expect(signal.mock.calls).toEqual(outcome.startsWith('gone') ? [told] : []);
});
