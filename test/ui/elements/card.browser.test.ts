import { expect, test } from 'vitest';
import { TransportError } from 'countersign';
import { createFakeWallet, type FakeWallet } from 'countersign-sandbox/testing';
import { place, placed } from './place.ts';

const cardOf = (id: string, state: string): object => ({ id, state, last4: id.slice(-4) });
const withCards = (...cards: readonly object[]): FakeWallet =>
  createFakeWallet({
    state: 'signed-in',
    answers: {
      'card.list': cards,
      'card.freeze': (id: string) => cardOf(id, 'FROZEN'),
      'card.unfreeze': (id: string) => cardOf(id, 'ACTIVE'),
      'card.close': (id: string) => cardOf(id, 'CLOSED'),
    },
  });
const changes = (fake: FakeWallet): readonly string[] =>
  fake.calls().flatMap(({ name, passed: [id] }) => (name === 'card.list' ? [] : [`${name} ${String(id)}`]));

test('the card that was named before the element was defined is closed after a question in words, stays in view and offers nothing more', async () => {
  const fake = withCards(cardOf('card-1111', 'ACTIVE'), cardOf('card-2222', 'FROZEN'));
  const { element, press, shows, offers, focused } = await place('card', {
    wallet: fake.wallet,
    cardId: 'card-2222',
  });
  await press('Close…');
  await shows('Closing is for good');
  await press('Keep it');
  await expect.poll(() => focused()?.textContent).toBe('Close…');
  await press('Close…');
  await press('Close this card for good');
  await shows('This card is closed for good.');
  expect(changes(fake)).toEqual(['card.close card-2222']);
  expect(fake.calls().at(-1)?.passed[1]).toMatchObject({ confirm: 'permanent' });
  expect(['Unfreeze', 'Close…'].filter(offers)).toEqual([]);
  const read = (): number => fake.calls().filter(({ name }) => name === 'card.list').length;
  const before = read();
  fake.answer('card.list', [cardOf('card-1111', 'ACTIVE')]);
  element.cardId = 'card-2222';
  await expect.poll(read).toBe(before + 1);
  await shows('•••• 2222');
});

test('the first card that isn’t closed is frozen and unfrozen, and the page is told', async () => {
  const fake = withCards(cardOf('card-1111', 'CLOSED'), cardOf('card-2222', 'ACTIVE'));
  const { element, press, shows } = await place('card', { wallet: fake.wallet });
  const told: string[] = [];
  element.addEventListener('countersign-card-changed', ({ detail }) => told.push(detail.card.state));
  await shows('•••• 2222');
  await press('Freeze');
  await shows('Frozen. Purchases are refused until you unfreeze it.');
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
  await shows('Being made');
  fake.answer('card.list', [cardOf('card-1111', 'ACTIVE')]);
  await shows('Your card is ready.');
});

test('a move keeps what is asked, and of two elements each shows its card', async () => {
  const fake = withCards(cardOf('card-1111', 'ACTIVE'), cardOf('card-2222', 'ACTIVE'));
  const { element, press, shows } = await place('card', { wallet: fake.wallet, cardId: 'card-1111' });
  const other = await place('card', { wallet: fake.wallet, cardId: 'card-2222' });
  await press('Close…');
  await shows('Closing is for good');
  document.body.append(document.createElement('main'));
  document.querySelector('main')?.append(element);
  await placed<'card'>(element).shows('Closing is for good');
  await other.shows('•••• 2222');
  expect(other.text()).not.toContain('Closing is for good');
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
  await press('Close…');
  await press('Close this card for good');
  for (const count of [1, 2]) {
    element.cardId = '';
    await expect.poll(() => lists.length).toBe(count);
  }
  lists[0]?.([]);
  await shows('•••• 1111');
  close(cardOf('card-1111', 'CLOSED'));
  await shows('This card is closed for good.');
  lists[1]?.([cardOf('card-1111', 'ACTIVE')]);
  await expect.poll(() => offers('Freeze')).toBe(false);
  expect(told).toEqual(['CLOSED']);
});
