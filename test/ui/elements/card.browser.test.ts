import { expect, test } from 'vitest';
import { TransportError, WalletError } from 'countersign';
import { de } from 'countersign/messages';
import { createFakeWallet, type FakeWallet } from 'countersign-sandbox/testing';
import { place, placed } from './place.ts';

const cardOf = (id: string, state: string): object => ({ id, state, last4: id.slice(-4) });
const withCards = (...cards: readonly object[]): FakeWallet =>
  createFakeWallet({
    state: 'signed-in',
    answers: {
      'card.list': cards,
      'delegatedKeys.list': new TransportError('REFUSED', 'no route', { nextStep: 'configure', status: 404 }),
      'card.freeze': (id: string) => cardOf(id, 'FROZEN'),
      'card.unfreeze': (id: string) => cardOf(id, 'ACTIVE'),
      'card.close': (id: string) => cardOf(id, 'CLOSED'),
    },
  });
const changes = (fake: FakeWallet): readonly string[] =>
  fake.calls().flatMap(({ name, passed: [id] }) => (name.endsWith('.list') ? [] : [`${name} ${String(id)}`]));

test('the card that was named before the element was defined is closed after a question in words, stays in view and offers nothing more', async () => {
  const fake = withCards(cardOf('card-1111', 'ACTIVE'), cardOf('card-2222', 'FROZEN'));
  const { element, press, shows, offers, focused } = await place('card', {
    wallet: fake.wallet,
    cardId: 'card-2222',
  });
  await press('Close card');
  await shows('Close this card permanently?');
  await press('Keep card');
  await expect.poll(() => focused()?.textContent).toBe('Close card');
  await press('Close card');
  await press('Yes, close it');
  await shows('This card is closed.');
  expect(changes(fake)).toEqual(['card.close card-2222']);
  expect(fake.calls().at(-1)?.passed[1]).toMatchObject({ confirm: 'permanent' });
  expect(['Unfreeze', 'Close card'].filter(offers)).toEqual([]);
  const read = (): number => fake.calls().filter(({ name }) => name === 'card.list').length;
  const before = read();
  fake.answer('card.list', [cardOf('card-1111', 'ACTIVE')]);
  element.cardId = 'card-2222';
  await expect.poll(read).toBe(before + 1);
  await shows('•••• 2222');
});

test('the card says that it is virtual, and whose it is: by the page’s name, or by its picture', async () => {
  const fake = withCards({ ...cardOf('card-1111', 'ACTIVE'), form: 'VIRTUAL' });
  const { element, shows, text } = await place('card', { wallet: fake.wallet, brand: 'Sample\u202eBank' });
  await shows('Sample[U+202E]BankVirtual');
  const reads = fake.calls().length;
  element.brand = 'Sample';
  await shows('SampleVirtual');
  expect(fake.calls().length).toBe(reads);
  const logo = Object.assign(document.createElement('img'), { slot: 'mark', alt: '' });
  element.append(logo);
  expect(logo.assignedSlot?.name).toBe('mark');
  element.brand = undefined;
  await expect.poll(text).not.toContain('Sample');
});

test('what was said in one language isn’t left on the screen in another', async () => {
  const fake = withCards(cardOf('card-1111', 'ACTIVE'));
  const { element, press, shows, text } = await place('card', { wallet: fake.wallet });
  await press('Freeze');
  await shows('Frozen. Purchases are declined until you unfreeze it.');
  // The same language, as a page may build it with each drawing.
  element.locale = undefined;
  await Promise.resolve();
  expect(text()).toContain('Purchases are declined');
  element.locale = de;
  await shows('Karte schließen');
  expect(text()).not.toContain('Purchases');
});

test('the first card that isn’t closed is frozen and unfrozen, and the page is told', async () => {
  const fake = withCards(cardOf('card-1111', 'CLOSED'), cardOf('card-2222', 'ACTIVE'));
  const { element, press, shows } = await place('card', { wallet: fake.wallet });
  const told: string[] = [];
  element.addEventListener('countersign-card-changed', ({ detail }) => told.push(detail.card.state));
  await shows('•••• 2222');
  await press('Freeze');
  await shows('Frozen. Purchases are declined until you unfreeze it.');
  await press('Unfreeze');
  await shows('Active again.');
  expect(changes(fake)).toEqual(['card.freeze card-2222', 'card.unfreeze card-2222']);
  expect(told).toEqual(['FROZEN', 'ACTIVE']);
});

