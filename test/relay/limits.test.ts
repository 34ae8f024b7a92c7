import { describe, expect, test } from 'vitest';
import { createMemoryRelayStore, type RelayStore } from '../../src/relay/index.ts';
import { createTestClock } from './clock.ts';
import { ada, ask, bob, createFakeService, id, openRelay, outcome, type AskOptions } from './service.ts';

const challenge = `POST /auth/credentials/${id('AuthMethod', '1')}/challenge`;
const passkeyChallenge = `POST /auth/credentials/${id('AuthMethod', '2')}/challenge`;
const account = ada.accountIds[0] ?? '';
const sessions = `GET /auth/sessions?accountId=${account}`;
const stamp = (digit: string): Record<string, string> => ({
  'Service-Wallet-Signature': 'c3RhbXA',
  'Request-Id': id('Request', digit),
});

describe('codes', () => {
  const once = { codes: { limit: 1, windowMs: 60_000 } };

  test('can be asked for so often and no more, with the time to wait said', async () => {
    const clock = createTestClock();
    const { service, send } = openRelay({ clock, limits: { codes: { limit: 2, windowMs: 60_000 } } });
    service.on(challenge, {});
    expect((await send(challenge)).status).toBe(200);
    clock.advance(15_500);
    expect((await send(challenge)).status).toBe(200);
    const third = await send(challenge);
    expect(third.headers.get('Retry-After')).toBe('45');
    expect(await outcome(third)).toBe('429 RELAY_RATE_LIMITED');
    expect(service.lines().filter((line) => line === challenge)).toHaveLength(2);
    clock.advance(44_500);
    expect((await send(challenge)).status).toBe(200);
  });

  test('are counted for each user, and over all relays that share a store', async () => {
    const his = challenge.replace('1-', '8-');
    const service = createFakeService().on(challenge, {}).on(his, {});
    const limited = { store: createMemoryRelayStore(), limits: once };
    expect(await openRelay(limited, service).says(challenge)).toBe('200');
    expect(await openRelay(limited, service).says(challenge)).toBe('429 RELAY_RATE_LIMITED');
    expect(await openRelay({ ...limited, identify: () => bob }, service).says(his)).toBe('200');
  });

  test('are counted once while the service is still at one and it is asked for again, and then anew', async () => {
    const store = createMemoryRelayStore();
    const { service, says } = openRelay({ store, limits: { ...once, changes: { limit: 3, windowMs: 60_000 } } });
    service.on(challenge, { status: 'PROCESSING' });
    for (let count = 0; count < 5; count += 1) expect(await says(challenge)).toBe('200');
    service.on(challenge, { id: id('AuthMethod', '1') });
    expect(await says(challenge)).toBe('200');
    expect(await says(challenge)).toBe('429 RELAY_RATE_LIMITED');
  });

  test('are counted for another user, though the service is still at one', async () => {
    const limited = { store: createMemoryRelayStore(), limits: once };
    const service = createFakeService().on(challenge, {});
    const hers = openRelay(limited, service);
    const his = openRelay({ ...limited, identify: () => ({ ...ada, userId: 'user-bob' }) }, service);
    expect(await his.says(challenge)).toBe('200');
    service.on(challenge, { status: 'PROCESSING' });
    expect(await hers.says(challenge)).toBe('200');
    expect(await his.says(challenge)).toBe('429 RELAY_RATE_LIMITED');
  });

  test('aren’t counted where none is sent: a passkey’s challenge', async () => {
    const { service, says } = openRelay({ limits: once });
    service.on(passkeyChallenge, {});
    const body = { clientPublicKey: `02${'ab'.repeat(32)}` };
    for (let count = 0; count < 3; count += 1) expect(await says(passkeyChallenge, { body })).toBe('200');
  });

  test.each(['EMAIL_OTP', 'SMS_OTP'])(
    'are counted on the first leg of adding %s, never on the stamped one',
    async (type) => {
      const { service, says } = openRelay({ limits: once });
      service.on('POST /auth/credentials', { payloadToSign: '{}', requestId: id('Request', '1') }, 202);
      const body = { type, accountId: account };
      expect(await says('POST /auth/credentials', { body })).toBe('202');
      expect(await says('POST /auth/credentials', { body })).toBe('429 RELAY_RATE_LIMITED');
      const stamped = { body, headers: stamp('1') };
      for (let count = 0; count < 2; count += 1) expect(await says('POST /auth/credentials', stamped)).toBe('202');
    },
  );

  test('aren’t counted for a credential that is somebody else’s', async () => {
    const { service, says } = openRelay({ limits: once });
    service.on(challenge, {});
    await says(challenge.replace('1-', '8-'));
    expect(await says(challenge)).toBe('200');
  });
});

