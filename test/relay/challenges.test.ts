import { describe, expect, test } from 'vitest';
import { encodeBase64url, encodeUtf8 } from '../../src/kit/encoding/index.ts';
import type { RegistrationChallenge } from '../../src/relay/passkeys/challenges.ts';
import { createMemoryRelayStore, type CreateRelayOptions, type Relay, type RelayStore } from '../../src/relay/index.ts';
import { nextTurn } from '../rest.ts';
import { createTestClock } from './clock.ts';
import { ada, ask, bob, createFakeService, createTestRelay, id, json, outcome, type Reply } from './service.ts';

const line = 'POST /auth/credentials';
const signed = { 'Service-Wallet-Signature': 'c3RhbXA', 'Request-Id': id('Request', '1') };

async function issue(relay: Relay): Promise<RegistrationChallenge> {
  const response = await relay(ask('POST /wallet/passkey-challenge', { body: { accountId: ada.accountIds[0] } }));
  expect(response.status).toBe(200);
  expect(Date.parse(response.headers.get('Date') ?? '')).toBeGreaterThan(0);
  return (await response.json()) as RegistrationChallenge;
}

function body(challenge: string): object {
  const clientDataJson = encodeBase64url(encodeUtf8(JSON.stringify({ type: 'webauthn.create', challenge })));
  const attestation = { credentialId: 'AAAA', clientDataJson, attestationObject: 'AAAA' };
  return { type: 'PASSKEY', accountId: ada.accountIds[0], nickname: 'Sample key', challenge, attestation };
}

const add = async (relay: Relay, challenge: string, headers: Record<string, string> = {}): Promise<string> =>
  outcome(await relay(ask('POST /wallet/auth/credentials', { body: body(challenge), headers })));

const asksForStamp: Reply = ({ headers }) =>
  headers.has('Request-Id') ? json({ id: id('AuthMethod', '3') }, 201) : json({ payloadToSign: '{}' }, 202);
const refusal = (status: number): Reply => {
  const code = status === 429 ? 'RATE_LIMITED' : status === 500 ? 'INTERNAL_ERROR' : 'INVALID_INPUT';
  return () => json({ status, code, message: 'no' }, status);
};

describe('the user handle', () => {
  const userHandleSecret = 'a secret of its own for user handles';
  const handleOf = async (
    options: Partial<CreateRelayOptions>,
    accountId = ada.accountIds[0] ?? '',
  ): Promise<string> => {
    const relay = createTestRelay(createFakeService(), options);
    const response = await relay(ask('POST /wallet/passkey-challenge', { body: { accountId } }));
    return ((await response.json()) as RegistrationChallenge).userHandle;
  };

  test('is the HMAC of the account under the platform’s secret: the same after a restart, for whoever may use the account', async () => {
    const secret = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', encodeUtf8(userHandleSecret), secret, false, ['sign']);
    const message = encodeUtf8(`passkey user handle\n${ada.accountIds[0] ?? ''}`);
    const expected = encodeBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, message)));
    expect(await handleOf({ userHandleSecret })).toBe(expected);
    expect(await handleOf({ userHandleSecret, identify: () => ({ ...bob, accountIds: ada.accountIds }) })).toBe(
      expected,
    );
  });

  test('is another one for another account, and under another secret', async () => {
    const handles = [
      await handleOf({ userHandleSecret }),
      await handleOf({ userHandleSecret }, ada.accountIds[1]),
      await handleOf({ userHandleSecret: `${userHandleSecret}.` }),
    ];
    expect(new Set(handles).size).toBe(3);
  });

  test('can’t be computed by whoever knows the account, where no secret is set', async () => {
    const [one, two] = [await handleOf({}), await handleOf({})];
    expect(one).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(two).not.toBe(one);
  });

  test('is never made with the API secret', () => {
    const clientSecret = 'an API secret of more than thirty-two characters';
    const options = { clientSecret, userHandleSecret: clientSecret };
    expect(() => createTestRelay(createFakeService(), options)).toThrow(/userHandleSecret/);
  });
});

