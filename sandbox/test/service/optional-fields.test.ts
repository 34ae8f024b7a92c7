import { addresses } from '../../../test/contract/sample.ts';
import { generateClientKeyPair } from 'countersign/crypto';
import { expect, test } from 'vitest';
import { fieldPresence, type FieldPresence, type RecordName } from './coverage/optional-fields.ts';
import { addPasskey, issueCard, platformAccount, quoteBetween, spend, transactionOf } from './actions.ts';
import {
  createHolder,
  createPlatformClient,
  createQuote,
  openHolder,
  openSession,
  signIn,
  usdAccount,
  verifyBody,
} from './platform-client.ts';
import type { Answer } from './reading.ts';
import { isThere, recordNameOf } from './presence.ts';
import { incomingPairs, outgoingPairs, type Pairs } from './transaction-pairs.ts';

type Setup = () => Promise<Pairs>;

const setups: Partial<Record<RecordName, Setup>> = {
  'Outgoing transaction': outgoingPairs,
  'Incoming transaction': incomingPairs,
  async 'Card transaction'() {
    // The summaries and the refund of a card transaction are August's.
    const platform = createPlatformClient({ profile: 'grid', contract: '2026-08' });
    const { id } = await issueCard(platform, await createHolder(platform));
    const merchant = { descriptor: 'EXAMPLE 005', mcc: '5411', country: 'US' };
    const slow = await spend(platform, id, merchant);
    const plain = await spend(platform, id, { descriptor: 'EXAMPLE SHOP' });
    const simulate = async (what: string, amount: number): Promise<Answer['body']> => {
      await platform.call('POST', `/sandbox/cards/${id}/simulate/${what}`, { cardTransactionId: plain.id, amount });
      return transactionOf(platform, plain.id);
    };
    const cleared = await simulate('clearing', 400);
    const returned = await simulate('return', 100);
    await platform.advance(30_000);
    return {
      settledAmount: [cleared, plain],
      settlementSummary: [cleared, plain],
      refundedAmount: [returned, cleared],
      refundSummary: [returned, cleared],
      lastEventAt: [await transactionOf(platform, slow.id), slow],
      'pullSummary.pendingCount': [slow, await transactionOf(platform, slow.id)],
      'merchant.mcc': [slow, plain],
      'merchant.country': [slow, plain],
    };
  },
  async Quote() {
    const { platform, holder, accountId } = await openHolder();
    const usd = await platformAccount(platform, 'USD');
    const bank = { currency: 'USD', platformAccountId: 'platform-bank', accountInfo: usdAccount };
    const { body: platformBank } = await platform.call('POST', '/customers/external-accounts', bank);
    const { body: quote } = await createQuote(platform, holder);
    return {
      paymentInstructions: [quote, (await quoteBetween(platform, usd, accountId)).body],
      rateDetails: [quote, (await quoteBetween(platform, usd, platformBank.id)).body],
    };
  },
  async 'External account'() {
    const { platform, bankAccountId } = await openHolder({ profile: 'grid' });
    const { body: bank } = await platform.call('GET', `/customers/external-accounts/${bankAccountId}`);
    const accountInfo = { accountType: 'SPARK_WALLET', address: addresses.SPARK_WALLET };
    const body = { currency: 'BTC', accountInfo };
    const { body: wallet } = await platform.call('POST', '/customers/external-accounts', body);
    return { customerId: [bank, wallet], platformAccountId: [bank, wallet] };
  },
  async Customer() {
    const platform = createPlatformClient();
    const shared = { region: 'US', email: 'one@example.com' };
    const person = await platform.call('POST', '/customers', {
      ...shared,
      customerType: 'INDIVIDUAL',
      platformCustomerId: 'person',
      fullName: 'Sample Customer',
      phoneNumber: '+15555550100',
      birthDate: '1990-01-31',
      nationality: 'US',
      address: { line1: '1 Sample Street' },
    });
    const business = await platform.call('POST', '/customers', {
      ...shared,
      customerType: 'BUSINESS',
      platformCustomerId: 'business',
      businessInfo: { legalName: 'Example Ltd' },
    });
    const fields = ['phoneNumber', 'address', 'birthDate', 'nationality'];
    return Object.fromEntries(fields.map((field) => [field, [person.body, business.body] as const]));
  },
  async Card() {
    // In the later forms each card has an id that the service makes.
    const { platform, holder } = await openHolder({ profile: 'grid', contract: '2026-08' });
    const card = await issueCard(platform, holder, { platformCardId: 'card-1', maxSpendPerTransaction: 5 });
    const other = await issueCard(platform, holder);
    return { platformCardId: [card, other], maxSpendPerTransaction: [card, other] };
  },
  async Credential() {
    const { platform, holder } = await openHolder();
    const { key, publicKeyHex } = { ...(await signIn(platform, holder)), ...(await generateClientKeyPair()) };
    const { credential } = await addPasskey(platform, key, holder);
    const asked = await platform.call('POST', `/auth/credentials/${credential.id}/challenge`, {
      clientPublicKey: publicKeyHex,
    });
    const sent = await platform.call('POST', `/auth/credentials/${holder.credentialId}/challenge`);
    const { data } = (await platform.call('GET', `/auth/credentials?accountId=${holder.accountId}`)).body;
    return { otpEncryptionTargetBundle: [sent.body, data[0]], challenge: [asked.body, data[1]] };
  },
  async Session() {
    const { platform, holder, key, sessionId } = await openSession();
    const { publicKeyHex: clientPublicKey } = await generateClientKeyPair();
    const started = await platform.signed(key, 'POST', `/auth/sessions/${sessionId}/refresh`, { clientPublicKey });
    const { data } = (await platform.call('GET', `/auth/sessions?accountId=${holder.accountId}`)).body;
    return { encryptedSessionSigningKey: [started.body, data.at(-1)] };
  },
  async 'Challenge (202)'() {
    const { platform, holder, sessionId } = await openSession();
    const { body } = await verifyBody(platform, holder.credentialId);
    const verification = await platform.call('POST', `/auth/credentials/${holder.credentialId}/verify`, body);
    const { publicKeyHex: clientPublicKey } = await generateClientKeyPair();
    const refresh = await platform.call('POST', `/auth/sessions/${sessionId}/refresh`, { clientPublicKey });
    return { type: [verification.body, refresh.body] };
  },
  async Error() {
    const { platform, credentialId } = await openHolder();
    const invalid = await platform.call('POST', '/customers', {});
    const { body } = await verifyBody(platform, credentialId, '111111');
    const wrong = await platform.call('POST', `/auth/credentials/${credentialId}/verify`, body);
    return { 'details.errors': [invalid.body, wrong.body], 'details.reason': [wrong.body, invalid.body] };
  },
};

const rowsOf = (record: string): FieldPresence[] => fieldPresence.filter((row) => row.record === record);
// Each record shows by itself if the other fields belong there: every answer of every test is compared with that.
const unseen = fieldPresence.filter(({ holds }) => holds === undefined);

test.each(Object.entries(setups))('%s: its optional fields are there when the table says', async (record, play) => {
  const pairs = await play();
  const needed = unseen.filter((row) => row.record === record).map(({ field }) => field);
  expect(needed.filter((field) => !(field in pairs))).toEqual([]);
  for (const [field, [withIt, withoutIt]] of Object.entries(pairs)) {
    const row = rowsOf(record).find((one) => one.field === field);
    if (row === undefined) throw new RangeError(`the table has no ${record}.${field}`);
    expect([recordNameOf(withIt), recordNameOf(withoutIt)], field).toEqual([record, record]);
    expect([isThere(withIt, row), isThere(withoutIt, row)], field).toEqual([true, false]);
  }
});

test('every row of the table whose condition no record shows is driven', () => {
  expect(Object.keys(setups).toSorted()).toEqual([...new Set(unseen.map(({ record }) => record))].toSorted());
});
