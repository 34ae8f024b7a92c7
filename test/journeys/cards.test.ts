import { afterEach, describe, expect, test, vi } from 'vitest';
import { namesOf } from '../contract/flows/cards.ts';
import { askForCard, issueCard, createInterceptedWallet } from './intercepted-wallet.ts';
import { signedIn, type TestBench } from './test-bench.ts';

afterEach(() => vi.unstubAllGlobals());

const statusOf = async (bench: TestBench, id: string): Promise<unknown> =>
  (await bench.platform('GET', `/cards/${id}`)).body[namesOf(bench).cardStatus];

describe.each(['spec', 'grid'] as const)('in the profile %s', (profile) => {
  // Refusal of a change of a card that is still being made; grid names the step between two states.
  const tooEarly =
    profile === 'spec'
      ? { platformCode: 'CARD_NOT_MUTABLE', nextStep: 'retry' }
      : { platformCode: 'INVALID_STATE_TRANSITION', nextStep: 'fix-input' };

  test('a card is frozen, unfrozen and closed for good, in two legs or in one', async () => {
    const intercepted = await createInterceptedWallet(profile);
    const { bench, wallet } = intercepted;
    const id = await issueCard(intercepted);
    expect(await wallet.card.freeze(id)).toMatchObject({ id, state: 'FROZEN' });
    expect(await statusOf(bench, id)).toBe('FROZEN');
    expect(await wallet.card.unfreeze(id)).toMatchObject({ id, state: 'ACTIVE' });
    const closed = await wallet.card.close(id, { confirm: 'permanent' });
    expect(closed).toMatchObject({ state: 'CLOSED', stateReason: 'CLOSED_BY_PLATFORM' });
    const platformCode = profile === 'spec' ? 'CARD_ALREADY_CLOSED' : 'INVALID_STATE_TRANSITION';
    const refused = { name: 'TransportError', code: 'REFUSED', status: 409, platformCode, nextStep: 'fix-input' };
    for (const move of ['freeze', 'unfreeze'] as const)
      await expect(wallet.card[move](id)).rejects.toMatchObject(refused);
    expect(await statusOf(bench, id)).toBe('CLOSED');
    const statuses = (await intercepted.log('PATCH', /^\/cards\//)).map(({ status }) => status);
    expect(statuses).toEqual([...(profile === 'spec' ? [202, 200, 202, 200, 202, 200] : [200, 200, 200]), 409, 409]);
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

  test('a card that is still being made is not frozen, and is closed in spec alone', async () => {
    const { bench, wallet } = await createInterceptedWallet(profile);
    const { body } = await askForCard(bench, { platformCardId: 'card-005' });
    await expect(wallet.card.freeze(body.id)).rejects.toMatchObject(tooEarly);
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
    expect(await statusOf(bench, id)).toBe('CLOSED');
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
    expect(await statusOf(intercepted.bench, id)).toBe('ACTIVE');
  },
);
