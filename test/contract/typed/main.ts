/** The main flows with a client generated from the public document: type-checked against it, without a cast. */
import assert from 'node:assert/strict';
import {
  encryptOtp,
  generateClientKeyPair,
  stamp,
  type ClientKeyPair,
  type SessionSigningKey,
} from 'countersign/crypto';
import { createSandbox } from 'countersign/sandbox';
import createClient from 'openapi-fetch';
import type { components, paths } from './document.ts';

const sandbox = createSandbox({ profile: 'grid', clock: { now: () => Date.UTC(2026, 0, 15, 12) } });
const client = createClient<paths>({
  baseUrl: 'http://127.0.0.1/2025-10-13',
  headers: { Authorization: `Basic ${btoa(`${sandbox.clientId}:${sandbox.clientSecret}`)}` },
  fetch: (request) => sandbox.fetch(request),
});

type Challenge = components['schemas']['SignedRequestChallenge'];

/** The data of an answer; fails with the error's body. */
function good<Data>({ data, error }: { readonly data?: Data; readonly error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function second(
  challenge: Challenge,
  key: SessionSigningKey,
): Promise<{ 'Grid-Wallet-Signature': string; 'Request-Id': string }> {
  return { 'Grid-Wallet-Signature': await stamp(challenge.payloadToSign, key), 'Request-Id': challenge.requestId };
}

async function later(advanceMs: number): Promise<void> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ advanceMs }) };
  assert.equal((await sandbox.fetch(new Request('http://127.0.0.1/_sandbox/clock', init))).status, 200);
}

async function openWallet(): Promise<{ customerId: string; accountId: string; credentialId: string }> {
  const customer = good(
    await client.POST('/customers', {
      body: { customerType: 'INDIVIDUAL', fullName: 'Sample Customer', email: 'customer@example.com', region: 'US' },
    }),
  );
  const customerId = customer.id ?? '';
  const query = { customerId, type: 'EMBEDDED_WALLET' } as const;
  const [account] = good(await client.GET('/customers/internal-accounts', { params: { query } })).data;
  assert.ok(account);
  const { data } = good(await client.GET('/auth/credentials', { params: { query: { accountId: account.id } } }));
  assert.equal(data[0]?.type, 'EMAIL_OTP');
  return { customerId, accountId: account.id, credentialId: data[0].id };
}

async function fundByQuote(accountId: string): Promise<void> {
  const [dollars] = good(
    await client.GET('/platform/internal-accounts', { params: { query: { currency: 'USD' } } }),
  ).data;
  assert.ok(dollars);
  const params = { path: { accountId: dollars.id } };
  good(await client.POST('/sandbox/internal-accounts/{accountId}/fund', { params, body: { amount: 100_000 } }));
  const quote = await createQuote(dollars.id, accountId, 50_000);
  good(await client.POST('/quotes/{quoteId}/execute', { params: { path: { quoteId: quote.id } } }));
  await later(10_000);
}

async function createQuote(
  from: string,
  to: string,
  lockedCurrencyAmount: number,
): Promise<components['schemas']['Quote']> {
  return good(
    await client.POST('/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: from },
        destination: { destinationType: 'ACCOUNT', accountId: to },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount,
      },
    }),
  );
}

async function signIn(id: string): Promise<{ sessionId: string; keyPair: ClientKeyPair }> {
  const challenge = good(await client.POST('/auth/credentials/{id}/challenge', { params: { path: { id } }, body: {} }));
  assert.ok('otpEncryptionTargetBundle' in challenge && typeof challenge.otpEncryptionTargetBundle === 'string');
  const keyPair = await generateClientKeyPair();
  const encryptedOtpBundle = await encryptOtp(challenge.otpEncryptionTargetBundle, {
    otpCode: '000000',
    publicKeyHex: keyPair.publicKeyHex,
    enclaveKeys: [sandbox.enclavePublicKeyHex],
  });
  const body = { type: 'EMAIL_OTP', encryptedOtpBundle } as const;
  const path = { id };
  const first = good(await client.POST('/auth/credentials/{id}/verify', { params: { path }, body }));
  assert.ok('payloadToSign' in first);
  const header = await second(first, keyPair);
  const session = good(await client.POST('/auth/credentials/{id}/verify', { params: { path, header }, body }));
  assert.ok('expiresAt' in session && 'nickname' in session);
  return { sessionId: session.id, keyPair };
}

