/** Every argument of the relay and the sandbox. */
import {
  createMemoryRelayStore,
  createRelay,
  createWebhookVerifier,
  type CreateRelayOptions,
  type CreateWebhookVerifierOptions,
} from 'countersign/relay';
import { toNodeListener } from 'countersign/relay/node';
import { createSandbox, type CreateSandboxOptions } from 'countersign/sandbox';
import { listen } from 'countersign/sandbox/node';
import type { Position } from './judge.ts';

type Good = (value: unknown) => boolean;
const never: Good = () => false;
const isUndefined: Good = (value) => value === undefined;
const isFunction: Good = (value) => typeof value === 'function';
const isObject: Good = (value) => typeof value === 'object' && value !== null;
const isText: Good = (value) => typeof value === 'string' && value !== '';
const isTexts: Good = (value) => Array.isArray(value) && value.every((item) => typeof item === 'string');
const orNothing =
  (good: Good): Good =>
  (value) =>
    value === undefined || good(value);
const isAmount: Good = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isPositive: Good = (value) => isAmount(value) && value !== 0;
const isFinite: Good = (value) => typeof value === 'number' && Number.isFinite(value);
// What `??` fills in.
const isNothing: Good = (value) => value === undefined || value === null;
const isPrintable: Good = (value) =>
  isText(value) && String(value).length <= 1024 && !String(value).startsWith('\ud800');

const relayOptions: CreateRelayOptions = {
  baseUrl: 'https://service.example.com/2025-10-13',
  clientId: 'client',
  clientSecret: 'a secret of the platform',
  identify: () => null,
};

const relayGood: Readonly<Record<keyof CreateRelayOptions, Good>> = {
  baseUrl: never,
  clientId: isPrintable,
  clientSecret: isPrintable,
  identify: isFunction,
  mountPath: (value) => isNothing(value) || value === '',
  origins: isUndefined,
  store: isUndefined,
  profile: isNothing,
  groups: isNothing,
  fetch: orNothing(isFunction),
  clock: isUndefined,
  timeoutMs: (value) => isNothing(value) || isPositive(value),
  bodyTimeoutMs: (value) => isNothing(value) || isPositive(value),
  maxBodyBytes: (value) => isNothing(value) || isPositive(value),
  maxAnswerBytes: (value) => isNothing(value) || isPositive(value),
  limits: (value) =>
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0),
  recentSignInMs: orNothing(isPositive),
  relatedOrigins: isUndefined,
  userHandleSecret: (value) => isUndefined(value) || (isPrintable(value) && String(value).length >= 32),
  identifyTimeoutMs: (value) => isNothing(value) || isPositive(value),
  storeTimeoutMs: (value) => isNothing(value) || isPositive(value),
  ownershipCacheMs: (value) => isNothing(value) || isPositive(value),
  audit: orNothing(isFunction),
};

const webhookKey =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';
const webhookGood: Readonly<Record<keyof CreateWebhookVerifierOptions, Good>> = {
  publicKey: never,
  clock: isUndefined,
  handlingMs: orNothing(isPositive),
  storeTimeoutMs: orNothing(isPositive),
  profile: isNothing,
  store: isUndefined,
  replayWindowMs: orNothing(isPositive),
  maxBodyBytes: orNothing(isPositive),
};

const sandboxGood: Readonly<Record<keyof CreateSandboxOptions, Good>> = {
  seed: orNothing(isText),
  profile: isNothing,
  clock: isUndefined,
  clientId: orNothing(isText),
  clientSecret: orNothing(isText),
  onError: orNothing(isFunction),
  fetch: orNothing(isFunction),
  unsafeExecuteTwice: (value) => value === undefined || typeof value === 'boolean',
  otpCode: isUndefined,
  otpMs: orNothing(isAmount),
  challengeMs: orNothing(isAmount),
  sessionMs: orNothing(isAmount),
  quoteMs: orNothing(isAmount),
  provisionMs: orNothing(isAmount),
  settlementMs: orNothing(isAmount),
  feeBasisPoints: orNothing(isAmount),
  historyLimit: orNothing(isPositive),
  afterRefresh: isUndefined,
  walletFunding: isUndefined,
  codesPerMinute: orNothing(isAmount),
  unknownFields: isUndefined,
  relyingParties: orNothing(isTexts),
  relatedOrigins: orNothing(isTexts),
  identityProviders: (value) => isUndefined(value) || (Array.isArray(value) && value.length === 0),
  strongAuthenticationRegions: orNothing(isTexts),
};

