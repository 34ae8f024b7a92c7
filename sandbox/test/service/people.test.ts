import { generateClientKeyPair } from 'countersign/crypto';
import { namesOf } from '../../../test/contract/flows/cards.ts';
import { describe, expect, test } from 'vitest';
import { spend } from './actions.ts';
import { createPasskey, passkeyLogin } from './authenticator.ts';
import {
  balanceOf,
  createPlatformClient,
  createQuote,
  executeWith,
  signIn,
  type PlatformClient,
} from './platform-client.ts';
import type { Answer } from './reading.ts';

const create = (platform: PlatformClient, body: object = {}): Promise<Answer> =>
  platform.control('POST', '/people', body);

describe.each(['spec', 'grid'] as const)('profile %s: a person', (profile) => {
  test('is ready to sign in and to pay', async () => {
    const platform = createPlatformClient({ profile });
    const { status, body: person } = await create(platform);
    expect([status, person.email, person.fullName]).toEqual([201, 'person-1@example.com', 'Sample Customer']);
    expect(await balanceOf(platform, person)).toBe(100_000_000);
    const { key } = await signIn(platform, person);
    const quote = await createQuote(platform, person);
    const executed = await executeWith(platform, key, quote);
    expect([executed.status, executed.body.status]).toEqual([200, 'PROCESSING']);
  });

  test('is not there at all when another one has the passkey already', async () => {
    const platform = createPlatformClient({ profile });
    const { credentialId, publicKeyHex } = await createPasskey('one');
    const passkey = { credentialId, publicKeyHex };
    await create(platform, { passkey });
    const second = await create(platform, { email: 'second@example.com', passkey });
    expect([second.status, second.body.details.errors[0].field]).toEqual([400, 'passkey.credentialId']);
    expect((await create(platform, { email: 'second@example.com' })).status).toBe(201);
  });

  test('has a phone number and a passkey where they are given, each of which signs in', async () => {
    const platform = createPlatformClient({ profile });
    const passkey = await createPasskey('one');
    const { credentialId, publicKeyHex } = passkey;
    const { body: person } = await create(platform, {
      phoneNumber: '+14155550100',
      passkey: { credentialId, publicKeyHex, nickname: 'My laptop' },
    });
    const listed = await platform.call('GET', `/auth/credentials?accountId=${person.accountId}`);
    expect(listed.body.data.map(({ id, type, nickname }: Answer['body']) => [id, type, nickname])).toEqual([
      [person.credentialId, 'EMAIL_OTP', 'person-1@example.com'],
      [person.smsCredentialId, 'SMS_OTP', '+14155550100'],
      [person.passkeyCredentialId, 'PASSKEY', 'My laptop'],
    ]);
    const { compressedPublicKeyHex } = await generateClientKeyPair();
    const login = await passkeyLogin(platform, passkey, person.passkeyCredentialId, compressedPublicKeyHex);
    const session = await platform.call(...login);
    expect([session.status, session.body.type]).toEqual([200, 'PASSKEY']);
    const again = await create(platform, { passkey: { credentialId, publicKeyHex } });
    expect([again.status, again.body.details.errors[0].field]).toEqual([400, 'passkey.credentialId']);
  });
});

test('a person has spendable money even where funding is book-only', async () => {
  const platform = createPlatformClient({ walletFunding: 'book-only' });
  const { body: person } = await create(platform, { balance: 7 });
  expect(await balanceOf(platform, person)).toBe(7);
});

test('a person without money or bank account has neither', async () => {
  const platform = createPlatformClient();
  const { body: person } = await create(platform, { balance: 0, bankAccount: 'none' });
  expect([await balanceOf(platform, person), person.bankAccountId, person.cardId]).toEqual([0, undefined, undefined]);
});

test("an address is one person's", async () => {
  const platform = createPlatformClient();
  await create(platform, { email: 'one@example.com' });
  const { status, body } = await create(platform, { email: 'one@example.com' });
  expect([status, body.code]).toEqual([409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS']);
});

test('a person is refused with every wrong field', async () => {
  const { body } = await create(createPlatformClient(), { email: 'none', card: true, pet: 'cat' });
  expect(body.details.errors.map(({ field }: { field: string }) => field)).toEqual(['email', 'card', 'pet']);
});

describe('the scenario', () => {
  const begin = async (platform: PlatformClient, name: string): Promise<Answer['body']> => {
    const { status, body } = await platform.control('POST', '/scenarios', { name });
    expect([status, body.name]).toEqual([201, name]);
    return body;
  };

  test('funded has a person who can pay', async () => {
    const platform = createPlatformClient();
    const { person } = await begin(platform, 'funded');
    expect(await balanceOf(platform, person)).toBe(100_000_000);
  });

  test.each(['spec', 'grid'] as const)('with-card has in %s a card that can be used at once', async (profile) => {
    const platform = createPlatformClient({ profile });
    const { person } = await begin(platform, 'with-card');
    const { body: card } = await platform.call('GET', `/cards/${person.cardId}`);
    const { cardStatus, cardOwner } = namesOf(platform);
    expect(card).toMatchObject({ [cardStatus]: 'ACTIVE', [cardOwner]: person.customerId });
    expect(await spend(platform, person.cardId, { descriptor: 'SAMPLE SHOP' })).toMatchObject({ status: 'AUTHORIZED' });
  });

  test('expired-session has a session that can not be refreshed any more', async () => {
    const platform = createPlatformClient();
    const { person, sessionId } = await begin(platform, 'expired-session');
    const { body: listed } = await platform.call('GET', `/auth/sessions?accountId=${person.accountId}`);
    expect(listed.data).toEqual([]);
    const { publicKeyHex: clientPublicKey } = await generateClientKeyPair();
    const { status, body } = await platform.call('POST', `/auth/sessions/${sessionId}/refresh`, { clientPublicKey });
    expect([status, body.details.reason]).toEqual([401, 'Session expired']);
  });

  test('of another name is refused with the names that there are', async () => {
    const { body } = await createPlatformClient().control('POST', '/scenarios', { name: 'rich' });
    expect(body.details.errors[0].constraint).toEqual({ enum: ['funded', 'with-card', 'expired-session'] });
  });
});