test('a change that was refused shows why and the card as it is now', async () => {
  const fake = withCards(cardOf('card-1111', 'ACTIVE'));
  const refused = new TransportError('REFUSED', 'refused', {
    nextStep: 'fix-input',
    status: 409,
    platformCode: 'INVALID_STATE_TRANSITION',
  });
  fake.answer('card.freeze', refused);
  const { element, press, shows } = await place('card', { wallet: fake.wallet });
  const told: unknown[] = [];
  element.addEventListener('countersign-problem', ({ detail }) => told.push(detail.error));
  await shows('•••• 1111');
  fake.answer('card.list', [cardOf('card-1111', 'CLOSED')]);
  await press('Freeze');
  await shows('Closed');
  expect(told).toEqual([refused]);
  await expect.poll(() => element.shadowRoot?.querySelector('[role="alert"] strong')).not.toBeNull();
});

test('a card that is being made is asked for until it is ready, while the element is in the page', async () => {
  const fake = withCards(cardOf('card-1111', 'PROCESSING'));
  const { shows } = await place('card', { wallet: fake.wallet });
  await shows('Preparing');
  fake.answer('card.list', [cardOf('card-1111', 'ACTIVE')]);
  await shows('Your card is ready.');
});

test('a card with a status that is not known yet is not ready, offers nothing, and is asked for until it is', async () => {
  const fake = withCards(cardOf('card-1111', 'NOT_KNOWN_YET'));
  fake.answer('delegatedKeys.list', []);
  const { shows, offers } = await place('card', { wallet: fake.wallet });
  await shows('Not ready yet');
  expect(['Freeze', 'Unfreeze', 'Close card', 'Turn on purchases'].filter(offers)).toEqual([]);
  fake.answer('card.list', [cardOf('card-1111', 'ACTIVE')]);
  await shows('Active');
});

test('a move keeps what is asked, and of two elements each shows its card', async () => {
  const fake = withCards(cardOf('card-1111', 'ACTIVE'), cardOf('card-2222', 'ACTIVE'));
  const { element, press, shows } = await place('card', { wallet: fake.wallet, cardId: 'card-1111' });
  const other = await place('card', { wallet: fake.wallet, cardId: 'card-2222' });
  await press('Close card');
  await shows('Close this card permanently?');
  document.body.append(document.createElement('main'));
  document.querySelector('main')?.append(element);
  await placed<'card'>(element).shows('Close this card permanently?');
  await other.shows('•••• 2222');
  expect(other.text()).not.toContain('Close this card permanently?');
});

test('a card that is being closed stays in view, whatever lists say before the answer or were asked before it', async () => {
  const fake = withCards(cardOf('card-1111', 'ACTIVE'));
  const lists: ((cards: readonly object[]) => void)[] = [];
  let close = (_card: object): void => undefined;
  const { element, press, shows, offers } = await place('card', { wallet: fake.wallet });
  await shows('•••• 1111');
  fake.answer('card.close', () => new Promise((resolve) => (close = resolve)));
  fake.answer('card.list', () => new Promise((resolve) => lists.push(resolve)));
  const told: string[] = [];
  element.addEventListener('countersign-card-changed', ({ detail }) => told.push(detail.card.state));
  await press('Close card');
  await press('Yes, close it');
  for (const count of [1, 2]) {
    element.cardId = '';
    await expect.poll(() => lists.length).toBe(count);
  }
  lists[0]?.([]);
  await shows('•••• 1111');
  close(cardOf('card-1111', 'CLOSED'));
  await shows('This card is closed.');
  lists[1]?.([cardOf('card-1111', 'ACTIVE')]);
  await expect.poll(() => offers('Freeze')).toBe(false);
  expect(told).toEqual(['CLOSED']);
});

const keyOf = (cardId: string, status: string): object => ({ id: `key of ${cardId}`, cardId, status });

test('Without pinned rights of card keys the card offers no button for one: it says to contact support', async () => {
  const fake = withCards(cardOf('card-1111', 'ACTIVE'));
  fake.answer('delegatedKeys.list', []);
  const { delegatedKeys } = fake.wallet;
  const wallet = { ...fake.wallet, delegatedKeys: { ...delegatedKeys, canCreate: false } };
  const { shows, offers } = await place('card', { wallet });
  await shows('Purchases are declined. They can’t be turned on here yet: contact support.');
  expect([offers('Turn on purchases'), offers('Freeze')]).toEqual([false, true]);
});

