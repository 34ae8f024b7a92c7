import { describe, expect, test } from 'vitest';
import { createMemoryRelayStore, type CreateRelayOptions } from '../../src/relay/index.ts';
import { createTestClock } from './clock.ts';
import { ada, bob, id, openRelay } from './service.ts';

const account = ada.accountIds[0] ?? '';
const verify = `POST /auth/credentials/${id('AuthMethod', '1')}/verify`;
const login = { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' };
const asked = { payloadToSign: '{}', requestId: id('Request', '1') };
const stamp = { 'Service-Wallet-Signature': 'c3RhbXA', 'Request-Id': id('Request', '1') };

const changes: readonly (readonly [string, unknown?])[] = [
  ['POST /auth/credentials', { type: 'EMAIL_OTP', accountId: account }],
  [`DELETE /auth/credentials/${id('AuthMethod', '1')}`],
  [`PATCH /customers/${ada.customerId}`, { email: 'sample@example.com' }],
  ['POST /passkey-challenge', { accountId: account }],
  ['POST /auth/delegated-keys', { cardId: id('Card', '1'), internalAccountId: account, nickname: 'Card spending' }],
];

function platform(options: Partial<CreateRelayOptions> = {}) {
  const clock = createTestClock();
  const store = createMemoryRelayStore({ clock });
  const { service, says, send: read } = openRelay({ clock, store, recentSignInMs: 300_000, ...options });
  service.on(verify, { id: id('Session', '3') });
  for (const [line] of changes) service.on(line, asked, 202);
  const send = (line: string, body?: unknown, headers: Record<string, string> = {}): Promise<string> =>
    says(line, { body, headers });
  return { clock, service, store, says, send, read };
}

describe('a payee', () => {
  const recentSignInMs = { newPayees: 300_000, firstPaymentToPayee: 300_000 };
  const add = 'POST /customers/external-accounts';
  const payee = { customerId: ada.customerId, currency: 'USD', accountInfo: {} };
  const pay = (digit: string): string => `POST /quotes/${id('Quote', digit)}/execute`;
  const paying = (recent: CreateRelayOptions['recentSignInMs'] = recentSignInMs) => {
    const opened = platform({ recentSignInMs: recent });
    opened.service.on(add, {}, 201);
    for (const [quote, to] of [
      ['1', id('ExternalAccount', '1')],
      ['2', id('ExternalAccount', '1')],
      ['3', id('ExternalAccount', '3')],
      ['4', ada.accountIds[1]],
    ] as const) {
      const source = { sourceType: 'ACCOUNT', accountId: account };
      const destination = { destinationType: 'ACCOUNT', accountId: to };
      opened.service.on(`GET /quotes/${id('Quote', quote)}`, { id: id('Quote', quote), source, destination });
      opened.service.on(pay(quote), {});
    }
    const execute = (digit: string): Promise<string> =>
      opened.says(pay(digit), { headers: { 'Service-Wallet-Signature': 'c3RhbXA' } });
    const reads = async (line: string): Promise<string | null> => (await opened.read(line)).headers.get('Relay-Payee');
    return { ...opened, execute, reads };
  };

  test('is added, and paid for the first time, only soon after a sign-in', async () => {
    const { clock, service, send, execute } = paying();
    expect([await send(add, payee), await execute('1')]).toEqual(Array(2).fill('403 RELAY_SIGN_IN_REQUIRED'));
    expect(service.lines()).toEqual([`GET /quotes/${id('Quote', '1')}`]);
    await send(verify, login);
    expect([await send(add, payee), await execute('1')]).toEqual(['201', '200']);
    clock.advance(300_000);
    expect([await send(add, payee), await execute('3')]).toEqual(Array(2).fill('403 RELAY_SIGN_IN_REQUIRED'));
  });

  test('that was paid is known, also by another quote; an own account is no payee', async () => {
    const { clock, send, execute } = paying();
    await send(verify, login);
    expect(await execute('1')).toBe('200');
    clock.advance(300_000);
    expect([await execute('1'), await execute('2'), await execute('4')]).toEqual(['200', '200', '200']);
  });

  test('is not known by a payment that the service refused', async () => {
    const { clock, service, send, execute } = paying();
    service.on(pay('1'), { status: 400, code: 'INSUFFICIENT_FUNDS', message: 'no' }, 400);
    await send(verify, login);
    expect(await execute('1')).toBe('400 INSUFFICIENT_FUNDS');
    clock.advance(300_000);
    expect(await execute('2')).toBe('403 RELAY_SIGN_IN_REQUIRED');
  });

  test('that this user has not paid yet is new to whoever reads it, and only where first payments are looked at', async () => {
    const { send, execute, reads } = paying();
    const line = `GET /customers/external-accounts/${id('ExternalAccount', '1')}`;
    expect([await reads(line), await reads(line)]).toEqual(['new', 'new']);
    await send(verify, login);
    expect(await execute('1')).toBe('200');
    expect(await reads(line)).toBeNull();
    expect(await paying(300_000).reads(line)).toBeNull();
  });

  test('is known by a payment that waits for a code once that has come, and a code is no sign-in', async () => {
    const { clock, service, send, execute } = paying();
    service.on(pay('1'), { status: 'PENDING_AUTHORIZATION' });
    const authorize = pay('1').replace('execute', 'authorize');
    service.on(authorize, { status: 'PROCESSING' });
    await send(verify, login);
    expect(await execute('1')).toBe('200');
    clock.advance(300_000);
    expect(await execute('2')).toBe('403 RELAY_SIGN_IN_REQUIRED');
    expect(await send(authorize, { code: '123456' })).toBe('200');
    expect([await execute('2'), await send(add, payee)]).toEqual(['200', '403 RELAY_SIGN_IN_REQUIRED']);
  });

  test('needs no sign-in unless it is named, and a refusal says what was asked', async () => {
    const { send, execute } = paying(300_000);
    expect([await send(add, payee), await execute('1')]).toEqual(['201', '200']);
    const { send: ask } = openRelay({ recentSignInMs }, paying().service);
    const response = await ask(pay('1'), { headers: { 'Service-Wallet-Signature': 'c3RhbXA' } });
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining('before paying somebody') as string,
    });
  });
});

