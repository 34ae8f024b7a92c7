/** Quotes, their execution, what becomes of it, and what arrives. */
import { signIn, type ContractClient } from '../client.ts';
import { dollarAccount, openWallet, payment, platformAccount, type WalletOwner } from './people.ts';

interface Instruction {
  readonly accountOrWalletInfo: { readonly accountType: string; readonly payloadToSign?: string };
}

/** The payload of a quote's wallet instruction. */
export function payloadOf(quote: { readonly paymentInstructions: readonly Instruction[] }): string {
  const found = quote.paymentInstructions.find((one) => one.accountOrWalletInfo.accountType === 'EMBEDDED_WALLET');
  return String(found?.accountOrWalletInfo.payloadToSign);
}

async function payFromWallet(client: ContractClient, owner: WalletOwner, to: string, amount?: number): Promise<string> {
  const { key } = await signIn(client, owner.credentialId);
  const body = payment(owner.accountId, to, amount === undefined ? {} : { amount });
  const { body: quote } = await client.call('POST', '/quotes', body);
  await client.call('GET', `/quotes/${String(quote.id)}`);
  const headers = await client.stampHeaders(payloadOf(quote), key);
  await client.call('POST', `/quotes/${String(quote.id)}/execute`, undefined, headers);
  return String(quote.transactionId);
}

/** Pays from a wallet to each ending that an account number can have, and to another wallet. */
export async function withdrawals(client: ContractClient): Promise<void> {
  const owner = await openWallet(client, 4);
  const other = await openWallet(client, 5);
  const transactions: string[] = [];
  transactions.push(await payFromWallet(client, owner, owner.bankAccountId));
  transactions.push(await payFromWallet(client, owner, other.accountId));
  for (const ending of ['002', '003', '004', '005', '006', '007']) {
    const { body: account } = await client.call('POST', '/customers/external-accounts', {
      customerId: owner.customerId,
      currency: 'USD',
      platformAccountId: `bank-${ending}`,
      accountInfo: { ...dollarAccount, accountNumber: `123456${ending}` },
    });
    transactions.push(await payFromWallet(client, owner, String(account.id)));
  }
  if (client.sandbox.profile === 'grid') {
    for (const id of transactions) await client.call('POST', `/transactions/${id}/cancel`);
    transactions.push(await payFromWallet(client, owner, owner.bankAccountId));
  }
  await client.advance(10 * 60_000);
  for (const id of transactions) await client.call('GET', `/transactions/${id}`);
}

/** Looks receivers up, and one that isn't there. */
export async function lookUps(client: ContractClient): Promise<void> {
  if (client.sandbox.profile !== 'grid') return;
  const { bankAccountId, customerId } = await openWallet(client, 12);
  const sender = `customerId=${customerId}`;
  for (const name of ['success.eur', 'nobody']) {
    await client.call('GET', `/receiver/uma/%24${name}@sandbox.uma.money?${sender}`);
  }
  await client.call('GET', '/receiver/uma/%24success.usd@sandbox.uma.money');
  await client.call('GET', `/receiver/external-account/${bankAccountId}?${sender}`);
}

/** Pays between the platform's currencies, runs into each refusal and lists everything. */
export async function exchanges(client: ContractClient): Promise<void> {
  const owner = await openWallet(client, 6);
  const dollars = await platformAccount(client, 'USD', 10_000_000);
  const { body: euros } = await client.call('GET', '/platform/internal-accounts?currency=EUR');
  const converted = payment(dollars, String(euros.data[0].id), { amount: 10_000 });
  const { body: quote } = await client.call('POST', '/quotes', { ...converted, description: 'Sample payment' });
  await client.call('POST', `/quotes/${String(quote.id)}/execute`, {});
  await client.call('POST', `/quotes/${String(quote.id)}/execute`, {});
  const atOnce = { ...payment(dollars, owner.bankAccountId, { amount: 10_000 }), immediatelyExecute: true };
  await client.call('POST', '/quotes', atOnce);
  await client.call('POST', '/quotes', { ...converted, lockedCurrencySide: 'RECEIVING' });
  await client.call('POST', '/quotes', payment(dollars, dollars, { amount: 10_000 }));
  await client.call('POST', '/quotes', payment(owner.accountId, owner.bankAccountId, { amount: 900_000_000_000 }));
  await client.call('POST', '/quotes', { source: {} });
  const { body: late } = await client.call('POST', '/quotes', converted);
  const { body: unsigned } = await client.call('POST', '/quotes', payment(owner.accountId, owner.bankAccountId));
  await client.call('POST', `/quotes/${String(unsigned.id)}/execute`);
  await client.advance(10 * 60_000);
  await client.call('POST', `/quotes/${String(late.id)}/execute`);
  await client.call('GET', '/quotes/Quote:00000000-0000-4000-8000-00000000000a');
  await client.call('GET', '/transactions/Transaction:00000000-0000-4000-8000-00000000000a');
  await lists(client, owner);
}

