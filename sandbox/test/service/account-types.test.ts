import { describe, expect, test } from 'vitest';
import { accountTypes, beneficiaryRules } from '../../src/service/contracts/spec-accounts.ts';
import type { AccountVariant, FieldRule } from '../../src/service/customers/account-types.ts';
import { banks } from '../../src/service/customers/banks.ts';
import { texts } from '../../../test/contract/sample.ts';
import { createPlatformClient, usdAccount, type PlatformClient } from './platform-client.ts';
import { fieldsOf, type Answer } from './reading.ts';

const address = { line1: '1 Sample Street', city: 'Sampleton', postalCode: '00001', country: 'US' };
const person = {
  beneficiaryType: 'INDIVIDUAL',
  fullName: 'Sample Customer',
  address,
  phoneNumber: '+15555550100',
  countryOfResidence: 'GT',
};
const business = {
  beneficiaryType: 'BUSINESS',
  businessInfo: { legalName: 'Example Ltd', taxId: 'T1', registrationNumber: 'R1' },
  address,
  phoneNumber: '+15555550100',
  countryOfResidence: 'GT',
};

function sampleOf(rule: FieldRule): string {
  if ('discovered' in rule) return banks.find(({ currency }) => currency === rule.discovered)?.bankName ?? '';
  if ('enum' in rule) return rule.enum[0] ?? '';
  if ('format' in rule) return rule.format === 'e.164' ? person.phoneNumber : address.country;
  if ('shape' in rule) return texts.find(rule.shape.fits) ?? '';
  return 'pattern' in rule ? (texts.find((text) => rule.pattern.test(text)) ?? '') : 'sample';
}

function infoOf(accountType: string, way: AccountVariant, beneficiary: boolean): Record<string, unknown> {
  const fields = Object.entries(way.fields).map(([field, rule]) => [field, sampleOf(rule)]);
  return { accountType, ...Object.fromEntries(fields), ...(beneficiary ? { beneficiary: person } : {}) };
}

function constraintOf(rule: FieldRule): object {
  if ('pattern' in rule) return { pattern: rule.pattern.source };
  if ('shape' in rule) return { format: rule.shape.format };
  if ('enum' in rule) return { enum: rule.enum };
  if ('format' in rule) return { format: rule.format };
  if ('discovered' in rule) {
    return { enum: banks.filter(({ currency }) => currency === rule.discovered).map(({ bankName }) => bankName) };
  }
  return { minLength: 1 };
}

let count = 0;
async function create(platform: PlatformClient, currency: string, accountInfo: unknown): Promise<Answer> {
  count += 1;
  return platform.call('POST', '/customers/external-accounts', {
    currency,
    platformAccountId: String(count),
    accountInfo,
  });
}

const platform = createPlatformClient();
const rows = Object.entries(accountTypes).flatMap(([accountType, { currencies, variants, beneficiary }]) =>
  variants.map((way) => ({
    accountType,
    currency: currencies?.[0] ?? 'EUR',
    way,
    beneficiary: beneficiary === 'required',
    key: way.key,
  })),
);

describe.each(rows)('$accountType by $key', ({ accountType, currency, way, beneficiary }) => {
  const info = infoOf(accountType, way, beneficiary);

  test('is accepted when every rule is kept', async () => {
    const answer = await create(platform, currency, info);
    expect([answer.status, answer.body.status, answer.body.currency]).toEqual([201, 'ACTIVE', currency]);
    expect(answer.body.accountInfo.paymentRails ?? []).toEqual('rail' in info ? [info['rail']] : way.rails);
  });

  test('names each field whose rule is broken, with its constraint', async () => {
    for (const [field, rule] of Object.entries(way.fields)) {
      const broken = 'maxLength' in rule ? '' : '?';
      const answer = await create(platform, currency, { ...info, [field]: broken });
      expect([answer.status, answer.body.code, answer.body.details.errors]).toEqual([
        400,
        'INVALID_INPUT',
        [{ field: `accountInfo.${field}`, constraint: constraintOf(rule), message: expect.any(String) }],
      ]);
    }
  });

  test('asks for each required field, and does without each optional one', async () => {
    for (const [field, rule] of Object.entries(way.fields)) {
      const { [field]: _, ...rest } = info;
      const answer = await create(platform, currency, rest);
      if (rule.optional === true) expect(answer.status).toBe(201);
      // Without the field that chooses it, another way may be meant: then that way's field is asked for.
      else if (field === way.key) expect(answer.body.code).toBe('INVALID_INPUT');
      else expect(answer.body.details.errors).toEqual([{ field: `accountInfo.${field}`, message: expect.any(String) }]);
    }
  });

  test('takes no other currency, no unknown field and no paymentRails', async () => {
    const other = await create(platform, currency === 'USDB' ? 'EUR' : 'USDB', info);
    expect(other.body.details.errors[0].field).toBe('currency');
    const unknown = await create(platform, currency, { ...info, colour: 'red', paymentRails: ['ACH'] });
    expect(fieldsOf(unknown)).toEqual(['accountInfo.colour', 'accountInfo.paymentRails']);
    const rails = await create(platform, currency, { ...info, paymentRails: ['ACH'] });
    expect(rails.body.details.errors[0].field).toBe('accountInfo.paymentRails');
  });
});

