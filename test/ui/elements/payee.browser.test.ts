/** The payee on the slip of `<countersign-review>` and `<countersign-payment>`. */
import { expect, test } from 'vitest';
import { TransportError, type Quote } from 'countersign';
import { de } from 'countersign/messages';
import {
  createFakeWallet,
  type CreateFakeWalletOptions,
  type FakeAnswer,
  type FakeWallet,
} from 'countersign-sandbox/testing';
import { changesOfPage } from '../../../src/kit/session/changes.ts';
import { place, type Placed } from './place.ts';
import { quoteOf as sampleQuote, transactionId } from './sample-quote.ts';

const id = 'ExternalAccount:00000000-0000-4000-8000-000000000004';
const payee = 'Another Bank, 0000';

const quoteOf = (destination: object = { destinationType: 'ACCOUNT', accountId: id }): Quote =>
  sampleQuote({ destination: destination as Quote['destination'] });
const walletWith = (answers: CreateFakeWalletOptions['answers'] = {}): FakeWallet =>
  createFakeWallet({ state: 'signed-in', answers });
const accountOf = (accountInfo: object, isNew = false): object => ({ account: { id, accountInfo }, isNew });
const review = (answer: FakeAnswer<'payee.get'>, quote = quoteOf()): Promise<Placed<'review'>> =>
  place('review', { wallet: walletWith({ 'payee.get': answer }).wallet, quote, payee });
const refusal = (platformCode: string): TransportError =>
  new TransportError('REFUSED', 'refused', { nextStep: 'restart', status: 404, platformCode });

test.each([
  [
    'a bank account by holder, bank and its last four characters',
    {
      accountType: 'MXN_ACCOUNT',
      clabeNumber: '012345678901236789',
      bankName: 'Sample Bank',
      beneficiary: { fullName: 'Sample Customer' },
    },
    'Sample Customer, Sample Bank, ending 6789',
  ],
  [
    'a business by its legal name',
    { accountType: 'EUR_ACCOUNT', iban: 'DE001234', beneficiary: { businessInfo: { legalName: 'Sample Company' } } },
    'Sample Company, ending 1234',
  ],
  [
    'mobile money by its provider',
    {
      accountType: 'KES_ACCOUNT',
      phoneNumber: '+254700001234',
      provider: 'M-PESA',
      beneficiary: { fullName: 'Sam Ple' },
    },
    'Sam Ple, M-PESA, ending 1234',
  ],
  [
    'an address of a chain by network, first and last six characters',
    { accountType: 'BASE_WALLET', address: '0xAbCd000000000000000000000000000000123456' },
    'Base, 0xAbCd…123456',
  ],
  [
    'a Lightning address whole',
    { accountType: 'LIGHTNING', lightningAddress: 'sam@example.com' },
    'Lightning, sam@example.com',
  ],
])('the slip shows %s, whatever the page says', async (_, accountInfo, text) => {
  const { shows, text: all } = await review(accountOf(accountInfo));
  await shows(text);
  expect(all()).not.toContain(payee);
});

test.each([
  ['an UMA address', { destinationType: 'UMA_ADDRESS', umaAddress: '$sample@example.com' }, '$sample@example.com'],
  ['an own account', { destinationType: 'ACCOUNT', accountId: walletWith().wallet.accountId }, 'Your account'],
])('%s is shown without a read', async (_, destination, text) => {
  const { wallet, calls } = walletWith();
  const { shows, offers } = await place('review', { wallet, quote: quoteOf(destination), payee });
  await shows(text);
  expect(offers('Send 40.00 USDB')).toBe(true);
  expect(calls().map(({ name }) => name)).not.toContain('payee.get');
});

test.each(['review', 'payment'] as const)(
  '<countersign-%s> reads a payee again whom it could not read, once payees have changed',
  async (name) => {
    const fake = walletWith({ 'transaction.follow': [], 'payee.get': refusal('RELAY_NOT_FOUND') });
    const { shows } = await place(name, { wallet: fake.wallet, quote: quoteOf(), transactionId });
    await expect.poll(() => fake.calls().filter((call) => call.name === 'payee.get').length).toBe(1);
    fake.answer('payee.get', accountOf({ accountType: 'USD_ACCOUNT', beneficiary: { fullName: 'Sample Payee' } }));
    changesOfPage().announce(fake.wallet.accountId, ['payees']);
    await shows('Sample Payee');
  },
);

