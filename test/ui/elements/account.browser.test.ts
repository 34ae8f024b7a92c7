/** `<countersign-activity>` and `<countersign-balance>`. */
import { expect, test } from 'vitest';
import { TransportError, type CardTransaction, type Transaction } from 'countersign';
import { createFakeWallet, type FakeWallet } from 'countersign-sandbox/testing';
import { place } from './place.ts';

const customerId = 'Customer:00000000-0000-4000-8000-000000000007';
const bank = 'ExternalAccount:00000000-0000-4000-8000-000000000004';
const currency = { code: 'USDB', name: 'Sample dollar', decimals: 6 };
const dollars = (amount: number): { amount: number; currency: typeof currency } => ({
  amount: amount * 1_000_000,
  currency,
});
const common = { customerId, platformCustomerId: 'sample', createdAt: '2026-01-15T12:00:00.000Z' };
const paymentOf = (id: string, status: Transaction['status'] = 'COMPLETED'): Transaction =>
  ({
    ...common,
    id,
    type: 'OUTGOING',
    direction: 'DEBIT',
    status,
    sentAmount: dollars(40),
    destination: { destinationType: 'ACCOUNT', accountId: bank },
  }) as Transaction;
const deposit: Transaction = {
  ...common,
  id: 'in',
  type: 'INCOMING',
  direction: 'CREDIT',
  status: 'COMPLETED',
  receivedAmount: dollars(250),
};
const purchase: CardTransaction = {
  ...common,
  id: 'card',
  type: 'CARD',
  direction: 'DEBIT',
  status: 'AUTHORIZED',
  merchant: { descriptor: 'Sample Shop' },
  authorizedAmount: dollars(5),
};
const payee = { account: { accountInfo: { accountType: 'USD_ACCOUNT', beneficiary: { fullName: 'Sample Payee' } } } };

function walletWith(...pages: readonly (readonly (Transaction | CardTransaction)[])[]): FakeWallet {
  return createFakeWallet({
    state: 'signed-in',
    answers: {
      'transaction.list': ({ cursor = '0' }) => {
        const next = Number(cursor) + 1;
        return { data: pages[next - 1] ?? [], ...(next < pages.length ? { nextCursor: String(next) } : {}) };
      },
      'payee.get': payee,
    },
  });
}

test('payments, deposits and purchases are lines with who, how much and how they stand', async () => {
  const { wallet, calls } = walletWith([
    paymentOf('one', 'PROCESSING'),
    paymentOf('two', 'EXPIRED'),
    deposit,
    purchase,
    { ...deposit, id: 'coming', status: 'PENDING' },
  ]);
  const { element, shows, text } = await place('activity', { wallet, customerId });
  const opened: string[] = [];
  element.addEventListener('countersign-transaction-opened', ({ detail }) => opened.push(detail.transaction.id));
  await shows('Sample Payee');
  const rows = [...(element.shadowRoot?.querySelectorAll('li') ?? [])].map((row) => row.textContent);
  expect(rows[0]).toMatch(/^Sample Payee−40.00 USDB.*On its way$/);
  expect(rows[1]).toMatch(/^Sample Payee40.00 USDB.*Not sent$/);
  expect(rows[2]).toMatch(/^Deposit\+250.00 USDB.*Received$/);
  expect(rows[3]).toMatch(/^Sample Shop−5.00 USDB.*Pending$/);
  expect(rows[4]).toMatch(/^Deposit\+250.00 USDB.*On its way$/);
  // Who was paid twice is read once.
  expect(calls().filter(({ name }) => name === 'payee.get')).toHaveLength(1);
  element.shadowRoot?.querySelectorAll('button')[3]?.click();
  expect(opened).toEqual(['card']);
  expect(text()).not.toContain('Show older payments');
});

