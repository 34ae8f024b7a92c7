import { type SessionKeys } from 'countersign';
import { describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { createTestBench, signedIn } from './test-bench.ts';

describe.each([
  ['spec', 'sealed'],
  ['spec', 'client-held'],
  ['grid', 'client-held'],
  ['grid', 'sealed'],
] as const)('in the profile %s with %s keys', (profile, sessionKeys: SessionKeys) => {
  test('a refreshed session has a new id and a new key, which signs; the old one is gone', async () => {
    const bench = await createTestBench({ profile });
    const wallet = await signedIn(bench, { sessionKeys });
    const before = wallet.state().session;
    const after = await wallet.session.refresh();
    expect(after.sessionId).not.toBe(before?.sessionId);
    expect(after.compressedPublicKeyHex).not.toBe(before?.compressedPublicKeyHex);
    expect(wallet.state().session).toEqual(after);
    // The old session is revoked behind the refresh, when the stamps of this browser have landed.
    await eventually(async () =>
      expect(await wallet.session.list()).toEqual([expect.objectContaining({ id: after.sessionId, current: true })]),
    );
    await wallet.quote.execute(await bench.quote(1_000_000));
    expect((await bench.requests()).filter(({ path }) => path.endsWith('/execute')).at(-1)?.signedBy).toBe(
      after.compressedPublicKeyHex,
    );
  });

  test('a refresh has no option but a signal', async () => {
    const wallet = await signedIn(await createTestBench({ profile }), { sessionKeys });
    const before = wallet.state();
    await expect(wallet.session.refresh({ isDue: () => true } as never)).rejects.toThrow(/^session\.refresh: .*isDue/);
    expect(wallet.state()).toEqual(before);
  });

  test('another session of the account can be ended, and this one stays', async () => {
    const bench = await createTestBench({ profile });
    const phone = await signedIn(bench);
    const first = await signedIn(bench);
    const other = phone.state().session?.sessionId;
    await expect(first.session.revoke({ sessionId: other })).resolves.toEqual({
      service: 'revoked',
      localKeyDeleted: false,
    });
    await expect(first.session.list()).resolves.toEqual([expect.objectContaining({ current: true })]);
    await expect(first.session.revoke({ sessionId: other })).resolves.toMatchObject({ service: 'revoked' });
    expect(first.state().status).toBe('signed-in');
  });
});