test('a card without a delegated key has a step that says what it allows, creates the key, and offers to end it after a question', async () => {
  const fake = withCards(cardOf('card-1111', 'ACTIVE'));
  fake.answer('delegatedKeys.list', [keyOf('card-1111', 'REVOKED'), keyOf('card-2222', 'ACTIVE')]);
  const { press, shows, offers } = await place('card', { wallet: fake.wallet });
  await shows('Your card provider can then take payments from this wallet, up to your balance, until you turn it off.');
  fake.answer('delegatedKeys.create', () => {
    fake.answer('delegatedKeys.list', [keyOf('card-1111', 'ACTIVE')]);
    return keyOf('card-1111', 'ACTIVE');
  });
  await press('Turn on purchases');
  await shows('Turn on purchases with this card?');
  expect(changes(fake)).toEqual([]);
  await press('Yes, turn on');
  await shows('You can pay with this card now.');
  expect(offers('Turn on purchases')).toBe(false);
  fake.answer('delegatedKeys.revoke', () => fake.answer('delegatedKeys.list', []));
  await press('Turn off');
  await shows('Turn off purchases? This card will be declined.');
  await press('Turn off purchases');
  await shows('Purchases are off.');
  expect(offers('Turn on purchases')).toBe(true);
  expect(changes(fake)).toEqual(['delegatedKeys.create [object Object]', 'delegatedKeys.revoke key of card-1111']);
  const created = fake.calls().find(({ name }) => name === 'delegatedKeys.create');
  expect(created?.passed[0]).toMatchObject({ cardId: 'card-1111', nickname: 'Your card 1111' });
});

test('what was said of a card is gone once it is no longer true', async () => {
  const fake = withCards(cardOf('card-1111', 'ACTIVE'));
  fake.answer('card.freeze', () => {
    fake.answer('card.list', [cardOf('card-1111', 'FROZEN')]);
    return cardOf('card-1111', 'FROZEN');
  });
  const { element, press, shows, text } = await place('card', { wallet: fake.wallet });
  await press('Freeze');
  await shows('Purchases are declined until you unfreeze it.');
  await element.reload();
  await shows('Purchases are declined until you unfreeze it.');
  fake.answer('card.list', [cardOf('card-1111', 'ACTIVE')]);
  await element.reload();
  await expect.poll(text).not.toContain('Purchases are declined until you unfreeze it.');
});

test('a card whose key gets no pinned rights sends the person to support', async () => {
  const fake = withCards(cardOf('card-1111', 'ACTIVE'));
  fake.answer('delegatedKeys.list', []);
  fake.answer(
    'delegatedKeys.create',
    new WalletError('CARD_KEY_POLICIES_MISSING', 'Nothing is pinned.', { nextStep: 'configure' }),
  );
  const { press, shows } = await place('card', { wallet: fake.wallet });
  await press('Turn on purchases');
  await press('Yes, turn on');
  await shows('Trying again doesn’t help. Contact support.');
});

test('a card that waits for its delegated key offers that step alone, and is read again once the key is created', async () => {
  const pending = { ...cardOf('card-1111', 'PENDING'), stateReason: 'DELEGATION_REQUIRED' };
  const fake = withCards(pending);
  fake.answer('delegatedKeys.list', []);
  const { press, shows, offers } = await place('card', { wallet: fake.wallet });
  await shows('Not ready yet');
  await shows('Turn on purchases');
  expect(['Freeze', 'Unfreeze', 'Close card'].filter(offers)).toEqual([]);
  fake.answer('delegatedKeys.create', () => {
    fake.answer('delegatedKeys.list', [keyOf('card-1111', 'ACTIVE')]);
    fake.answer('card.list', [cardOf('card-1111', 'ACTIVE')]);
    return keyOf('card-1111', 'ACTIVE');
  });
  await press('Turn on purchases');
  await press('Yes, turn on');
  await shows('You can pay with this card now.');
  await expect.poll(() => offers('Freeze')).toBe(true);
  fake.answer('delegatedKeys.revoke', () => {
    fake.answer('delegatedKeys.list', []);
    fake.answer('card.list', [pending]);
  });
  await press('Turn off');
  await press('Turn off purchases');
  await shows('Not ready yet');
  expect(offers('Turn on purchases')).toBe(true);
});

test.each(['CLOSED', 'PROCESSING', 'PENDING'])('a card that is %s asks for no key', async (state) => {
  const fake = withCards(cardOf('card-1111', state));
  fake.answer('delegatedKeys.list', []);
  const { shows, text } = await place('card', { wallet: fake.wallet, cardId: 'card-1111' });
  await shows('1111');
  expect(text()).not.toContain('Turn on purchases');
});

test('keys that can’t be read are a problem, not a card that needs none', async () => {
  const fake = withCards(cardOf('card-1111', 'ACTIVE'));
  fake.answer('delegatedKeys.list', new TransportError('SERVICE_FAILED', 'down', { nextStep: 'retry', status: 500 }));
  const { press, shows } = await place('card', { wallet: fake.wallet });
  await shows('Try again');
  fake.answer('delegatedKeys.list', []);
  await press('Try again');
  await shows('Turn on purchases');
});