test.each(['ARS_ACCOUNT', 'BITCOIN_L1', 'EMBEDDED_WALLET', 'OTHER'])(
  '%s is refused as not specified',
  async (accountType) => {
    const answer = await create(platform, 'USD', { accountType });
    expect(answer.body.details.errors[0]).toMatchObject({
      field: 'accountInfo.accountType',
      constraint: { enum: Object.keys(accountTypes) },
    });
  },
);

test.each([
  ['USD_ACCOUNT', 'accountNumber', ['123', '123456789012345678']],
  ['USD_ACCOUNT', 'routingNumber', ['12345678', '1234567890', '12345678a']],
  ['MXN_ACCOUNT', 'clabeNumber', ['12345678901234567', '1234567890123456789']],
  ['PHP_ACCOUNT', 'accountNumber', ['1234567', '12345678901234567']],
  ['GBP_ACCOUNT', 'sortCode', ['12345', '1234567']],
  ['GBP_ACCOUNT', 'accountNumber', ['1234567', '123456789']],
  ['INR_ACCOUNT', 'vpa', ['@bank', 'customer@my-bank', 'customer@my.bank', `a@${'b'.repeat(254)}`]],
  ['NGN_ACCOUNT', 'accountNumber', ['123456789', '12345678901']],
  ['ZAR_ACCOUNT', 'accountNumber', ['12345678', '12345678901234']],
  ['KES_ACCOUNT', 'phoneNumber', ['+25412345678', '+2541234567890', '+255123456789']],
  ['XOF_ACCOUNT', 'phoneNumber', ['+22112345678', '+225123456789', '+2291234567']],
  ['CAD_ACCOUNT', 'bankCode', ['12', '1234']],
  ['AED_ACCOUNT', 'iban', [`AE${'1'.repeat(20)}`, `DE${'1'.repeat(21)}`]],
  ['EGP_ACCOUNT', 'iban', [`EG${'1'.repeat(26)}`, `AE${'1'.repeat(27)}`]],
  ['PKR_ACCOUNT', 'iban', [`PK${'1'.repeat(21)}`]],
])('%s.%s is held to its length and prefix', async (accountType, field, values) => {
  const row = rows.find((one) => one.accountType === accountType);
  if (row === undefined) throw new Error('the row is missing');
  const info = infoOf(accountType, row.way, row.beneficiary);
  for (const value of values) {
    const answer = await create(platform, row.currency, { ...info, [field]: value });
    expect(answer.body.details.errors).toMatchObject([
      { field: `accountInfo.${field}`, constraint: { pattern: expect.any(String) } },
    ]);
  }
});

test.each(['spec', 'grid'] as const)(
  'in %s an account number without a rule of its own is any text',
  async (profile) => {
    const info = {
      accountType: 'SLV_ACCOUNT',
      bankName: 'Example Bank',
      bankAccountType: 'SAVINGS',
      beneficiary: person,
    };
    const body = { currency: 'USD', platformAccountId: 'x' };
    const service = createPlatformClient({ profile });
    const send = (accountNumber: string): Promise<Answer> =>
      service.call('POST', '/customers/external-accounts', { ...body, accountInfo: { ...info, accountNumber } });
    expect((await send('12-345/678.9')).status).toBe(201);
    expect((await send('1'.repeat(35))).body.details.errors[0].field).toBe('accountInfo.accountNumber');
  },
);

