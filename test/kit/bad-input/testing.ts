/** Every argument of the tools for tests. */
import {
  createFakeWallet,
  createFixedClock,
  createSandboxControl,
  createVirtualAuthenticator,
  seedPerson,
} from 'countersign-sandbox/testing';
import { press, signIn, signInScript, walletFixtures } from 'countersign-sandbox/testing/playwright';
import {
  isDuration,
  isFunction,
  isNothing,
  isNumber,
  isObject,
  isString,
  never,
  orNothing,
  rejecting,
  throwing,
  type Position,
} from './judge.ts';

/** `countersign-sandbox/testing` and `countersign-sandbox/testing/playwright`. */
export function testingPositions(): readonly Position[] {
  const clock = createFixedClock({ now: 0 });
  const sandboxUrl = 'http://127.0.0.1:4600';
  const person = { accountId: 'x' };
  const session = { send: () => Promise.resolve({}) };
  const sandbox = { seedPerson: () => Promise.resolve({} as never) };
  return [
    ...throwing([
      ['createFixedClock: options', (bad) => createFixedClock(bad), never, /options|now/],
      ['createFixedClock: now', (now) => createFixedClock({ now }), isNumber],
      ['createFixedClock advance: ms', (bad) => clock.advance(bad), isDuration],
      ['createFixedClock jump: ms', (bad) => clock.jump(bad), isNumber],
      ['createFixedClock schedule: delayMs', (bad) => clock.schedule(bad, () => undefined), isNumber],
      ['createFixedClock schedule: run', (bad) => clock.schedule(1, bad), isFunction],
      ['createFakeWallet: options', (bad) => createFakeWallet(bad), orNothing(isObject)],
      ['createFakeWallet: state', (state) => createFakeWallet({ state }), isNothing],
      ['createFakeWallet: answers', (answers) => createFakeWallet({ answers }), orNothing(isObject)],
      ['createFakeWallet: accountId', (accountId) => createFakeWallet({ accountId }), orNothing(isString)],
      ['createSandboxControl: baseUrl', (bad) => createSandboxControl(bad)],
      ['createSandboxControl: options', (bad) => createSandboxControl(sandboxUrl, bad), orNothing(isObject)],
      ['createSandboxControl: fetch', (fetch) => createSandboxControl(sandboxUrl, { fetch }), orNothing(isFunction)],
      ['signInScript: person', (bad) => signInScript(bad)],
      ['signInScript: options', (bad) => signInScript(person, bad), orNothing(isObject)],
      ['walletFixtures: options', (bad) => walletFixtures(bad), orNothing(isObject)],
    ]),
    ...rejecting([
      ['createVirtualAuthenticator: session', (bad) => createVirtualAuthenticator(bad)],
      ['createVirtualAuthenticator: options', (bad) => createVirtualAuthenticator(session, bad), orNothing(isObject)],
      ['seedPerson: sandbox', (bad) => seedPerson(bad)],
      ['seedPerson: options', (bad) => seedPerson(sandbox, bad), orNothing(isObject)],
      ['signIn: page', (bad) => signIn(bad, person)],
      ['press: button', (bad) => press(bad)],
    ]),
  ];
}
