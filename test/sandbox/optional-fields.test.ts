import { generateClientKeyPair } from 'countersign/crypto';
import { describe, expect, test } from 'vitest';
import { fieldPresence, type Answered, type RecordName } from '../../src/sandbox/optional-fields.ts';
import {
  addPasskey,
  execute,
  issueCard,
  platformAccount,
  quoteBetween,
  signedCall,
  spend,
  transactionOf,
} from './actions.ts';
import { createHolder, createQuote, openDesk, signIn, usdAccount, verifyBody, type Answer } from './desk.ts';
import { isThere, recordNameOf } from './presence.ts';

/** For each field a record that has it and one that lacks it; for a record that never has it, one of its kind. */
type Pairs = Readonly<Record<string, readonly [withIt: Answered | null, withoutIt: Answered]>>;
type Scene = () => Promise<Pairs>;

const scenes: Partial<Record<RecordName, Scene>> = {
  async 'Outgoing transaction'() {
    const desk = openDesk({ strongAuthenticationRegions: ['FR'] });
    const holder = await createHolder(desk);
    const { accountId, bankAccountId } = holder;
    const more = { lockedCurrencyAmount: 1_000_000, description: 'Rent' };
    const pay = async (destination: object = {}): Promise<Answer['body']> => {
      const to = { destinationType: 'ACCOUNT', accountId: bankAccountId, ...destination };
      const quote = await quoteBetween(desk, accountId, bankAccountId, { ...more, destination: to });
      await execute(desk, holder, quote);
      return transactionOf(desk, quote.body.transactionId);
    };
    const quote = await createQuote(desk, holder);
    const pending = await transactionOf(desk, quote.body.transactionId);
    const started = await pay();
    const instant = await pay({ paymentRail: 'RTP' });
    const failed = await desk.control('POST', '/failures', { transactionId: started.id, failureReason: 'TIMEOUT' });
    const early = await desk.control('POST', '/failures', { transactionId: pending.id, failureReason: 'TIMEOUT' });
    await desk.advance(5000);
    const completed = await transactionOf(desk, instant.id);
    const usd = await platformAccount(desk, 'USD');
    const platformBank = await desk.call('POST', '/customers/external-accounts', {
      currency: 'USD',
      platformAccountId: 'platform-bank',
      accountInfo: usdAccount,
    });
    const unconverted = await quoteBetween(desk, usd, platformBank.body.id);
    const inside = await quoteBetween(desk, usd, accountId, { immediatelyExecute: true });
    const french = await desk.call('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      platformCustomerId: 'french',
      region: 'FR',
      email: 'french@example.com',
      fullName: 'Sample Customer',
    });
    const { data } = (await desk.call('GET', `/internal-accounts?customerId=${french.body.id}`)).body;
    const wallet = String(data[0].id);
    await desk.call('POST', `/sandbox/internal-accounts/${wallet}/fund`, { amount: 9_000_000 });
    const credentials = await desk.call('GET', `/auth/credentials?accountId=${wallet}`);
    const asked = await quoteBetween(desk, wallet, accountId, { lockedCurrencyAmount: 1_000_000 });
    await execute(desk, { ...holder, credentialId: credentials.body.data[0].id }, asked);
    const agents = await desk.control('POST', '/agent-payments', {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: bankAccountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    });
    return {
      failureReason: [failed.body, completed],
      settledAt: [completed, failed.body],
      scaChallenge: [await transactionOf(desk, asked.body.transactionId), pending],
      refund: [failed.body, early.body],
      rateDetails: [pending, await transactionOf(desk, unconverted.body.transactionId)],
      agentId: [agents.body, pending],
      description: [started, pending],
      receiptDeliveryConfirmedAt: [null, completed],
      counterpartyInformation: [null, completed],
      reconciliationInstructions: [null, completed],
      paymentInstructions: [null, pending],
      paymentRail: [started, await transactionOf(desk, inside.body.transactionId)],
      railSelectionMode: [started, pending],
      expectedSettlementAt: [started, instant],
      settlementTimelineSeconds: [await transactionOf(desk, inside.body.transactionId), pending],
    };
  },
  async 'Incoming transaction'() {
    const desk = openDesk();
    const { accountId: internalAccountId } = await createHolder(desk);
    const open = async (...statuses: string[]): Promise<Answer['body']> => {
      const { body } = await desk.control('POST', '/incoming-payments', { internalAccountId, amount: 5 });
      for (const status of statuses) await desk.control('POST', '/transactions', { transactionId: body.id, status });
      return transactionOf(desk, body.id);
    };
    const created = await open();
    const completed = await open('PENDING', 'PROCESSING', 'COMPLETED');
    const refunded = await open('PENDING', 'PROCESSING', 'COMPLETED', 'REFUNDED');
    const failed = await desk.control('POST', '/failures', {
      transactionId: (await open('PENDING')).id,
      failureReason: 'OFFRAMP_FAILED',
    });
    const never = ['agentId', 'description', 'quoteId', 'scaChallenge', 'sentAmount', 'exchangeRate', 'fees'];
    const unused = [...never, 'receiptDeliveryConfirmedAt', 'counterpartyInformation'];
    return {
      failureReason: [failed.body, completed],
      settledAt: [completed, refunded],
      reconciliationInstructions: [await open('PENDING'), created],
      refund: [await open('PENDING', 'REJECTED'), completed],
      ...Object.fromEntries(unused.map((field) => [field, [null, completed]])),
    };
  },
  async 'Card transaction'() {
    const desk = openDesk({ profile: 'grid' });
    const { id } = await issueCard(desk, await createHolder(desk));
    const merchant = { descriptor: 'EXAMPLE 005', mcc: '5411', country: 'US' };
    const slow = await spend(desk, id, merchant);
    const plain = await spend(desk, id, { descriptor: 'EXAMPLE SHOP' });
    const simulate = async (what: string, amount: number): Promise<Answer['body']> => {
      await desk.call('POST', `/sandbox/cards/${id}/simulate/${what}`, { cardTransactionId: plain.id, amount });
      return transactionOf(desk, plain.id);
    };
    const cleared = await simulate('clearing', 400);
    const returned = await simulate('return', 100);
    await desk.advance(30_000);
    return {
      settledAmount: [cleared, plain],
      settlementSummary: [cleared, plain],
      refundedAmount: [returned, cleared],
      refundSummary: [returned, cleared],
      lastEventAt: [await transactionOf(desk, slow.id), slow],
      'pullSummary.pendingCount': [slow, await transactionOf(desk, slow.id)],
      'merchant.mcc': [slow, plain],
      'merchant.country': [slow, plain],
    };
  },
  async Quote() {
    const desk = openDesk({ strongAuthenticationRegions: ['US'] });
    const holder = await createHolder(desk);
    const usd = await platformAccount(desk, 'USD');
    const quote = await createQuote(desk, holder);
    const other = await quoteBetween(desk, usd, holder.accountId);
    const bank = { currency: 'USD', platformAccountId: 'platform-bank', accountInfo: usdAccount };
    const { body: platformBank } = await desk.call('POST', '/customers/external-accounts', bank);
    return {
      paymentInstructions: [quote.body, other.body],
      scaChallenge: [(await execute(desk, holder, quote)).body, quote.body],
      rateDetails: [quote.body, (await quoteBetween(desk, usd, platformBank.id)).body],
      counterpartyInformation: [null, quote.body],
    };
  },
  async 'Internal account'() {
    const desk = openDesk();
    await createHolder(desk);
    const wallets = await desk.call('GET', '/internal-accounts');
    const platform = await desk.call('GET', '/platform/internal-accounts');
    return { customerId: [wallets.body.data[0], platform.body.data[0]] };
  },
  async 'External account'() {
    const desk = openDesk({ profile: 'grid' });
    const { bankAccountId } = await createHolder(desk);
    const { body: bank } = await desk.call('GET', `/customers/external-accounts/${bankAccountId}`);
    const accountInfo = { accountType: 'SPARK_WALLET', address: 'sample-address' };
    const { body: wallet } = await desk.call('POST', '/customers/external-accounts', { currency: 'BTC', accountInfo });
    return {
      customerId: [bank, wallet],
      platformAccountId: [bank, wallet],
      'accountInfo.paymentRails': [bank, wallet],
    };
  },
  async Customer() {
    const desk = openDesk();
    const shared = { region: 'US', email: 'one@example.com' };
    const person = await desk.call('POST', '/customers', {
      ...shared,
      customerType: 'INDIVIDUAL',
      platformCustomerId: 'person',
      fullName: 'Sample Customer',
      phoneNumber: '+15555550100',
      birthDate: '1990-01-31',
      nationality: 'US',
      address: { line1: '1 Sample Street' },
    });
    const business = await desk.call('POST', '/customers', {
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
    const desk = openDesk({ profile: 'grid' });
    const holder = await createHolder(desk);
    const card = await issueCard(desk, holder, { platformCardId: 'card-1', maxSpendPerTransaction: 5 });
    const other = await issueCard(desk, holder);
    const closed = await desk.call('PATCH', `/cards/${other.id}`, { state: 'CLOSED' });
    return {
      platformCardId: [card, other],
      maxSpendPerTransaction: [card, other],
      stateReason: [closed.body, card],
    };
  },
  async Credential() {
    const desk = openDesk();
    const holder = await createHolder(desk);
    const { key, publicKeyHex } = { ...(await signIn(desk, holder)), ...(await generateClientKeyPair()) };
    const { credential } = await addPasskey(desk, key, holder);
    const asked = await desk.call('POST', `/auth/credentials/${credential.id}/challenge`, {
      clientPublicKey: publicKeyHex,
    });
    const sent = await desk.call('POST', `/auth/credentials/${holder.credentialId}/challenge`);
    const { data } = (await desk.call('GET', `/auth/credentials?accountId=${holder.accountId}`)).body;
    return {
      credentialId: [data[1], data[0]],
      otpEncryptionTargetBundle: [sent.body, data[0]],
      challenge: [asked.body, data[1]],
      requestId: [asked.body, data[1]],
      expiresAt: [asked.body, data[1]],
    };
  },
  async Session() {
    const desk = openDesk();
    const holder = await createHolder(desk);
    const { key, sessionId } = await signIn(desk, holder);
    const { publicKeyHex: clientPublicKey } = await generateClientKeyPair();
    const started = await signedCall(desk, key, 'POST', `/auth/sessions/${sessionId}/refresh`, { clientPublicKey });
    const { data } = (await desk.call('GET', `/auth/sessions?accountId=${holder.accountId}`)).body;
    return { encryptedSessionSigningKey: [started.body, data.at(-1)] };
  },
  async 'Challenge (202)'() {
    const desk = openDesk();
    const holder = await createHolder(desk);
    const { sessionId } = await signIn(desk, holder);
    const { body } = await verifyBody(desk, holder.credentialId);
    const verification = await desk.call('POST', `/auth/credentials/${holder.credentialId}/verify`, body);
    const { publicKeyHex: clientPublicKey } = await generateClientKeyPair();
    const refresh = await desk.call('POST', `/auth/sessions/${sessionId}/refresh`, { clientPublicKey });
    return { type: [verification.body, refresh.body] };
  },
  async List() {
    const desk = openDesk();
    await createHolder(desk);
    const page = await desk.call('GET', '/platform/internal-accounts?limit=1');
    return { nextCursor: [page.body, (await desk.call('GET', '/platform/internal-accounts')).body] };
  },
  async Error() {
    const desk = openDesk();
    const { credentialId } = await createHolder(desk);
    const invalid = await desk.call('POST', '/customers', {});
    const { body } = await verifyBody(desk, credentialId, '111111');
    const wrong = await desk.call('POST', `/auth/credentials/${credentialId}/verify`, body);
    return { 'details.errors': [invalid.body, wrong.body], 'details.reason': [wrong.body, invalid.body] };
  },
};

describe.each(Object.entries(scenes))('%s', (record, play) => {
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
  expect(Object.keys(scenes).toSorted()).toEqual([...new Set(fieldPresence.map(({ record }) => record))].toSorted());
});
