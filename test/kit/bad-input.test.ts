import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { badValues, faultOf, type Position } from './bad-input/judge.ts';
import { codeEntryPositions } from './bad-input/code-entry.ts';
import { cryptoPositions } from './bad-input/crypto.ts';
import { relayPositions, sandboxPositions } from './bad-input/servers.ts';
import { testingPositions } from './bad-input/testing.ts';
import { inspectorPositions, pagePositions } from './bad-input/page.ts';
import { walletPagePositions } from './bad-input/wallet-page.ts';
import { creationPositions, expiringPositions, walletPositions } from './bad-input/wallet.ts';
import { walletCalls } from '../calls.ts';
import { entries } from '../package/consumer.ts';

const { wallet, called, positions: methods } = await walletPositions();
const positions: readonly Position[] = [
  ...creationPositions(),
  ...methods,
  ...expiringPositions(),
  ...(await cryptoPositions()),
  ...relayPositions(),
  ...sandboxPositions(),
  ...walletPagePositions(),
  ...testingPositions(),
  ...inspectorPositions(),
  ...pagePositions(),
  ...codeEntryPositions(),
];

/** Functions that take nothing, or anything. */
const withoutWrongArguments = [
  'createMemoryStore',
  'createIndexedDbStore',
  'state',
  'serverState',
  'close',
  'prepare',
  'passkey.available',
  'quote.unfinished',
  'isKitError',
  'relayMistakes',
  'walletPageMistakes',
  'entranceMistakes',
  'showEverything',
];

describe('the table', () => {
  test('has a row for every function of every entry', async () => {
    const functions = new Set<string>();
    // Hooks are called by components, which React calls: their options are createWallet's.
    for (const entry of entries.filter((name) => !name.endsWith('/react'))) {
      for (const [name, value] of Object.entries((await import(/* @vite-ignore */ entry)) as object)) {
        if (typeof value === 'function' && !isErrorClass(value)) functions.add(name);
      }
    }
    expect(functions.size).toBeGreaterThan(15);
    expect([...functions].filter((name) => !isCovered(name))).toEqual([]);
  });

  test('has a row for every method of a wallet', () => {
    const paths = methodsOf(wallet, '');
    expect(paths.length).toBeGreaterThan(15);
    expect(paths.filter((path) => !isCovered(path))).toEqual([]);
  });
});

// Thousands of errors are printed, and where they were made says nothing of what they repeat.
const { stackTraceLimit } = Error;
beforeAll(() => void (Error.stackTraceLimit = 0));
afterAll(() => void (Error.stackTraceLimit = stackTraceLimit));

describe('a bad argument is refused by a typed error that says what and how to go on, and never repeats it', () => {
  test.for(positions)('$title', async (position) => {
    const faults: string[] = [];
    for (const [name, value] of Object.entries(badValues)) {
      if (isGood(position.good, value)) continue;
      const fault = await faultOf(position, value);
      if (fault !== undefined) faults.push(`${name}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  test('by every method of the catalogue that takes options', () => {
    const taking = Object.entries(walletCalls).flatMap(([name, { options }]) => (options === 'none' ? [] : [name]));
    expect([...new Set(called)].toSorted()).toEqual(taking.toSorted());
    expect(called.length).toBeGreaterThan(taking.length * 10);
  });
});

function isGood(good: (value: unknown) => boolean, value: unknown): boolean {
  try {
    return good(value);
  } catch {
    return false;
  }
}

function isErrorClass(value: unknown): boolean {
  return typeof value === 'function' && value.prototype instanceof Error;
}

function isCovered(name: string): boolean {
  const start = new RegExp(`^${name.replaceAll('.', '\\.')}[: ]`);
  return withoutWrongArguments.includes(name) || positions.some(({ title }) => start.test(title));
}

function methodsOf(value: object, path: string): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (typeof inner === 'function') return [path + name];
    return typeof inner === 'object' && inner !== null ? methodsOf(inner, `${path}${name}.`) : [];
  });
}
