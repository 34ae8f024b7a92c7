import { generateClientKeyPair } from 'countersign/crypto';
import { describe, expect, test } from 'vitest';
import { fieldPresence, type RecordName } from './coverage/optional-fields.ts';
import { addPasskey, execute, issueCard, platformAccount, quoteBetween, spend, transactionOf } from './actions.ts';
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
    const platform = createPlatformClient({ profile: 'grid' });
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
    const { platform, holder } = await openHolder({ strongAuthenticationRegions: ['US'] });
    const usd = await platformAccount(platform, 'USD');
    const quote = await createQuote(platform, holder);
    const other = await quoteBetween(platform, usd, holder.accountId);
    const bank = { currency: 'USD', platformAccountId: 'platform-bank', accountInfo: usdAccount };
    const { body: platformBank } = await platform.call('POST', '/customers/external-accounts', bank);
    return {
      paymentInstructions: [quote.body, other.body],
      scaChallenge: [(await execute(platform, holder, quote)).body, quote.body],
      rateDetails: [quote.body, (await quoteBetween(platform, usd, platformBank.id)).body],
      counterpartyInformation: [null, quote.body],
    };
  },
  async 'Internal account'() {
    const platform = createPlatformClient();
    await createHolder(platform);
    const setups = await platform.call('GET', '/internal-accounts');
    const own = await platform.call('GET', '/platform/internal-accounts');
    return { customerId: [setups.body.data[0], own.body.data[0]] };
  },
  async 'External account'() {
    const { platform, bankAccountId } = await openHolder({ profile: 'grid' });
    const { body: bank } = await platform.call('GET', `/customers/external-accounts/${bankAccountId}`);
    const accountInfo = { accountType: 'SPARK_WALLET', address: 'sample-address' };
    const { body: wallet } = await platform.call('POST', '/customers/external-accounts', {
      currency: 'BTC',
      accountInfo,
    });
    return {
      customerId: [bank, wallet],
      platformAccountId: [bank, wallet],
      'accountInfo.paymentRails': [bank, wallet],
    };
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
    const fields = ['fullName', 'phoneNumber', 'address', 'birthDate', 'nationality'];
    return {
      businessInfo: [business.body, person.body],
      ...Object.fromEntries(fields.map((field) => [field, [person.body, business.body]])),
    };
  },
  async Card() {
    const { platform, holder } = await openHolder({ profile: 'grid' });
    const card = await issueCard(platform, holder, { platformCardId: 'card-1', maxSpendPerTransaction: 5 });
    const other = await issueCard(platform, holder);
    const closed = await platform.call('PATCH', `/cards/${other.id}`, { state: 'CLOSED' });
    return {
      platformCardId: [card, other],
      maxSpendPerTransaction: [card, other],
      stateReason: [closed.body, card],
    };
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
    return {
      credentialId: [data[1], data[0]],
      otpEncryptionTargetBundle: [sent.body, data[0]],
      challenge: [asked.body, data[1]],
      requestId: [asked.body, data[1]],
      expiresAt: [asked.body, data[1]],
    };
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
  async List() {
    const platform = createPlatformClient();
    await createHolder(platform);
    const page = await platform.call('GET', '/platform/internal-accounts?limit=1');
    return { nextCursor: [page.body, (await platform.call('GET', '/platform/internal-accounts')).body] };
  },
  async Error() {
    const { platform, credentialId } = await openHolder();
    const invalid = await platform.call('POST', '/customers', {});
    const { body } = await verifyBody(platform, credentialId, '111111');
    const wrong = await platform.call('POST', `/auth/credentials/${credentialId}/verify`, body);
    return { 'details.errors': [invalid.body, wrong.body], 'details.reason': [wrong.body, invalid.body] };
  },
};

describe.each(Object.entries(setups))('%s', (record, play) => {
  const rows = fieldPresence.filter((row) => row.record === record);

  test('its optional fields are there exactly when the table says', async () => {
    const pairs = await play();
    expect(Object.keys(pairs).toSorted()).toEqual(rows.map(({ field }) => field).toSorted());
    for (const row of rows) {
      const [withIt, withoutIt] = pairs[row.field] ?? [null, {}];
      expect(recordNameOf(withoutIt), row.field).toBe(record);
      expect(isThere(withoutIt, row), `without: ${row.field}`).toBe(false);
      if (row.when === 'never') expect(withIt).toBeNull();
      else expect(withIt !== null && isThere(withIt, row), `with: ${row.field}`).toBe(true);
      if (row.holds === undefined) continue;
      expect(row.holds(withoutIt)).toBe(false);
      if (withIt !== null) expect(row.holds(withIt)).toBe(true);
    }
  });
});

test('every row of the table is driven', () => {
  expect(Object.keys(setups).toSorted()).toEqual([...new Set(fieldPresence.map(({ record }) => record))].toSorted());
});