test('a declined purchase says why and shows no money that moved, and a released hold shows none', async () => {
  const declined = (id: string, cardDeclinedReason?: string): CardTransaction =>
    ({ ...purchase, id, status: 'DECLINED', ...(cardDeclinedReason && { cardDeclinedReason }) }) as CardTransaction;
  const { wallet } = walletWith([
    declined('one', 'CARD_NOT_ACTIVE'),
    declined('two', 'SPEND_LIMIT_EXCEEDED'),
    declined('three', 'INSUFFICIENT_FUNDS'),
    declined('four', 'NO_ELIGIBLE_FUNDING_SOURCE'),
    declined('five', 'BLOCKED'),
    declined('six', 'UNSUPPORTED_NETWORK'),
    declined('seven', 'OTHER'),
    declined('eight', 'NOT_KNOWN_YET'),
    declined('nine'),
    { ...purchase, id: 'ten', status: 'VOIDED', authorizedAmount: dollars(0) },
  ]);
  const { element, shows } = await place('activity', { wallet, customerId });
  await shows('Released');
  const rows = [...(element.shadowRoot?.querySelectorAll('li') ?? [])];
  expect(rows.map((row) => row.querySelector('.state')?.textContent)).toEqual([
    'Declined: your card isn’t active',
    'Declined: over your limit',
    'Declined: not enough money',
    'Declined: no account to pay from',
    'Declined: this purchase isn’t allowed',
    'Declined: card not accepted here',
    'Declined',
    'Declined',
    'Declined',
    'Released',
  ]);
  const amounts = rows.map((row) => row.querySelector('.amount')?.textContent);
  expect(amounts).toEqual([...Array.from({ length: 9 }, () => '5.00 USDB'), '']);
});

test('a merchant’s return is a row of its own, and money that came back is told once', async () => {
  const bought: CardTransaction = { ...purchase, status: 'SETTLED', settledAmount: dollars(5) };
  const { wallet } = walletWith([
    { ...bought, id: 'return', direction: 'CREDIT', settledAmount: dollars(2), originalTransactionId: 'told twice' },
    { ...bought, id: 'told twice', status: 'REFUNDED', refundedAmount: dollars(5) },
    { ...bought, id: 'told by itself', status: 'REFUNDED', refundedAmount: dollars(5) },
    { ...bought, id: 'kept' },
  ]);
  const { element, shows } = await place('activity', { wallet, customerId });
  await shows('Refunded');
  const rows = [...(element.shadowRoot?.querySelectorAll('li') ?? [])].map((row) => row.textContent);
  expect(rows[0]).toMatch(/\+2.00 USDB.*Refunded$/);
  expect(rows[1]).toMatch(/−5.00 USDB.*Paid$/);
  expect(rows[2]).toMatch(/−5.00 USDB.*Refunded$/);
  expect(rows[3]).toMatch(/−5.00 USDB.*Paid$/);
});

test('in the names of who was paid and of shops, what hides or turns their neighbours is marked', async () => {
  const shop: CardTransaction = { ...purchase, merchant: { descriptor: 'Sample\u202eShop' } };
  const { wallet, answer } = walletWith([paymentOf('one'), shop]);
  const accountInfo = { accountType: 'USD_ACCOUNT', beneficiary: { fullName: 'Sam\u200bple' } };
  answer('payee.get', { account: { accountInfo } });
  const { shows } = await place('activity', { wallet, customerId });
  await shows('Sam[U+200B]ple');
  await shows('Sample[U+202E]Shop');
});

test('payments stand under their days, and each says its time', async () => {
  const [today, yesterday] = [new Date(), new Date()];
  yesterday.setDate(yesterday.getDate() - 1);
  const at = (id: string, date: Date | string): Transaction => ({
    ...deposit,
    id,
    createdAt: new Date(date).toISOString(),
  });
  const old = common.createdAt;
  const { wallet } = walletWith([at('a', today), at('b', today), at('c', yesterday), at('d', old), at('e', old)]);
  const { element, shows } = await place('activity', { wallet, customerId });
  await shows('Today');
  const days = [...(element.shadowRoot?.querySelectorAll('h3') ?? [])].map((day) => [
    day.textContent,
    day.nextElementSibling?.children.length,
  ]);
  expect(days).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Jan 15, 2026', 2],
  ]);
  const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(today);
  expect(element.shadowRoot?.querySelector('small')?.textContent).toBe(`${time} · Received`);
});

