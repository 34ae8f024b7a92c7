/** Every argument of the relay and the sandbox. */
import {
  createMemoryRelayStore,
  createRelay,
  createWebhookVerifier,
  type CreateRelayOptions,
  type CreateWebhookVerifierOptions,
} from 'countersign/relay';
import { createRedisRelayStore } from 'countersign/relay/redis';
import { toNodeListener } from 'countersign/relay/node';
import { createSandbox, type CreateSandboxOptions } from 'countersign-sandbox';
import { listen } from 'countersign-sandbox/node';
import {
  isAmount,
  isFunction,
  isNothing,
  isNumber,
  isObject,
  isPositive,
  isString,
  isText,
  isUndefined,
  never,
  optionRows,
  orNothing,
  rejecting,
  throwing,
  type Good,
  type Position,
} from './judge.ts';

const isTexts: Good = (value) => Array.isArray(value) && value.every(isString);
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
  nameAccount: orNothing(isFunction),
  mountPath: (value) => isNothing(value) || value === '',
  origins: isUndefined,
  store: isUndefined,
  profile: isNothing,
  groups: isNothing,
  fetch: orNothing(isFunction),
  clock: isUndefined,
  timeoutMs: (value) => isNothing(value) || isPositive(value),
  limits: (value) =>
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0),
  recentSignInMs: orNothing(isPositive),
  relatedOrigins: isUndefined,
  userHandleSecret: (value) => isUndefined(value) || (isPrintable(value) && String(value).length >= 32),
  identifyTimeoutMs: (value) => isNothing(value) || isPositive(value),
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
  environment: isUndefined,
  maxBodyBytes: orNothing(isPositive),
};

const sandboxGood: Readonly<Record<keyof CreateSandboxOptions, Good>> = {
  seed: orNothing(isText),
  keys: isUndefined,
  profile: isNothing,
  contract: isUndefined,
  endUserTerms: isUndefined,
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
  unapprovedPayments: isUndefined,
  unknownFields: isUndefined,
  relyingParties: orNothing(isTexts),
  relatedOrigins: orNothing(isTexts),
  identityProviders: (value) => isUndefined(value) || (Array.isArray(value) && value.length === 0),
  strongAuthenticationRegions: orNothing(isTexts),
};

/** `countersign/relay` and `countersign/relay/node`. */
export function relayPositions(): readonly Position[] {
  const relay = createRelay(relayOptions);
  const store = createMemoryRelayStore();
  const verifier = createWebhookVerifier({ publicKey: webhookKey });
  const ttl = { ttlMs: 1 };
  const body = new Uint8Array(2);
  return [
    ...throwing([
      ['createRelay: options', (bad) => createRelay(bad), isFunction, /options|baseUrl/],
      ...optionRows('createRelay', relayGood, (bad: object) => createRelay({ ...relayOptions, ...bad })),
      ['createRedisRelayStore: options', (bad) => createRedisRelayStore(bad), never, /options|client/],
      ['createRedisRelayStore: client', (client) => createRedisRelayStore({ client })],
      ['createMemoryRelayStore: options', (bad) => createMemoryRelayStore(bad), orNothing(isObject)],
      ['createMemoryRelayStore: clock', (clock) => createMemoryRelayStore({ clock }), isUndefined],
      ['createWebhookVerifier: options', (bad) => createWebhookVerifier(bad), never, /options|publicKey/],
      ...optionRows('createWebhookVerifier', webhookGood, (bad: object) =>
        createWebhookVerifier({ publicKey: webhookKey, ...bad }),
      ),
      ['toNodeListener: relay', (bad) => toNodeListener(bad), isFunction],
    ]),
    ...rejecting([
      ['createRelay answer: request', (bad) => relay(bad)],
      ['createMemoryRelayStore take: key', (bad) => store.take(bad), isString],
      ['createMemoryRelayStore put: key', (bad) => store.put(bad, 'x', ttl), isString],
      ['createMemoryRelayStore put: value', (bad) => store.put('x', bad, ttl), isString],
      ['createMemoryRelayStore put: ttlMs', (bad) => store.put('x', 'x', bad)],
      ['createMemoryRelayStore increment: key', (bad) => store.increment(bad, ttl), isString],
      ['createMemoryRelayStore increment: ttlMs', (ttlMs) => store.increment('x', { ttlMs }), isNumber],
      [
        'createWebhookVerifier verify: rawBody',
        (bad) => verifier.verify(bad, { headers: { 'x-service-signature': 'x' } }),
      ],
      ['createWebhookVerifier verify: options', (bad) => verifier.verify(body, bad), never, /headers/],
      ['createWebhookVerifier verify: headers', (headers) => verifier.verify(body, { headers })],
      [
        'createWebhookVerifier verify: signature',
        (bad) => verifier.verify(body, { headers: { 'x-service-signature': bad } }),
        never,
        /headers/,
      ],
    ]),
  ];
}

/** `countersign-sandbox` and `countersign-sandbox/node`. */
export function sandboxPositions(): readonly Position[] {
  const sandbox = createSandbox();
  return [
    ...throwing([
      ['createSandbox: options', (bad) => createSandbox(bad), orNothing(isObject)],
      ...optionRows('createSandbox', sandboxGood, (bad) => createSandbox(bad)),
    ]),
    ...rejecting([
      ['createSandbox fetch: request', (bad) => sandbox.fetch(bad)],
      ['listen: sandbox', (bad) => listen(bad)],
      ['listen: options', (bad) => listen(sandbox, bad), orNothing(isObject)],
      ['listen: port', (port) => listen(sandbox, { port }), orNothing(isAmount)],
      ['listen: host', (host) => listen(sandbox, { host }), isUndefined],
      [
        'listen: allowRemote',
        (allowRemote) => listen(sandbox, { allowRemote }),
        (value) => value === undefined || typeof value === 'boolean',
      ],
      ['listen: onExchange', (onExchange) => listen(sandbox, { onExchange }), orNothing(isFunction)],
      // Any text may be a file's name.
      ['listen: stateFile', (stateFile) => listen(sandbox, { stateFile }), orNothing(isText)],
    ]),
  ];
}
