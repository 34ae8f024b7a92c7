import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WireProfileName } from 'countersign';
import { signedActions, type Refused, type SignedAction } from './actions.ts';
import {
  createInterceptedWallet,
  strangersStamp,
  type Tampering,
  type InterceptedWallet,
} from './intercepted-wallet.ts';

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
  const told = { name: 'TransportError', code: 'REFUSED', status, platformCode: code };
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