/** `countersign/relay` and `countersign/relay/node`. */
export function relayPositions(): readonly Position[] {
  const sync = true;
  const relay = createRelay(relayOptions);
  const store = createMemoryRelayStore();
  const verifier = createWebhookVerifier({ publicKey: webhookKey });
  const ttl = { ttlMs: 1 };
  return [
    {
      title: 'createRelay: options',
      names: /options|clientId/,
      call: (bad) => createRelay(bad as never),
      sync,
      good: isFunction,
    },
    ...Object.entries(relayGood).map(([name, good]): Position => ({
      title: `createRelay: ${name}`,
      names: new RegExp(name),
      call: (bad) => createRelay({ ...relayOptions, [name]: bad }),
      sync,
      good,
    })),
    { title: 'createRelay answer: request', names: /request/, call: (bad) => relay(bad as never) },
    {
      title: 'createMemoryRelayStore: options',
      names: /options/,
      call: (bad) => createMemoryRelayStore(bad as never),
      sync,
      good: orNothing(isObject),
    },
    {
      title: 'createMemoryRelayStore: clock',
      names: /clock/,
      call: (bad) => createMemoryRelayStore({ clock: bad as never }),
      sync,
      good: isUndefined,
    },
    {
      title: 'createMemoryRelayStore take: key',
      names: /key/,
      call: (bad) => store.take(bad as never),
      good: (bad) => typeof bad === 'string',
    },
    {
      title: 'createMemoryRelayStore put: key',
      names: /key/,
      call: (bad) => store.put(bad as never, 'x', ttl),
      good: (bad) => typeof bad === 'string',
    },
    {
      title: 'createMemoryRelayStore put: value',
      names: /value/,
      call: (bad) => store.put('x', bad as never, ttl),
      good: (bad) => typeof bad === 'string',
    },
    { title: 'createMemoryRelayStore put: ttlMs', names: /ttlMs/, call: (bad) => store.put('x', 'x', bad as never) },
    {
      title: 'createMemoryRelayStore increment: key',
      names: /key/,
      call: (bad) => store.increment(bad as never, ttl),
      good: (bad) => typeof bad === 'string',
    },
    {
      title: 'createMemoryRelayStore increment: ttlMs',
      names: /ttlMs/,
      call: (bad) => store.increment('x', { ttlMs: bad as never }),
      good: isFinite,
    },
    {
      title: 'createWebhookVerifier: options',
      names: /options|publicKey/,
      call: (bad) => createWebhookVerifier(bad as never),
      sync,
    },
    ...Object.entries(webhookGood).map(([name, good]): Position => ({
      title: `createWebhookVerifier: ${name}`,
      names: new RegExp(name),
      call: (bad) => createWebhookVerifier({ publicKey: webhookKey, [name]: bad }),
      sync,
      good,
    })),
    {
      title: 'createWebhookVerifier verify: rawBody',
      names: /rawBody/,
      call: (bad) => verifier.verify(bad as never, { headers: { 'x-service-signature': 'x' } }),
    },
    {
      title: 'createWebhookVerifier verify: options',
      names: /headers/,
      call: (bad) => verifier.verify(new Uint8Array(2), bad as never),
    },
    {
      title: 'createWebhookVerifier verify: headers',
      names: /headers/,
      call: (bad) => verifier.verify(new Uint8Array(2), { headers: bad as never }),
    },
    {
      title: 'createWebhookVerifier verify: signature',
      names: /headers/,
      call: (bad) => verifier.verify(new Uint8Array(2), { headers: { 'x-service-signature': bad as never } }),
    },
    {
      title: 'toNodeListener: relay',
      names: /relay/,
      call: (bad) => toNodeListener(bad as never),
      sync,
      good: isFunction,
    },
  ];
}

/** `countersign/sandbox` and `countersign/sandbox/node`. */
export function sandboxPositions(): readonly Position[] {
  const sync = true;
  const sandbox = createSandbox();
  return [
    {
      title: 'createSandbox: options',
      names: /options/,
      call: (bad) => createSandbox(bad as never),
      sync,
      good: orNothing(isObject),
    },
    ...Object.entries(sandboxGood).map(([name, good]): Position => ({
      title: `createSandbox: ${name}`,
      names: new RegExp(name),
      call: (bad) => createSandbox({ [name]: bad }),
      sync,
      good,
    })),
    { title: 'createSandbox fetch: request', names: /request/, call: (bad) => sandbox.fetch(bad as never) },
    { title: 'listen: sandbox', names: /sandbox/, call: (bad) => listen(bad as never) },
    {
      title: 'listen: options',
      names: /options/,
      call: (bad) => listen(sandbox, bad as never),
      good: orNothing(isObject),
    },
    {
      title: 'listen: port',
      names: /port/,
      call: (bad) => listen(sandbox, { port: bad as never }),
      good: orNothing(isAmount),
    },
    { title: 'listen: host', names: /host/, call: (bad) => listen(sandbox, { host: bad as never }), good: isUndefined },
    {
      title: 'listen: allowRemote',
      names: /allowRemote/,
      call: (bad) => listen(sandbox, { allowRemote: bad as never }),
      good: (value) => value === undefined || typeof value === 'boolean',
    },
    {
      title: 'listen: onExchange',
      names: /onExchange/,
      call: (bad) => listen(sandbox, { onExchange: bad as never }),
      good: orNothing(isFunction),
    },
    {
      title: 'listen: stateFile',
      names: /stateFile/,
      call: (bad) => listen(sandbox, { stateFile: bad as never }),
      // Any text may be a file's name.
      good: (value) => value === undefined || (typeof value === 'string' && value !== ''),
    },
  ];
}
