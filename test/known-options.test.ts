import { expect, test } from 'vitest';
import { checkOptionNames } from '../src/known-options.ts';

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
    new TypeError(`createWallet: there is no option "${given}"; the nearest is "${nearest}"`),
  );
});

test('options that there are pass, and what an object inherits is none', () => {
  checkOptionNames(Object.create({ relayy: 1 }, { store: { value: 0, enumerable: true } }), names, 'createWallet');
  checkOptionNames({}, names, 'createWallet');
});
