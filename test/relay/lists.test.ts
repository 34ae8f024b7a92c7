import { describe, expect, test } from 'vitest';
import { relayGroups, routes } from '../../src/relay/routes/routes.ts';
import { ada, bob, createFakeService, createPageRelay, id, openRelay } from './service.ts';

const [account = ''] = ada.accountIds;
const [his = ''] = bob.accountIds;
const invalid = '502 RELAY_UPSTREAM_INVALID';
const credentials = `GET /auth/credentials?accountId=${account}`;
const sessions = `GET /auth/sessions?accountId=${account}`;
const keys = `GET /auth/delegated-keys?accountId=${account}`;
const cards = `GET /cards?accountId=${account}`;
const accounts = `GET /internal-accounts?customerId=${ada.customerId}`;
const gridAccounts = `GET /customers/internal-accounts?customerId=${ada.customerId}`;
const payees = `GET /customers/external-accounts?customerId=${ada.customerId}`;
const payments = `GET /transactions?customerId=${ada.customerId}`;

/** Asks Ada's relay for a list that the service answers so. */
const saysOf = (line: string, answer: unknown): Promise<string> =>
  openRelay(
    {},
    createFakeService().on(line, () => Response.json(answer)),
  ).says(line);

describe('a list of the service', () => {
  test('is one of these eight: a route without an id that reads', () => {
    const read = routes.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
    const tested = [credentials, sessions, cards, keys, accounts, gridAccounts, payees, payments];
    expect(read.map(({ path }) => `GET ${path}`)).toEqual(tested.map((line) => line.split('?')[0]));
    expect(read.filter(({ rows }) => rows === null)).toEqual([]);
  });

  test.each([
    [credentials, { id: id('AuthMethod', '1'), accountId: account }],
    [sessions, { id: id('Session', '1'), accountId: account }],
    [sessions, { id: id('Session', '1'), accountId: account, customerId: ada.customerId }],
    [keys, { id: id('DelegatedKey', '1'), accountId: account }],
    [cards, { id: id('Card', '1'), cardholderId: ada.customerId }],
    [cards, { id: id('Card', '1'), customerId: ada.customerId }],
    [cards, { id: id('Card', '1'), customerId: ada.customerId, cardholderId: ada.customerId }],
    [accounts, { id: account }],
    [gridAccounts, { id: account, customerId: ada.customerId }],
    [gridAccounts, { id: id('InternalAccount', '5'), customerId: ada.customerId }],
    [payees, { id: id('ExternalAccount', '1'), customerId: ada.customerId }],
    [payments, { id: id('Transaction', '1'), customerId: ada.customerId }],
    [payments, { id: id('Transaction', '1'), customerId: ada.customerId, accountId: id('InternalAccount', '5') }],
  ])('comes down with a row that is the user’s by every name in it: %s, %j', async (line, row) => {
    expect(await saysOf(line, { data: [row, row] })).toBe('200');
  });

  test.each([
    [credentials, { id: id('AuthMethod', '8'), accountId: his }],
    [sessions, { id: id('Session', '8'), accountId: his }],
    [sessions, { id: id('Session', '8'), accountId: account, customerId: bob.customerId }],
    [keys, { id: id('DelegatedKey', '8'), accountId: his }],
    [keys, { id: id('DelegatedKey', '8') }],
    [cards, { id: id('Card', '8'), cardholderId: bob.customerId }],
    [cards, { id: id('Card', '8'), customerId: bob.customerId }],
    [cards, { id: id('Card', '8'), customerId: ada.customerId, cardholderId: bob.customerId }],
    [cards, { id: id('Card', '8'), customerId: bob.customerId, cardholderId: ada.customerId }],
    [cards, { id: id('Card', '8'), cardholderId: ada.customerId, customerId: null }],
    [cards, { id: id('Card', '8'), fundingSource: account }],
    [accounts, { id: his }],
    [accounts, { id: account, customerId: bob.customerId }],
    [gridAccounts, { id: his, customerId: bob.customerId }],
    [payees, { id: id('ExternalAccount', '5') }],
    [payees, { id: id('ExternalAccount', '8'), customerId: bob.customerId }],
    [payments, { id: id('Transaction', '8'), customerId: bob.customerId, accountId: account }],
    [payments, null],
    [payments, ada.customerId],
  ])('is withheld for one row that is another’s by any name, or nobody’s: %s, %j', async (line, row) => {
    const own = { id: account, accountId: account, customerId: ada.customerId };
    expect(await saysOf(line, { data: [own] })).toBe('200');
    expect(await saysOf(line, { data: [own, row] })).toBe(invalid);
  });

  test.each([[{}], [{ data: {} }], [[]], [null]])('is withheld where it is no list: %j', async (answer) => {
    expect(await saysOf(payments, answer)).toBe(invalid);
  });

  test('is withheld below a wallet page as well', async () => {
    const service = createFakeService().on(cards, { data: [{ id: id('Card', '8'), customerId: bob.customerId }] });
    expect(await openRelay({ groups: relayGroups }, service, createPageRelay).says(cards)).toBe(invalid);
  });
});

