/** Cards, their transactions and what lets them spend. */
import { signIn, type ContractClient } from '../client.ts';
import { contractForms, type ContractNames } from '../../../sandbox/src/service/contracts/contract-form.ts';
import { issueCard, openWallet, type WalletOwner } from './people.ts';

/** The names of the form that the sandbox speaks. */
export function namesOf({ sandbox }: Pick<ContractClient, 'sandbox'>): ContractNames {
  return contractForms[sandbox.contract ?? '2026-08'].names;
}

const dollars = (client: ContractClient): unknown => (client.sandbox.profile === 'grid' ? { code: 'USD' } : 'USD');

async function authorize(client: ContractClient, cardId: string, descriptor: string): Promise<string> {
  const body = { amount: 1000, currency: dollars(client), merchant: { descriptor, mcc: '5814', country: 'US' } };
  const { body: answer } = await client.call('POST', `/sandbox/cards/${cardId}/simulate/authorization`, body);
  const { body: page } = await client.call('GET', '/transactions?limit=1');
  const [latest] = page.data as readonly { id: string; issuerTransactionToken?: string }[];
  return latest?.issuerTransactionToken === answer.issuerTransactionToken ? String(latest?.id) : '';
}

async function delegatedKey(client: ContractClient, owner: WalletOwner, cardId: string): Promise<string> {
  const { key } = await signIn(client, owner.credentialId);
  const body = { cardId, internalAccountId: owner.accountId, nickname: 'Card spending' };
  const { body: delegated } = await client.signed(key, 'POST', '/auth/delegated-keys', body);
  await client.call('POST', '/auth/delegated-keys', body);
  await client.call('GET', `/auth/delegated-keys?accountId=${owner.accountId}`);
  await client.call('GET', `/auth/delegated-keys/${String(delegated.id)}`);
  return String(delegated.id);
}

/** Issues cards with each ending, changes them, and takes transactions to each state. */
export async function cards(client: ContractClient): Promise<void> {
  const owner = await openWallet(client, 9);
  for (const platformCardId of ['card-001', 'card-002', 'card-005']) {
    await issueCard(client, owner, { platformCardId });
  }
  const { body: card } = await issueCard(client, owner, { maxSpendPerTransaction: 50_000_000 });
  await client.advance(60_000);
  const path = `/cards/${String(card.id)}`;
  await client.call('GET', path);
  const isGrid = client.sandbox.profile === 'grid';
  if (isGrid) {
    await authorize(client, String(card.id), 'BEFORE THE KEY');
    const delegated = await delegatedKey(client, owner, String(card.id));
    await spending(client, String(card.id));
    await client.call('DELETE', `/auth/delegated-keys/${delegated}`);
    await changes(client, path, owner);
    const { cardOwner, cardStatus } = namesOf(client);
    await client.call('GET', `/cards?${cardOwner}=${owner.customerId}&limit=2`);
    await client.call('GET', `/cards?accountId=${owner.accountId}&${cardStatus}=ACTIVE&sortOrder=asc`);
    await client.call('GET', '/cards?platformCardId=card-001');
    await client.call('GET', '/cards/Card:00000000-0000-4000-8000-00000000000a');
  } else {
    await spending(client, String(card.id));
    const { key } = await signIn(client, owner.credentialId);
    for (const state of ['FROZEN', 'ACTIVE', 'CLOSED']) await client.signed(key, 'PATCH', path, { state });
  }
  const { body: unknown } = await client.call('POST', '/customers', {
    customerType: 'INDIVIDUAL',
    platformCustomerId: 'unverified-1',
    region: 'US',
    email: 'unverified@example.com',
    fullName: 'Unverified 003',
  });
  await issueCard(client, { ...owner, customerId: String(unknown.id) });
}

async function spending(client: ContractClient, cardId: string): Promise<void> {
  const simulate = `/sandbox/cards/${cardId}/simulate`;
  const settled = await authorize(client, cardId, 'SAMPLE SHOP');
  if (settled === '') return;
  await client.call('POST', `${simulate}/clearing`, { cardTransactionId: settled, amount: 400 });
  await client.call('GET', `/transactions/${settled}`);
  await client.call('POST', `${simulate}/clearing`, { cardTransactionId: settled, amount: 600 });
  await client.call('POST', `${simulate}/return`, { cardTransactionId: settled, amount: 200 });
  await client.call('POST', `${simulate}/return`, { cardTransactionId: settled, amount: 800 });
  await client.call('GET', `/transactions/${settled}`);
  const expired = await authorize(client, cardId, 'SAMPLE SHOP');
  await client.call('POST', `${simulate}/clearing`, { cardTransactionId: expired, amount: 0 });
  const pulled = await authorize(client, cardId, 'SAMPLE SHOP 005');
  await client.call('GET', `/transactions/${pulled}`);
  await client.advance(60_000);
  const failed = await authorize(client, cardId, 'SAMPLE SHOP 006');
  await client.call('POST', `${simulate}/clearing`, { cardTransactionId: failed, amount: 1000 });
  await authorize(client, cardId, 'SAMPLE SHOP 002');
  await client.call('GET', `/transactions/${failed}`);
  await client.call('POST', `${simulate}/clearing`, { cardTransactionId: 'nothing', amount: 1 });
  if (client.sandbox.profile === 'grid') await furtherMessages(client, cardId);
}

