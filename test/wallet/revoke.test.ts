import { createFixedClock } from 'countersign/testing';
import { describe, expect, test } from 'vitest';
import { generateSigningKeyPair } from '../../src/crypto/signing/index.ts';
import { createMemoryStore, createSessionKeeper, type SessionKeeper } from '../../src/session/index.ts';
import type { WalletContext } from '../../src/wallet/context.ts';
import { revokeSession } from '../../src/wallet/flows/revoke.ts';
import { createOnce } from '../../src/wallet/once.ts';

const accountId = 'InternalAccount:00000000-0000-4000-8000-00000000000a';
const sessionId = 'Session:00000000-0000-4000-8000-00000000000b';
const otherId = 'Session:00000000-0000-4000-8000-00000000000c';

async function signedInContext(
  revokeAtService: () => Promise<void>,
  over: (keeper: SessionKeeper) => Partial<SessionKeeper> = () => ({}),
): Promise<WalletContext> {
  const clock = createFixedClock({ now: Date.UTC(2026, 0, 15) });
  const keeper = createSessionKeeper({ accountId, clock, store: createMemoryStore() });
  const at = (ms: number): string => new Date(clock.now() + ms).toISOString();
  await keeper.adopt(
    {
      session: {
        id: sessionId,
        accountId,
        type: 'EMAIL_OTP',
        nickname: 'sample.customer@example.com',
        createdAt: at(0),
        updatedAt: at(0),
        expiresAt: at(900_000),
      },
      credentialId: 'AuthMethod:00000000-0000-4000-8000-00000000000d',
      key: await generateSigningKeyPair(),
      startedAt: { wall: clock.now(), monotonic: clock.monotonic() },
      date: clock.now(),
    },
    { replaces: 'any' },
  );
  const doors = { actions: () => revokeAtService().then(() => ({ revokeAtService: () => Promise.resolve() })) };
  return { accountId, keeper: { ...keeper, ...over(keeper) }, doors, once: createOnce() } as unknown as WalletContext;
}

describe('signing out', () => {
  test('of a page whose code can no longer be loaded deletes the key all the same', async () => {
    const missing = new Error('chunk gone');
    const context = await signedInContext(() => Promise.reject(missing));
    await expect(revokeSession(context)).resolves.toEqual({
      service: 'not-reached',
      localKeyDeleted: true,
      error: missing,
    });
    expect(context.keeper.state().status).toBe('signed-out');
  });

  test('tells when storage died before it could delete the key', async () => {
    const died = new Error('storage died');
    const context = await signedInContext(
      () => Promise.resolve(),
      () => ({ drop: () => Promise.reject(died) }),
    );
    await expect(revokeSession(context)).resolves.toEqual({ service: 'revoked', localKeyDeleted: false, error: died });
  });

  test('of another session rejects when that session could not be ended, and keeps the own key', async () => {
    const missing = new Error('offline');
    const context = await signedInContext(() => Promise.reject(missing));
    await expect(revokeSession(context, otherId)).rejects.toBe(missing);
    expect(context.keeper.state().status).toBe('signed-in');
  });
});
