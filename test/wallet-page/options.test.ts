import { describe, expect, test } from 'vitest';
import {
  readWalletPageOptions,
  walletPageMistakes,
  type CreateWalletPageOptions,
} from '../../src/wallet-page/options.ts';
import { sandboxEnclavePublicKeyHex as sandboxKey } from '../../src/kit/wire.ts';
import { appOrigin, enclaveKeys, openTestPage, pageOptions } from './page.ts';

test('all mistakes of a wallet page and its relay are found at once, then those of options together', () => {
  expect(
    walletPageMistakes({ ...pageOptions(), brand: { name: '' }, session: 'none', baseUrl: 'x', origins: [] }),
  ).toEqual([
    'brand.name must be a text of at most 60 characters',
    'session must be one of payment, visit',
    'baseUrl must be an absolute URL',
    'origins must be left out; pass enter and origin',
  ]);
  const together = { apps: ['https://wallet.example.com'], store: undefined, groups: ['wallet', 'export'] };
  expect(walletPageMistakes({ ...pageOptions(), ...together })).toEqual([
    'origin must have a host of its own, which none of apps has',
    "store must be given with enter: 'ticket'",
    'exportKeys must list quorum keys, for an export',
  ]);
  expect(walletPageMistakes(pageOptions())).toEqual([]);
});

describe('a wallet page', () => {
  test.each<readonly [string, Partial<CreateWalletPageOptions>, RegExp]>([
    ['in the app’s own origin', { apps: ['https://wallet.example.com'] }, /host of its own/],
    ['on a host of an app, by another port', { apps: ['https://wallet.example.com:8443'] }, /host of its own/],
    ['without TLS', { origin: 'http://wallet.example.com' }, /origin/],
    ['at a path', { origin: 'https://wallet.example.com/wallet' }, /origin/],
    ['for no app', { apps: [] }, /apps/],
    ['for an app without TLS', { apps: ['http://app.example.com'] }, /apps/],
    ['for every app', { apps: ['*'] }, /apps\[0\] must be an origin/],
    ['for every app of a domain', { apps: [appOrigin, 'https://*.example.com'] }, /apps\[1\] must be an origin/],
    ['for apps of a name without an origin', { apps: [{ name: 'a', origin: '' }] }, /apps\[0\] must be an origin/],
    ['for an app without a name', { apps: [{ origin: 'https://app.example.com', name: '' }] }, /apps must hold names/],
    ['for a name without an app', { apps: [{ name: 'a' } as never] }, /apps\[0\] must be an origin/],
    ['for one app, not in a list', { apps: 'https://app.example.com' as never }, /apps must be a list/],
    ['with tickets and no store', { store: undefined as never }, /store/],
    ['without a way to enter', { enter: 'cookie' as never }, /enter/],
    ['without the enclave’s keys', { enclaveKeys: [] }, /enclaveKeys/],
    ['with the sandbox’s key', { enclaveKeys: [...enclaveKeys, sandboxKey] }, /enclaveKeys holds the sandbox's/],
    [
      'with the sandbox’s key for exports',
      { exportKeys: [sandboxKey.toUpperCase()] },
      /exportKeys holds the sandbox's/,
    ],
    [
      'with a right of card keys for everybody',
      { cardKeyPolicies: [{ consensus: 'true', condition: 'a' }] },
      /cardKeyPolicies/,
    ],
    ['with an export and no keys for it', { groups: ['wallet', 'export'] }, /exportKeys/],
    ['in another environment', { environment: 'staging' as never }, /environment/],
    ['with another kind of session', { session: 'none' as never }, /session/],
    [
      'with a session for visits that nobody begins',
      { session: 'visit', enter: () => null },
      /session must be 'payment'/,
    ],
    ['for passkeys of another domain', { relyingPartyId: 'example.org' }, /relyingPartyId/],
    ['for passkeys of every domain', { relyingPartyId: 'com' }, /relyingPartyId/],
    ['for passkeys of a domain that ends alike', { relyingPartyId: 'ample.com' }, /relyingPartyId/],
    ['without a name', { brand: { name: '' } }, /brand\.name/],
    ['with a name that turns what follows', { brand: { name: 'a\u202e' } }, /brand\.name/],
    [
      'with a logo over 64 kB',
      { brand: { name: 'a', logo: `data:image/png;base64,${'A'.repeat(65_536)}` } },
      /brand\.logo/,
    ],
    ['with a logo of another host', { brand: { name: 'a', logo: 'https://cdn.example.com/a.svg' } }, /brand\.logo/],
    ['with a rule in a token', { brand: { name: 'a', tokens: { accent: 'red; } body { display: none' } } }, /accent/],
    ['with a rule in a token’s name', { brand: { name: 'a', tokens: { 'a: b; c': 'red' } } }, /tokens/],
    ['with another word for a brand', { brand: { name: 'a', color: 'red' } as never }, /brand/],
    [
      'with a provider without TLS',
      { identityProviders: [{ name: 'a', clientId: 'b', authorizeUrl: 'http://id.example.com' }] },
      /identityProviders/,
    ],
    ['with a relay of other origins', { origins: ['https://app.example.com'] } as never, /origins/],
    ['with a relay at another path', { mountPath: '/x' } as never, /mountPath/],
    ['with the option of another function', { identify: () => null } as never, /identify/],
  ])('doesn’t start on a host of an app, without TLS, or with another such mistake: %s', (_title, options, message) => {
    expect(() => readWalletPageOptions(pageOptions(options))).toThrow(message);
  });

  test('doesn’t start with what its relay refuses, and says whose option it is', () => {
    expect(() => openTestPage({ clientSecret: 'short' })).toThrow('createWalletPage: clientSecret');
    expect(() => openTestPage({ clientIdd: 'x' } as never)).toThrow('createWalletPage: options has no "clientIdd"');
  });

  test('takes passkeys of an app, which its related origins may allow', () => {
    const relyingPartyId = 'app.example.com';
    expect(readWalletPageOptions(pageOptions({ relyingPartyId })).relyingPartyId).toBe(relyingPartyId);
  });

  test('takes the sandbox’s key against a sandbox, and on this machine', () => {
    const keys = { enclaveKeys: [sandboxKey], exportKeys: [sandboxKey] };
    const local = { origin: 'http://wallet.demo.localhost:1', apps: ['http://app.demo.localhost:1'] };
    expect(walletPageMistakes(pageOptions({ ...keys, environment: 'sandbox' }))).toEqual([]);
    expect(walletPageMistakes(pageOptions({ ...keys, ...local }))).toEqual([]);
  });

  test('takes passkeys of the domain above it, and starts on this machine without TLS', () => {
    expect(readWalletPageOptions(pageOptions({ relyingPartyId: 'example.com' })).relyingPartyId).toBe('example.com');
    const local = { origin: 'http://wallet.demo.localhost:1', apps: ['http://app.demo.localhost:1'] };
    expect(readWalletPageOptions(pageOptions(local))).toMatchObject({
      origin: local.origin,
      apps: [{ origin: local.apps[0] }],
    });
  });
});
