import { describe, expect, test, vi } from 'vitest';
import { SessionError, type Session, type SessionState, type WalletState } from '../../../src/kit/session/index.ts';
import { startAutoRefresh } from '../../../src/kit/session/refresh.ts';
import { createFixedClock } from '../../../sandbox/src/testing/index.ts';
import { TransportError } from '../../../src/kit/transport/index.ts';
import { WalletError } from '../../../src/kit/wallet/wallet-error.ts';
import { nextTurn } from '../../rest.ts';

const second = 1_000;
const minute = 60 * second;

const sessionOf = (id: string, startedAt: number, lifetimeMs: number): SessionState => ({
  sessionId: `Session:${id}`,
  credentialId: 'AuthMethod:1',
  credentialType: 'EMAIL_OTP',
  nickname: 'sample.customer@example.com',
  compressedPublicKeyHex: `02${'ab'.repeat(32)}`,
  startedAt,
  expiresAt: startedAt + lifetimeMs,
});

/** A page that watches a session of this length, and notes when it tries to refresh it. */
function watch({ lifetimeMs = 15 * minute, refreshBefore = minute } = {}) {
  const clock = createFixedClock({ now: 0 });
  const listeners = new Set<() => void>();
  const page = new EventTarget();
  const now: { state: WalletState; visible: boolean } = {
    state: { status: 'signed-in', storage: 'persistent', session: sessionOf('1', 0, lifetimeMs) },
    visible: true,
  };
  const session = {
    state: () => now.state,
    subscribe(run: () => void) {
      listeners.add(run);
      return () => listeners.delete(run);
    },
  } as unknown as Session;
  const tries: number[] = [];
  const refresh = vi.fn<(expiresAt: number) => Promise<unknown>>();
  const waiting = new Set<() => void>();
  const stop = startAutoRefresh({
    session,
    clock,
    page,
    visible: () => now.visible,
    refreshBefore,
    onceFree: (run) => waiting.add(run),
    refresh(expiresAt) {
      tries.push(clock.now());
      return refresh(expiresAt);
    },
  });
  const freed = (): void => waiting.forEach((run) => run());
  const show = (session: SessionState): void => {
    now.state = { status: 'signed-in', storage: 'persistent', session };
    for (const run of listeners) run();
  };
  let ended = 0;
  /** Lets time pass second by second, and each try end. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += second) {
      clock.advance(Math.min(second, ms - passed));
      if (tries.length > ended) await nextTurn();
      ended = tries.length;
    }
  };
  return { clock, page, now, refresh, tries, show, pass, stop, freed };
}

const unreachable = new TransportError('NETWORK_FAILED', 'The relay could not be reached.', { nextStep: 'retry' });

describe('a session that nears its end', () => {
  test('is refreshed once, and its successor counts anew', async () => {
    const { refresh, tries, show, pass, stop, clock } = watch();
    refresh.mockImplementation(async () => show(sessionOf('2', clock.now(), 15 * minute)));
    await pass(29 * minute);
    expect(tries).toEqual([14 * minute, 28 * minute]);
    stop();
    expect(clock.pending()).toBe(0);
  });

  test('is refreshed at half its life where it lives no longer than the notice', async () => {
    const { refresh, tries, show, pass, clock } = watch({ lifetimeMs: 40 * second });
    refresh.mockImplementation(async () => show(sessionOf(`${clock.now()}`, clock.now(), 40 * second)));
    await pass(65 * second);
    expect(tries).toEqual([20 * second, 40 * second, 60 * second]);
  });

  test.each([
    ['an unreachable relay', unreachable],
    ['locks or storage that are refused', new SessionError('STORE_UNAVAILABLE')],
  ])('is tried again after %s with growing pauses, whatever a script has planted', async (_, error) => {
    const { refresh, tries, pass } = watch();
    refresh.mockRejectedValue(error);
    Object.assign(Object.prototype, { retryAfter: 3_600 });
    await pass(16 * minute).finally(() => Reflect.deleteProperty(Object.prototype, 'retryAfter'));
    const before = tries.map((at) => (15 * minute - at) / second);
    expect(before).toEqual([60, 59, 57, 53, 45, 29]);
  });

  test('is tried again each second while an action goes on, and at once when one of this page ends', async () => {
    const { refresh, tries, pass, freed } = watch();
    refresh.mockRejectedValue(new WalletError('BUSY', 'An action goes on.', { nextStep: 'retry' }));
    await pass(14 * minute + 4 * second);
    expect(tries.map((at) => (15 * minute - at) / second)).toEqual([60, 59, 58, 57, 56]);
    refresh.mockRejectedValue(unreachable);
    freed();
    await nextTurn();
    expect(tries).toHaveLength(6);
    // The pause after another failure is no action's to end.
    freed();
    expect(tries).toHaveLength(6);
  });

  test('waits as long as the service asked for', async () => {
    const { refresh, tries, pass } = watch();
    const options = { nextStep: 'retry', retryAfter: 20 } as const;
    refresh.mockRejectedValue(new TransportError('RATE_LIMITED', 'Too many requests.', options));
    await pass(16 * minute);
    expect(tries.map((at) => (15 * minute - at) / second)).toEqual([60, 40, 20]);
  });

  test('is tried again at once when the browser is back online', async () => {
    const { refresh, tries, pass, page } = watch();
    refresh.mockRejectedValue(unreachable);
    await pass(14 * minute + 32 * second);
    const count = tries.length;
    page.dispatchEvent(new Event('online'));
    expect(tries).toHaveLength(count + 1);
  });

  test.each([
    ['was not approved', new WalletError('NOT_APPROVED', 'Not approved.', { nextStep: 'restart' })],
    ['is over at the service', new SessionError('SIGNED_OUT')],
    ['meets a mistake of the page', new TypeError('mine')],
  ])('is not asked for again when it %s', async (_, error) => {
    const { refresh, tries, pass, page } = watch();
    refresh.mockRejectedValue(error);
    await pass(14 * minute + 30 * second);
    page.dispatchEvent(new Event('online'));
    await pass(minute);
    expect(tries).toHaveLength(1);
  });

  test('is left alone by a hidden page until somebody looks at it', async () => {
    const { refresh, tries, pass, page, now } = watch();
    refresh.mockRejectedValue(unreachable);
    now.visible = false;
    await pass(14 * minute + 20 * second);
    expect(tries).toEqual([]);
    now.visible = true;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(tries).toEqual([14 * minute + 20 * second]);
  });

  test('is refreshed by one attempt at a time', async () => {
    const { refresh, tries, pass, page } = watch();
    refresh.mockReturnValue(new Promise(() => {}));
    await pass(14 * minute + 10 * second);
    for (const wake of ['focus', 'online', 'pageshow']) page.dispatchEvent(new Event(wake));
    expect(tries).toHaveLength(1);
  });

  test('that turns out to be fresh after all is not asked for again at once', async () => {
    const { refresh, tries, pass } = watch();
    refresh.mockResolvedValue(undefined);
    await pass(14 * minute);
    expect(tries).toHaveLength(1);
    expect(refresh.mock.calls).toEqual([[15 * minute]]);
  });
});