test('until the payee is read there is nothing to sign, and a read that failed is tried again', async () => {
  const fake = walletWith();
  const first = fake.hold('payee.get');
  const { element, shows, offers, press, text } = await place('review', {
    wallet: fake.wallet,
    quote: quoteOf(),
    payee,
  });
  const told: unknown[] = [];
  element.addEventListener('countersign-problem', ({ detail }) => told.push(detail.error));
  await shows('Loading…');
  expect(offers('Send 40.00 USDB')).toBe(false);
  const error = new TransportError('NETWORK_FAILED', 'lost', { nextStep: 'retry' });
  first.fail(error);
  await shows('We couldn’t load who is paid. Nothing was sent.');
  expect(told).toEqual([error]);
  expect([offers('Send 40.00 USDB'), text().includes(payee)]).toEqual([false, false]);
  await press('Try again');
  await shows('Sample Customer, Sample Bank, ending 6789');
  expect(offers('Send 40.00 USDB')).toBe(true);
});

test('a payee who could not be read is read again once the network is back, and one who is known is not', async () => {
  const fake = walletWith({ 'payee.get': new TransportError('NETWORK_FAILED', 'lost', { nextStep: 'retry' }) });
  const { shows } = await place('review', { wallet: fake.wallet, quote: quoteOf() });
  await shows('Try again');
  fake.answer('payee.get', accountOf({ accountType: 'USD_ACCOUNT', beneficiary: { fullName: 'Sample Payee' } }));
  dispatchEvent(new Event('online'));
  await shows('Sample Payee');
  dispatchEvent(new Event('online'));
  await Promise.resolve();
  expect(fake.calls().filter(({ name }) => name === 'payee.get')).toHaveLength(2);
});

test('somebody else’s account is never what the page says it is', async () => {
  const { shows, offers, text } = await review(refusal('RELAY_NOT_FOUND'));
  await shows('We couldn’t load who is paid.');
  expect([offers('Send 40.00 USDB'), text().includes(payee)]).toEqual([false, false]);
});

test('every field that leads the money there stands on the slip, not the bank’s name alone', async () => {
  const info = { accountType: 'GBP_ACCOUNT', bankName: 'Sample Bank', sortCode: '010203', accountNumber: '12346789' };
  const { shows } = await review(
    accountOf({ ...info, beneficiary: { fullName: 'Sample Customer' }, swiftCode: 'SAMPGB2L' }),
  );
  for (const text of ['Sort code 010203', 'Account number 12346789', 'BIC SAMPGB2L']) await shows(text);
});

test('nobody unnamed is paid', async () => {
  const other = 'InternalAccount:00000000-0000-4000-8000-000000000009';
  const { element, shows, offers } = await place('review', {
    wallet: walletWith().wallet,
    quote: quoteOf({ destinationType: 'ACCOUNT', accountId: other }),
  });
  await shows('Nothing was sent: we can’t tell who would be paid.');
  expect([offers('Send 40.00 USDB'), element.shadowRoot?.querySelector('.actions')?.childElementCount]).toEqual([
    false,
    0,
  ]);
  element.payee = payee;
  await shows(`Send 40.00 USDB to ${payee} (as this page says)`);
});

test('whom the back-end alone can name is paid by that name, marked as what the page says', async () => {
  const other = 'InternalAccount:00000000-0000-4000-8000-000000000009';
  const fake = walletWith();
  const asked = fake.hold('payee.name');
  const quote = quoteOf({ destinationType: 'ACCOUNT', accountId: other });
  const { element, shows, offers } = await place('review', { wallet: fake.wallet, quote });
  await shows('Loading…');
  expect(offers('Send 40.00 USDB')).toBe(false);
  fake.answer('payee.name', 'Sam\u202eple');
  asked.release();
  await shows('Send 40.00 USDB to Sam[U+202E]ple (as this page says)');
  expect(fake.calls().find(({ name }) => name === 'payee.name')?.passed[0]).toBe(quote.id);
  element.locale = de;
  await shows('Sam[U+202E]ple (laut dieser Seite)');
});

