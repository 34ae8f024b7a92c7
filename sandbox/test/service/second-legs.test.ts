import { describe, expect, test } from 'vitest';
import { issueCard, openCard, spend } from './actions.ts';
import {
  createHolder,
  createPlatformClient,
  createQuote,
  executeWith,
  openHolder,
  openSession,
  signIn,
  verifyBody,
} from './platform-client.ts';
import { outcome, verdict, type Answer } from './reading.ts';

test("another customer's Request-Id is unknown here, however well it was signed", async () => {
  const platform = createPlatformClient();
  const [one, two] = [await createHolder(platform, 0), await createHolder(platform, 0)];
  const [mine, theirs] = [await signIn(platform, one), await signIn(platform, two)];
  const { body } = await platform.call('DELETE', `/auth/sessions/${theirs.sessionId}`);
  const headers = await platform.stampHeaders(body.payloadToSign, mine.key, body.requestId);
  const answer = await platform.call('DELETE', `/auth/sessions/${mine.sessionId}`, undefined, headers);
  expect(outcome(answer)).toEqual([401, 'WALLET_SIGNATURE_INVALID', 'Request-Id unknown']);
});

test("the Request-Id of one session's revocation does not revoke another session", async () => {
  const { platform, holder } = await openHolder({}, 0);
  const [one, two] = [await signIn(platform, holder), await signIn(platform, holder)];
  const { body } = await platform.call('DELETE', `/auth/sessions/${one.sessionId}`);
  const headers = await platform.stampHeaders(body.payloadToSign, one.key, body.requestId);
  const answer = await platform.call('DELETE', `/auth/sessions/${two.sessionId}`, undefined, headers);
  expect(verdict(answer)).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH']);
  const { data } = (await platform.call('GET', `/auth/sessions?accountId=${holder.accountId}`)).body;
  expect(data).toHaveLength(2);
});

test('a code that was asked for anew between the legs ends the login that used the old one', async () => {
  const { platform, credentialId } = await openHolder({}, 0);
  const path = `/auth/credentials/${credentialId}/verify`;
  const { body, keyPair } = await verifyBody(platform, credentialId);
  const first = await platform.call('POST', path, body);
  await platform.call('POST', `/auth/credentials/${credentialId}/challenge`);
  const headers = await platform.stampHeaders(first.body.payloadToSign, keyPair, first.body.requestId);
  const answer = await platform.call('POST', path, body, headers);
  expect(outcome(answer)).toEqual([401, 'UNAUTHORIZED', 'No pending OTP for this credential']);
});

test('a card that was closed between the legs stays closed', async () => {
  const { platform, holder } = await openHolder({}, 0);
  const card = await issueCard(platform, holder);
  const { key } = await signIn(platform, holder);
  const path = `/cards/${card.id}`;
  const change = async (state: string): Promise<[{ state: string }, Record<string, string>]> => {
    const { body } = await platform.call('PATCH', path, { state });
    return [{ state }, await platform.stampHeaders(body.payloadToSign, key, body.requestId)];
  };
  const freeze = await change('FROZEN');
  const close = await change('CLOSED');
  expect((await platform.call('PATCH', path, ...close)).body.state).toBe('CLOSED');
  expect(verdict(await platform.call('PATCH', path, ...freeze))).toEqual([409, 'CARD_ALREADY_CLOSED']);
});

test('an account that stopped being ACTIVE after the quote is not paid', async () => {
  const { platform, holder, key } = await openSession();
  const quote = await createQuote(platform, holder);
  const externalAccountId = holder.bankAccountId;
  await platform.control('POST', '/external-accounts', { externalAccountId, status: 'INACTIVE' });
  expect(verdict(await executeWith(platform, key, quote))).toEqual([400, 'INVALID_BANK_ACCOUNT']);
});

test('an Idempotency-Key of the same body on another path is refused', async () => {
  const platform = createPlatformClient();
  const [one, two] = [await createHolder(platform, 0), await createHolder(platform, 0)];
  const fund = ({ accountId }: { accountId: string }): Promise<Answer> =>
    platform.call('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1 }, { 'Idempotency-Key': 'one' });
  expect((await fund(one)).status).toBe(200);
  expect(verdict(await fund(two))).toEqual([409, 'CONFLICT']);
});

describe('a return', () => {
  test('before any clearing, and after an EXCEPTION, is refused', async () => {
    const { platform, cardId: id } = await openCard({ profile: 'grid' });
    const simulate = (what: string, cardTransactionId: string, amount: number): Promise<Answer> =>
      platform.call('POST', `/sandbox/cards/${id}/simulate/${what}`, { cardTransactionId, amount });
    const authorized = await spend(platform, id, { descriptor: 'EXAMPLE SHOP' });
    expect(verdict(await simulate('return', authorized.id, 1))).toEqual([400, 'INVALID_INPUT']);
    const stuck = await spend(platform, id, { descriptor: 'EXAMPLE 006' });
    await simulate('clearing', stuck.id, 1000);
    expect(verdict(await simulate('return', stuck.id, 1))).toEqual([400, 'INVALID_INPUT']);
  });

  test("of another card's transaction finds none", async () => {
    const { platform, holder, cardId } = await openCard({ profile: 'grid' });
    const two = await issueCard(platform, holder);
    const { id: cardTransactionId } = await spend(platform, cardId, { descriptor: 'EXAMPLE SHOP' });
    const path = `/sandbox/cards/${two.id}/simulate/clearing`;
    const answer = await platform.call('POST', path, { cardTransactionId, amount: 1 });
    expect(verdict(answer)).toEqual([404, 'TRANSACTION_NOT_FOUND']);
  });
});
