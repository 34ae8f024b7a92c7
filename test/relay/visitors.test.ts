/** The routes that a wallet page's relay has beside those of every relay, and those left for the app. */
import { describe, expect, test } from 'vitest';
import { createMemoryRelayStore, type CreateRelayOptions } from '../../src/relay/index.ts';
import { createTestClock } from './clock.ts';
import { examples } from './examples.ts';
import { ada, bob, createFakeService, createPageRelay, id, openRelay } from './service.ts';

const account = ada.accountIds[0] ?? '';
const payee = id('ExternalAccount', '1');
const read = `GET /customers/external-accounts/${payee}`;
const confirm = `POST /payees/${payee}/confirm`;

function visiting(options: Partial<CreateRelayOptions> = {}) {
  const clock = createTestClock();
  const opened = openRelay(
    { clock, store: createMemoryRelayStore({ clock }), ...options },
    createFakeService(),
    createPageRelay,
  );
  const source = { sourceType: 'ACCOUNT', accountId: account };
  const destination = { destinationType: 'ACCOUNT', accountId: payee };
  opened.service.on(`GET /quotes/${id('Quote', '1')}`, { id: id('Quote', '1'), source, destination });
  opened.service.on(`POST /quotes/${id('Quote', '1')}/execute`, {});
  const isNew = async (): Promise<boolean> => (await opened.send(read)).headers.get('Relay-Payee') === 'new';
  return { ...opened, clock, isNew };
}

describe('a relay for visitors', () => {
  test('says whose wallet it is, and asks the service nothing for it', async () => {
    const { service, send } = visiting();
    expect(await (await send('GET /me')).json()).toEqual({
      customerId: ada.customerId,
      accountIds: ada.accountIds,
    });
    expect(service.calls).toEqual([]);
  });

  test('says nothing to nobody, to another site, and of somebody without an account', async () => {
    expect(await visiting({ identify: () => null }).says('GET /me')).toBe('401 RELAY_UNAUTHENTICATED');
    const headers = { Origin: 'https://evil.example' };
    expect(await visiting().says('GET /me', { headers })).toBe('403 RELAY_ORIGIN_REFUSED');
    const nobodys = visiting({ identify: () => ({ ...ada, accountIds: [] }) });
    expect(await nobodys.says('GET /me')).toBe('404 RELAY_NOT_FOUND');
  });

  test('takes an account for a new payee until the person has confirmed it, whatever recentSignInMs names', async () => {
    const { says, isNew } = visiting();
    expect(await isNew()).toBe(true);
    expect(await says(confirm, { body: {} })).toBe('204');
    expect(await isNew()).toBe(false);
  });

  test('confirms nobody else’s account', async () => {
    const { says } = visiting();
    expect(await says(`POST /payees/${id('ExternalAccount', '8')}/confirm`, { body: {} })).toBe('404 RELAY_NOT_FOUND');
  });

  test('keeps a confirmation for the person alone who gave it', async () => {
    const store = createMemoryRelayStore();
    const hers = visiting({ store });
    await hers.says(confirm, { body: {} });
    const his = visiting({ store, identify: () => ({ ...bob, customerId: ada.customerId }) });
    expect([await hers.isNew(), await his.isNew()]).toEqual([false, true]);
  });

  test('wants a recent sign-in for a payment to somebody who is not confirmed, and for none who is', async () => {
    const pay = `POST /quotes/${id('Quote', '1')}/execute`;
    const stamped = { headers: { 'Service-Wallet-Signature': 'c3RhbXA' } };
    const { says } = visiting({ recentSignInMs: { firstPaymentToPayee: 300_000 } });
    expect(await says(pay, stamped)).toBe('403 RELAY_SIGN_IN_REQUIRED');
    expect(await says(confirm, { body: {} })).toBe('204');
    expect(await says(pay, stamped)).toBe('200');
  });

  test('wants a recent sign-in for a confirmation where it is named for new payees', async () => {
    const { says, isNew } = visiting({ recentSignInMs: { newPayees: 300_000 } });
    expect(await says(confirm, { body: {} })).toBe('403 RELAY_SIGN_IN_REQUIRED');
    expect(await isNew()).toBe(true);
  });
});

describe('a relay of the app', () => {
  test('has no export, whoever turns it on', () => {
    expect(() => openRelay({ groups: ['wallet', 'export'] })).toThrow(
      'createRelay: groups must list one or more of wallet, addresses, payments, authorizations, reads; a wallet page alone has export',
    );
  });

  test('says of the export where it is, and knows no routes for visitors', async () => {
    const { send, says } = openRelay();
    const body = { clientPublicKey: `04${'ab'.repeat(64)}` };
    const refused = await send(`POST /internal-accounts/${account}/export`, { body });
    expect(await refused.json()).toMatchObject({ message: 'This route is off. Only a wallet page has it.' });
    expect([await says('GET /me'), await says(confirm, { body: {} })]).toEqual(
      Array(2).fill('404 RELAY_ROUTE_NOT_FOUND'),
    );
  });

  test.each(examples)('with the reads alone lets through lists and records only: $line', async ({ line, body }) => {
    const service = createFakeService();
    if (line.includes('?')) service.on(line, { data: [] });
    const reads = line.startsWith('GET ') && !line.startsWith('GET /auth/');
    const said = await openRelay({ groups: ['reads'] }, service).says(line, { body });
    expect(said).toBe(reads ? '200' : '404 RELAY_ROUTE_NOT_FOUND');
  });
});