test('a payee whom the back-end could not name in time is no payee, until it is asked again', async () => {
  const other = 'InternalAccount:00000000-0000-4000-8000-000000000009';
  const fake = walletWith({ 'payee.name': new TransportError('SERVICE_FAILED', 'late', { nextStep: 'retry' }) });
  const quote = quoteOf({ destinationType: 'ACCOUNT', accountId: other });
  const { shows, offers, press } = await place('review', { wallet: fake.wallet, quote });
  await shows('We couldn’t load who is paid. Nothing was sent.');
  expect(offers('Send 40.00 USDB')).toBe(false);
  fake.answer('payee.name', 'Sample Customer');
  await press('Try again');
  await shows('Send 40.00 USDB to Sample Customer (as this page says)');
});

test('what the page says is marked where the relay has no such route', async () => {
  const { element, shows, offers } = await review(refusal('RELAY_ROUTE_NOT_FOUND'));
  await shows(`${payee} (as this page says)`);
  expect(offers('Send 40.00 USDB')).toBe(true);
  element.locale = de;
  await shows(`${payee} (laut dieser Seite)`);
  element.payee = undefined;
  await shows('Nicht genannt');
});

test('another language is no other payee', async () => {
  const { element, shows, offers, text } = await review(
    accountOf({ accountType: 'USD_ACCOUNT', accountNumber: '6789', beneficiary: { fullName: 'Sample Customer' } }),
  );
  await shows('ending 6789');
  element.locale = de;
  await shows('endet auf 6789');
  expect(text()).not.toContain('Der Empfänger hat sich geändert.');
  expect(offers('40,00 USDB senden')).toBe(true);
});

test('another payee is read anew, and an answer for the one before changes nothing', async () => {
  const fake = walletWith();
  const first = fake.hold('payee.get');
  const { element, shows, text } = await place('review', { wallet: fake.wallet, quote: quoteOf(), payee });
  await shows('Loading…');
  fake.answer('payee.get', accountOf({ accountType: 'SPARK_WALLET', address: 'sp1111111111112222' }));
  element.quote = quoteOf({ destinationType: 'ACCOUNT', accountId: id.replace(/4$/, '5') });
  await shows('Spark, sp1111…112222');
  first.release();
  await shows('Spark');
  expect(text()).not.toContain('Sample Customer');
});

test.each([
  ['a direction control', 'Sam\u202eple', 'Sam[U+202E]ple'],
  ['an invisible character', 'Sam\u200bple\u2800', 'Sam[U+200B]ple[U+2800]'],
  ['a tag', 'Sample\u{e0041}', 'Sample[U+E0041]'],
  ['a joiner at the end of a word', 'Sample\u200d Customer', 'Sample[U+200D] Customer'],
  [
    'no joiner between letters',
    '\u0dc1\u0dca\u200d\u0dbb\u0dd3 \u0645\u06cc\u200c\u062e',
    '\u0dc1\u0dca\u200d\u0dbb\u0dd3 \u0645\u06cc\u200c\u062e',
  ],
])('in the name of a holder or a bank, %s is marked', async (_, name, shown) => {
  const info = { accountType: 'USD_ACCOUNT', bankName: name, beneficiary: { fullName: name } };
  const { shows } = await review(accountOf(info));
  await shows(`${shown}, ${shown}`);
});

test('a payee who was never paid is new, and others are not', async () => {
  const info = { accountType: 'USD_ACCOUNT', accountNumber: '6789', beneficiary: { fullName: 'Sample Customer' } };
  const { element, shows, text } = await review(accountOf(info, true));
  await shows('New payee');
  element.wallet = walletWith({ 'payee.get': accountOf(info) }).wallet;
  await shows('ending 6789');
  expect(text()).not.toContain('New payee');
});

test('a receipt shows the same payee, and stays readable without', async () => {
  const fake = walletWith({ 'transaction.follow': [] });
  const quote = quoteOf();
  const { element, shows } = await place('payment', {
    wallet: fake.wallet,
    quote,
    transactionId: quote.transactionId,
    payee,
  });
  await shows('Sample Customer, Sample Bank, ending 6789');
  element.wallet = walletWith({ 'transaction.follow': [], 'payee.get': refusal('RELAY_NOT_FOUND') }).wallet;
  await shows('Not loaded');
  await shows('732.60 MXN');
});
