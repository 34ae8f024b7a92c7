import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { gridAccounts } from '../../sandbox/src/service/contracts/grid-accounts.ts';
import { differencesOf } from './check.ts';
import { openClient } from './client.ts';
import type { ContractFacts } from './compare.ts';
import { payment, platformAccount } from './flows/people.ts';
import { accountRequest } from './account-request.ts';

const text = readFileSync(new URL('facts/grid.json', import.meta.url), 'utf8');
const { types } = JSON.parse(text) as ContractFacts;
const [, , kinds] = types['ExternalAccountCreateInfoOneOf'] as readonly [
  string,
  string,
  Readonly<Record<string, string>>,
];
const [, ...allRails] = types['PaymentRail'] as readonly string[];

/** The rails of the document for a type; none where it names none. */
function railsOf(accountType: string): readonly string[] {
  const { [`${(kinds[accountType] ?? '').slice(1).replace('ExternalAccountCreateInfo', '')}AccountInfo`]: info } =
    types;
  const found = /"paymentRails!":\["list",\["enum",([^\]]*)\]/.exec(JSON.stringify(info) ?? '');
  return found === null ? [] : (JSON.parse(`[${String(found[1])}]`) as string[]);
}

const ways = Object.keys(kinds).flatMap((accountType) =>
  (gridAccounts.types[accountType]?.variants ?? []).map(({ key, rails }) => ({ accountType, key, rails })),
);
const client = openClient({ profile: 'grid' });

test.each(ways)('$accountType by $key takes what the document asks for', async ({ accountType, key }) => {
  for (const beneficiaryType of ['INDIVIDUAL', 'BUSINESS']) {
    for (const includes of ['the fewest fields', 'every field'] as const) {
      const body = accountRequest({ types, accountType, key, beneficiaryType, includes });
      expect(differencesOf(body, '#PlatformExternalAccountCreateRequest', types)).toEqual([]);
      const answer = await client.call('POST', '/platform/external-accounts', body);
      expect([answer.status, answer.body.details?.errors]).toEqual([201, undefined]);
      expect(differencesOf(answer.body, '#ExternalAccount', types)).toEqual([]);
      // An account on a chain is the same whoever its beneficiary is.
      await client.call('DELETE', `/platform/external-accounts/${String(answer.body.id)}`);
    }
  }
});

test.each(ways)('$accountType by $key is paid by its rails and by no other', async ({ accountType, key, rails }) => {
  const body = accountRequest({
    types,
    accountType,
    key,
    beneficiaryType: 'INDIVIDUAL',
    includes: 'the fewest fields',
  });
  const { body: account } = await client.call('POST', '/platform/external-accounts', body);
  const from = await platformAccount(client, 'USD', 100_000_000);
  const accepted: string[] = [];
  for (const paymentRail of allRails) {
    const quote = payment(from, String(account.id), { amount: 100_000 }) as { readonly destination: object };
    const destination = { ...quote.destination, paymentRail };
    const { status } = await client.call('POST', '/quotes', { ...quote, destination });
    if (status === 201) accepted.push(paymentRail);
  }
  const chosen = (account.accountInfo as { readonly rail?: string }).rail;
  const expected = rails.filter((rail) => chosen === undefined || rail === chosen);
  expect(accepted.toSorted()).toEqual(expected.toSorted());
  expect(account.accountInfo.paymentRails ?? []).toEqual(expected);
  await client.call('DELETE', `/platform/external-accounts/${String(account.id)}`);
});

test.each(Object.keys(kinds))('%s has the rails of the document', (accountType) => {
  const own = ways.filter((way) => way.accountType === accountType).flatMap(({ rails }) => rails);
  expect([...new Set(own)].toSorted()).toEqual(railsOf(accountType).toSorted());
});
