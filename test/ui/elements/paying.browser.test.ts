/** `<countersign-review>` and `<countersign-payment>` with a wallet that is driven by hand. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { SessionError, TransportError, WalletError } from 'countersign';
import { defineElements, type PaymentElement, type ReviewElement } from 'countersign/elements';
import { de } from 'countersign/messages';
import { createFakeWallet, type CreateFakeWalletOptions, type FakeWallet } from 'countersign-sandbox/testing';
import { changesOfPage } from '../../../src/kit/session/changes.ts';
import { placed } from './place.ts';
import { mxn, quoteOf, transactionId, usdb } from './sample-quote.ts';

const payee = 'Sample Bank, 6789';

const transactionOf = (status: string, more: object = {}): object => ({
  id: transactionId,
  status,
  type: 'OUTGOING',
  sentAmount: { amount: 40_000_000, currency: usdb },
  receivedAmount: { amount: 73_260, currency: mxn },
  createdAt: '2026-01-15T12:00:00.000Z',
  ...more,
});
const walletWith = (answers: CreateFakeWalletOptions['answers'] = {}): FakeWallet =>
  createFakeWallet({ state: 'signed-in', answers });

beforeEach(() => defineElements('review', 'payment'));

const place = <Placed extends HTMLElement>(element: Placed, properties: object): Placed => {
  document.body.append(Object.assign(element, properties));
  return element;
};
const review = (properties: Partial<ReviewElement>): ReviewElement =>
  place(document.createElement('countersign-review'), { quote: quoteOf(), payee, ...properties });
const payment = (properties: Partial<PaymentElement>): PaymentElement =>
  place(document.createElement('countersign-payment'), { transactionId, payee, ...properties });
const textOf = (element: HTMLElement): string => element.shadowRoot?.textContent ?? '';
const shows = (element: ReviewElement | PaymentElement, text: string): Promise<void> => placed(element).shows(text);
const press = (element: ReviewElement | PaymentElement, name: string): Promise<void> => placed(element).press(name);
const buttons = (element: HTMLElement): readonly HTMLButtonElement[] => [
  ...(element.shadowRoot?.querySelectorAll('button') ?? []),
];

test('a quote is a slip with payee, amounts and the rate the right way up, and signing it tells the page of the payment', async () => {
  const { wallet, calls } = walletWith({ 'quote.execute': { transactionId, status: 'PROCESSING' } });
  const quote = quoteOf();
  const element = review({ wallet, quote, serviceTime: () => Date.parse(quote.expiresAt) - 300_000 });
  for (const text of ['732.60 MXN', payee, '40.00 USDB', '0.40 USDB', '1 USDB = 18.50 MXN', 'held for 5:00'])
    await shows(element, text);
  const paid = new Promise((resolve) => element.addEventListener('countersign-paid', ({ detail }) => resolve(detail)));
  await press(element, 'Send 40.00 USDB');
  expect(await paid).toEqual({ quoteId: quoteOf().id, transactionId });
  expect(calls().filter(({ name }) => name === 'quote.execute')).toHaveLength(1);
  await expect.poll(() => element.shadowRoot?.activeElement?.localName).toBe('h2');
  expect(buttons(element)).toEqual([]);
});

test('what the last decimal of the received currency leaves over is part of the fee, and amounts are written as German has them', async () => {
  const wide = quoteOf({ totalSendingAmount: 40_030_000, totalReceivingAmount: 73_315, exchangeRate: 0.0540540540541 });
  const element = review({ wallet: walletWith().wallet, quote: wide, locale: de });
  for (const text of ['733,15 MXN', 'Rundung', '1 USDB = 18,50 MXN']) await shows(element, text);
});

test.each([
  ['25.00 USDB', '0.13 USDB', '24.87 USD', { totalSendingAmount: 25_000_000, feesIncluded: 125_000 }, 2487],
  ['40.123456 USDB', '1.243456 USDB', '38.88 USD', { totalSendingAmount: 40_123_456, feesIncluded: 1_234_567 }, 3888],
  ['40.00 USDB', '0.01 USDB', '39.99 USD', { feesIncluded: 1_234 }, 3999],
])('the figures of a slip add up as they are shown: %s, less %s, is %s', async (leaves, fee, arrives, more, units) => {
  const receivingCurrency = { ...mxn, code: 'USD' };
  const quote = quoteOf({ ...more, receivingCurrency, totalReceivingAmount: units, exchangeRate: 1 });
  const element = review({ wallet: walletWith().wallet, quote });
  await shows(element, `Send ${leaves}`);
  const [shown, exact] = [...(element.shadowRoot?.querySelectorAll('details [translate="no"]') ?? [])];
  expect(shown?.textContent).toBe(fee);
  expect(exact?.textContent).toBe('1 USDB = 1.00 USD');
  expect(textOf(element)).toContain(arrives);
  expect(textOf(element)).not.toContain('≈');
  expect(element.shadowRoot?.querySelector('details')?.open).toBe(false);
});

test('in a page that is read from right to left, amounts and the rate keep their order', async () => {
  document.documentElement.dir = 'rtl';
  try {
    const element = review({ wallet: walletWith().wallet, payee: undefined });
    await shows(element, '1 USDB = 18.50 MXN');
    const values = [...(element.shadowRoot?.querySelectorAll('[part="slip"] [translate="no"]') ?? [])];
    const turned = values.flatMap((value) => {
      const texts = document.createNodeIterator(value, NodeFilter.SHOW_TEXT);
      const lefts: number[] = [];
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(text);
        if (text.textContent?.trim() !== '') lefts.push(range.getBoundingClientRect().left);
      }
      return lefts.toSorted((one, other) => one - other).join() === lefts.join() ? [] : [value.textContent];
    });
    expect(turned).toEqual([]);
    // In its line, a value stands where the page begins to read.
    const [term, amount] = element.shadowRoot?.querySelectorAll('.total :is(dt, bdi)') ?? [];
    expect(amount?.getBoundingClientRect().right).toBe(term?.getBoundingClientRect().right);
  } finally {
    document.documentElement.dir = '';
  }
});

test('however narrow the place, an amount stands whole on one line', async () => {
  const large = quoteOf({ totalSendingAmount: 9_007_199_254_740_991 });
  const element = review({ wallet: walletWith().wallet, quote: large });
  await shows(element, '9,007,199,254.740991 USDB');
  element.style.inlineSize = '11rem';
  const [leaves] = element.shadowRoot?.querySelectorAll('dd') ?? [];
  expect([leaves?.scrollWidth, leaves?.clientHeight]).toEqual([leaves?.clientWidth, expect.any(Number)]);
  expect(leaves?.clientHeight).toBeLessThan(40);
});

test('what the device can’t check is told by who asks, in short and at length', async () => {
  const element = review({ wallet: walletWith().wallet });
  await shows(element, 'Signed on this device.');
  const details = element.shadowRoot?.querySelector<HTMLDetailsElement>('details[part="checked"]');
  expect([details?.open, details?.querySelector('summary')?.textContent]).toEqual([
    false,
    'Signed on this device.What is checked?',
  ]);
  expect(details?.textContent).toContain('Amount and recipient are confirmed by the payment service');
});

const has = (element: HTMLElement, selector: string): boolean => element.shadowRoot?.querySelector(selector) !== null;
const refusedBy = (platformCode: string, nextStep: 'restart' | 'fix-input', status: number): TransportError =>
  new TransportError('REFUSED', 'refused', { nextStep, status, platformCode });

test.each([
  ['a quote that has run out', new WalletError('QUOTE_EXPIRED', 'over', { nextStep: 'restart' }), 'has expired'],
  ['a payment that failed', new WalletError('QUOTE_FAILED', 'failed', { nextStep: 'restart' }), 'Payment failed'],
  ['no money', refusedBy('INSUFFICIENT_FUNDS', 'fix-input', 422), 'There is not enough money'],
  ['a signature that was refused', refusedBy('', 'restart', 401), 'This can’t continue'],
  ['an ended session', new SessionError('SESSION_EXPIRED'), 'You have been signed out'],
])('%s is no payload that the browser refused, and looks otherwise', async (_, error, said) => {
  const element = review({ wallet: walletWith({ 'quote.execute': error }).wallet });
  await press(element, 'Send 40.00 USDB');
  await shows(element, said);
  expect([textOf(element).includes('Stopped to protect you'), has(element, '.actions .primary')]).toEqual([
    false,
    true,
  ]);
});

test('a payload that the browser refused is stopped, and nothing can be pressed beside "Don’t try again"', async () => {
  const mismatch = new WalletError('PAYLOAD_MISMATCH', 'It is for something else.', { nextStep: 'restart' });
  const element = review({ wallet: walletWith({ 'quote.execute': mismatch }).wallet });
  const told: string[] = [];
  element.addEventListener('countersign-refused', ({ detail }) => told.push(detail.quoteId));
  await press(element, 'Send 40.00 USDB');
  await shows(element, 'Stopped to protect you');
  await shows(element, 'Don’t try again');
  expect(buttons(element)).toEqual([]);
  expect(told).toEqual([quoteOf().id]);
});

test('a payment that needs a recent sign-in leads to one, and is pressed again after it', async () => {
  const facts = { nextStep: 'reauthenticate', status: 403, platformCode: 'RELAY_SIGN_IN_REQUIRED' } as const;
  const fake = walletWith({ 'quote.execute': new TransportError('REFUSED', 'refused', facts) });
  const element = review({ wallet: fake.wallet });
  const asked = new Promise((resolve) =>
    element.addEventListener('countersign-action', ({ detail }) => resolve(detail)),
  );
  await press(element, 'Send 40.00 USDB');
  await shows(element, 'Please sign in again first');
  await press(element, 'Sign in');
  expect(await asked).toEqual({ kind: 'sign-in' });
  await expect.poll(() => fake.wallet.state().status).toBe('signed-out');
  fake.signIn();
  fake.answer('quote.execute', { transactionId, status: 'PROCESSING' });
  const paid = new Promise((resolve) => element.addEventListener('countersign-paid', resolve));
  await press(element, 'Send 40.00 USDB');
  await paid;
});

const ended = new SessionError('SESSION_EXPIRED');

test.each(['pressed without a session', 'whose session ends before its answer'])(
  'a payment %s leaves the slip as it was, and nobody who signs in again is told of the session before',
  async (how) => {
    const fake = walletWith({ 'quote.execute': ended });
    const element = review({ wallet: fake.wallet });
    const held = fake.hold('quote.execute');
    await press(element, 'Send 40.00 USDB');
    if (how.startsWith('pressed')) {
      held.fail(ended);
      await shows(element, 'You have been signed out');
      expect(textOf(element)).not.toContain('Stopped');
    }
    fake.signOut('expired');
    fake.signIn();
    held.fail(ended);
    await shows(element, 'Rate held for');
    await expect.poll(() => textOf(element)).not.toContain('You have been signed out');
    await expect
      .poll(() => buttons(element).map(({ textContent }) => textContent))
      .toEqual([`Send 40.00 USDB to ${payee} (as this page says)`]);
    fake.answer('quote.execute', { transactionId, status: 'PROCESSING' });
    await press(element, 'Send 40.00 USDB');
    await shows(element, 'Payment sent.');
  },
);

test('why a payment was refused is told to whoever signs in again', async () => {
  const refused = new TransportError('REFUSED', 'refused', {
    nextStep: 'fix-input',
    status: 422,
    platformCode: 'INSUFFICIENT_FUNDS',
  });
  const fake = walletWith({ 'quote.execute': refused });
  const element = review({ wallet: fake.wallet });
  await press(element, 'Send 40.00 USDB');
  await shows(element, 'There is not enough money');
  fake.signOut('expired');
  fake.signIn();
  await shows(element, 'There is not enough money');
});

test('the time runs by the clock that the page gives, and a quote that is over is not signed', async () => {
  const quote = quoteOf();
  const element = review({
    wallet: walletWith().wallet,
    quote,
    serviceTime: () => Date.parse(quote.expiresAt) - 90_000,
  });
  await shows(element, 'held for 1:30');
  element.serviceTime = () => Date.parse(quote.expiresAt);
  await shows(element, 'Nothing was sent. The rate expired.');
  expect(buttons(element).map(({ textContent }) => textContent)).toEqual(['Get a new rate']);
});

test('a payment goes on without the element in which it was pressed, and a new one shows it', async () => {
  const { wallet, hold, calls } = walletWith();
  const held = hold('quote.execute');
  const first = review({ wallet });
  await press(first, 'Send 40.00 USDB');
  first.remove();
  const second = review({ wallet });
  await shows(second, 'Sending…');
  buttons(second)[0]?.click();
  const paid = new Promise((resolve) => second.addEventListener('countersign-paid', resolve));
  held.release({ transactionId, status: 'PROCESSING' });
  await paid;
  expect(calls().filter(({ name }) => name === 'quote.execute')).toHaveLength(1);
  expect(textOf(second)).toContain('Payment sent.');
});

test.each(['memory', 'persistent'] as const)(
  'a page whose session is in %s asks to be kept open until a payment is known, if a reload would forget it',
  async (storage) => {
    const { wallet, hold, answer } = walletWith();
    const held = hold('quote.execute');
    const element = review({ wallet: { ...wallet, state: () => ({ ...wallet.state(), storage }) } });
    const asks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asks()).toBe(false);
    await press(element, 'Send 40.00 USDB');
    expect(asks()).toBe(storage === 'memory');
    held.fail(new TransportError('OUTCOME_UNKNOWN', 'The outcome is not known.', { nextStep: 'retry' }));
    await shows(element, 'Check payment status');
    expect(asks()).toBe(storage === 'memory');
    answer('quote.look', { transactionId, status: 'PROCESSING' });
    await press(element, 'Check payment status');
    await shows(element, 'Payment sent.');
    expect(asks()).toBe(false);
  },
);

test('two of a quote in one page show the same payment, which is signed once', async () => {
  const { wallet, hold, calls } = walletWith();
  const held = hold('quote.execute');
  const both = [review({ wallet }), review({ wallet })];
  const told: unknown[] = [];
  for (const element of both) element.addEventListener('countersign-paid', ({ detail }) => told.push(detail.quoteId));
  for (const element of both) await shows(element, 'Rate held for');
  for (const element of both) await expect.poll(() => buttons(element)[0]?.ariaDisabled).toBe('false');
  for (const element of both) buttons(element)[0]?.click();
  for (const element of both) await shows(element, 'Sending…');
  held.release({ transactionId, status: 'PROCESSING' });
  for (const element of both) await shows(element, 'Payment sent.');
  expect(calls().filter(({ name }) => name === 'quote.execute')).toHaveLength(1);
  expect(told).toEqual([quoteOf().id, quoteOf().id]);
});

const lost = new TransportError('NETWORK_FAILED', 'No answer came.', { nextStep: 'retry' });
const unknown = new TransportError('OUTCOME_UNKNOWN', 'The outcome is not known.', { nextStep: 'retry' });
const signed = ({ calls }: FakeWallet): number => calls().filter(({ name }) => name === 'quote.execute').length;

test('an outcome that isn’t known is looked up by the next press, which signs nothing', async () => {
  const fake = walletWith({ 'quote.execute': unknown });
  const element = review({ wallet: fake.wallet });
  await press(element, 'Send 40.00 USDB');
  await shows(element, 'Check payment status');
  fake.answer('quote.look', { transactionId, status: 'PROCESSING' });
  await press(element, 'Check payment status');
  await shows(element, 'Payment sent.');
  expect(signed(fake)).toBe(1);
});

test('a payment that a look has not found is signed again as the same quote, and a new one is offered only once it is over', async () => {
  const fake = walletWith({ 'quote.execute': unknown });
  fake.answer('quote.unfinished', () => (signed(fake) > 0 ? [quoteOf().id] : []));
  const element = review({ wallet: fake.wallet });
  const names = (): readonly string[] => buttons(element).map(({ textContent }) => textContent);
  await press(element, 'Send 40.00 USDB');
  await press(element, 'Check payment status');
  await shows(element, 'Your payment has not gone through.');
  expect([names(), signed(fake)]).toEqual([
    [`Send 40.00 USDB again to ${payee} (as this page says)`, 'Check payment status'],
    1,
  ]);
  await press(element, 'Send 40.00 USDB again');
  await shows(element, 'We’re not sure this went through');
  expect(signed(fake)).toBe(2);
  await press(element, 'Check payment status');
  await shows(element, 'Your payment has not gone through.');
  element.serviceTime = () => Date.parse(quoteOf().expiresAt);
  await shows(element, 'We’re not sure this payment went through.');
  expect(names()).toEqual(['Check payment status']);
  fake.answer('quote.look', new WalletError('QUOTE_EXPIRED', 'It is over.', { nextStep: 'restart' }));
  fake.answer('quote.unfinished', []);
  await press(element, 'Check payment status');
  await expect.poll(names).toEqual(['Get a new rate']);
});

test('whatever fails while a stamp may be on its way, a new quote is not offered', async () => {
  const late = new WalletError('NOT_APPROVED', 'Not approved.', { nextStep: 'restart' });
  const fake = walletWith({ 'quote.execute': late });
  fake.answer('quote.unfinished', () => (signed(fake) > 0 ? [quoteOf().id] : []));
  const element = review({ wallet: fake.wallet });
  await press(element, 'Send 40.00 USDB');
  await shows(element, 'Not approved');
  expect(buttons(element).map(({ textContent }) => textContent)).toEqual(['Check payment status']);
});

test('a payment that was pressed before a reload comes back with its slip, and is looked up without a press', async () => {
  const fake = walletWith({ 'quote.unfinished': [quoteOf().id], 'quote.get': quoteOf() });
  const held = fake.hold('quote.look');
  const element = review({ wallet: fake.wallet, quote: undefined });
  const paid = new Promise((resolve) => element.addEventListener('countersign-paid', ({ detail }) => resolve(detail)));
  await shows(element, '732.60 MXN');
  await shows(element, 'We’re checking whether your payment went through');
  held.release({ transactionId, status: 'PROCESSING' });
  expect(await paid).toEqual({ quoteId: quoteOf().id, transactionId });
  expect(signed(fake)).toBe(0);
});

test('a payment whose quote can’t be read has its id in the place of the slip, and is read once the network is back', async () => {
  const fake = walletWith({ 'quote.unfinished': [quoteOf().id], 'quote.get': lost, 'quote.look': unknown });
  const element = review({ wallet: fake.wallet, quote: undefined });
  await shows(element, quoteOf().id);
  await shows(element, 'We’re not sure this went through');
  expect(buttons(element).map(({ textContent }) => textContent)).toEqual(['Check payment status']);
  fake.answer('quote.get', quoteOf());
  fake.answer('quote.look', undefined);
  dispatchEvent(new Event('online'));
  await shows(element, '732.60 MXN');
  await shows(element, 'Your payment has not gone through.');
  element.quote = quoteOf({ id: 'Quote:00000000-0000-4000-8000-000000000009', totalReceivingAmount: 100 });
  await shows(element, '1.00 MXN');
  expect(signed(fake)).toBe(0);
});

const goOffline = (): void => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => void vi.restoreAllMocks());
};

test('a press without a network signs nothing and says why, and is not repeated when the network is back', async () => {
  const fake = walletWith({ 'quote.execute': { transactionId, status: 'PROCESSING' }, 'quote.get': lost });
  const element = review({ wallet: fake.wallet });
  goOffline();
  await press(element, 'Send 40.00 USDB');
  await shows(element, 'No connection');
  await shows(element, 'Nothing was signed.');
  vi.restoreAllMocks();
  fake.answer('quote.get', quoteOf());
  dispatchEvent(new Event('online'));
  await expect.poll(() => textOf(element)).not.toContain('No connection');
  expect(signed(fake)).toBe(0);
  await press(element, 'Send 40.00 USDB');
  await shows(element, 'Payment sent.');
});

test('a browser that takes itself for offline pays all the same where the quote can be read', async () => {
  const fake = walletWith({ 'quote.execute': { transactionId, status: 'PROCESSING' }, 'quote.get': quoteOf() });
  const element = review({ wallet: fake.wallet });
  goOffline();
  await press(element, 'Send 40.00 USDB');
  await shows(element, 'Payment sent.');
});

test('without a network a payment that may have been sent is not signed again, and stays to be looked for', async () => {
  const fake = walletWith({ 'quote.execute': unknown, 'quote.get': lost });
  fake.answer('quote.unfinished', () => (signed(fake) > 0 ? [quoteOf().id] : []));
  const element = review({ wallet: fake.wallet });
  await press(element, 'Send 40.00 USDB');
  await press(element, 'Check payment status');
  await shows(element, 'Your payment has not gone through.');
  goOffline();
  await press(element, 'Send 40.00 USDB again');
  await shows(element, 'No connection');
  expect([signed(fake), buttons(element).map(({ textContent }) => textContent)]).toEqual([1, ['Check payment status']]);
});

test('where nothing is unfinished and the page has no quote, nothing is shown', async () => {
  const fake = walletWith();
  const element = review({ wallet: fake.wallet, quote: undefined });
  await expect.poll(() => fake.calls().some(({ name }) => name === 'quote.unfinished')).toBe(true);
  expect(textOf(element)).toBe('');
});

test('with another wallet nothing of the one before is shown or told', async () => {
  const before = walletWith();
  const held = before.hold('quote.execute');
  const element = review({ wallet: before.wallet });
  const told: string[] = [];
  element.addEventListener('countersign-paid', ({ type }) => told.push(type));
  await press(element, 'Send 40.00 USDB');
  element.wallet = walletWith().wallet;
  held.release({ transactionId, status: 'PROCESSING' });
  await shows(element, 'Rate held for');
  expect(told).toEqual([]);
});

const bank = {
  accountType: 'MXN_ACCOUNT',
  clabeNumber: '012345678901236789',
  bankName: 'Sample Bank',
  beneficiary: { fullName: 'Sample Payee' },
};
const destination = { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:00000000-0000-4000-8000-000000000005' };
const steps = (element: HTMLElement): readonly string[] =>
  [...(element.shadowRoot?.querySelectorAll('.steps > .over > span') ?? [])].map(({ textContent }) => textContent);

test('a payment is followed to its end, and its receipt has payee, rate and the steps that it has taken', async () => {
  const fake = walletWith({ 'quote.get': quoteOf({ destination }), 'payee.get': { account: { accountInfo: bank } } });
  const states = ['PROCESSING', 'COMPLETED'];
  fake.answer('transaction.follow', [transactionOf('PROCESSING', { quoteId: quoteOf().id })]);
  const element = payment({ wallet: fake.wallet });
  const told: string[] = [];
  element.addEventListener('countersign-payment-status', ({ detail }) => told.push(detail.transaction.status));
  for (const text of [
    '40.00 USDB is on its way',
    'Sample Payee receives 732.60 MXN.',
    'You sent',
    '1 USDB = 18.50 MXN',
  ])
    await shows(element, text);
  expect(steps(element)).toEqual(['Confirmed', 'Sent to the bank']);
  fake.answer(
    'transaction.follow',
    states.map((status) => transactionOf(status, { quoteId: quoteOf().id })),
  );
  const place = document.body.appendChild(document.createElement('div'));
  place.append(element);
  for (const text of ['40.00 USDB has arrived', 'Sample Payee received 732.60 MXN.', 'They received'])
    await shows(element, text);
  expect(steps(element)).toEqual(['Confirmed', 'Sent to the bank', 'Arrived']);
  expect(told).toEqual(states);
});

test('the receipt grows out of the slip that was pressed: nothing is read first, and it ends with a press', async () => {
  const fake = walletWith({
    'quote.execute': { transactionId, status: 'PROCESSING' },
    'payee.get': { account: { accountInfo: bank } },
    'transaction.follow': [],
  });
  const { wallet, calls } = fake;
  const pressed = review({ wallet, quote: quoteOf({ destination }), payee: undefined });
  await press(pressed, 'Send 40.00 USDB');
  await shows(pressed, 'Payment sent.');
  pressed.remove();
  const element = payment({ wallet, payee: undefined });
  const ends: string[] = [];
  element.addEventListener('countersign-done', ({ type }) => ends.push(type));
  await shows(element, '40.00 USDB is on its way');
  expect(textOf(element)).toContain('Sample Payee receives 732.60 MXN.');
  expect(element.shadowRoot?.querySelector('.mark > .spinner')).not.toBeNull();
  expect(calls().filter(({ name }) => name === 'payee.get' || name === 'quote.get')).toHaveLength(1);
  await press(element, 'Done');
  expect([ends, textOf(element)]).toEqual([['countersign-done'], '']);
  // Another one knows it no more: the payment may have gone on since.
  const later = payment({ wallet, payee: undefined });
  await expect.poll(() => later.shadowRoot?.querySelector('.skeleton')).not.toBeNull();
  expect(textOf(later)).not.toContain('on its way');
});

test('each step of a payment has the time that the service told for it', async () => {
  const [began, sent, settled] = ['12:00', '12:01', '12:03'].map((time) => `2026-01-15T${time}:00.000Z`);
  const of = (status: string, updatedAt: string | undefined): object =>
    transactionOf(status, { createdAt: began, updatedAt, ...(status === 'COMPLETED' && { settledAt: settled }) });
  const { wallet } = walletWith({ 'transaction.follow': [of('PROCESSING', sent), of('COMPLETED', settled)] });
  const element = payment({ wallet, quote: quoteOf() });
  await shows(element, 'has arrived');
  expect([...(element.shadowRoot?.querySelectorAll('.steps small') ?? [])].map((time) => time.textContent)).toEqual([
    expect.stringContaining(timeOf(String(sent))),
    timeOf(String(sent)),
    timeOf(String(settled)),
  ]);
});

const timeOf = (instant: string): string =>
  new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(new Date(instant));

test.each([
  [
    'by the end of its rail',
    { expectedSettlementAt: '2026-01-16T09:00:00.000Z', settlementTimelineSeconds: 60 },
    'Jan 16, 2026',
  ],
  ['by its length', { expectedSettlementAt: null, settlementTimelineSeconds: 172_800 }, 'Jan 17, 2026'],
  ['on the same day', { settlementTimelineSeconds: 60 }, timeOf('2026-01-15T12:01:00.000Z')],
])('a payment on its way says when it arrives, where the service tells: %s', async (_, told, time) => {
  const { wallet } = walletWith({
    'transaction.follow': [transactionOf('PROCESSING', { createdAt: '2026-01-15T12:00:00.000Z', ...told })],
  });
  await shows(payment({ wallet, quote: quoteOf() }), `Arrivesabout ${time}`);
});

test.each([
  ['nothing', {}],
  ['no time', { expectedSettlementAt: 'soon', settlementTimelineSeconds: null }],
])('a payment whose arrival is %s says none', async (_, told) => {
  const { wallet } = walletWith({ 'transaction.follow': [transactionOf('PROCESSING', told)] });
  const element = payment({ wallet, quote: quoteOf() });
  await shows(element, 'ArrivesYou sent');
});

test('a payment that failed says why, and a status that can’t be read is read again by a press', async () => {
  const lost = new TransportError('REFUSED', 'refused', { nextStep: 'restart', status: 401 });
  const fake = walletWith({ 'transaction.follow': lost });
  const element = payment({ wallet: fake.wallet, quote: quoteOf() });
  await shows(element, 'Check payment status');
  fake.answer('transaction.follow', [transactionOf('FAILED', { failureReason: 'BANK_CLOSED' })]);
  await press(element, 'Check payment status');
  await shows(element, 'Payment failed');
  await shows(element, 'Reason: BANK_CLOSED.');
});

test.each([
  ['FAILED', 'Amount', ['Confirmed', 'Payment failed']],
  ['REFUNDED', 'You sent', ['Confirmed', 'Sent to the bank', 'Returned to your wallet']],
  ['REJECTED', 'You sent', ['Confirmed', 'Sent to the bank', 'Returned to your wallet']],
  ['EXPIRED', 'Amount', []],
])('a payment that is %s doesn’t say that anybody received it', async (status, leaves, taken) => {
  const { wallet } = walletWith({ 'transaction.follow': [transactionOf(status)] });
  const element = payment({ wallet, quote: quoteOf() });
  await expect.poll(() => element.shadowRoot?.querySelector('[data-status]')).not.toBeNull();
  await shows(element, leaves);
  expect(textOf(element)).not.toMatch(/They receive|732\.60/);
  expect(steps(element)).toEqual(taken);
});

const deposited = { type: 'INCOMING', receivedAmount: { amount: 5_000_000, currency: quoteOf().sendingCurrency } };

test.each([
  ['PENDING', '5.00 USDB is on its way'],
  ['PROCESSING', '5.00 USDB is on its way'],
  ['REJECTED', 'Payment refunded'],
  ['REFUNDED', 'Payment refunded'],
  ['FAILED', 'Payment failed'],
  ['EXPIRED', 'Not sent'],
])('a deposit that is %s is told as none of the person’s payments, and as not received', async (status, title) => {
  const { wallet } = walletWith({ 'transaction.follow': [transactionOf(status, deposited)] });
  const element = payment({ wallet });
  await shows(element, title);
  expect(textOf(element)).not.toMatch(/[Yy]our|Arrived|You (received|sent|haven’t)/);
});

test('a deposit that has come is in the wallet', async () => {
  const { wallet } = walletWith({ 'transaction.follow': [transactionOf('COMPLETED', deposited)] });
  const element = payment({ wallet });
  for (const text of ['5.00 USDB received', 'The money is in your wallet.', 'You received', 'Arrived'])
    await shows(element, text);
});

test('a quote that was paid or has failed elsewhere offers no press any more, and one that was not stays as it is', async () => {
  const fake = walletWith({ 'quote.look': undefined });
  const element = review({ wallet: fake.wallet });
  const looked = (): number => fake.calls().filter(({ name }) => name === 'quote.look').length;
  const tell = (): void => changesOfPage().announce(fake.wallet.accountId, ['payments']);
  await shows(element, 'Send 40.00 USDB');
  const before = textOf(element);
  tell();
  await expect.poll(looked).toBe(1);
  expect(textOf(element)).toBe(before);
  fake.answer('quote.look', waiting({ status: 'PROCESSING' }));
  tell();
  await shows(element, 'Payment sent.');
  expect(buttons(element)).toEqual([]);
  const other = quoteOf({ id: 'Quote:00000000-0000-4000-8000-000000000009' });
  fake.answer('quote.look', new WalletError('QUOTE_FAILED', 'failed', { nextStep: 'restart' }));
  element.quote = other;
  await shows(element, 'Send 40.00 USDB');
  tell();
  await shows(element, 'Payment failed');
  expect(buttons(element).map(({ textContent }) => textContent)).toEqual(['Get a new rate']);
});

const waiting = (more: object = {}): object => ({
  id: quoteOf().id,
  transactionId,
  status: 'PENDING_AUTHORIZATION',
  ...more,
});
const code = (element: HTMLElement): HTMLInputElement | null =>
  element.shadowRoot?.querySelector<HTMLInputElement>('input[name="code"]') ?? null;
const enter = async (element: ReviewElement | PaymentElement, text: string): Promise<void> => {
  await expect.poll(() => code(element)).not.toBeNull();
  const input = code(element);
  if (input !== null) input.value = text;
  await press(element, 'Confirm payment');
};
const codes = ({ calls }: FakeWallet): readonly unknown[] =>
  calls().flatMap(({ name, passed }) => (name === 'quote.authorize' ? [passed[1]] : []));

test('a payment that waits for a code is paid after the last code, not before, and a wrong one is told at the field', async () => {
  const fake = walletWith({ 'quote.execute': waiting() });
  const element = review({ wallet: fake.wallet });
  const told: string[] = [];
  element.addEventListener('countersign-paid', ({ type }) => told.push(type));
  element.addEventListener('countersign-problem', ({ type }) => told.push(type));
  await press(element, 'Send 40.00 USDB');
  await shows(element, 'enter the code from the text message');
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(code(element));
  fake.answer('quote.authorize', refusedBy('', 'fix-input', 401));
  await enter(element, '000 000');
  await shows(element, 'That code isn’t right.');
  await enter(element, '1');
  fake.answer('quote.authorize', waiting());
  await enter(element, '111111');
  await shows(element, 'One more code is needed.');
  expect([told, code(element)?.value]).toEqual([[], '']);
  fake.answer('quote.authorize', waiting({ status: 'PROCESSING' }));
  await enter(element, '123456');
  await shows(element, 'Payment sent.');
  expect([told, codes(fake)]).toEqual([['countersign-paid'], ['000000', '111111', '123456']]);
});

test('after a reload the quote that waits for a code has the field, and a code that came too late ends the payment', async () => {
  const fake = walletWith({ 'quote.authorize': new WalletError('QUOTE_FAILED', 'failed', { nextStep: 'restart' }) });
  const element = review({ wallet: fake.wallet, quote: quoteOf({ status: 'PENDING_AUTHORIZATION' }) });
  fake.answer('quote.resendAuthorization', undefined);
  // The presses are one series, which must begin once the slip has stood.
  await expect.poll(() => element.shadowRoot?.querySelector('.primary')?.ariaDisabled).toBe('false');
  await press(element, 'Send a new code');
  await shows(element, 'A new code is on its way.');
  await enter(element, '123456');
  await shows(element, 'Payment failed');
  expect(buttons(element).map(({ textContent }) => textContent)).toEqual(['Get a new rate']);
});

test('what else stops a code is told, and the code can be sent again', async () => {
  const over = new TransportError('REFUSED', 'refused', {
    nextStep: 'log-in',
    status: 409,
    platformCode: 'SCA_SESSION_REQUIRED',
  });
  const fake = walletWith({ 'quote.authorize': over });
  const element = review({ wallet: fake.wallet, quote: quoteOf({ status: 'PENDING_AUTHORIZATION' }) });
  const asked: unknown[] = [];
  element.addEventListener('countersign-action', ({ detail }) => asked.push(detail.kind));
  await enter(element, '123456');
  await press(element, 'Log in to the site');
  expect(asked).toEqual(['log-in']);
  fake.answer('quote.authorize', waiting({ status: 'COMPLETED' }));
  await press(element, 'Confirm payment');
  await shows(element, 'Payment sent.');
});

test('the followed payment takes its code as well, and goes on by itself', async () => {
  const fake = walletWith({ 'quote.get': quoteOf() });
  fake.answer('transaction.follow', [transactionOf('PENDING_AUTHORIZATION', { quoteId: quoteOf().id })]);
  const element = payment({ wallet: fake.wallet });
  await shows(element, 'One more step');
  fake.answer('quote.authorize', waiting({ status: 'PROCESSING' }));
  fake.answer('transaction.follow', [transactionOf('PROCESSING', { quoteId: quoteOf().id })]);
  await enter(element, '123456');
  await shows(element, '40.00 USDB is on its way');
  expect([codes(fake), code(element)]).toEqual([['123456'], null]);
});

test('the code of a payment stands in boxes, and is sent however its message groups it', async () => {
  const fake = walletWith({ 'quote.authorize': waiting({ status: 'PROCESSING' }) });
  const element = review({ wallet: fake.wallet, quote: quoteOf({ status: 'PENDING_AUTHORIZATION' }) });
  await expect.poll(() => code(element)).not.toBeNull();
  const boxes = (): number => element.shadowRoot?.querySelectorAll('[part="box"]').length ?? 0;
  const paste = (text: string): void => {
    const input = code(element);
    if (input === null) return;
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  };
  expect(boxes()).toBe(6);
  paste('Sample Bank: 12345678 confirms 40.00 USDB.');
  await expect.poll(() => [code(element)?.value, boxes()]).toEqual(['12345678', 8]);
  paste('No code here');
  expect(code(element)?.value).toBe('');
  await enter(element, '123-456');
  await shows(element, 'Payment sent.');
  expect(codes(fake)).toEqual(['123456']);
});

test.each([
  ['COMPLETED', 'COMPLETED', 'Returned to your wallet', '5.00 USDB went back to your wallet.'],
  ['COMPLETED', 'PENDING', 'Refund on its way', '5.00 USDB is coming back to your wallet.'],
  ['FAILED', 'COMPLETED', 'Returned to your wallet', '5.00 USDB went back to your wallet.'],
  ['FAILED', 'PENDING', 'Refund on its way', '5.00 USDB is coming back to your wallet.'],
  ['FAILED', 'FAILED', 'Refund failed', 'Contact support'],
  ['PROCESSING', 'PENDING', 'Refund on its way', '5.00 USDB is coming back to your wallet.'],
] as const)(
  'a payment that is %s beside a refund that is %s says where the money is',
  async (status, refund, title, text) => {
    const sentAmount = { amount: 5_000_000, currency: { code: 'USDB', name: 'Sample dollar', decimals: 6 } };
    const { wallet } = walletWith({
      'transaction.follow': [transactionOf(status, { sentAmount, refund: { status: refund } })],
    });
    const element = payment({ wallet });
    await shows(element, title);
    await shows(element, text);
    expect(textOf(element)).not.toMatch(/has arrived|is on its way\.|They received/);
    const asked: unknown[] = [];
    element.addEventListener('countersign-action', ({ detail }) => asked.push(detail.kind));
    if (refund === 'FAILED') await press(element, 'Contact support');
    expect(asked).toEqual(refund === 'FAILED' ? ['support'] : []);
  },
);
