/** When a password manager hears that a passkey is gone: a wrong signal deletes a real one. */
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { atRest, countCryptoCalls } from '../rest.ts';
import { addPasskey, createInterceptedWallet } from './intercepted-wallet.ts';
import { pageOrigin, signedIn } from './test-bench.ts';

beforeAll(countCryptoCalls);
afterEach(() => vi.unstubAllGlobals());

/** A customer with a passkey, in a browser that passes signals on. */
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
