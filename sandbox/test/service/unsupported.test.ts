import { describe, expect, test } from 'vitest';
import { unsupportedOperations } from '../../src/service/contracts/grid-unsupported.ts';
import { createPlatformClient, openHolder } from './platform-client.ts';
import { fieldsOf, textOf, verdict } from './reading.ts';

describe('an operation of the public service that the sandbox does not carry out', () => {
  test('is answered with 501 and its name, whatever its ids and its body', async () => {
    const platform = createPlatformClient({ profile: 'grid' });
    for (const { method, path, name } of unsupportedOperations) {
      const answer = await platform.call(method, path.replace(/:\w+/g, 'anything'));
      expect([answer.status, answer.body.code, answer.body.details.reason], path).toEqual([
        501,
        'NOT_IMPLEMENTED',
        name,
      ]);
      expect(textOf(answer)).toContain(name);
    }
  });

  test('wants the credentials first', async () => {
    const platform = createPlatformClient({ profile: 'grid' });
    const answer = await platform.call('GET', '/agents', undefined, { Authorization: 'Basic x' });
    expect(verdict(answer)).toEqual([401, 'UNAUTHORIZED']);
  });

  test('is 405 with another method, and 404 in spec, which shows no such path', async () => {
    const grid = await createPlatformClient({ profile: 'grid' }).call('PATCH', '/agents');
    expect([grid.status, grid.headers.get('Allow')]).toEqual([405, 'GET, POST']);
    expect((await createPlatformClient().call('GET', '/agents')).status).toBe(404);
  });
});

const none = '00000000-0000-4000-8000-00000000000a';

test.each([
  ['spec', 'GET', `/customers/Customer:${none}`, 'CUSTOMER_NOT_FOUND'],
  ['spec', 'GET', `/quotes/Quote:${none}`, 'QUOTE_NOT_FOUND'],
  ['spec', 'POST', `/quotes/Quote:${none}/execute`, 'QUOTE_NOT_FOUND'],
  ['spec', 'GET', `/transactions/Transaction:${none}`, 'TRANSACTION_NOT_FOUND'],
  ['spec', 'POST', `/transactions/Transaction:${none}/approve`, 'TRANSACTION_NOT_FOUND'],
  ['spec', 'GET', `/customers/external-accounts/ExternalAccount:${none}`, 'NOT_FOUND'],
  ['spec', 'POST', `/auth/credentials/AuthMethod:${none}/challenge`, 'NOT_FOUND'],
  ['spec', 'DELETE', `/auth/sessions/Session:${none}`, 'NOT_FOUND'],
  ['spec', 'GET', `/cards/Card:${none}`, 'NOT_FOUND'],
  ['grid', 'GET', `/customers/Customer:${none}`, 'CUSTOMER_NOT_FOUND'],
  ['grid', 'GET', '/customers/nobody', 'CUSTOMER_NOT_FOUND'],
  ['grid', 'GET', '/quotes/nothing', 'QUOTE_NOT_FOUND'],
  ['grid', 'GET', '/transactions/nothing', 'TRANSACTION_NOT_FOUND'],
  ['grid', 'GET', '/cards/nothing', 'NOT_FOUND'],
] as const)(
  'in %s what was never there is 404, with the code of its kind: %s %s',
  async (profile, method, path, code) => {
    expect(verdict(await createPlatformClient({ profile }).call(method, path))).toEqual([404, code]);
  },
);

describe('with unknown fields accepted', () => {
  const unknownFields = 'accept';

  test('a request is carried out without them, and the log names them', async () => {
    const { platform, accountId } = await openHolder({ unknownFields }, 0);
    const path = `/sandbox/internal-accounts/${accountId}/fund`;
    const funded = await platform.call('POST', path, { amount: 5, colour: 'crimson' });
    expect([funded.status, funded.body.totalBalance.amount]).toEqual([200, 5]);
    expect((await platform.call('GET', '/transactions?limit=1&size=44')).status).toBe(200);
    const { body } = await platform.control('GET', '/requests');
    const [fund, list] = body.data.slice(-2);
    expect([fund.unknownFields, list.unknownFields]).toEqual([['colour'], ['size']]);
    expect(JSON.stringify(body)).not.toContain('crimson');
  });

  test('what is wrong is refused as ever, without them', async () => {
    const { platform, accountId } = await openHolder({ unknownFields }, 0);
    const path = `/sandbox/internal-accounts/${accountId}/fund`;
    expect(fieldsOf(await platform.call('POST', path, { amount: 'five', colour: 'crimson' }))).toEqual(['amount']);
  });
});