describe('a filter', () => {
  const own = `GET /cards?cardholderId=${ada.customerId}`;

  test('of a customer’s cards goes up under both names in grid, and under its own in spec', async () => {
    for (const [profile, line] of [
      ['grid', `${own}&customerId=${ada.customerId}`],
      ['spec', own],
    ] as const) {
      const { service, says } = openRelay({ profile });
      service.on(line, { data: [] });
      expect(await says(own)).toBe('200');
      expect(service.lines()).toEqual([line]);
    }
  });

  test.each([credentials, sessions, keys, cards, accounts, gridAccounts, payees, payments])(
    'that every form knows goes up as it is: %s',
    async (line) => {
      const { service, says } = openRelay({ profile: 'grid' });
      service.on(line, { data: [] });
      expect(await says(line)).toBe('200');
      expect(service.lines()).toEqual([line]);
    },
  );
});

describe('a card', () => {
  const card = id('Card', '1');
  const read = (record: object): Promise<string> =>
    openRelay({}, createFakeService().on(`GET /cards/${card}`, { id: card, ...record })).says(`GET /cards/${card}`);

  test('is its owner’s by either name, and nobody’s where the two differ or none is there', async () => {
    const [her, his] = [ada.customerId, bob.customerId];
    expect(await read({ customerId: her })).toBe('200');
    expect(await read({ cardholderId: her })).toBe('200');
    expect(await read({ customerId: her, cardholderId: her })).toBe('200');
    const nobodys = [
      { customerId: his },
      { customerId: her, cardholderId: his },
      { customerId: his, cardholderId: her },
      {},
    ];
    for (const record of nobodys) expect(await read(record)).toBe('404 RELAY_NOT_FOUND');
  });

  test('is changed by one of two bodies', async () => {
    const reason = 'The customer changed the card in the app.';
    for (const state of ['ACTIVE', 'FROZEN', 'CLOSED']) {
      for (const body of [{ state }, { status: state, substatus: 'END_USER_REQUEST', reason }]) {
        const { service, says } = openRelay();
        service.on(`PATCH /cards/${card}`, { id: card });
        expect(await says(`PATCH /cards/${card}`, { body })).toBe('200');
        expect(service.calls.at(-1)?.body).toBe(JSON.stringify(body));
      }
    }
  });

  const reason = 'The customer changed the card in the app.';
  const whole = { status: 'FROZEN', substatus: 'END_USER_REQUEST', reason };
  test.each([
    {},
    { status: 'FROZEN' },
    { status: 'FROZEN', substatus: 'END_USER_REQUEST' },
    { status: 'FROZEN', reason },
    { ...whole, status: 'PENDING' },
    { ...whole, substatus: 'LOST' },
    { ...whole, reason: 'I lost it.' },
    { ...whole, reason: `${reason} ` },
    { ...whole, reason: null },
    { ...whole, state: 'FROZEN' },
    { ...whole, fundingSource: account },
    { state: 'FROZEN', substatus: 'END_USER_REQUEST', reason },
    { state: 'FROZEN', reason },
    { state: 'FROZEN', maxSpendPerTransaction: null },
    { state: 'PENDING' },
  ])('is not changed by another one, and nothing of it reaches the service: %j', async (body) => {
    const { service, says } = openRelay();
    expect(await says(`PATCH /cards/${card}`, { body })).toBe('400 RELAY_BODY_INVALID');
    expect(service.calls).toEqual([]);
  });
});