async function lists(client: ContractClient, { customerId, accountId }: WalletOwner): Promise<void> {
  const { body: page } = await client.call('GET', '/transactions?limit=2');
  if (page.nextCursor !== undefined)
    await client.call('GET', `/transactions?limit=2&cursor=${String(page.nextCursor)}`);
  const queries = [
    `customerId=${customerId}&sortOrder=asc`,
    'platformCustomerId=customer-6&type=OUTGOING',
    `accountIdentifier=${accountId}&status=COMPLETED`,
    `senderAccountIdentifier=${accountId}`,
    `receiverAccountIdentifier=${accountId}`,
    'startDate=2026-01-01T00:00:00Z&endDate=2027-01-01T00:00:00Z',
    'reference=nothing',
    'limit=0',
  ];
  for (const query of queries) await client.call('GET', `/transactions?${query}`);
}

/** Payments of a customer who authorises them strongly, and the trust in a beneficiary. */
export async function strongAuthentication(client: ContractClient): Promise<void> {
  const owner = await openWallet(client, 7, { region: 'FR', nationality: 'FR' });
  const { key } = await signIn(client, owner.credentialId);
  const code = { code: '123456' };
  for (const answer of [code, undefined]) {
    const { body: quote } = await client.call('POST', '/quotes', payment(owner.accountId, owner.bankAccountId));
    const path = `/quotes/${String(quote.id)}`;
    const headers = await client.stampHeaders(payloadOf(quote), key);
    await client.call('POST', `${path}/execute`, undefined, headers);
    await client.call('GET', `/transactions/${String(quote.transactionId)}`);
    await client.call('POST', `${path}/authorize/resend`);
    await client.call('POST', `${path}/authorize`, { code: '999999' });
    if (answer !== undefined) await client.call('POST', `${path}/authorize`, answer);
    await client.advance(6 * 60_000);
  }
  const path = `/customers/external-accounts/${owner.bankAccountId}`;
  if (client.sandbox.profile === 'grid') {
    await client.call('POST', `${path}/trust`);
    await client.call('POST', `${path}/trust/confirm`, code);
  } else {
    await client.control('POST', '/external-accounts', { externalAccountId: owner.bankAccountId, trusted: true });
  }
  await client.call('DELETE', path);
  await client.call('POST', `${path}/untrust`);
  await client.call('POST', `${path}/untrust/confirm`, code);
  await client.call('POST', `${path}/untrust`);
}

/** Money from outside through every state of an incoming payment. */
export async function arrivals(client: ContractClient): Promise<void> {
  const owner = await openWallet(client, 8);
  const { accountId, customerId } = owner;
  const endings = [['PENDING', 'PROCESSING', 'COMPLETED', 'REFUNDED'], ['PENDING', 'REJECTED'], ['EXPIRED']];
  for (const states of endings) {
    const body = { internalAccountId: accountId, amount: 1_000_000 };
    const { body: payment } = await client.control('POST', '/incoming-payments', body);
    for (const status of states) {
      await client.control('POST', '/transactions', { transactionId: payment.id, status });
      await client.call('GET', `/transactions/${String(payment.id)}`);
    }
  }
  if (client.sandbox.profile !== 'grid') return;
  await received(client, customerId);
  await funded(client, customerId);
  await addedFromBank(client, owner);
}

/** Sends the request of the public service's sample wallet for "Add money from your bank". */
async function addedFromBank(client: ContractClient, { accountId, bankAccountId }: WalletOwner): Promise<void> {
  const { body: quote } = await client.call('POST', '/quotes', payment(bankAccountId, accountId, { amount: 10_000 }));
  await client.call('POST', `/quotes/${String(quote.id)}/execute`, {});
  await client.call('POST', '/sandbox/send', { quoteId: quote.id, currencyCode: 'USD', currencyAmount: 10_000 });
  await client.advance(60_000);
  await client.call('GET', `/transactions/${String(quote.transactionId)}`);
}

async function received(client: ContractClient, customerId: string): Promise<void> {
  const payment = {
    senderUmaAddress: '$sender@example.com',
    customerId,
    receivingCurrencyCode: 'USDB',
    receivingCurrencyAmount: 1_000_000,
  };
  const { body: approved } = await client.call('POST', '/sandbox/uma/receive', payment);
  await client.call('POST', `/transactions/${String(approved.id)}/approve`, {});
  await client.call('POST', `/transactions/${String(approved.id)}/approve`, {});
  const { body: rejected } = await client.call('POST', '/sandbox/uma/receive', payment);
  await client.call('POST', `/transactions/${String(rejected.id)}/reject`, { reason: 'Sample reason' });
  await client.advance(60_000);
  const confirmation = { receiptDeliveryConfirmedAt: '2026-01-15T12:00:00Z' };
  await client.call('POST', `/transactions/${String(approved.id)}/confirm`, confirmation);
}

async function funded(client: ContractClient, customerId: string): Promise<void> {
  const { body: accounts } = await client.call('GET', `/customers/internal-accounts?customerId=${customerId}`);
  const { body: quote } = await client.call('POST', '/quotes', {
    source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' },
    destination: { destinationType: 'ACCOUNT', accountId: accounts.data[0].id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000,
  });
  await client.call('POST', '/sandbox/send', { quoteId: quote.id, currencyCode: 'USD', currencyAmount: 10_000 });
  await client.advance(60_000);
  await client.call('GET', `/transactions/${String(quote.transactionId)}`);
}
