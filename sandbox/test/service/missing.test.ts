import { expect, test } from 'vitest';
import { createPlatformClient } from './platform-client.ts';
import { verdict } from './reading.ts';

const none = '00000000-0000-4000-8000-00000000000a';

test.each([
  ['GET', `/quotes/Quote:${none}`, 'QUOTE_NOT_FOUND'],
  ['POST', `/quotes/Quote:${none}/execute`, 'QUOTE_NOT_FOUND'],
  ['GET', `/transactions/Transaction:${none}`, 'TRANSACTION_NOT_FOUND'],
  ['POST', `/transactions/Transaction:${none}/approve`, 'TRANSACTION_NOT_FOUND'],
  ['GET', `/customers/external-accounts/ExternalAccount:${none}`, 'NOT_FOUND'],
  ['POST', `/auth/credentials/AuthMethod:${none}/challenge`, 'NOT_FOUND'],
  ['DELETE', `/auth/sessions/Session:${none}`, 'NOT_FOUND'],
  ['GET', `/cards/Card:${none}`, 'NOT_FOUND'],
])('what was never there is 404, with the code of its kind', async (method, path, code) => {
  expect(verdict(await createPlatformClient().call(method, path))).toEqual([404, code]);
});
