/** Actions of several tests at the platform: signed retries, executions, passkeys, cards. */
import type { SessionSigningKey } from 'countersign/crypto';
import type { CreateSandboxOptions } from 'countersign-sandbox';
import { expect } from 'vitest';
import { issueCard as askForCard, platformAccount as fundedAccount } from '../../../test/contract/flows/people.ts';
import { paymentBetween } from '../../../test/sample-customer.ts';
import { createPasskey, passkeyAddition, type Passkey } from './authenticator.ts';
import { beginWith, createHolder, executeWith, signIn, type Holder, type PlatformClient } from './platform-client.ts';
import type { Answer } from './reading.ts';

/** Signs in and executes a quote of the holder's wallet. */
export async function execute(platform: PlatformClient, holder: Holder, quote: Answer): Promise<Answer> {
  const { key } = await signIn(platform, holder);
  return executeWith(platform, key, quote);
}

/** A transaction as it is now. */
export async function transactionOf(platform: PlatformClient, id: unknown): Promise<Answer['body']> {
  return (await platform.call('GET', `/transactions/${String(id)}`)).body;
}

/** Adds a passkey to the holder's wallet; its credential as answered. */
export async function addPasskey(
  platform: PlatformClient,
  key: SessionSigningKey,
  { accountId }: Holder,
): Promise<{ credential: Answer['body']; passkey: Passkey }> {
  const passkey = await createPasskey('one');
  const body = await passkeyAddition(passkey, accountId);
  const added = await platform.signed(key, 'POST', '/auth/credentials', body);
  expect(added.status).toBe(201);
  return { credential: added.body, passkey };
}

/** Asks for a card, by the names of the sandbox's form. */
export { issueCard as askForCard } from '../../../test/contract/flows/people.ts';

/** Issues a card and waits until it is active. */
export async function issueCard(platform: PlatformClient, holder: Holder, more: object = {}): Promise<Answer['body']> {
  const { body: card } = await askForCard(platform, holder, more);
  await platform.advance(2000);
  await delegateKey(platform, holder, String(card.id));
  return (await platform.call('GET', `/cards/${card.id}`)).body;
}

/** A platform with one customer, whose card can spend. */
export function openCard(options: CreateSandboxOptions = {}) {
  return beginWith(options, 'card', async (platform) => {
    const holder = await createHolder(platform);
    const card = await issueCard(platform, holder);
    return { holder, ...holder, card, cardId: String(card.id) };
  });
}

/** Result of {@link openCard}. */
export type OpenedCard = Awaited<ReturnType<typeof openCard>>;

/** Lets a card spend from the holder's wallet, where that takes a delegated key: two signatures, then the key. */
export async function delegateKey(platform: PlatformClient, holder: Holder, cardId: string): Promise<Answer['body']> {
  if (platform.sandbox.profile !== 'grid') return null;
  const { key } = await signIn(platform, holder);
  const body = { cardId, internalAccountId: holder.accountId, nickname: 'Card spending' };
  let answer = await platform.call('POST', '/auth/delegated-keys', body);
  while (answer.status === 202) {
    const headers = await platform.stampHeaders(answer.body.payloadToSign, key, answer.body.requestId);
    answer = await platform.call('POST', '/auth/delegated-keys', body, headers);
  }
  return answer.body;
}

/** Dollars as an authorization names them. */
export function dollars({ sandbox }: PlatformClient): unknown {
  return sandbox.profile === 'grid' ? { code: 'USD' } : 'USD';
}

/** Authorizes 10 dollars on a card; the card transaction as answered. */
export async function spend(platform: PlatformClient, cardId: unknown, merchant: object): Promise<Answer['body']> {
  const path = `/sandbox/cards/${String(cardId)}/simulate/authorization`;
  const { body } = await platform.call('POST', path, { amount: 1000, currency: dollars(platform), merchant });
  const listed = await platform.call('GET', '/transactions?limit=1');
  expect(listed.body.data[0].issuerTransactionToken).toBe(body.issuerTransactionToken);
  return listed.body.data[0];
}

/** A platform account, funded with 10,000 smallest units of its currency. */
export const platformAccount = (platform: PlatformClient, currency: string): Promise<string> =>
  fundedAccount(platform, currency, 10_000);

/** Asks for a quote to a new customer's bank account that money from outside pays; the quote, and the account. */
export async function quoteFromOutside(
  platform: PlatformClient,
  more: object = {},
): Promise<{ readonly quote: Answer; readonly bankAccountId: string }> {
  const { customerId, bankAccountId } = await createHolder(platform, 0);
  const quote = await platform.call('POST', '/quotes', {
    source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' },
    destination: { destinationType: 'ACCOUNT', accountId: bankAccountId },
    lockedCurrencySide: 'RECEIVING',
    lockedCurrencyAmount: 10_000,
    ...more,
  });
  return { quote, bankAccountId };
}

/** A payment to the wallet from an UMA address; its transaction as answered. */
export function receiveByUma(
  platform: PlatformClient,
  { customerId }: Pick<Holder, 'customerId'>,
  senderUmaAddress = '$sender@example.com',
): Promise<Answer> {
  return platform.call('POST', '/sandbox/uma/receive', {
    senderUmaAddress,
    customerId,
    receivingCurrencyCode: 'USDB',
    receivingCurrencyAmount: 1_000_000,
  });
}

/** Looks an UMA address up for a customer; the id that a quote to it needs. */
export async function lookUpUma(platform: PlatformClient, customerId: string, umaAddress: string): Promise<string> {
  const path = `/receiver/uma/${encodeURIComponent(umaAddress)}?customerId=${customerId}`;
  const { body } = await platform.call('GET', path);
  return String(body.lookupId);
}

/** Asks for a quote between two accounts. */
export async function quoteBetween(
  platform: PlatformClient,
  from: string,
  to: string,
  more: object = {},
): Promise<Answer> {
  return platform.call('POST', '/quotes', paymentBetween(from, to, 1000, more));
}
