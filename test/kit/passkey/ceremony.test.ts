import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebAuthnAbortService } from '@simplewebauthn/browser';
import { createFixedClock, type FixedClock } from 'countersign-sandbox/testing';
import { holdCeremony } from '../../../src/kit/passkey/ceremony.ts';
import { nextTurn } from '../../rest.ts';

let clock: FixedClock;

beforeEach(() => {
  clock = createFixedClock({ now: Date.UTC(2026, 0, 15) });
  // Node and WebKitGTK have no WebAuthn; where it is missing, a ceremony must find that the browser knows passkeys.
  if (!('PublicKeyCredential' in globalThis)) vi.stubGlobal('PublicKeyCredential', vi.fn());
});

afterEach(() => vi.unstubAllGlobals());

const never = (): Promise<never> => new Promise(() => undefined);
const rejected = (name: string) => (): Promise<never> => Promise.reject(new DOMException('', name));
const options = (more: { timeoutMs?: number; signal?: AbortSignal } = {}) => ({ timeoutMs: 60_000, clock, ...more });

test('a ceremony that succeeds resolves with what the authenticator gave, and leaves no timer', async () => {
  await expect(holdCeremony('assert', () => Promise.resolve('given'), options())).resolves.toBe('given');
  expect(clock.pending()).toBe(0);
});

test('a ceremony that fails is explained, and leaves no timer', async () => {
  await expect(holdCeremony('register', rejected('InvalidStateError'), options())).rejects.toMatchObject({
    code: 'ALREADY_REGISTERED',
  });
  await expect(holdCeremony('assert', rejected('InvalidStateError'), options())).rejects.toMatchObject({
    code: 'PASSKEY_NOT_FOUND',
  });
  expect(clock.pending()).toBe(0);
});

test('a browser without WebAuthn is UNSUPPORTED, and nothing is started', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  const start = vi.fn(never);
  await expect(holdCeremony('assert', start, options())).rejects.toMatchObject({
    name: 'PasskeyError',
    code: 'UNSUPPORTED',
    nextStep: 'unsupported',
  });
  expect(start).not.toHaveBeenCalled();
});

describe('the time limit', () => {
  test('ends a ceremony that the browser would let go on', async () => {
    const outcome = holdCeremony('assert', never, options());
    const settled = vi.fn();
    void outcome.catch(settled);
    clock.advance(59_999);
    await nextTurn();
    expect(settled).not.toHaveBeenCalled();
    clock.advance(1);
    await expect(outcome).rejects.toMatchObject({ code: 'PASSKEY_TIMED_OUT', nextStep: 'retry' });
  });

  test.for([
    [58_000, 'CANCELLED'],
    [59_500, 'PASSKEY_TIMED_OUT'],
  ] as const)('of 60 s: a refusal that comes after %i ms is %s', async ([after, code]) => {
    let refuse = (): void => undefined;
    const start = (): Promise<never> =>
      new Promise((_, reject) => {
        refuse = () => reject(new DOMException('', 'NotAllowedError'));
      });
    const outcome = holdCeremony('assert', start, options());
    clock.advance(after);
    refuse();
    await expect(outcome).rejects.toMatchObject({ code });
  });

  test('holds on a device whose monotonic clock stands still', async () => {
    const still = { ...clock, monotonic: () => 0 };
    const outcome = holdCeremony('assert', never, { timeoutMs: 60_000, clock: still });
    clock.advance(60_000);
    await expect(outcome).rejects.toMatchObject({ code: 'PASSKEY_TIMED_OUT' });
  });

  test('is not moved by somebody who sets the wall clock', async () => {
    let refuse = (): void => undefined;
    const start = (): Promise<never> =>
      new Promise((_, reject) => {
        refuse = () => reject(new DOMException('', 'NotAllowedError'));
      });
    const outcome = holdCeremony('assert', start, options());
    clock.jump(3_600_000);
    refuse();
    await expect(outcome).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('a signal', () => {
  test('that is aborted already starts nothing', async () => {
    const start = vi.fn(never);
    const reason = new Error('left the page');
    await expect(holdCeremony('assert', start, options({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    expect(start).not.toHaveBeenCalled();
  });

  test("that is aborted later ends the ceremony with the caller's own reason, even where the browser doesn't listen", async () => {
    const controller = new AbortController();
    const outcome = holdCeremony('assert', never, options({ signal: controller.signal }));
    const reason = new Error('left the page');
    controller.abort(reason);
    await expect(outcome).rejects.toBe(reason);
    expect(clock.pending()).toBe(0);
  });

  test('that is aborted after the end reaches no ceremony that other code on the page has begun', async () => {
    const controller = new AbortController();
    await holdCeremony('assert', () => Promise.resolve(1), options({ signal: controller.signal }));
    const theirs = WebAuthnAbortService.createNewAbortSignal();
    controller.abort();
    expect(theirs.aborted).toBe(false);
    WebAuthnAbortService.cancelCeremony();
  });
});

describe('of two ceremonies', () => {
  test('the second ends the first, which is cancelled and not failed', async () => {
    const first = holdCeremony('assert', never, options());
    const second = holdCeremony('register', () => Promise.resolve('second'), options());
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(second).resolves.toBe('second');
  });

  test('the signal and the time of the first no longer reach the second', async () => {
    const controller = new AbortController();
    const first = holdCeremony('assert', never, options({ timeoutMs: 1000, signal: controller.signal }));
    let answer = (): void => undefined;
    const start = (): Promise<string> =>
      new Promise((resolve) => {
        answer = () => resolve('second');
      });
    const second = holdCeremony('assert', start, options());
    controller.abort();
    clock.advance(30_000);
    await expect(first).rejects.toBeDefined();
    answer();
    await expect(second).resolves.toBe('second');
  });

  test('the end of the first, when it comes late, leaves the second one abortable', async () => {
    const first = holdCeremony('assert', never, options());
    const controller = new AbortController();
    const second = holdCeremony('assert', never, options({ signal: controller.signal }));
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
    const third = holdCeremony('assert', () => Promise.resolve('third'), options());
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(third).resolves.toBe('third');
  });
});
