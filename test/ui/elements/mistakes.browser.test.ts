/** Elements that are given something that can't be drawn: they say so, throw nothing, and offer no press. */
import { beforeAll, expect, test } from 'vitest';
import { defineElements, type ElementName } from 'countersign/elements';
import { de } from 'countersign/messages';
import { createFakeWallet } from 'countersign-sandbox/testing';
import { place } from './place.ts';
import { quoteOf } from './sample-quote.ts';

const quote = quoteOf();
const signedIn = () => createFakeWallet({ state: 'signed-in', answers: { 'transaction.follow': [] } }).wallet;

beforeAll(() => defineElements());

type Mistake = readonly [title: string, name: ElementName, properties: object, says: RegExp];
const wrongQuote = (title: string, more: object, says: RegExp): Mistake[] =>
  (['review', 'payment'] as const).map((name) => [
    `${name} with ${title}`,
    name,
    { quote: { ...quote, ...more }, transactionId: quote.transactionId },
    says,
  ]);
const wrongLocale = (language: string): Mistake => [
  `review in the language "${language}"`,
  'review',
  { quote, locale: { ...de, language } },
  /^locale\.language/,
];

test.for<Mistake>([
  ...['de_DE', '', 'x'].map(wrongLocale),
  ['review with a text for a locale', 'review', { quote, locale: 'de' }, /^locale/],
  ['review with an error body', 'review', { quote: { status: 404, code: 'NOT_FOUND', message: 'no' } }, /^quote\.id/],
  ['review with a text', 'review', { quote: 'Quote:1' }, /^quote/],
  ...wrongQuote('no currency', { sendingCurrency: undefined }, /^quote\.sendingCurrency/),
  ...wrongQuote('an amount as text', { totalSendingAmount: '40000000' }, /^quote\.totalSendingAmount/),
  ...wrongQuote('no rate', { exchangeRate: 0 }, /^quote\.exchangeRate/),
  ...wrongQuote('an unreadable time', { expiresAt: 'soon' }, /^quote\.expiresAt/),
  ...wrongQuote('a time without an offset', { expiresAt: '2126-01-15T12:05:00' }, /^quote\.expiresAt/),
  ['review with a clock that stands at nothing', 'review', { quote, serviceTime: () => Number.NaN }, /serviceTime/],
  ['session with a clock that stands at nothing', 'session', { serviceTime: () => Number.NaN }, /^serviceTime/],
  ['review with a clock that is no function', 'review', { quote, serviceTime: 'noon' }, /^serviceTime/],
  ['session with a clock that is no function', 'session', { serviceTime: 1 }, /^serviceTime/],
  ['review with a payee that is no text', 'review', { quote, payee: { name: 'Sample Bank' } }, /^payee/],
  [
    'payment with a payee that is no text',
    'payment',
    { transactionId: quote.transactionId, payee: Symbol('x') },
    /^payee/,
  ],
  ['sign-in with a brand that is no text', 'sign-in', { brand: Symbol('brand') }, /^brand/],
  ['sign-in with providers that are no list', 'sign-in', { providers: {} }, /^providers/],
  ['credentials with providers that are no list', 'credentials', { providers: 'one' }, /^providers/],
  ['activity with a customer that is no text', 'activity', { customerId: {} }, /^customerId/],
  ['payment with an id that is no text', 'payment', { transactionId: Object.create(null) }, /^transactionId/],
  ['card with an id that is no text', 'card', { cardId: Symbol('card') }, /^cardId/],
  ['code-entry with a type that is no text', 'code-entry', { type: Object.create(null) }, /^type/],
  ...(['sign-in', 'review', 'card', 'session'] as const).map((name): Mistake => [
    `${name} with a promise of a wallet`,
    name,
    { wallet: Promise.resolve(signedIn()) },
    /^wallet/,
  ]),
])('%s shows a problem, tells it once, and has nothing to press', async ([, name, properties, says]) => {
  const { element, shows, text } = await place(name, {});
  const told: unknown[] = [];
  element.addEventListener('countersign-problem', ({ detail }) => told.push(detail.error));
  expect(() => Object.assign(element, { wallet: signedIn() }, properties)).not.toThrow();
  await shows('That didn’t work');
  expect(element.shadowRoot?.querySelectorAll('button').length, text()).toBe(0);
  element.setAttribute('allow-framed', '');
  await Promise.resolve();
  expect(told).toEqual([expect.any(TypeError)]);
  expect((told[0] as Error).message).toMatch(says);
});