describe('one user', () => {
  const refresh = `POST /auth/sessions/${id('Session', '1')}/refresh`;
  const revoke = `DELETE /auth/sessions/${id('Session', '1')}`;
  const execute = `POST /quotes/${id('Quote', '1')}/execute`;
  const body = { clientPublicKey: `02${'ab'.repeat(32)}` };
  const asked = (digit: string): object => ({ payloadToSign: '{}', requestId: id('Request', digit) });
  const few = { limit: 2, windowMs: 60_000 };
  test('may read so often and no more, and the others all the same', async () => {
    const clock = createTestClock();
    const store = createMemoryRelayStore({ clock });
    const limited = { clock, store, limits: { reads: few } };
    const { service, send, says } = openRelay(limited);
    expect([await says(sessions), await says(sessions)]).toEqual(['200', '200']);
    const third = await send(sessions);
    expect(third.headers.get('Retry-After')).toBe('60');
    expect(third.headers.get('Relay-Refusal')).toBe('not-forwarded');
    expect(await outcome(third)).toBe('429 RELAY_RATE_LIMITED');
    const his = openRelay({ ...limited, identify: () => bob }, service);
    expect(await his.says(`GET /auth/sessions?accountId=${bob.accountIds[0] ?? ''}`)).toBe('200');
    expect(service.calls).toHaveLength(3);
    clock.advance(60_000);
    expect(await says(sessions)).toBe('200');
  });

  test('may begin so many changes and no more, whoever’s the ids are, and nothing is looked up for the rest', async () => {
    const { service, says } = openRelay({ limits: { changes: few } });
    service.on(refresh, asked('1'), 202);
    expect([await says(refresh, { body }), await says(refresh, { body })]).toEqual(['202', '202']);
    const calls = service.calls.length;
    expect(await says(refresh, { body })).toBe('429 RELAY_RATE_LIMITED');
    expect(await says(`PATCH /cards/${id('Card', '7')}`, { body: { state: 'FROZEN' } })).toBe('429 RELAY_RATE_LIMITED');
    expect(service.calls).toHaveLength(calls);
  });

  test('is counted before the body is read: one beyond the limit costs the same whatever it brings', async () => {
    const { relay, says } = openRelay({ limits: { changes: { limit: 1, windowMs: 60_000 } } });
    expect(await says(refresh, { body: { not: 'of this route' } })).toBe('400 RELAY_BODY_INVALID');
    const request = ask(refresh.replace(' ', ' /wallet'), { body });
    expect(await outcome(await relay(request))).toBe('429 RELAY_RATE_LIMITED');
    expect(request.bodyUsed).toBe(false);
  });

  test('is never kept from a stamped leg that the service asked for, however much was begun', async () => {
    const { service, says } = openRelay({ limits: { changes: few, reads: few } });
    service.on(refresh, asked('1'), 202);
    await says(refresh, { body });
    for (let count = 0; count < 5; count += 1) await says(refresh, { body });
    service.on(refresh, {}, 201);
    for (let count = 0; count < 20; count += 1) {
      expect(await says(refresh, { body, headers: stamp('1') })).toBe('201');
    }
    expect(await says(refresh, { body, headers: stamp('1') })).toBe('429 RELAY_RATE_LIMITED');
  });

  test('can’t pass for answering a challenge of the service with a request id that nobody gave them', async () => {
    const store = createMemoryRelayStore();
    const limited = { store, limits: { changes: few } };
    const { service, says } = openRelay(limited);
    service.on(refresh, asked('1'), 202);
    await says(refresh, { body });
    await says(refresh, { body });
    expect(await says(refresh, { body, headers: stamp('7') })).toBe('429 RELAY_RATE_LIMITED');
    // Ada's request id is nobody else's, not even of another user of the same account.
    service.on('POST /auth/credentials', asked('1'), 202);
    const add = (accountId: string, headers = {}): AskOptions => ({ body: { type: 'EMAIL_OTP', accountId }, headers });
    const hers = openRelay({ store }, service).says;
    expect(await hers('POST /auth/credentials', add(account))).toBe('202');
    const his = openRelay({ ...limited, identify: () => ({ ...bob, accountIds: [account] }) }, service).says;
    const stamped = add(account, stamp('1'));
    // With Ada's id in its answers, the service would ask Bob for that stamp too.
    service.on('POST /auth/credentials', asked('2'), 202);
    const answers: string[] = [];
    for (let count = 0; count < 3; count += 1) answers.push(await his('POST /auth/credentials', stamped));
    expect(answers).toEqual(['202', '202', '429 RELAY_RATE_LIMITED']);
  });

  test('is never kept from ending a session of their own', async () => {
    const { service, says } = openRelay({ limits: { changes: few, reads: few } });
    service.on(revoke, asked('1'), 202).on(refresh, asked('2'), 202);
    for (let count = 0; count < 4; count += 1) await says(refresh, { body });
    for (let count = 0; count < 4; count += 1) await says(sessions);
    for (let count = 0; count < 20; count += 1) expect(await says(revoke)).toBe('202');
    expect(await says(revoke)).toBe('429 RELAY_RATE_LIMITED');
    service.on(revoke, () => new Response(null, { status: 204 }));
    expect(await says(revoke, { headers: stamp('1') })).toBe('204');
  });

  test('is never kept from paying a quote of their own', async () => {
    const { service, says } = openRelay({ limits: { changes: few } });
    service.on(execute, {}).on(refresh, asked('2'), 202);
    for (let count = 0; count < 4; count += 1) await says(refresh, { body });
    const stamped = { headers: { 'Service-Wallet-Signature': 'c3RhbXA' } };
    for (let count = 0; count < 20; count += 1) expect(await says(execute, stamped)).toBe('200');
    expect(await says(execute, stamped)).toBe('429 RELAY_RATE_LIMITED');
    expect(await says(execute)).toBe('429 RELAY_RATE_LIMITED');
  });

  test('is never kept from a stamped leg whose record is to be looked up again, however much was looked up', async () => {
    const clock = createTestClock();
    const { service, says } = openRelay({ clock, limits: { ownerChecks: few } });
    service.on(refresh, asked('1'), 202);
    await says(refresh, { body });
    clock.advance(30_000);
    const madeUp = (): Promise<string> => says(`DELETE /auth/sessions/${id('Session', '7')}`);
    expect(await madeUp()).toBe('429 RELAY_RATE_LIMITED');
    clock.advance(1500);
    service.on(refresh, {}, 201);
    expect(await says(refresh, { body, headers: stamp('1') })).toBe('201');
  });

  test('is spared the count of first legs only so often, whatever it is spared for', async () => {
    const { service, says } = openRelay({ limits: { completions: few, changes: few } });
    service.on(refresh, asked('1'), 202).on(execute, {});
    const pay = (): Promise<string> => says(execute, { headers: { 'Service-Wallet-Signature': 'c3RhbXA' } });
    expect(await says(refresh, { body })).toBe('202');
    expect(await says(refresh, { body, headers: stamp('1') })).toBe('202');
    expect([await pay(), await pay(), await pay()]).toEqual(['200', '200', '429 RELAY_RATE_LIMITED']);
    expect(await says(refresh, { body, headers: stamp('1') })).toBe('429 RELAY_RATE_LIMITED');
  });

  test.each([
    ['quotes', 'POST /quotes/{}/execute', 'Quote', ['404 RELAY_NOT_FOUND', '404 RELAY_NOT_FOUND']],
    // One call for each of her two accounts.
    ['sessions', 'DELETE /auth/sessions/{}', 'Session', ['404 RELAY_NOT_FOUND', '429 RELAY_RATE_LIMITED']],
    ['cards', 'PATCH /cards/{}', 'Card', ['404 RELAY_NOT_FOUND', '404 RELAY_NOT_FOUND']],
  ] as const)('can’t have made-up %s looked up without end', async (_title, line, type, found) => {
    const clock = createTestClock();
    const { service, says } = openRelay({ clock, limits: { ownerChecks: few } });
    const headers = { 'Service-Wallet-Signature': 'c3RhbXA' };
    const outcomes: string[] = [];
    for (const digit of ['3', '4', '6']) {
      const sent = type === 'Card' ? { headers, body: { state: 'FROZEN' } } : { headers };
      outcomes.push(await says(line.replace('{}', id(type, digit)), sent));
      clock.advance(1500);
    }
    expect(outcomes).toEqual([...found, '429 RELAY_RATE_LIMITED']);
    expect(service.calls).toHaveLength(2);
  });

  test('may try so often to verify one credential, and another one all the same', async () => {
    const verify = (digit: string): string => `POST /auth/credentials/${id('AuthMethod', digit)}/verify`;
    const refused = { status: 401, code: 'UNAUTHORIZED', message: 'no' };
    const { service, says } = openRelay({ limits: { verifications: few } });
    service.on(verify('1'), refused, 401).on(verify('2'), refused, 401);
    const login = { body: { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' } };
    expect([await says(verify('1'), login), await says(verify('1'), login), await says(verify('1'), login)]).toEqual([
      '401 UNAUTHORIZED',
      '401 UNAUTHORIZED',
      '429 RELAY_RATE_LIMITED',
    ]);
    expect(await says(verify('2'), login)).toBe('401 UNAUTHORIZED');
  });

  test('may have so many challenges for adding a passkey, and the store holds no more', async () => {
    const kept = new Set<string>();
    const memory = createMemoryRelayStore();
    const store: RelayStore = { ...memory, put: (key, ...rest) => (kept.add(key), memory.put(key, ...rest)) };
    const { says } = openRelay({ store, limits: { challenges: few } });
    const outcomes: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      outcomes.push(await says('POST /passkey-challenge', { body: { accountId: account } }));
    }
    expect(outcomes).toEqual(['200', '200', ...Array<string>(3).fill('429 RELAY_RATE_LIMITED')]);
    expect([...kept].filter((key) => key.includes(':challenge:'))).toHaveLength(2);
  });
});
