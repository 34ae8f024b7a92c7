/** Customers who are ready to sign in and pay, made in one call: the same ones, in the same order, from the same seed. */
import * as v from 'valibot';
import { decodeHex, encodeBase64url } from '../../../../src/kit/encoding/index.ts';
import { createCardRecord } from '../cards/card-routes.ts';
import { followKey, provisionCard } from '../cards/card-transactions.ts';
import { createCustomerRecord } from '../customers/customers.ts';
import { sampleConsent } from '../customers/end-user-terms.ts';
import { createExternalAccountRecord } from '../customers/external-account-routes.ts';
import { amount, country, email, matching, phone, text } from '../http/fields.ts';
import { invalidInput, Refusal } from '../http/refusal.ts';
import { receiveFunding } from '../payments/incoming-payments.ts';
import { mintId } from '../service/record-ids.ts';
import type { Service } from '../service/service.ts';
import { createDelegatedKeyRecord } from '../wallet-auth/delegated-keys.ts';
import { identityPath, sampleAudience } from '../wallet-auth/id-tokens.ts';
import { createCredential } from '../wallet-auth/credential-records.ts';
import type { CredentialRecord } from '../wallet-auth/wallet-auth-records.ts';
import type { CredentialType } from 'countersign';
import type { Person, PersonIdentity, PersonOptions, PersonPasskey } from './person.ts';

/** Schema of {@link PersonOptions}. */
export const personOptions: v.GenericSchema<unknown, PersonOptions> = v.strictObject({
  email: v.optional(email),
  fullName: v.optional(text()),
  region: v.optional(country),
  phoneNumber: v.optional(phone),
  balance: v.optional(amount(1e11, 0)),
  bankAccount: v.optional(v.picklist(['active', 'none'])),
  card: v.optional(v.picklist(['active', 'none'])),
  delegatedKey: v.optional(v.boolean()),
  passkey: v.optional(
    v.strictObject({
      credentialId: matching(/^[A-Za-z0-9_-]{1,1366}$/),
      publicKeyHex: matching(/^04[0-9a-f]{128}$/),
      nickname: v.optional(text(100)),
    }),
  ),
  identity: v.optional(v.strictObject({ subject: text(), audience: v.optional(text()) })),
});

/** Creates a person. @throws Refusal 400 for a passkey that is registered already, 409 for an address that is taken. */
export function createPerson(service: Service, options: PersonOptions): Person {
  const { fullName = 'Sample Customer', region = 'US', phoneNumber, balance = 100_000_000 } = options;
  const { state } = service;
  const number = nextNumber(service);
  const address = options.email ?? `person-${String(number)}@example.com`;
  if ([...state.customers.values()].some((other) => other.email === address && other.isDeleted !== true)) {
    throw new Refusal(409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS', 'Another customer signs in with this address.');
  }
  requireNewPasskey(service, options.passkey);
  const { id: customerId, platformCustomerId } = createCustomerRecord(service, {
    customerType: 'INDIVIDUAL',
    platformCustomerId: `person-${String(number)}`,
    region,
    email: address,
    fullName,
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
    ...(service.settings.endUserTerms === 'required' ? { endUserTermsConsent: sampleConsent(service) } : {}),
  });
  const [account] = state.internalAccounts.list(customerId);
  const [credential] = state.credentials.list(account?.id);
  if (account === undefined || credential === undefined) throw new RangeError('a customer has a wallet');
  if (balance > 0) receiveFunding(service, account, balance, { part: 'available' });
  const { passkey, identity } = options;
  const add = (
    type: CredentialType,
    nickname: string,
    proof?: Pick<CredentialRecord, 'passkey' | 'identity'>,
  ): string => createCredential(service, { accountId: account.id, type, nickname }, proof).id;
  const addPasskey = ({ credentialId, publicKeyHex, nickname = 'Sample passkey' }: PersonPasskey): string =>
    add('PASSKEY', nickname, { passkey: { credentialId, publicKey: coseKey(publicKeyHex), counter: 0 } });
  const addIdentity = ({ subject, audience = sampleAudience }: PersonIdentity): string =>
    add('OAUTH', address, { identity: { issuer: identityPath, audience, subject } });
  return {
    customerId,
    platformCustomerId,
    email: address,
    fullName,
    accountId: account.id,
    credentialId: credential.method.id,
    ...(phoneNumber === undefined ? {} : { smsCredentialId: add('SMS_OTP', phoneNumber) }),
    ...(passkey === undefined ? {} : { passkeyCredentialId: addPasskey(passkey) }),
    ...(identity === undefined ? {} : { oauthCredentialId: addIdentity(identity) }),
    ...(options.bankAccount === 'none' ? {} : { bankAccountId: addBankAccount(service, customerId, fullName) }),
    ...(options.card === 'active' ? { cardId: addCard(service, customerId, account.id, options) } : {}),
  };
}

// Customers may have been deleted, or named so by somebody else.
function nextNumber({ state }: Service): number {
  const taken = new Set([...state.customers.values()].map(({ platformCustomerId }) => platformCustomerId));
  let number = state.customers.size + 1;
  while (taken.has(`person-${String(number)}`)) number += 1;
  return number;
}

function addBankAccount(service: Service, customerId: string, fullName: string): string {
  const accountInfo = {
    accountType: 'USD_ACCOUNT',
    accountNumber: '123456789',
    routingNumber: '021000021',
    bankAccountType: 'CHECKING',
    bankName: 'Example Bank',
    beneficiary: {
      beneficiaryType: 'INDIVIDUAL',
      fullName,
      address: { line1: '1 Sample Street', city: 'Sampleton', postalCode: '00001', country: 'US' },
    },
  };
  return createExternalAccountRecord(service, {
    currency: 'USD',
    platformAccountId: `bank-${String(service.state.externalAccounts.size + 1)}`,
    customerId,
    accountInfo,
  }).id;
}

function addCard(
  service: Service,
  cardholderId: string,
  accountId: string,
  { delegatedKey = true }: PersonOptions,
): string {
  const { card } = createCardRecord(service, { cardholderId, form: 'VIRTUAL', fundingSources: [accountId] });
  service.clock.cancel('card.provision', card.id);
  provisionCard(service, card.id);
  if (delegatedKey && service.contract.walletCards === 'delegated-key') {
    const id = mintId(service.random, 'DelegatedKey');
    const key = { id, cardId: card.id, accountId, nickname: 'Card spending' };
    createDelegatedKeyRecord(service, key).status = 'ACTIVE';
    followKey(service, card.id);
  }
  return card.id;
}

function requireNewPasskey({ state }: Service, passkey: PersonPasskey | undefined): void {
  const isTaken = [...state.credentials.values()].some(
    (other) => other.passkey !== undefined && other.passkey.credentialId === passkey?.credentialId,
  );
  if (isTaken) throw invalidInput([{ field: 'passkey.credentialId', message: 'This passkey is registered already.' }]);
}

// A COSE_Key of kty EC2, alg ES256, crv P-256 (RFC 9053, sections 2.1 and 7.1.1), in CTAP2's canonical order.
function coseKey(publicKeyHex: string): string {
  const point = decodeHex(publicKeyHex);
  const head = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
  return encodeBase64url(new Uint8Array([...head, ...point.slice(1, 33), 0x22, 0x58, 0x20, ...point.slice(33)]));
}