test('a problem that stays is spoken once, and not with each second', async () => {
  const { element, shows } = await place('review', { wallet: signedIn(), quote: { ...quote, exchangeRate: 0 } });
  await shows('That didn’t work');
  const changes: unknown[] = [];
  if (element.shadowRoot === null) throw new Error('The element has no shadow root.');
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(element.shadowRoot, { childList: true, subtree: true, characterData: true });
  element.setAttribute('allow-framed', '');
  await new Promise((resolve) => requestAnimationFrame(resolve));
  observer.disconnect();
  expect(changes).toEqual([]);
});

/** The values that a page may set of each element. */
const settable: Readonly<Record<ElementName, readonly string[]>> = {
  'sign-in': ['brand', 'providers'],
  'code-entry': ['type', 'credentialId'],
  review: ['quote', 'payee', 'serviceTime'],
  payment: ['transactionId', 'quote', 'payee'],
  session: ['serviceTime'],
  credentials: ['savePhoneNumber', 'providers'],
  sessions: [],
  card: ['cardId', 'brand'],
  activity: ['customerId'],
  balance: ['customerId'],
  problem: ['error'],
};

test.for(Object.entries(settable))(
  'in <countersign-%s>, an empty text is no value: Preact sets it for undefined',
  async ([name, properties]) => {
    const { element, text } = await place(name as ElementName, { locale: de });
    const told: unknown[] = [];
    element.addEventListener('countersign-problem', ({ detail }) => told.push(detail.error));
    for (const property of [...properties, 'wallet', 'locale']) Object.assign(element, { [property]: '' });
    await Promise.resolve();
    Object.assign(element, { wallet: signedIn() });
    await Promise.resolve();
    expect([told, text()]).toEqual([[], expect.not.stringContaining('That didn’t work')]);
  },
);

test('a mistake that is mended leaves nothing behind', async () => {
  const { element, shows, offers, text } = await place('review', { wallet: signedIn(), quote, payee: 'Sample Bank' });
  element.locale = { ...de, language: 'de_DE' };
  await shows('That didn’t work');
  element.locale = de;
  await shows('40,00 USDB');
  expect([offers('40,00 USDB senden'), text().includes('didn’t work')]).toEqual([true, false]);
});

test('what every object inherits changes no date', async () => {
  const session = {
    id: 'other',
    current: false,
    type: 'PASSKEY' as const,
    nickname: 'other@example.com',
    createdAt: '2026-01-15T12:00:00.000Z',
    expiresAt: '2026-01-15T12:15:00.000Z',
  };
  const today = { ...session, id: 'today', createdAt: new Date().toISOString() };
  const { wallet } = createFakeWallet({ state: 'signed-in', answers: { 'session.list': [session, today] } });
  const planted = { calendar: 'buddhist', style: 'none' };
  Object.assign(Object.prototype, planted);
  try {
    const { shows } = await place('sessions', { wallet });
    await shows('Signed in Jan 15, 2026');
    await shows('Signed in today');
  } finally {
    for (const name of Object.keys(planted)) Reflect.deleteProperty(Object.prototype, name);
  }
});

test('what every object inherits is no state of a quote, a payment or a problem', async () => {
  const inherited = {
    status: 'paid',
    error: new Error('inherited'),
    failureReason: 'INHERITED',
    action: { kind: 'retry' },
  };
  Object.assign(Object.prototype, inherited);
  try {
    const { shows, offers, text } = await place('review', { wallet: signedIn(), quote, payee: 'Sample Bank' });
    await shows('40.00 USDB');
    await shows('Send 40.00 USDB');
    expect([offers('Send 40.00 USDB'), text().includes('Payment sent')]).toEqual([true, false]);
  } finally {
    for (const name of Object.keys(inherited)) Reflect.deleteProperty(Object.prototype, name);
  }
});