async function furtherMessages(client: ContractClient, cardId: string): Promise<void> {
  const simulate = `/sandbox/cards/${cardId}/simulate`;
  const merchant = { descriptor: 'SAMPLE SHOP' };
  const credit = { amount: 1000, currency: { code: 'USD' }, merchant };
  await client.call('POST', `${simulate}/balance_inquiry`, { merchant });
  for (const name of ['credit_authorization', 'credit_authorization_advice', 'financial_credit_authorization']) {
    await client.call('POST', `${simulate}/${name}`, credit);
    await client.call('GET', '/transactions?limit=1');
  }
  await client.call('POST', `${simulate}/financial_authorization`, credit);
  const { body: page } = await client.call('GET', '/transactions?limit=1');
  const purchase = String(page.data[0].id);
  await client.call('POST', `${simulate}/return`, { cardTransactionId: purchase, amount: 1000 });
  // A return that is a row of its own is the latest one.
  const { body: after } = await client.call('GET', '/transactions?limit=1');
  const cardTransactionId = String(after.data[0].id);
  for (let count = 0; count < 2; count += 1) {
    await client.call('POST', `${simulate}/return_reversal`, { cardTransactionId });
  }
  if (client.sandbox.contract !== '2026-08') {
    const released = await authorize(client, cardId, 'SAMPLE SHOP');
    for (const amount of [400, undefined, undefined]) {
      await client.call('POST', `${simulate}/authorization_reversal`, { cardTransactionId: released, amount });
    }
    await client.call('GET', `/transactions?type=CARD&cardId=${cardId}`);
    await client.call('GET', '/transactions?type=CARD&status=COMPLETED');
    await client.call('GET', '/transactions?settlementStartDate=2026-01-01T00:00:00Z');
  }
  const open = await authorize(client, cardId, 'SAMPLE SHOP');
  await client.call('POST', `${simulate}/authorization_advice`, { cardTransactionId: open, amount: 1500 });
  await client.call('GET', `/transactions/${open}`);
  await client.call('POST', `/cards/${cardId}/reveal`);
}

async function changes(client: ContractClient, path: string, { accountId }: WalletOwner): Promise<void> {
  const { cardSource, cardStatus } = namesOf(client);
  const reasons = { substatus: 'END_USER_REQUEST', reason: 'Sample reason' };
  const status = (value: string): object => ({
    [cardStatus]: value,
    ...(client.sandbox.contract === '2026-10' ? reasons : {}),
  });
  const bodies: readonly object[] = [
    status('FROZEN'),
    status('ACTIVE'),
    { maxSpendPerTransaction: 10_000_000 },
    { maxSpendPerTransaction: null },
    { [cardSource]: cardSource === 'fundingSources' ? [accountId] : accountId },
    {},
    status('CLOSED'),
    status('ACTIVE'),
  ];
  for (const body of bodies) await client.call('PATCH', path, body);
}

/** Sets the platform's configuration and sends a test of its webhook. */
export async function platform(client: ContractClient): Promise<void> {
  await client.call('POST', '/sandbox/webhooks/test');
  if (client.sandbox.profile === 'grid') {
    await client.call('PATCH', '/config', { webhookEndpoint: 'http://127.0.0.1:4999/webhooks' });
    await client.call('PATCH', '/config', { webhookEndpoint: 7 });
    await client.call('PATCH', '/config', { embeddedWalletConfig: { otpLength: 8, expirationSeconds: 600 } });
    await client.call('PATCH', '/config', { embeddedWalletConfig: { otpLength: 6, expirationSeconds: 300 } });
    await client.call('GET', '/config');
  } else {
    await client.control('POST', '/webhooks', { url: 'http://127.0.0.1:4999/webhooks' });
  }
  await client.call('POST', '/sandbox/webhooks/test');
}
