import { createCodeEntry } from 'countersign/code-entry';
import { inspectEnvironment } from 'countersign/environment';
import { createMemoryRelayStore, createRelay, createWebhookVerifier } from 'countersign/relay';
import { createSandbox } from 'countersign-sandbox';
import {
  createFakeWallet,
  createFixedClock,
  createSandboxControl,
  createVirtualAuthenticator,
} from 'countersign-sandbox/testing';
import { signInScript, walletFixtures } from 'countersign-sandbox/testing/playwright';
import { expect, test } from 'vitest';
import { checkOptionNames } from '../../src/kit/options.ts';

const names = {
  identify: 0,
  identifyTimeoutMs: 0,
  mountPath: 0,
  store: 0,
  storeTimeoutMs: 0,
  relay: 0,
  approve: 0,
  settlementMs: 0,
  onPayload: 0,
  onEvent: 0,
};

test.for<readonly [given: string, nearest: string]>([
  ['idenitfy', 'identify'],
  ['mountpath', 'mountPath'],
  ['relayy', 'relay'],
  ['aprove', 'approve'],
  ['settlement', 'settlementMs'],
  ['storeTimeout', 'storeTimeoutMs'],
  ['onEvents', 'onEvent'],
  ['constructor', 'store'],
])('the option %s is refused, and %s named as the nearest', ([given, nearest]) => {
  expect(() => checkOptionNames({ relay: '/wallet', [given]: undefined }, names, 'createWallet')).toThrow(
    new TypeError(`createWallet: options has no "${given}"; pass "${nearest}", the nearest name, or leave it out`),
  );
});

test('options that there are pass, and what an object inherits is none', () => {
  checkOptionNames(Object.create({ relayy: 1 }, { store: { value: 0, enumerable: true } }), names, 'createWallet');
  checkOptionNames({}, names, 'createWallet');
});

const relay = {
  baseUrl: 'https://service.example.com/2025-10-13',
  clientId: 'client',
  clientSecret: 'a secret of the platform',
  identify: () => null,
};
const person = { accountId: 'InternalAccount:00000000-0000-4000-8000-000000000001' };
const publicKey = createSandbox().webhookPublicKeyPem;

/** Creators of each object, by the misspelt option and the right one. */
const misspelt: Readonly<Record<string, (option: object) => unknown>> = {
  'createRelay: mountpath, mountPath': (option) => createRelay({ ...relay, ...option }),
  'createMemoryRelayStore: clocks, clock': (option) => createMemoryRelayStore(option),
  'createWebhookVerifier: stor, store': (option) =>
    createWebhookVerifier({ publicKey, environment: 'sandbox', ...option }),
  'createSandbox: settlement, settlementMs': (option) => createSandbox(option),
  'createCodeEntry: codelength, codeLength': (option) => createCodeEntry(createFakeWallet().wallet, option),
  'inspectEnvironment: timeout, timeoutMs': (option) => inspectEnvironment(option),
  'createFakeWallet: answer, answers': (option) => createFakeWallet(option),
  'createFixedClock: nowMs, now': (option) => createFixedClock({ now: 0, ...option }),
  'createSandboxControl: fetsh, fetch': (option) => createSandboxControl('http://localhost', option),
  'createVirtualAuthenticator: verify, verifies': (option) =>
    createVirtualAuthenticator({ send: () => Promise.resolve() }, option),
  'signInScript: profil, profile': (option) => signInScript(person, option),
  'walletFixtures: sandboxURL, sandboxUrl': (option) => walletFixtures(option),
};

test.for(Object.entries(misspelt))(
  'what is misspelt is refused, and what is meant is named, in %s',
  async ([title, create]) => {
    const [place = '', given = '', nearest = ''] = title.split(/[:,] /);
    const message = `${place}: options has no "${given}"; pass "${nearest}", the nearest name, or leave it out`;
    await expect((async () => create({ [given]: undefined }))()).rejects.toThrow(new TypeError(message));
  },
);
