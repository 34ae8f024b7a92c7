/** Looking up who receives a payment, in profile grid. */
import { expect, test } from 'vitest';
import { createHolder, createPlatformClient, openHolder, type OpenedHolder } from './platform-client.ts';
import { outcome, verdict, type Answer } from './reading.ts';

const lookUp = async (opened: OpenedHolder, address: string, query = `customerId=${opened.customerId}`) =>
  opened.platform.call('GET', `/receiver/uma/${encodeURIComponent(address)}?${query}`);
const openGrid = (): Promise<OpenedHolder> => openHolder({ profile: 'grid' });
const currenciesOf = ({ body }: Answer): string[] =>
  body.supportedCurrencies.map(({ currency }: Answer['body']) => currency.code);

test.each([
  ['$success.usd@sandbox.uma.money', ['USD']],
  ['$success.eur@sandbox.uma.money', ['EUR']],
  ['$success.mxn@sandbox.uma.money', ['MXN']],
  ['$pending.long.usd@sandbox.uma.money', ['USD']],
  ['$fail.compliance.usd@sandbox.uma.money', ['USD']],
  ['$receiver@example.com', ['USD', 'EUR', 'MXN']],
])('%s can be sent %j', async (address, currencies) => {
  const answer = await lookUp(await openGrid(), address);
  expect([answer.status, answer.body.receiverUmaAddress, currenciesOf(answer)]).toEqual([200, address, currencies]);
});

test('names what one unit of the sender comes to', async () => {
  const { body } = await lookUp(await openGrid(), '$success.mxn@sandbox.uma.money');
  expect(body.supportedCurrencies[0]).toMatchObject({ estimatedExchangeRate: 18.5, min: 1 });
});

test("finds another customer's own address, with the currencies of the wallet", async () => {
  const opened = await openGrid();
  const { customerId } = await createHolder(opened.platform, 0);
  const { umaAddress } = (await opened.platform.call('GET', `/customers/${customerId}`)).body;
  expect(currenciesOf(await lookUp(opened, String(umaAddress)))).toEqual(['USDB']);
  const from = await lookUp(
    opened,
    '$success.usd@sandbox.uma.money',
    `senderUmaAddress=${encodeURIComponent(umaAddress)}`,
  );
  expect(from.status).toBe(200);
});

test.each([
  ['$nobody@sandbox.uma.money', undefined, 404, 'UMA_NOT_FOUND'],
  ['nobody', undefined, 400, 'INVALID_INPUT'],
  ['$success.usd@sandbox.uma.money', '', 400, 'INVALID_INPUT'],
  [
    '$success.usd@sandbox.uma.money',
    'customerId=Customer:00000000-0000-4000-8000-00000000000a',
    404,
    'CUSTOMER_NOT_FOUND',
  ],
  ['$success.usd@sandbox.uma.money', 'senderUmaAddress=%24nobody@example.com', 404, 'CUSTOMER_NOT_FOUND'],
])('%s for the sender %s is %i %s', async (address, query, status, code) => {
  const opened = await openGrid();
  expect(verdict(await lookUp(opened, address, query))).toEqual([status, code]);
});

test('an external account says its currency, and only one that can be paid is found', async () => {
  const opened = await openGrid();
  const { platform, bankAccountId, customerId } = opened;
  const path = (id: string, owner = customerId) => `/receiver/external-account/${id}?customerId=${owner}`;
  const answer = await platform.call('GET', path(bankAccountId));
  expect([answer.status, answer.body.accountId, currenciesOf(answer)]).toEqual([200, bankAccountId, ['USD']]);
  const other = await createHolder(platform, 0);
  expect(verdict(await platform.call('GET', path(bankAccountId, other.customerId)))).toEqual([404, 'NOT_FOUND']);
  await platform.control('POST', '/external-accounts', { externalAccountId: bankAccountId, status: 'INACTIVE' });
  expect(verdict(await platform.call('GET', path(bankAccountId)))).toEqual([400, 'INVALID_BANK_ACCOUNT']);
});

test('is needed before an UMA address is paid, and for that address', async () => {
  const opened = await openGrid();
  const { platform, accountId } = opened;
  const quote = (umaAddress: string, more: object): Promise<Answer> =>
    platform.call('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'USD' },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
      ...more,
    });
  const address = '$success.usd@sandbox.uma.money';
  const { lookupId } = (await lookUp(opened, address)).body;
  for (const [to, more] of [
    [address, {}],
    [address, { lookupId: 'Lookup:00000000-0000-4000-8000-00000000000a' }],
    ['$success.eur@sandbox.uma.money', { lookupId }],
  ] as const) {
    const refused = await quote(to, more);
    expect(outcome(refused)).toEqual([400, 'INVALID_INPUT', 'lookupId']);
  }
  expect((await quote(address, { lookupId })).status).toBe(201);
  const destination = { destinationType: 'UMA_ADDRESS', umaAddress: address, currency: 'EUR' };
  expect(verdict(await quote(address, { lookupId, destination }))).toEqual([400, 'INVALID_CURRENCY']);
});

test('profile spec looks nobody up', async () => {
  expect((await createPlatformClient().call('GET', '/receiver/uma/x')).status).toBe(404);
});
