import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { banks } from '../../src/sandbox/customers/banks.ts';
import { openClient } from './client.ts';
import type { ContractFacts } from './compare.ts';
import { sampleOf } from './sample.ts';

const text = readFileSync(new URL('facts/grid.json', import.meta.url), 'utf8');
const { types } = JSON.parse(text) as ContractFacts;
const [, , kinds] = types['ExternalAccountCreateInfoOneOf'] as readonly [
  string,
  string,
  Readonly<Record<string, string>>,
];

// The currency where the type's name doesn't say it.
const currencies: Readonly<Record<string, string>> = {
  SLV_ACCOUNT: 'USD',
  SWIFT_ACCOUNT: 'CHF',
  SPARK_WALLET: 'BTC',
  LIGHTNING: 'BTC',
  TRON_WALLET: 'USDT',
  PLASMA_WALLET: 'USDT',
};

// The document asks for none of the fields that choose a way to reach the account; one of them is needed all the same.
const choosers: Readonly<Record<string, string>> = {
  INR_ACCOUNT: 'vpa',
  EGP_ACCOUNT: 'iban',
  LIGHTNING: 'lightningAddress',
};

test.each(Object.keys(kinds))(
  '%s is accepted with the fewest fields that the document asks for',
  async (accountType) => {
    const currency = currencies[accountType] ?? (accountType.endsWith('_ACCOUNT') ? accountType.slice(0, 3) : 'USDC');
    const bankName = banks.find((bank) => bank.currency === currency)?.bankName;
    const given: Readonly<Record<string, unknown>> = {
      bankName,
      country: 'US',
      'beneficiary.address.country': 'US',
      'beneficiary.countryOfResidence': 'US',
      'beneficiary.phoneNumber': '+15555550100',
      // The document states no form for it.
      ...(accountType === 'MWK_ACCOUNT' && { phoneNumber: '+265991234567' }),
    };
    const client = openClient({ profile: 'grid' });
    for (const beneficiaryType of ['INDIVIDUAL', 'BUSINESS']) {
      const accountInfo = sampleOf(kinds[accountType] ?? 'any', {
        types,
        includes: (name) => name === (choosers[accountType] ?? 'accountNumber'),
        pick: (items) => items.find((item) => Array.isArray(item) && item[0] === beneficiaryType) ?? items[0],
        given: (name) => given[name],
      });
      const answer = await client.call('POST', '/platform/external-accounts', {
        currency,
        accountInfo,
      });
      expect([answer.status, answer.body.details?.errors]).toEqual([201, undefined]);
    }
  },
);
