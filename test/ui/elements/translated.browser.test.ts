/** Elements on a page that the browser translates: each text becomes a `font` in its place, which the element didn't make. */
import { beforeAll, expect, test } from 'vitest';
import type { Quote } from 'countersign';
import { defineElements, type ElementName } from 'countersign/elements';
import { de } from 'countersign/messages';
import { createFakeWallet, type CreateFakeWalletOptions } from 'countersign-sandbox/testing';
import { place, placed, type Placed } from './place.ts';
import { quoteOf as sampleQuote, transactionId, usdb as currency } from './sample-quote.ts';

const uuid = '00000000-0000-4000-8000-000000000001';
const quoteOf = (umaAddress: string, totalSendingAmount: number): Quote => {
  const destination = { destinationType: 'UMA_ADDRESS', umaAddress } as unknown as Quote['destination'];
  return sampleQuote({ destination, totalSendingAmount });
};
const before = quoteOf('$first@example.com', 25_000_000);
const now = Date.parse(before.expiresAt) - 300_000;
const listed = { nickname: 'sample.customer@example.com', createdAt: before.createdAt, expiresAt: before.expiresAt };
const sessionOf = (id: string, current: boolean): object => ({ ...listed, id, current, type: 'EMAIL_OTP' });
const answers = {
  'card.list': [{ id: `Card:${uuid}`, state: 'ACTIVE', last4: '1234' }],
  'session.list': [sessionOf('Session:1', true), sessionOf('Session:2', false)],
  'transaction.follow': [{ id: transactionId, status: 'PROCESSING', type: 'OUTGOING', createdAt: before.createdAt }],
  'transaction.list': {
    data: [
      { ...listed, id: transactionId, type: 'INCOMING', status: 'PROCESSING', receivedAmount: { amount: 1, currency } },
    ],
  },
  'account.get': {
    balance: { amount: 25_000_000, currency },
    totalBalance: { amount: 30_000_000, currency },
    fundingPaymentInstructions: [],
  },
} as const satisfies CreateFakeWalletOptions['answers'];
const customerId = `Customer:${uuid}`;
const error = { code: 'TIMED_OUT', nextStep: 'retry' };
const elements: Readonly<Record<ElementName, [state: 'signed-in' | 'signed-out', properties?: object]>> = {
  'sign-in': ['signed-out'],
  'code-entry': ['signed-out'],
  review: ['signed-in', { quote: before, serviceTime: () => now }],
  payment: ['signed-in', { quote: before, transactionId }],
  session: ['signed-in', { serviceTime: () => now }],
  credentials: ['signed-in', { providers: [{ name: 'Sample ID', idToken: () => new Promise(() => undefined) }] }],
  sessions: ['signed-in'],
  card: ['signed-in'],
  activity: ['signed-in', { customerId }],
  balance: ['signed-in', { customerId }],
  problem: ['signed-out', { error }],
};
const ready: Partial<Record<ElementName, string>> = {
  'sign-in': 'E-mail me a code',
  session: 'Sign out',
  credentials: 'Accounts',
  card: 'Freeze',
  activity: 'Deposit',
  balance: 'Available',
};
const names = Object.keys(elements) as ElementName[];

beforeAll(() => defineElements());

/** Does what browsers do; those obey `translate="no"`, and what a person chooses to translate may not. */
function translate(root: ShadowRoot | null, obeys = false): void {
  if (root === null) throw new Error('there is nothing to translate');
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() === '' || (obeys && text.parentElement?.closest('[translate="no"]') !== null)) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = `<${text.data}>`;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

test.for(names)(
  'in <countersign-%s>, texts that change after a translation are all on the screen, each once',
  async (name) => {
    const [state, properties] = elements[name];
    const placing = (accountId: string): Promise<Placed<ElementName>> =>
      place(name, { wallet: createFakeWallet({ state, answers, accountId }).wallet, ...properties });
    const [translated, untouched] = [await placing('one'), await placing('another')];
    for (const { shows } of [translated, untouched]) await shows(ready[name] ?? '.');
    const english = untouched.text();
    translate(translated.element.shadowRoot);
    expect(translated.text()).not.toBe(english);
    for (const { element } of [translated, untouched]) element.locale = de;
    await expect.poll(untouched.text).not.toBe(english);
    // Texts that are the same in both languages stay as the browser wrote them; clocks run.
    const wordsOf = (text: string): string => text.replaceAll(/[<>\d]/g, '');
    await expect.poll(() => wordsOf(translated.text()) === wordsOf(untouched.text())).toBe(true);
  },
);

test('a quote that changes after a translation is the one on the slip', async () => {
  const { wallet } = createFakeWallet({ state: 'signed-in' });
  const { element, shows, text } = await place('review', { wallet, quote: before });
  await shows('25.00 USDB');
  translate(element.shadowRoot);
  element.quote = quoteOf('$second@example.com', 77_000_000);
  await shows('77.00 USDB');
  await shows('$second@example.com');
  expect(text()).not.toMatch(/(?<!instead of )25\.00|\$first/);
});

test('amounts, payees, clocks, numbers and names are not translated', async () => {
  const shown: Partial<Record<ElementName, readonly (string | RegExp)[]>> = {
    review: ['25.00 USDB', '$first@example.com', /5:00/],
    payment: ['25.00 USDB', '$first@example.com', '00000000'],
    session: [/\d+:\d\d/],
    card: ['1234'],
    credentials: ['sample.customer@example.com'],
    activity: ['0.000001 USDB'],
    balance: ['25.00 USDB'],
    sessions: ['sample.customer@example.com'],
  };
  for (const [name, values] of Object.entries(shown) as [ElementName, readonly (string | RegExp)[]][]) {
    const [state, properties] = elements[name];
    const fake = createFakeWallet({ state, answers });
    // A session shows its clock in the last two minutes.
    if (name === 'session') fake.signIn({ expiresAt: Date.now() + 60_000 });
    const { element } = await place(name, { wallet: fake.wallet, ...properties });
    const { text } = placed(element);
    for (const value of values) await expect.poll(text).toMatch(value);
    translate(element.shadowRoot, true);
    const written = [...(element.shadowRoot?.querySelectorAll('font font') ?? [])].map(
      ({ textContent }) => textContent,
    );
    for (const value of values) expect(written.filter((one) => one.match(value) !== null)).toEqual([]);
  }
});

test('the holder, the bank and the number of a payee are not translated', async () => {
  const beneficiary = { fullName: 'Sample Payee' };
  const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber: '0006789', bankName: 'Sample Bank', beneficiary };
  const { wallet } = createFakeWallet({ state: 'signed-in', answers: { 'payee.get': { account: { accountInfo } } } });
  const quote: Quote = { ...before, destination: { destinationType: 'ACCOUNT', accountId: `ExternalAccount:${uuid}` } };
  const { element, shows, text } = await place('review', { wallet, quote, serviceTime: () => now });
  await shows('6789');
  translate(element.shadowRoot, true);
  expect(text()).toContain('<You send>');
  for (const value of ['Sample Payee', 'Sample Bank', '6789']) expect(text()).not.toMatch(new RegExp(`<[^>]*${value}`));
});
