import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WireProfileName } from 'countersign';
import { payloadOfAnother, signedActions, withPayload, type Refused, type SignedAction } from './actions.ts';
import {
  createInterceptedWallet,
  strangersStamp,
  type Tampering,
  type InterceptedWallet,
} from './intercepted-wallet.ts';
import { pageOrigin } from './test-bench.ts';

afterEach(() => vi.unstubAllGlobals());

interface Case {
  readonly profile: WireProfileName;
  readonly name: string;
  readonly action: SignedAction;
}

const cases: readonly Case[] = (['spec', 'grid'] as const).flatMap((profile) =>
  Object.entries(signedActions).map(([name, action]) => ({ profile, name, action })),
);
// In grid a card is changed at once: there is no stamp to be refused.
const isCard = ({ action }: Case): boolean => action.path.test('/cards/x');
const stampedCases = cases.filter((one) => one.profile === 'spec' || !isCard(one));
const directCases = cases.filter((one) => one.profile === 'grid' && isCard(one));

/** Sets everything up, and waits until the session's last minute has begun. */
async function poise({
  profile,
  action,
}: Case): Promise<{ intercepted: InterceptedWallet; id: string; press: () => Promise<unknown> }> {
  const intercepted = await createInterceptedWallet(profile);
  const { bench } = intercepted;
  const id = (await action.setUp?.(intercepted)) ?? '';
  const expiresAt = intercepted.wallet.state().session?.expiresAt ?? 0;
  bench.clock.advance(expiresAt - bench.clock.now() - 60_000);
  return { intercepted, id, press: await action.ready(intercepted, id) };
}

async function expectRefusal({ action, ...one }: Case, tampering: Tampering, refused: Refused): Promise<void> {
  const { intercepted, press } = await poise({ action, ...one });
  intercepted.tamper(tampering);
  const { status, code, refusal, nextStep } = refused;
  const told = refused.told ?? { name: 'TransportError', code: 'REFUSED', status, platformCode: code };
  await expect(press()).rejects.toMatchObject({ ...told, nextStep });
  const last = (await intercepted.log(action.method, action.path)).at(-1);
  expect(last).toMatchObject({ leg: 2, status, code, ...(refusal === undefined ? {} : { refusal }) });
  expect(last).not.toHaveProperty('signedBy');
  expect(await intercepted.bench.sandbox.snapshot()).toBe(intercepted.before());
}