describe('a passkey challenge', () => {
  test('is 32 fresh random bytes with an expiry, and the time of the relay’s clock beside it', async () => {
    const clock = createTestClock();
    const relay = createTestRelay(createFakeService(), { clock });
    const one = await issue(relay);
    const two = await issue(relay);
    expect(one.challenge).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(two.challenge).not.toBe(one.challenge);
    expect(Date.parse(one.expiresAt)).toBe(clock.now() + 300_000);
  });

  test('is issued without asking the service, and not for a foreign account', async () => {
    const service = createFakeService();
    const relay = createTestRelay(service);
    const foreign = ask('POST /wallet/passkey-challenge', { body: { accountId: bob.accountIds[0] } });
    expect(await outcome(await relay(foreign))).toBe('404 RELAY_NOT_FOUND');
    await issue(relay);
    expect(service.calls).toEqual([]);
  });

  test('is good for both legs, each on another relay of the same store, and then used up on both', async () => {
    const store = createMemoryRelayStore();
    const service = createFakeService().on(line, asksForStamp);
    const one = createTestRelay(service, { store });
    const two = createTestRelay(service, { store });
    const { challenge } = await issue(one);
    expect(await add(two, challenge)).toBe('202');
    expect(await add(one, challenge, signed)).toBe('201');
    expect(await add(one, challenge)).toBe('409 RELAY_CHALLENGE_INVALID');
    expect(await add(two, challenge, signed)).toBe('409 RELAY_CHALLENGE_INVALID');
    expect(service.lines()).toEqual([line, line]);
  });

  test.each([
    ['the service is too busy on the first leg', {}, refusal(429), '202'],
    ['the service fails on the first leg', {}, refusal(500), '202'],
    ['the answer to the first leg is lost', {}, () => Promise.reject(new TypeError('fetch failed')), '202'],
    ['the service is too busy on the second leg', signed, refusal(429), '202'],
    ['the service is still at the second leg', signed, () => json({ status: 'PROCESSING' }), '202'],
    ['the service refuses the first leg', {}, refusal(400), '409 RELAY_CHALLENGE_INVALID'],
    ['the service refuses the second leg', signed, refusal(401), '409 RELAY_CHALLENGE_INVALID'],
    ['the answer to the second leg is lost', signed, refusal(500), '409 RELAY_CHALLENGE_INVALID'],
  ] as const)(
    'when %s is good again only if nothing can have been done with it',
    async (_title, headers, reply, next) => {
      const service = createFakeService().on(line, reply);
      const relay = createTestRelay(service);
      const { challenge } = await issue(relay);
      await add(relay, challenge, headers);
      service.on(line, asksForStamp);
      expect(await add(relay, challenge)).toBe(next);
    },
  );

  test('that another user sends stays good for the one it was issued to', async () => {
    const store = createMemoryRelayStore();
    const service = createFakeService().on(line, asksForStamp);
    const hers = createTestRelay(service, { store });
    const his = createTestRelay(service, { store, identify: () => ({ ...bob, accountIds: ada.accountIds }) });
    const { challenge } = await issue(hers);
    expect(await add(his, challenge)).toBe('409 RELAY_CHALLENGE_INVALID');
    expect(await add(hers, challenge)).toBe('202');
  });

  test('is not used up by another user who sends it at the same time', async () => {
    const memory = createMemoryRelayStore();
    // As behind a network: what is asked for first is done first, and known a moment later.
    const store: RelayStore = {
      get: async (key) => (await nextTurn(), memory.get(key)),
      take: async (key) => (await nextTurn(), memory.take(key)),
      put: async (key, value, options) => (await nextTurn(), memory.put(key, value, options)),
      increment: async (key, options) => (await nextTurn(), memory.increment(key, options)),
    };
    const service = createFakeService().on(line, asksForStamp);
    const hers = createTestRelay(service, { store });
    const his = createTestRelay(service, { store, identify: () => ({ ...bob, accountIds: ada.accountIds }) });
    const { challenge } = await issue(hers);
    expect(await Promise.all([add(his, challenge), add(hers, challenge)])).toEqual([
      '409 RELAY_CHALLENGE_INVALID',
      '202',
    ]);
  });

  test('expires by the relay’s own clock, even in a store that keeps it', async () => {
    const clock = createTestClock();
    const kept = createMemoryRelayStore({ clock: { now: () => 0 } });
    const service = createFakeService().on(line, asksForStamp);
    const relay = createTestRelay(service, { clock, store: kept });
    const { challenge } = await issue(relay);
    clock.advance(300_000);
    expect(await add(relay, challenge)).toBe('409 RELAY_CHALLENGE_INVALID');
  });
});
