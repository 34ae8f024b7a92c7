/** Wallets whose events are held against what their callers and their state say: what `onEvent` tells must be the same. */
import {
  isKitError,
  type CreateWalletOptions,
  type Wallet,
  type WalletEvent,
  type WalletEventListener,
} from 'countersign';
import { expect, onTestFinished } from 'vitest';
import type { BrowserApis } from '../../src/kit/wallet/browser.ts';
import { openWallet } from '../../src/kit/wallet/wallet.ts';
import { nextTurn } from '../rest.ts';

interface Call {
  readonly flow: string;
  told?: { readonly outcome: string; readonly code?: string };
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Where a handle's methods belong. */
const groups: Readonly<Record<string, string>> = {
  'emailOtp.begin': 'emailOtp',
  'smsOtp.begin': 'smsOtp',
  'oauth.begin': 'oauth',
  'passkey.prepare': 'passkey',
  'passkey.prepareAdd': 'passkey',
};

/** Makes a wallet; at the end of the test compares, and closes it. */
export function createObservedWallet(options: CreateWalletOptions, browser: BrowserApis): Wallet {
  const events: WalletEvent[] = [];
  const calls: Call[] = [];
  const onEvent: WalletEventListener = (event) => {
    events.push(event);
    return options.onEvent?.(event);
  };
  const wallet = openWallet({ ...options, onEvent }, browser);
  try {
    onTestFinished(async () => {
      await import('../../src/kit/wallet/events/tell-events.ts');
      await nextTurn();
      compare(wallet, calls, events);
      wallet.close();
      await nextTurn();
      compare(wallet, calls, events);
    });
  } catch {
    // Made in a hook, which has no end of a test.
    return wallet;
  }
  return watch(wallet, '', calls);
}

function watch<Target extends object>(target: Target, group: string, calls: Call[]): Target {
  const watched = Object.entries(target).map(([name, member]: [string, unknown]) => {
    const isCall = (group !== '' || name === 'signedRetry') && name !== 'keep' && name !== 'serviceTime';
    const flow = group === '' ? name : `${group}.${name}`;
    if (flow === 'transaction.follow') return [name, watchLoop(member as Loop, flow, calls)];
    if (typeof member === 'function' && isCall) return [name, watchCall(member as Method, flow, calls)];
    return [
      name,
      isPlain(member) && Object.values(member).every((one) => ['function', 'boolean'].includes(typeof one))
        ? watch(member, name, calls)
        : member,
    ];
  });
  const copy = Object.freeze(Object.fromEntries(watched) as Target);
  originals.set(copy, target);
  return copy;
}

/** Handles that the wallet itself made, by their stand-ins: a wallet takes its own handles alone. */
const originals = new WeakMap<object, object>();
const originalOf = (passed: unknown): unknown => originals.get(Object(passed) as object) ?? passed;

type Method = (...passed: unknown[]) => Promise<unknown>;

function watchCall(method: Method, flow: string, calls: Call[]): Method {
  return (...passed) => {
    const call: Call = { flow };
    calls.push(call);
    const outcome = method(...passed.map(originalOf));
    const toldDone = (value: unknown): void => {
      call.told = { outcome: 'done', ...codeOf((value as { error?: unknown } | undefined)?.error) };
    };
    outcome.then(toldDone, (error: unknown) => {
      call.told = failureOf(error, passed);
    });
    const group = groups[flow];
    const watched = (handle: unknown): object => watch(handle as object, group ?? '', calls);
    return group === undefined ? outcome : outcome.then(watched);
  };
}

type Loop = (...passed: unknown[]) => AsyncIterable<unknown>;

/** A loop is a call that begins with its first turn, and is over when it ends or is left. */
function watchLoop(method: Loop, flow: string, calls: Call[]): Loop {
  return async function* (...passed) {
    const call: Call = { flow };
    calls.push(call);
    try {
      yield* method(...passed);
    } catch (error) {
      call.told = failureOf(error, passed);
      throw error;
    } finally {
      call.told ??= { outcome: 'done' };
    }
  };
}

function failureOf(error: unknown, passed: readonly unknown[]): NonNullable<Call['told']> {
  if (isKitError(error)) return { outcome: error.code === 'OUTCOME_UNKNOWN' ? 'unknown' : 'failed', code: error.code };
  const { signal } = Object(passed.at(-1)) as { readonly signal?: AbortSignal };
  return { outcome: signal?.aborted === true && signal.reason === error ? 'aborted' : 'failed' };
}

function codeOf(error: unknown): { readonly code?: string } {
  return isKitError(error) ? { code: error.code } : {};
}

function compare(wallet: Wallet, calls: readonly Call[], events: readonly WalletEvent[]): void {
  const own = events.filter((event) => event.step !== 'state' && !event.flow.startsWith('background.'));
  const began = own.flatMap((event) => (event.step === 'begin' ? [event] : []));
  expect(began.map(({ flow }) => flow)).toEqual(calls.map(({ flow }) => flow));
  calls.forEach(({ flow, told }, index) => {
    if (told === undefined) return;
    const ends = own.flatMap((event) => (event.step === 'end' && event.call === began[index]?.call ? [event] : []));
    const heard = ends.map(({ outcome, code }) => ({ outcome, ...(code === undefined ? {} : { code }) }));
    expect([flow, heard], 'what the events tell of a call').toEqual([flow, [told]]);
  });
  const last = events.findLast((event) => event.step === 'state');
  if (last === undefined) return;
  const { status, storage, ended } = wallet.state();
  // Subscribers don't hear changes after the close.
  if (status === 'closed') expect(last.outcome).toBe('closed');
  else expect([last.outcome, last.storage, last.reason]).toEqual([status, storage, ended?.reason]);
}
