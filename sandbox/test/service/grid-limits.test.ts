import { expect, test } from 'vitest';
import { verdict } from './reading.ts';
import { openClient } from '../../../test/contract/client.ts';
import { payment, person, walletsPath } from '../../../test/contract/flows/people.ts';

test.each([
  ['grid', 429],
  ['spec', 200],
] as const)('in %s the eleventh code of a minute is answered with %i', async (profile, status) => {
  const client = openClient({ profile });
  const { body: customer } = await client.call('POST', '/customers', person(1));
  const { body: accounts } = await client.call('GET', `${walletsPath(client)}?customerId=${String(customer.id)}`);
  const { body } = await client.call('GET', `/auth/credentials?accountId=${String(accounts.data[0].id)}`);
  const ask = (): ReturnType<typeof client.call> =>
    client.call('POST', `/auth/credentials/${String(body.data[0].id)}/challenge`);
  await ask();
  await client.advance(20_000);
  for (let count = 0; count < 9; count += 1) await ask();
  const eleventh = await ask();
  expect([eleventh.status, eleventh.headers.get('Retry-After')]).toEqual([status, status === 429 ? '40' : null]);
  await client.advance(40_000);
  expect((await ask()).status).toBe(200);
});

test('what funds a wallet directly in grid shows in its total and can not be spent', async () => {
  const client = openClient({ profile: 'grid' });
  const { body: customer } = await client.call('POST', '/customers', person(1));
  const list = `/customers/internal-accounts?customerId=${String(customer.id)}`;
  const { body: before } = await client.call('GET', list);
  const [{ id }] = before.data as [{ id: string }];
  await client.call('POST', `/sandbox/internal-accounts/${id}/fund`, { amount: 100_000_000 });
  const { body: after } = await client.call('GET', list);
  expect([after.data[0].balance.amount, after.data[0].totalBalance.amount]).toEqual([0, 100_000_000]);
  const { body: dollars } = await client.call('GET', '/platform/internal-accounts?currency=USD');
  const refused = await client.call('POST', '/quotes', payment(id, String(dollars.data[0].id)));
  expect(verdict(refused)).toEqual([400, 'INSUFFICIENT_FUNDS']);
});
