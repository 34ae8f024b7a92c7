/** Runs in a project that has installed the kit, Vitest and a document without a browser. */
import { createMemoryStore, createWallet, type CreateWalletOptions } from 'countersign';
import { createRelay } from 'countersign/relay';
import { createSandbox } from 'countersign-sandbox';
import { createFakeWallet, createSandboxControl } from 'countersign-sandbox/testing';
import { expect, test } from 'vitest';

const { origin } = location;

/** A signed-out wallet over relay and sandbox in this process. */
async function open(options: Partial<CreateWalletOptions>) {
  const sandbox = createSandbox();
  const control = createSandboxControl('http://localhost', {
    fetch: (url, init) => sandbox.fetch(new Request(url, init)),
  });
  const { accountId, customerId } = await control.seedPerson();
  const relay = createRelay({
    baseUrl: 'http://localhost/2025-10-13',
    clientId: sandbox.clientId,
    clientSecret: sandbox.clientSecret,
    identify: () => ({ userId: 'sample-customer', customerId, accountIds: [accountId] }),
    mountPath: '/wallet',
    origins: [origin],
    fetch: (request) => sandbox.fetch(request),
  });
  return createWallet({
    relay: '/wallet',
    accountId,
    enclaveKeys: [sandbox.enclavePublicKeyHex],
    environment: 'sandbox',
    fetch: (url, init) => {
      const request = new Request(new URL(url, origin), init);
      request.headers.set('Origin', origin);
      return relay(request);
    },
    ...options,
  });
}

test('a document is there, and no browser', () => {
  expect(document.createElement('p').tagName).toBe('P');
  expect(navigator.userAgent).toMatch(/jsdom|HappyDOM/);
});

test('the fake wallet signs in', async () => {
  const { wallet } = createFakeWallet();
  await (await wallet.emailOtp.begin()).verify('000000');
  expect(wallet.state().status).toBe('signed-in');
});

test('the real wallet signs in, and signs', async () => {
  const wallet = await open({ store: createMemoryStore() });
  await (await wallet.emailOtp.begin()).verify('000000');
  expect(wallet.state()).toMatchObject({ status: 'signed-in', storage: 'memory' });
  const { sessionId } = await wallet.session.refresh();
  expect(wallet.state().session?.sessionId).toBe(sessionId);
  expect(await wallet.session.revoke()).toMatchObject({ service: 'revoked', localKeyDeleted: true });
  wallet.close();
});