describe('a change of how a user signs in', () => {
  test.each(changes.map(([line, body]) => ({ line, body })))(
    '$line needs a sign-in through this relay within the last minutes',
    async ({ line, body }) => {
      const { clock, service, send } = platform();
      expect(await send(line, body)).toBe('403 RELAY_SIGN_IN_REQUIRED');
      expect(service.lines()).not.toContain(line);
      expect(await send(verify, login)).toBe('200');
      clock.advance(299_999);
      expect(await send(line, body)).toMatch(/^20[02]$/);
      expect(await send(line, body)).toMatch(/^20[02]$/);
      clock.advance(1);
      expect(await send(line, body)).toBe('403 RELAY_SIGN_IN_REQUIRED');
    },
  );

  test('is not made possible by a login that the service hasn’t finished, or by somebody else’s', async () => {
    const { service, store, send } = platform();
    service.on(verify, asked, 202);
    expect(await send(verify, login)).toBe('202');
    expect(await send(...(changes[0] as [string, unknown]))).toBe('403 RELAY_SIGN_IN_REQUIRED');
    service.on(verify, { status: 'PROCESSING' });
    expect(await send(verify, login, stamp)).toBe('200');
    expect(await send(...(changes[0] as [string, unknown]))).toBe('403 RELAY_SIGN_IN_REQUIRED');
    const his = `POST /auth/credentials/${id('AuthMethod', '8')}/verify`;
    service.on(his, { id: id('Session', '8') });
    const bobs = openRelay({ store, recentSignInMs: 300_000, identify: () => bob }, service);
    expect(await bobs.says(his, { body: login })).toBe('200');
    expect(await send(...(changes[0] as [string, unknown]))).toBe('403 RELAY_SIGN_IN_REQUIRED');
  });

  test.each([
    ['service', { baseUrl: 'https://staging.example.com/2025-10-13' }],
    ['client', { clientId: 'staging' }],
  ])('is not made possible by a sign-in at another %s, whose relay has the same store', async (_title, other) => {
    const { store, service, send } = platform();
    const fetch = (request: Request): Promise<Response> =>
      service.fetch(new Request(request.url.replace('//staging', '//service'), request));
    const staging = openRelay({ store, recentSignInMs: 300_000, ...other, fetch });
    expect(await staging.says(verify, { body: login })).toBe('200');
    expect(await send(...(changes[0] as [string, unknown]))).toBe('403 RELAY_SIGN_IN_REQUIRED');
  });

  test('is not made possible by the request id of another action', async () => {
    const { service, send } = platform();
    const refresh = `POST /auth/sessions/${id('Session', '1')}/refresh`;
    service.on(refresh, asked, 202);
    expect(await send(refresh, { clientPublicKey: `02${'ab'.repeat(32)}` })).toBe('202');
    const body = { type: 'EMAIL_OTP', accountId: account };
    expect(await send('POST /auth/credentials', body, stamp)).toBe('403 RELAY_SIGN_IN_REQUIRED');
    expect(service.lines()).not.toContain('POST /auth/credentials');
  });

  test('is not made possible by the request id of an earlier one with another body', async () => {
    const { clock, service, send } = platform();
    const line = `PATCH /customers/${ada.customerId}`;
    await send(verify, login);
    expect(await send(line, { email: 'sample@example.com' })).toBe('202');
    clock.advance(300_000);
    const calls = service.calls.length;
    expect(await send(line, { email: 'other@example.com' }, stamp)).toBe('403 RELAY_SIGN_IN_REQUIRED');
    expect(service.calls).toHaveLength(calls);
    expect(await send(line, { email: 'sample@example.com' }, stamp)).toBe('202');
  });

  test('is made possible by a sign-in of the same user on another device too', async () => {
    const { send } = platform();
    const [line, body] = changes[0] as [string, unknown];
    expect(await send(line, body, { Cookie: 'browser=one' })).toBe('403 RELAY_SIGN_IN_REQUIRED');
    expect(await send(verify, login, { Cookie: 'browser=two' })).toBe('200');
    expect(await send(line, body, { Cookie: 'browser=one' })).toBe('202');
  });

  test('is finished by its stamped leg, however long the person took', async () => {
    const { clock, send } = platform();
    const [line, body] = changes[0] as [string, unknown];
    await send(verify, login);
    clock.advance(299_000);
    expect(await send(line, body)).toBe('202');
    clock.advance(60_000);
    expect(await send(line, body, stamp)).toBe('202');
  });

  test('needs none unless the platform says so', async () => {
    const { send } = platform({ recentSignInMs: undefined } as never);
    expect(await send(...(changes[0] as [string, unknown]))).toBe('202');
  });
});