test('of the variants of LIGHTNING exactly one is taken', async () => {
  const both = await create(platform, 'BTC', {
    accountType: 'LIGHTNING',
    lightningAddress: 'customer@example.com',
    bolt12: 'lno1x',
  });
  expect(fieldsOf(both)).toEqual(['accountInfo.bolt12']);
  const none = await create(platform, 'BTC', { accountType: 'LIGHTNING' });
  expect(fieldsOf(none)).toEqual(['accountInfo.lightningAddress']);
});

describe.each([...beneficiaryRules])('a beneficiary in %s', (currency, rule) => {
  const row = rows.find((one) => one.currency === currency && one.beneficiary);
  const send = async (beneficiary: object): Promise<string[]> => {
    if (row === undefined) throw new Error('the currency has no account type');
    const answer = await create(platform, currency, { ...infoOf(row.accountType, row.way, true), beneficiary });
    if (answer.status === 201) return [];
    return answer.body.details.errors.map(({ field }: { field: string }) =>
      field.replace('accountInfo.beneficiary', ''),
    );
  };

  test('has what a person must have', async () => {
    const { address: _, ...homeless } = person;
    expect(await send(homeless)).toEqual(rule.individual === 'optional' ? [] : ['.address']);
    const parts =
      rule.individual === 'parts' ? ['.address.line1', '.address.city', '.address.postalCode', '.address.country'] : [];
    expect(await send({ ...person, address: {} })).toEqual(parts);
    const { phoneNumber: __, ...silent } = person;
    expect(await send(silent)).toEqual(rule.phoneNumber ? ['.phoneNumber'] : []);
    const { countryOfResidence: ___, ...stateless } = person;
    expect(await send(stateless)).toEqual(rule.countryOfResidence ? ['.countryOfResidence'] : []);
    const { fullName: ____, ...nameless } = person;
    expect(await send(nameless)).toEqual(['.fullName']);
  });

  test('has what a business must have', async () => {
    expect(await send(business)).toEqual([]);
    const { address: _, ...homeless } = business;
    expect(await send(homeless)).toEqual(rule.business === 'optional' ? [] : ['.address']);
    const bare = await send({ ...business, businessInfo: { legalName: 'Example Ltd' } });
    expect(bare.toSorted()).toEqual([
      ...(rule.registrationNumber ? ['.businessInfo.registrationNumber'] : []),
      ...(rule.taxId ? ['.businessInfo.taxId'] : []),
    ]);
    expect(await send({ ...business, businessInfo: {} })).toContain('.businessInfo.legalName');
  });
});

test('a business pays a business in GBP only with its registrationNumber', async () => {
  const sender = await platform.call('POST', '/customers', {
    customerType: 'BUSINESS',
    platformCustomerId: 'business-1',
    region: 'US',
    email: 'business@example.com',
    businessInfo: { legalName: 'Example Ltd' },
  });
  const beneficiary = { ...business, businessInfo: { legalName: 'Example Ltd' } };
  const accountInfo = { accountType: 'GBP_ACCOUNT', sortCode: '123456', accountNumber: '12345678', beneficiary };
  const body = { currency: 'GBP', platformAccountId: 'x', customerId: sender.body.id, accountInfo };
  const answer = await platform.call('POST', '/customers/external-accounts', body);
  expect(answer.body.details.errors[0].field).toBe('accountInfo.beneficiary.businessInfo.registrationNumber');
});

test('every invalid field is named at once', async () => {
  const answer = await platform.call('POST', '/customers/external-accounts', {
    currency: 'EUR',
    accountInfo: { ...usdAccount, accountNumber: 'x', routingNumber: 1, beneficiary: { beneficiaryType: 'ROBOT' } },
    colour: 'red',
  });
  expect(fieldsOf(answer).toSorted()).toEqual([
    'accountInfo.accountNumber',
    'accountInfo.beneficiary.beneficiaryType',
    'accountInfo.routingNumber',
    'colour',
    'currency',
    'platformAccountId',
  ]);
});

test('in grid a USD account needs no bankName, no bankAccountType and no platformAccountId', async () => {
  const grid = createPlatformClient({ profile: 'grid' });
  const { bankName: _, bankAccountType: __, ...rest } = usdAccount;
  const body = { currency: 'USD', accountInfo: { ...rest, accountNumber: '1' } };
  expect((await grid.call('POST', '/customers/external-accounts', body)).status).toBe(201);
});