describe.each(stampedCases)('$name, in $profile,', (one) => {
  const { action } = one;
  const nextStep = action.refusedNextStep ?? 'restart';
  const invalid = { status: 401, code: 'WALLET_SIGNATURE_INVALID', nextStep };

  test('is done by a stamp of the key that the kit says it signs with', async () => {
    const { intercepted, press } = await poise(one);
    const key = intercepted.wallet.state().session?.compressedPublicKeyHex;
    const [earlier, before] = [
      (await intercepted.log(action.method, action.path)).length,
      await action.done(intercepted),
    ];
    await press();
    const legs = (await intercepted.log(action.method, action.path)).slice(earlier);
    expect(legs.map(({ status }) => status)).toEqual(action.legs);
    if (action.signedBy === undefined) expect(legs.at(-1)?.signedBy).toBe(key);
    else expect(legs.at(-1)?.signedBy).not.toBe(key);
    expect(legs.slice(0, -1).every(({ signedBy }) => signedBy === undefined)).toBe(true);
    expect(await action.done(intercepted)).not.toEqual(before);
  });

  test('is refused when another key has signed, and changes nothing', async () => {
    const tampering: Tampering = async (sent, intercepted) => ({
      [intercepted.header]: await strangersStamp((await action.payload?.(intercepted, sent)) ?? intercepted.pending()),
    });
    await expectRefusal(one, tampering, { ...invalid, refusal: 'key unknown' });
  });

  test('is refused when the key has expired at the service, and changes nothing', async () => {
    const expired = action.expired ?? {
      waitMs: 61_000,
      ...invalid,
      nextStep: 'reauthenticate',
      refusal: 'session expired',
    };
    await expectRefusal(one, async (_, intercepted) => (await intercepted.serviceWaits(expired.waitMs), {}), expired);
  });

  test('is refused for a stale request, and changes nothing', async () => {
    const stale = action.stale ?? { waitMs: 0, ...invalid, refusal: 'Request-Id already used' };
    const tampering: Tampering = async (_, intercepted) => {
      await intercepted.serviceWaits(stale.waitMs);
      return action.stale === undefined ? { 'request-id': intercepted.usedRequestId } : {};
    };
    await expectRefusal(one, tampering, stale);
  });

  test('is not signed when the payload is that of another action', async () => {
    const { intercepted, press } = await poise(one);
    const payload = await payloadOfAnother(intercepted, action);
    const before = intercepted.stamped.length;
    intercepted.swap(payload);
    // The payload of a quote comes with it, not with a 202.
    const asks = action.legs.length > 1;
    const quote = asks ? undefined : withPayload(await intercepted.bench.quote(1_000_000), payload);
    const state = await intercepted.bench.sandbox.snapshot();
    const attempt = quote === undefined ? press() : intercepted.wallet.quote.execute(quote);
    await expect(attempt).rejects.toMatchObject({
      name: 'WalletError',
      code: 'PAYLOAD_MISMATCH',
      nextStep: 'restart',
    });
    expect(intercepted.stamped).toHaveLength(before);
    expect(await intercepted.bench.sandbox.snapshot()).toBe(asks ? intercepted.before() : state);
  });

  test('is done once: the used stamp does nothing more, whoever sends it', async () => {
    const { intercepted, id, press } = await poise(one);
    await press();
    const sent = intercepted.stamped.findLast(({ method, path }) => method === action.method && action.path.test(path));
    if (sent === undefined) throw new Error('nothing was stamped');
    const { path, body } = (await action.again?.(intercepted, sent, id)) ?? sent;
    const before = await intercepted.bench.sandbox.snapshot();
    const { 'idempotency-key': _, ...headers } = sent.headers;
    const expected = action.reused ?? { ...invalid, refusal: 'Request-Id already used' };
    const answer = await intercepted.bench.platform(sent.method, path, body, headers);
    expect([answer.status, answer.body.code]).toEqual([expected.status, expected.code]);
    expect((await intercepted.bench.requests()).findLast((entry) => entry.path === path)).toMatchObject({
      leg: 2,
      refusal: expected.refusal,
    });
    expect(await intercepted.bench.sandbox.snapshot()).toBe(before);
  });
});

describe.each(directCases)('$name, in $profile,', (one) => {
  test('is done at once, without a stamp', async () => {
    const { intercepted, press } = await poise(one);
    const before = await one.action.done(intercepted);
    const signed = intercepted.stamped.length;
    await press();
    const legs = await intercepted.log('PATCH', one.action.path);
    expect(legs.at(-1)).toMatchObject({ leg: 1, status: 200 });
    expect(intercepted.stamped).toHaveLength(signed);
    expect(await one.action.done(intercepted)).not.toEqual(before);
  });
});

test('the same used stamp executes no other quote and not the same one again', async () => {
  const intercepted = await createInterceptedWallet();
  const quote = await intercepted.bench.quote(1_000_000);
  await intercepted.wallet.quote.execute(quote);
  const { headers = {} } = intercepted.stamped.at(-1) ?? {};
  const before = await intercepted.bench.balance();
  const path = `/quotes/${quote.id}/execute`;
  const again = await intercepted.bench.platform('POST', path, undefined, { ...headers, 'idempotency-key': 'another' });
  expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
  // With its own key, which the relay bound to its user, it is the answer of the first time that comes back.
  const same = await intercepted.bench.pageFetch(`${pageOrigin}/wallet${path}`, { method: 'POST', headers });
  expect([same.status, await same.json()]).toEqual([200, expect.objectContaining({ id: quote.id })]);
  expect((await intercepted.bench.requests()).at(-1)).toMatchObject({ replayed: true });
  expect(await intercepted.bench.balance()).toBe(before);
});