test('older payments follow by a press, which leaves the focus on the first of them', async () => {
  const { wallet } = walletWith([paymentOf('one')], [deposit], [purchase]);
  const { element, press, shows, focused, offers } = await place('activity', { wallet, customerId });
  await press('Show older payments');
  await shows('Deposit');
  await expect.poll(() => focused()?.textContent).toContain('Deposit');
  await press('Show older payments');
  await shows('Sample Shop');
  expect(element.shadowRoot?.querySelectorAll('li')).toHaveLength(3);
  expect(offers('Show older payments')).toBe(false);
});

test('a name that can’t be read leaves its payment in the list, and no payments are said so', async () => {
  const { wallet, answer } = walletWith([paymentOf('one')]);
  answer('payee.get', new Error('no'));
  const { element, shows } = await place('activity', { wallet, customerId });
  await shows('Payment−40.00 USDB');
  answer('transaction.list', { data: [] });
  element.customerId = customerId;
  await shows('No payments yetAdd money to your wallet, and it shows up here.');
});

test('the balance says what is on hold, and how to receive money, with a code to scan and buttons that copy', async () => {
  const { wallet } = createFakeWallet({
    state: 'signed-in',
    answers: {
      'account.get': {
        balance: dollars(1145.25),
        totalBalance: dollars(1150.25),
        fundingPaymentInstructions: [
          {
            accountOrWalletInfo: {
              accountType: 'SPARK_WALLET',
              address: 'spark-sample',
              branchCode: '12',
              payloadToSign: 'x1',
            },
            instructionsNotes: 'Put the reference on the payment.',
          },
        ],
      },
    },
  });
  const copied: string[] = [];
  const { clipboard } = navigator;
  const writeText = (text: string): Promise<void> => {
    if (copied.length > 0) return Promise.reject(new Error('denied'));
    copied.push(text);
    return Promise.resolve();
  };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  try {
    const { element, press, shows, text } = await place('balance', { wallet, customerId });
    await shows('1,145.25 USDB');
    expect(text()).toContain('5.00 USDB on hold');
    expect(text()).not.toContain('spark-sample');
    await press('Receive');
    await shows('spark-sample');
    await expect.poll(() => element.shadowRoot?.querySelector('[role="img"]')?.ariaLabel).toContain('QR code');
    expect(text()).toContain('Branch code12');
    expect(text()).toContain('Put the reference on the payment.');
    expect(text()).not.toContain('x1');
    await press('Copy Address');
    await shows('Address copied.');
    expect(copied).toEqual(['spark-sample']);
    await press('Copy Address');
    await shows('Copying isn’t possible here.');
  } finally {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  }
});

test.each(['activity', 'balance'] as const)('<countersign-%s> reads nothing without a customer', async (name) => {
  const { wallet, calls } = walletWith([deposit]);
  await place(name, { wallet });
  expect(calls()).toEqual([]);
});

const wrongAmounts = [Number.NaN, null, 0.5, 2 ** 53, '40000000'] as unknown as readonly never[];

test.each(wrongAmounts)('an amount of %s is refused by balance and activity, which show none', async (amount) => {
  const balance = { balance: { ...dollars(50), amount }, totalBalance: dollars(50), fundingPaymentInstructions: [] };
  const { wallet } = createFakeWallet({
    state: 'signed-in',
    answers: {
      'account.get': balance,
      'transaction.list': { data: [{ ...deposit, receivedAmount: { ...dollars(1), amount } }] },
    },
  });
  for (const name of ['activity', 'balance'] as const) {
    const { shows, text } = await place(name, { wallet, customerId });
    await shows('That didn’t work');
    expect(text()).not.toContain('USDB');
  }
});