async function withdraw(
  { customerId, accountId }: { customerId: string; accountId: string },
  key: ClientKeyPair,
): Promise<void> {
  const address = { line1: '1 Sample Street', postalCode: '00001', country: 'US' };
  const bank = good(
    await client.POST('/customers/external-accounts', {
      body: {
        customerId,
        currency: 'USD',
        accountInfo: {
          accountType: 'USD_ACCOUNT',
          accountNumber: '123456789',
          routingNumber: '021000021',
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Sample Customer', address },
        },
      },
    }),
  );
  const quote = await createQuote(accountId, bank.id, 5_000_000);
  const infos = (quote.paymentInstructions ?? []).map(({ accountOrWalletInfo }) => accountOrWalletInfo);
  const own = infos.find((info) => info.accountType === 'EMBEDDED_WALLET');
  assert.ok(own !== undefined && 'payloadToSign' in own);
  const header = { 'Grid-Wallet-Signature': await stamp(own.payloadToSign, key) };
  const params = { path: { quoteId: quote.id }, header };
  assert.equal(good(await client.POST('/quotes/{quoteId}/execute', { params })).status, 'PROCESSING');
  await later(10_000);
  const path = { transactionId: quote.transactionId };
  const payment = good(await client.GET('/transactions/{transactionId}', { params: { path } }));
  assert.equal(payment.type, 'OUTGOING');
  assert.equal(payment.status, 'COMPLETED');
}

async function card(
  { customerId, accountId }: { customerId: string; accountId: string },
  key: ClientKeyPair,
): Promise<void> {
  const issued = good(
    await client.POST('/cards', { body: { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accountId] } }),
  );
  await later(5000);
  const delegation = { cardId: issued.id, internalAccountId: accountId, nickname: 'Card spending' };
  const first = good(await client.POST('/auth/delegated-keys', { body: delegation }));
  assert.ok('payloadToSign' in first);
  const asked = await second(first, key);
  const next = good(await client.POST('/auth/delegated-keys', { params: { header: asked }, body: delegation }));
  assert.ok('payloadToSign' in next);
  const header = await second(next, key);
  const delegated = good(await client.POST('/auth/delegated-keys', { params: { header }, body: delegation }));
  assert.ok('status' in delegated);
  assert.equal(delegated.status, 'ACTIVE');
  const path = { id: issued.id };
  const spent = { amount: 1250, currency: { code: 'USD' }, merchant: { descriptor: 'SAMPLE SHOP' } };
  good(await client.POST('/sandbox/cards/{id}/simulate/authorization', { params: { path }, body: spent }));
  const [latest] = good(await client.GET('/transactions', { params: { query: { customerId, limit: 1 } } })).data;
  assert.equal(latest?.type, 'CARD');
  const frozen = good(await client.PATCH('/cards/{id}', { params: { path }, body: { state: 'FROZEN' } }));
  assert.equal(frozen.state, 'FROZEN');
}

async function sessions(accountId: string, id: string, key: ClientKeyPair): Promise<void> {
  const params = { path: { id } };
  const { compressedPublicKeyHex } = await generateClientKeyPair();
  const body = { clientPublicKey: compressedPublicKeyHex };
  const first = good(await client.POST('/auth/sessions/{id}/refresh', { params, body }));
  assert.ok('payloadToSign' in first);
  const header = await second(first, key);
  good(await client.POST('/auth/sessions/{id}/refresh', { params: { ...params, header }, body }));
  const revocation = good(await client.DELETE('/auth/sessions/{id}', { params }));
  assert.ok(revocation !== undefined && 'payloadToSign' in revocation);
  const signed = await second(revocation, key);
  const { response } = await client.DELETE('/auth/sessions/{id}', { params: { ...params, header: signed } });
  assert.equal(response.status, 204);
  const listed = good(await client.GET('/auth/sessions', { params: { query: { accountId } } }));
  assert.equal(listed.data.length, 1);
}

const owner = await openWallet();
await fundByQuote(owner.accountId);
const { sessionId, keyPair } = await signIn(owner.credentialId);
await withdraw(owner, keyPair);
await card(owner, keyPair);
await sessions(owner.accountId, sessionId, keyPair);
