/** Every argument of the tools for tests. */
import {
  createFakeWallet,
  createFixedClock,
  createSandboxControl,
  createVirtualAuthenticator,
  seedPerson,
} from 'countersign/testing';
import { signIn, signInScript, walletFixtures } from 'countersign/testing/playwright';
import type { Position } from './judge.ts';

type Good = (value: unknown) => boolean;
const isFunction: Good = (value) => typeof value === 'function';
const isObject: Good = (value) => typeof value === 'object' && value !== null;
const orNothing =
  (good: Good): Good =>
  (value) =>
    value === undefined || good(value);
const isAmount: Good = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isFinite: Good = (value) => typeof value === 'number' && Number.isFinite(value);
const isNothing: Good = (value) => value === undefined || value === null;

/** `countersign/testing` and `countersign/testing/playwright`. */
export function testingPositions(): readonly Position[] {
  const sync = true;
  const clock = createFixedClock({ now: 0 });
  return [
    { title: 'createFixedClock: options', names: /options|now/, call: (bad) => createFixedClock(bad as never), sync },
    {
      title: 'createFixedClock: now',
      names: /now/,
      call: (bad) => createFixedClock({ now: bad as never }),
      sync,
      good: isFinite,
    },
    {
      title: 'createFixedClock advance: ms',
      names: /ms/,
      call: (bad) => clock.advance(bad as never),
      sync,
      good: isAmount,
    },
    { title: 'createFixedClock jump: ms', names: /ms/, call: (bad) => clock.jump(bad as never), sync, good: isFinite },
    {
      title: 'createFixedClock schedule: delayMs',
      names: /delayMs/,
      call: (bad) => clock.schedule(bad as never, () => undefined),
      sync,
      good: isFinite,
    },
    {
      title: 'createVirtualAuthenticator: session',
      names: /session/,
      call: (bad) => createVirtualAuthenticator(bad as never),
    },
    {
      title: 'createVirtualAuthenticator: options',
      names: /options/,
      call: (bad) => createVirtualAuthenticator({ send: () => Promise.resolve({}) }, bad as never),
      good: orNothing(isObject),
    },
    {
      title: 'createFakeWallet: options',
      names: /options/,
      call: (bad) => createFakeWallet(bad as never),
      sync,
      good: orNothing(isObject),
    },
    {
      title: 'createFakeWallet: state',
      names: /state/,
      call: (bad) => createFakeWallet({ state: bad as never }),
      sync,
      good: isNothing,
    },
    {
      title: 'createFakeWallet: answers',
      names: /answers/,
      call: (bad) => createFakeWallet({ answers: bad as never }),
      sync,
      good: orNothing(isObject),
    },
    {
      title: 'createFakeWallet: accountId',
      names: /accountId/,
      call: (bad) => createFakeWallet({ accountId: bad as never }),
      sync,
      good: (bad) => bad === undefined || typeof bad === 'string',
    },
    {
      title: 'createSandboxControl: baseUrl',
      names: /baseUrl/,
      call: (bad) => createSandboxControl(bad as never),
      sync,
    },
    {
      title: 'createSandboxControl: options',
      names: /options/,
      call: (bad) => createSandboxControl('http://127.0.0.1:4600', bad as never),
      sync,
      good: orNothing(isObject),
    },
    {
      title: 'createSandboxControl: fetch',
      names: /fetch/,
      call: (bad) => createSandboxControl('http://127.0.0.1:4600', { fetch: bad as never }),
      sync,
      good: orNothing(isFunction),
    },
    { title: 'seedPerson: sandbox', names: /sandbox/, call: (bad) => seedPerson(bad as never) },
    {
      title: 'seedPerson: options',
      names: /options/,
      call: (bad) => seedPerson({ seedPerson: () => Promise.resolve({} as never) }, bad as never),
      good: orNothing(isObject),
    },
    { title: 'signInScript: person', names: /person/, call: (bad) => signInScript(bad as never), sync },
    {
      title: 'signInScript: options',
      names: /options/,
      call: (bad) => signInScript({ accountId: 'x' }, bad as never),
      sync,
      good: orNothing(isObject),
    },
    { title: 'signIn: page', names: /page/, call: (bad) => signIn(bad as never, { accountId: 'x' }) },
    {
      title: 'walletFixtures: options',
      names: /options/,
      call: (bad) => walletFixtures(bad as never),
      sync,
      good: orNothing(isObject),
    },
    {
      title: 'createFixedClock schedule: run',
      names: /run/,
      call: (bad) => clock.schedule(1, bad as never),
      sync,
      good: isFunction,
    },
  ];
}