test('a balance below zero is written as a debt, and a payment of less than nothing is refused', async () => {
  const balance = {
    balance: { ...dollars(0), amount: -5 },
    totalBalance: dollars(-1234.56),
    fundingPaymentInstructions: [],
  };
  const { wallet } = createFakeWallet({
    state: 'signed-in',
    answers: { 'account.get': balance, 'transaction.list': { data: [{ ...paymentOf('a'), sentAmount: dollars(-1) }] } },
  });
  await (await place('balance', { wallet, customerId })).shows('-0.000005 USDB');
  const { shows, text } = await place('activity', { wallet, customerId });
  await shows('That didn’t work');
  expect(text()).not.toContain('USDB');
});

test('a problem of reading is gone once a later read succeeds', async () => {
  const { wallet, answer } = walletWith();
  answer('transaction.list', new TransportError('NETWORK_FAILED', 'lost', { nextStep: 'retry' }));
  const { element, shows, text, offers } = await place('activity', { wallet, customerId });
  await shows('No connection');
  answer('transaction.list', { data: [deposit] });
  element.customerId = customerId;
  await shows('Deposit');
  expect([text().includes('No connection'), offers('Try again')]).toEqual([false, false]);
});

test('what the network kept from being read is read again once it is back, and what is known is not', async () => {
  const { wallet, answer, calls } = walletWith();
  answer('transaction.list', new TransportError('NETWORK_FAILED', 'lost', { nextStep: 'retry' }));
  const { shows } = await place('activity', { wallet, customerId });
  await shows('No connection');
  answer('transaction.list', { data: [deposit] });
  dispatchEvent(new Event('online'));
  await shows('Deposit');
  dispatchEvent(new Event('online'));
  await Promise.resolve();
  expect(calls()).toHaveLength(2);
});

test('balance and payments are read without a session, and are gone once a session has ended', async () => {
  const balance = { balance: dollars(50), totalBalance: dollars(50), fundingPaymentInstructions: [] };
  const { wallet, signIn, signOut } = createFakeWallet({
    state: 'signed-out',
    answers: { 'transaction.list': { data: [deposit] }, 'account.get': balance },
  });
  const placed = [
    [await place('activity', { wallet, customerId }), '250.00 USDB', 'Sign in to see your payments.'],
    [await place('balance', { wallet, customerId }), '50.00 USDB', 'Sign in to see your balance.'],
  ] as const;
  for (const [{ shows }, money] of placed) await shows(money);
  signIn();
  for (const [{ shows }, money] of placed) await shows(money);
  signOut('expired');
  for (const [{ shows, text }, money, instead] of placed) {
    await shows(instead);
    expect(text()).not.toContain(money);
  }
});

test('what came back, comes back or did not is told by status and refund together, of a part as well', async () => {
  const refunded = (id: string, status: 'PENDING' | 'COMPLETED' | 'FAILED'): Transaction => ({
    ...paymentOf(id),
    refund: { status },
  });
  const bought: CardTransaction = { ...purchase, status: 'SETTLED', settledAmount: dollars(5) };
  const { wallet } = walletWith([
    refunded('a', 'COMPLETED'),
    refunded('b', 'PENDING'),
    refunded('c', 'FAILED'),
    { ...bought, id: 'd', refundedAmount: dollars(2) },
    { ...bought, id: 'e', status: 'REFUNDED', refundedAmount: dollars(5) },
  ]);
  const { element, shows } = await place('activity', { wallet, customerId });
  await shows('Partly refunded');
  expect([...(element.shadowRoot?.querySelectorAll('.state') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Returned to your wallet',
    'Refund on its way',
    'Refund failed',
    'Partly refunded',
    'Refunded',
  ]);
});
