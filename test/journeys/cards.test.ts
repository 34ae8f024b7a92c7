import { afterEach, describe, expect, test, vi } from 'vitest';
import { delegateKey } from './delegated-key.ts';
import { issueCard, createInterceptedWallet, type InterceptedWallet } from './intercepted-wallet.ts';
import { signedIn, type TestBench } from './test-bench.ts';

afterEach(() => vi.unstubAllGlobals());

const stateOf = async ({ platform }: TestBench, id: string): Promise<unknown> =>
  (await platform('GET', `/cards/${id}`)).body.state;

async function purchase({ bench }: InterceptedWallet, id: string): Promise<string | undefined> {
  const merchant = { descriptor: 'SAMPLE SHOP', mcc: '5411', country: 'US' };
  const path = `/sandbox/cards/${id}/simulate/authorization`;
  const currency = bench.sandbox.profile === 'grid' ? { code: 'USD' } : 'USD';
  const answer = await bench.platform('POST', path, { amount: 1000, currency, merchant });
  expect(answer.status).toBe(202);
  return (await bench.requests()).at(-1)?.refusal;
}

async function cardEvents({ bench }: InterceptedWallet): Promise<readonly string[]> {
  const { body } = await bench.control('GET', '/webhooks');
  const texts = (body.data as { text: string }[]).map(({ text }) => JSON.parse(text) as never);
  return texts.flatMap(({ type, data }: { type: string; data: { state: string } }) =>
    type === 'CARD.STATE_CHANGE' ? [data.state] : [],
  );
}

describe.each(['spec', 'grid'] as const)('in the profile %s', (profile) => {
  // What a change of a card that is still being made is refused with; grid names the step between two states.
  const tooEarly =
    profile === 'spec'
      ? { platformCode: 'CARD_NOT_MUTABLE', nextStep: 'retry' }
      : { platformCode: 'INVALID_STATE_TRANSITION', nextStep: 'fix-input' };

  test('a card is issued, frozen, refused a purchase, unfrozen, charged and closed, and each step is an event', async () => {
    const intercepted = await createInterceptedWallet(profile);
    const { bench, wallet } = intercepted;
    const id = await issueCard(intercepted);
    await delegateKey(bench, id);
    expect(await wallet.card.freeze(id)).toMatchObject({ id, state: 'FROZEN' });
    expect(await stateOf(bench, id)).toBe('FROZEN');
    expect(await purchase(intercepted, id)).toBe('declined: CARD_PAUSED');
    expect(await wallet.card.unfreeze(id)).toMatchObject({ id, state: 'ACTIVE' });
    const before = await bench.balance();
    expect(await purchase(intercepted, id)).toBeUndefined();
    expect(await bench.balance()).toBeLessThan(before);
    expect(await wallet.card.close(id, { confirm: 'permanent' })).toMatchObject({
      state: 'CLOSED',
      stateReason: 'CLOSED_BY_PLATFORM',
    });
    expect(await cardEvents(intercepted)).toEqual(['PROCESSING', 'ACTIVE', 'FROZEN', 'ACTIVE', 'CLOSED']);
    const statuses = (await intercepted.log('PATCH', /^\/cards\//)).map(({ status }) => status);
    expect(statuses).toEqual(profile === 'spec' ? [202, 200, 202, 200, 202, 200] : [200, 200, 200]);
  });

  test.for([
    ['a closed card', 'freeze', 'CLOSED', 409, 'fix-input'],
    ['a closed card', 'unfreeze', 'CLOSED', 409, 'fix-input'],
  ] as const)('of %s, %s is refused', async ([, move, state, status, nextStep]) => {
    const platformCode = profile === 'spec' ? 'CARD_ALREADY_CLOSED' : 'INVALID_STATE_TRANSITION';
    const intercepted = await createInterceptedWallet(profile);
    const { wallet, bench } = intercepted;
    const id = await issueCard(intercepted);
    await wallet.card.close(id, { confirm: 'permanent' });
    const signed = intercepted.stamped.length;
    await expect(wallet.card[move](id)).rejects.toMatchObject({
      name: 'TransportError',
      code: 'REFUSED',
      status,
      platformCode,
      nextStep,
    });
    expect(intercepted.stamped).toHaveLength(signed);
    expect(await stateOf(bench, id)).toBe(state);
  });

  test.for([
    ['close', 'CLOSED'],
    ['unfreeze', 'ACTIVE'],
    ['freeze', 'FROZEN'],
  ] as const)('%s of a card that is %s already is done, and nothing more is signed', async ([move, state]) => {
    const intercepted = await createInterceptedWallet(profile);
    const { wallet } = intercepted;
    const id = await issueCard(intercepted);
    const press = () => (move === 'close' ? wallet.card.close(id, { confirm: 'permanent' }) : wallet.card[move](id));
    if (move !== 'unfreeze') await press();
    const signed = intercepted.stamped.length;
    await expect(press()).resolves.toMatchObject({ id, state });
    expect(intercepted.stamped).toHaveLength(signed);
  });

  test('a card that is still being made is not frozen, and is once it is there', async () => {
    const { bench, wallet } = await createInterceptedWallet(profile);
    const { body } = await bench.platform('POST', '/cards', {
      cardholderId: bench.customerId,
      form: 'VIRTUAL',
      fundingSources: [bench.accountId],
    });
    await expect(wallet.card.freeze(body.id)).rejects.toMatchObject(tooEarly);
    bench.clock.advance(5000);
    await expect(wallet.card.freeze(body.id)).resolves.toMatchObject({ state: 'FROZEN' });
  });

  test('a card that is still being made is closed in spec, and is not in grid', async () => {
    const { bench, wallet } = await createInterceptedWallet(profile);
    const { customerId: cardholderId, accountId } = bench;
    const card = { cardholderId, form: 'VIRTUAL', fundingSources: [accountId] };
    const { body } = await bench.platform('POST', '/cards', card);
    const pressed = wallet.card.close(body.id, { confirm: 'permanent' });
    if (profile === 'spec') await expect(pressed).resolves.toMatchObject({ state: 'CLOSED' });
    else await expect(pressed).rejects.toMatchObject(tooEarly);
  });

  test('a card that changed between the two legs is refused by its code, and stays as it is', async () => {
    const intercepted = await createInterceptedWallet(profile);
    const { bench, wallet } = intercepted;
    const id = await issueCard(intercepted);
    const other = await signedIn(bench, { refreshBefore: false });
    intercepted.meanwhile(() => other.card.close(id, { confirm: 'permanent' }));
    const pressed = wallet.card.freeze(id);
    if (profile === 'grid') {
      // No second leg, no gap between two.
      await expect(pressed).resolves.toMatchObject({ state: 'FROZEN' });
      return;
    }
    await expect(pressed).rejects.toMatchObject({ platformCode: 'CARD_ALREADY_CLOSED', nextStep: 'fix-input' });
    expect(await stateOf(bench, id)).toBe('CLOSED');
  });
});

test.for([undefined, {}, { confirm: true }, { confirm: 'yes' }])(
  'a card is not closed by %j: closing is for good, and has to be said',
  async (options) => {
    const intercepted = await createInterceptedWallet();
    const id = await issueCard(intercepted);
    const before = (await intercepted.bench.requests()).length;
    await expect(intercepted.wallet.card.close(id, options as never)).rejects.toThrow(TypeError);
    expect(await intercepted.bench.requests()).toHaveLength(before);
    expect(await stateOf(intercepted.bench, id)).toBe('ACTIVE');
  },
);
