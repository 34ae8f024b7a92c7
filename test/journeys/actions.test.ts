import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WireProfileName } from 'countersign';
import { payloadOfAnother, signedActions, withPayload, type Refused, type SignedAction } from './actions.ts';
import { openScene, strangersStamp, type Meddling, type Scene } from './scene.ts';

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
async function poise({ profile, action }: Case): Promise<{ scene: Scene; id: string; press: () => Promise<unknown> }> {
  const scene = await openScene(profile);
  const { stage } = scene;
  const id = (await action.setUp?.(scene)) ?? '';
  const expiresAt = scene.wallet.state().session?.expiresAt ?? 0;
  stage.clock.advance(expiresAt - stage.clock.now() - 60_000);
  return { scene, id, press: await action.ready(scene, id) };
}

async function expectRefusal({ action, ...one }: Case, meddling: Meddling, refused: Refused): Promise<void> {
  const { scene, press } = await poise({ action, ...one });
  scene.meddle(meddling);
  const { status, code, refusal, nextStep } = refused;
  const told = refused.told ?? { name: 'TransportError', code: 'REFUSED', status, platformCode: code };
  await expect(press()).rejects.toMatchObject({ ...told, nextStep });
  const last = (await scene.log(action.method, action.path)).at(-1);
  expect(last).toMatchObject({ leg: 2, status, code, ...(refusal === undefined ? {} : { refusal }) });
  expect(last).not.toHaveProperty('signedBy');
  expect(await scene.stage.sandbox.snapshot()).toBe(scene.before());
}

describe.each(stampedCases)('$name, in $profile,', (one) => {
  const { action } = one;
  const nextStep = action.refusedNextStep ?? 'restart';
  const invalid = { status: 401, code: 'WALLET_SIGNATURE_INVALID', nextStep };

  test('is done by a stamp of the key that the kit says it signs with', async () => {
    const { scene, press } = await poise(one);
    const key = scene.wallet.state().session?.compressedPublicKeyHex;
    const [earlier, before] = [(await scene.log(action.method, action.path)).length, await action.done(scene)];
    await press();
    const legs = (await scene.log(action.method, action.path)).slice(earlier);
    expect(legs.map(({ status }) => status)).toEqual(action.legs);
    if (action.signedBy === undefined) expect(legs.at(-1)?.signedBy).toBe(key);
    else expect(legs.at(-1)?.signedBy).not.toBe(key);
    expect(legs.slice(0, -1).every(({ signedBy }) => signedBy === undefined)).toBe(true);
    expect(await action.done(scene)).not.toEqual(before);
  });

  test('is refused when another key has signed, and changes nothing', async () => {
    const meddling: Meddling = async (sent, scene) => ({
      [scene.header]: await strangersStamp((await action.payload?.(scene, sent)) ?? scene.pending()),
    });
    await expectRefusal(one, meddling, { ...invalid, refusal: 'key unknown' });
  });

  test('is refused when the key has expired at the service, and changes nothing', async () => {
    const expired = action.expired ?? {
      waitMs: 61_000,
      ...invalid,
      nextStep: 'reauthenticate',
      refusal: 'session expired',
    };
    await expectRefusal(one, async (_, scene) => (await scene.serviceWaits(expired.waitMs), {}), expired);
  });

  test('is refused for a stale request, and changes nothing', async () => {
    const stale = action.stale ?? { waitMs: 0, ...invalid, refusal: 'Request-Id already used' };
    const meddling: Meddling = async (_, scene) => {
      await scene.serviceWaits(stale.waitMs);
      return action.stale === undefined ? { 'request-id': scene.usedRequestId } : {};
    };
    await expectRefusal(one, meddling, stale);
  });

  test('is not signed when the payload is that of another action', async () => {
    const { scene, press } = await poise(one);
    const payload = await payloadOfAnother(scene, action);
    const before = scene.stamped.length;
    scene.swap(payload);
    // The payload of a quote comes with it, not with a 202.
    const asks = action.legs.length > 1;
    const quote = asks ? undefined : withPayload(await scene.stage.quote(1_000_000), payload);
    const state = await scene.stage.sandbox.snapshot();
    const attempt = quote === undefined ? press() : scene.wallet.quote.execute(quote);
    await expect(attempt).rejects.toMatchObject({
      name: 'WalletError',
      code: 'PAYLOAD_MISMATCH',
      nextStep: 'restart',
    });
    expect(scene.stamped).toHaveLength(before);
    expect(await scene.stage.sandbox.snapshot()).toBe(asks ? scene.before() : state);
  });

  test('is done once: the used stamp does nothing more, whoever sends it', async () => {
    const { scene, id, press } = await poise(one);
    await press();
    const sent = scene.stamped.findLast(({ method, path }) => method === action.method && action.path.test(path));
    if (sent === undefined) throw new Error('nothing was stamped');
    const { path, body } = (await action.again?.(scene, sent, id)) ?? sent;
    const before = await scene.stage.sandbox.snapshot();
    const { 'idempotency-key': _, ...headers } = sent.headers;
    const expected = action.reused ?? { ...invalid, refusal: 'Request-Id already used' };
    const answer = await scene.stage.platform(sent.method, path, body, headers);
    expect([answer.status, answer.body.code]).toEqual([expected.status, expected.code]);
    expect((await scene.stage.requests()).findLast((entry) => entry.path === path)).toMatchObject({
      leg: 2,
      refusal: expected.refusal,
    });
    expect(await scene.stage.sandbox.snapshot()).toBe(before);
  });
});

describe.each(directCases)('$name, in $profile,', (one) => {
  test('is done at once, without a stamp', async () => {
    const { scene, press } = await poise(one);
    const before = await one.action.done(scene);
    const signed = scene.stamped.length;
    await press();
    const legs = await scene.log('PATCH', one.action.path);
    expect(legs.at(-1)).toMatchObject({ leg: 1, status: 200 });
    expect(scene.stamped).toHaveLength(signed);
    expect(await one.action.done(scene)).not.toEqual(before);
  });
});

test('the same used stamp executes no other quote and not the same one again', async () => {
  const scene = await openScene();
  const quote = await scene.stage.quote(1_000_000);
  await scene.wallet.quote.execute(quote);
  const { headers = {} } = scene.stamped.at(-1) ?? {};
  const before = await scene.stage.balance();
  const path = `/quotes/${quote.id}/execute`;
  const again = await scene.stage.platform('POST', path, undefined, { ...headers, 'idempotency-key': 'another' });
  expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
  // With its own key it is the answer of the first time that comes back.
  const same = await scene.stage.platform('POST', path, undefined, headers);
  expect([same.status, same.body.id]).toEqual([200, quote.id]);
  expect((await scene.stage.requests()).at(-1)).toMatchObject({ replayed: true });
  expect(await scene.stage.balance()).toBe(before);
});
