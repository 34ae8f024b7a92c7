import { describe, expect, test, vi } from 'vitest';
import { checkId } from '../../../src/kit/wallet/arguments.ts';
import { readWalletOptions, type CreateWalletOptions } from '../../../src/kit/wallet/options.ts';
import { loopbackPattern, sandboxEnclavePublicKeyHex, wireProfiles } from '../../../src/kit/wire.ts';

// The base point of P-256, in both halves.
const gx = '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';
const gy = '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';
const key = `04${gx}${gy}`;
const options = (more: Record<string, unknown> = {}): CreateWalletOptions => ({
  relay: 'https://app.example.com/wallet/',
  accountId: 'InternalAccount:00000000-0000-4000-8000-00000000000a',
  enclaveKeys: [key],
  ...more,
});

describe('options of a wallet', () => {
  test('have the defaults of the specification', () => {
    expect(readWalletOptions(options())).toMatchObject({
      relay: { baseUrl: 'https://app.example.com/wallet' },
      enclaveKeys: [key],
      environment: 'production',
      profile: { name: 'spec' },
      refreshBefore: 60_000,
      maxSessionMs: 1_800_000,
      timeoutMs: 30_000,
    });
  });

  test.each([
    ['relay', { relay: undefined }, TypeError],
    ['relay', { relay: 'not a url' }, RangeError],
    ['accountId', { accountId: 7 }, TypeError],
    ['accountId', { accountId: 'InternalAccount:../x' }, RangeError],
    ['accountId', { accountId: 'Customer:00000000-0000-4000-8000-00000000000a' }, RangeError],
    ['enclaveKeys', { enclaveKeys: undefined }, TypeError],
    ['enclaveKeys', { enclaveKeys: [] }, TypeError],
    ['enclaveKeys', { enclaveKeys: { otp: [key] } }, TypeError],
    ['enclaveKeys', { enclaveKeys: ['04ab'] }, RangeError],
    ['enclaveKeys', { enclaveKeys: [`04${gy}${gx}`] }, RangeError],
    ['relay', { relay: 'https://app.example.com/wallet?tenant=1' }, RangeError],
    ['accountId', { accountId: 'InternalAccount:00000000-0000-4000-8000-00000000000A' }, RangeError],
    ['profile', { profile: 'toString' }, RangeError],
    ['profile', { profile: 7 }, TypeError],
    ['profile.name', { profile: { signatureHeader: 'X-Own-Signature' } }, RangeError],
    ['environment', { environment: 'test' }, RangeError],
    ['checkPayload', { checkPayload: 'off' }, RangeError],
    ['checkPayload', { checkPayload: { 'card.close': 'off' } }, RangeError],
    ['cardKeyPolicies', { cardKeyPolicies: [] }, TypeError],
    ['cardKeyPolicies', { cardKeyPolicies: [{ consensus: 'a', condition: '' }] }, TypeError],
    ['cardKeyPolicies', { cardKeyPolicies: [{ consensus: 'a', condition: 'b', effect: 'c' }] }, TypeError],
    ['cardKeyPolicies', { cardKeyPolicies: [{ consensus: 'true', condition: 'b' }] }, RangeError],
    ['cardKeyPolicies', { cardKeyPolicies: [{ consensus: 'a', condition: '( TRUE )' }] }, RangeError],
    ['cardKeyPolicies', { cardKeyPolicies: [{ consensus: 'a', condition: "a == 'EXPORT_WALLET'" }] }, RangeError],
    ['sessionKeys', { sessionKeys: 'mine' }, RangeError],
    ['refreshBefore', { refreshBefore: -1 }, RangeError],
    ['browser', { browser: {} }, TypeError],
  ])('name %s when it is wrong (%o)', (name, more, type) => {
    expect(() => readWalletOptions(options(more))).toThrow(type);
    expect(() => readWalletOptions(options(more))).toThrow(name);
  });

  test.each([
    [undefined, 'not undefined'],
    ['Customer:00000000-0000-4000-8000-00000000000a', 'came: Customer'],
    ['InternalAccount:00000000-0000-4000-8000-00000000000A', 'came: no lower-case UUID behind it'],
    ['00000000-0000-4000-8000-00000000000a', 'came: another text'],
  ])('name the call, and the form of the account id that came (%s)', (accountId, came) => {
    const read = () => readWalletOptions(options({ accountId }));
    expect(read).toThrow(/^createWallet: accountId must .*InternalAccount:<uuid>/);
    expect(read).toThrow(came);
  });

  test.each(Object.keys(wireProfiles.spec))('take a profile of one’s own only with a right %s', (name) => {
    const own = { ...wireProfiles.spec, sessionKeys: 'client-held', signatureHeader: 'X-Own-Signature' };
    expect(readWalletOptions(options({ profile: own })).profile).toEqual(own);
    for (const value of [undefined, 'no such value!', 7]) {
      expect(() => readWalletOptions(options({ profile: { ...own, [name]: value } }))).toThrow(
        new RangeError(`createWallet: profile.${name} must be as in wireProfiles`),
      );
    }
  });

  test('refuse plain http off loopback, at once', () => {
    expect(() => readWalletOptions(options({ relay: 'http://app.example.com/wallet' }))).toThrow(
      expect.objectContaining({ code: 'INSECURE_CONTEXT', nextStep: 'configure' }),
    );
    for (const host of ['localhost:3000', 'demo.localhost', '127.0.0.1', '[::1]:8080']) {
      expect(readWalletOptions(options({ relay: `http://${host}/wallet` })).relay.baseUrl).toBe(
        `http://${host}/wallet`,
      );
    }
  });

  test("refuse the sandbox's key in production, except on loopback", () => {
    const pinned = { enclaveKeys: [key, sandboxEnclavePublicKeyHex.toUpperCase()] };
    expect(() => readWalletOptions(options(pinned))).toThrow(
      expect.objectContaining({ code: 'SANDBOX_KEY_PINNED', nextStep: 'configure' }),
    );
    expect(readWalletOptions(options({ ...pinned, relay: 'http://localhost/wallet' })).enclaveKeys).toHaveLength(2);
    expect(readWalletOptions(options({ ...pinned, environment: 'sandbox' })).enclaveKeys).toHaveLength(2);
  });

  test('of the sandbox say once that anybody knows its keys, where the relay is off loopback', async () => {
    vi.resetModules();
    const fresh = await import('../../../src/kit/wallet/options.ts');
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    try {
      fresh.readWalletOptions(options());
      fresh.readWalletOptions(options({ environment: 'sandbox', relay: 'http://localhost/wallet' }));
      expect(warn.mock.calls).toEqual([]);
      for (const _ of [1, 2]) fresh.readWalletOptions(options({ environment: 'sandbox' }));
      expect(warn.mock.calls).toEqual([["createWallet: anybody knows this environment's keys"]]);
    } finally {
      warn.mockRestore();
    }
  });
});

test('hosts that only look like loopback are not', () => {
  for (const host of ['localhost.example.com', 'notlocalhost', '127.0.0.1.example.com', '128.0.0.1', '[::2]']) {
    expect(loopbackPattern.test(host)).toBe(false);
  }
});

test.each([
  'Quote:x',
  'Quote:00000000-0000-4000-8000-00000000000a/..',
  'Quote:00000000-0000-4000-8000-00000000000a?x',
  'Quote:00000000-0000-4000-8000-00000000000A',
  'Quotes:00000000-0000-4000-8000-00000000000a',
  '',
])('an id that is no lower-case record id, and could change a path, is refused (%s)', (id) => {
  expect(() => checkId(id, 'Quote', 'quote.id')).toThrow(RangeError);
});
