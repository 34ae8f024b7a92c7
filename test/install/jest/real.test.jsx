/** @jest-environment node */
import { createMemoryStore, createWallet } from 'countersign';
import { createRelay } from 'countersign/relay';
import { createSandbox } from 'countersign-sandbox';
import { createSandboxControl } from 'countersign-sandbox/testing';

/**
 * Jest's own.
 * @type {{ test(title: string, run: () => Promise<void>): void, expect(value: unknown): { toBe(value: unknown): void } }}
 */
const { expect, test } = /** @type {never} */ (globalThis);

test('the real wallet signs in', async () => {
  const sandbox = createSandbox();
  /** @param {string} url @param {RequestInit} init */
  const fetchSandbox = (url, init) => sandbox.fetch(new Request(url, init));
  const { accountId, customerId } = await createSandboxControl('http://localhost', {
    fetch: fetchSandbox,
  }).seedPerson();
  const { clientId, clientSecret, enclavePublicKeyHex } = sandbox;
  const origin = 'http://localhost:3000';
  const relay = createRelay({
    baseUrl: 'http://localhost/2025-10-13',
    clientId,
    clientSecret,
    identify: () => ({ userId: 'sample-customer', customerId, accountIds: [accountId] }),
    mountPath: '/wallet',
    origins: [origin],
    fetch: (request) => sandbox.fetch(request),
  });
  const wallet = createWallet({
    relay: `${origin}/wallet`,
    accountId,
    enclaveKeys: [enclavePublicKeyHex],
    environment: 'sandbox',
    store: createMemoryStore(),
    fetch: (url, init) => {
      const request = new Request(url, init);
      request.headers.set('Origin', origin);
      return relay(request);
    },
  });
  await (await wallet.emailOtp.begin()).verify('000000');
  expect(wallet.state().status).toBe('signed-in');
  wallet.close();
});
