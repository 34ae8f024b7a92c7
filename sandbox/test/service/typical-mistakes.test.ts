/** Mistakes that people make at first: each is answered with what to do instead. */
import { describe, expect, test } from 'vitest';
import { sealCode } from '../../../test/contract/client.ts';
import { createPlatformClient, createQuote, openHolder, openSession, signIn } from './platform-client.ts';
import { fieldsOf, outcome, payloadOf, textOf, verdict, type Answer } from './reading.ts';

const origin = 'http://127.0.0.1';
const basic = (text: string): string => `Basic ${btoa(text)}`;

/** The text of the answer to a request by a client that knows nothing of the sandbox. */
async function said(path: string, authorization = basic('sandbox-client:sandbox-secret')): Promise<[number, string]> {
  const { sandbox } = createPlatformClient({ profile: 'grid' });
  const headers: Record<string, string> = authorization === '' ? {} : { authorization };
  const answer = await sandbox.fetch(new Request(origin + path, { headers }));
  // The control plane has one form alone, whose text is `message`.
  const { message, reason } = (await answer.json()) as { readonly message?: string; readonly reason: string };
  return [answer.status, message ?? reason];
}

test.each([
  ['/quotes', 'no such path, which begin with /2025-10-13; the nearest is POST /2025-10-13/quotes:'],
  ['/2025-01-01/transactions', 'the nearest is GET /2025-10-13/transactions:'],
  ['/v1/transactions', 'the nearest is GET /2025-10-13/transactions:'],
  ['/2025-10-13/transaction', 'no such path; the nearest is GET /2025-10-13/transactions:'],
  [
    '/2025-10-13/quotes/Quote:00000000-0000-4000-8000-00000000000a/excute',
    'the nearest is POST /2025-10-13/quotes/:quoteId/execute:',
  ],
  ['/_sandbox/fault', 'no such path; the nearest is GET or POST or DELETE /_sandbox/faults:'],
  ['/2025-10-13/weather/in/lisbon/tomorrow', 'no such path: “The sandbox, call by call” lists'],
])('%s: the answer names the path that may be meant', async (path, message) => {
  const [status, text] = await said(path);
  expect([status, text]).toEqual([404, expect.stringContaining(message)]);
});

test.each([
  ['', 'The API wants HTTP Basic authentication'],
  ['Bearer sandbox-secret', 'The API wants HTTP Basic authentication'],
  [basic('sandbox-client:wrong'), "The client's secret is wrong"],
  [basic('client:sandbox-secret'), 'There is no such client id'],
])('wrong credentials %s: the answer says which part is wrong', async (authorization, message) => {
  const [status, text] = await said('/2025-10-13/transactions', authorization);
  expect([status, text]).toEqual([401, expect.stringContaining(message)]);
  expect(text).not.toContain('sandbox-secret');
});

test.each([
  ['spec', 'Grid-Wallet-Signature', 'Service-Wallet-Signature'],
  ['grid', 'Service-Wallet-Signature', 'Grid-Wallet-Signature'],
] as const)("in %s a stamp in the other profile's header is answered with the name of its own", async (...names) => {
  const [profile, wrong, right] = names;
  const { platform, holder, key, sessionId } = await openSession({ profile });
  const quote = await createQuote(platform, holder);
  const stamp = Object.values(await platform.stampHeaders(payloadOf(quote), key))[0] ?? '';
  for (const [method, path, body] of [
    ['POST', `/quotes/${quote.body.id}/execute`, undefined],
    ['DELETE', `/auth/sessions/${sessionId}`, undefined],
  ] as const) {
    const answer = await platform.call(method, path, body, { [wrong]: stamp });
    expect(verdict(answer)).toEqual([401, 'WALLET_SIGNATURE_MISSING']);
    expect(textOf(answer)).toContain(`profile ${profile}: its header is ${right}, not ${wrong}`);
  }
});

describe.each(['spec', 'grid'] as const)('in %s', (profile) => {
  const reasonOf = (reason: string): string => (profile === 'spec' ? reason : 'Invalid OTP code');

  test('a code in the bundle of an older challenge is told from a wrong code', async () => {
    const { platform, credentialId } = await openHolder({ profile });
    const path = `/auth/credentials/${credentialId}`;
    const older = await platform.call('POST', `${path}/challenge`);
    await platform.call('POST', `${path}/challenge`);
    const { body } = await sealCode(platform, older.body, { otpCode: '000000' });
    const answer = await platform.call('POST', `${path}/verify`, body);
    expect(outcome(answer)).toEqual([401, 'UNAUTHORIZED', reasonOf('Challenge is over')]);
    expect(textOf(answer)).toBe('That challenge is over: use the bundle of the newest one.');
    const { body: log } = await platform.control('GET', '/requests');
    expect(log.data.at(-1).refusal).toBe('Challenge is over');
    expect((await signIn(platform, { credentialId })).sessionId).toMatch(/^Session:/);
  });

  test('and so is one that was encrypted to no key of this credential', async () => {
    const { platform, credentialId } = await openHolder({ profile });
    const other = await openHolder({ profile, seed: 'another' });
    const path = `/auth/credentials/${credentialId}`;
    await platform.call('POST', `${path}/challenge`);
    const foreign = await other.platform.call('POST', `/auth/credentials/${other.credentialId}/challenge`);
    const { body } = await sealCode(other.platform, foreign.body, { otpCode: '000000' });
    const answer = await platform.call('POST', `${path}/verify`, body);
    expect(outcome(answer)).toEqual([401, 'UNAUTHORIZED', reasonOf('Bundle of another key')]);
  });

  test('an id of another type is answered with both types, in a path and in a body', async () => {
    const { platform, accountId, bankAccountId } = await openHolder({ profile });
    const inPath = await platform.call('GET', `/quotes/${accountId}`);
    const text = JSON.stringify(inPath.body);
    expect(text).toContain('This must be an id of the form Quote:<uuid>, not InternalAccount:<uuid>.');
    const inBody = await platform.call('GET', `/cards?accountId=${bankAccountId}`);
    expect(fieldsOf(inBody)).toEqual(['accountId']);
    expect(inBody.body.details.errors[0].message).toBe(
      'This must be an id of the form InternalAccount:<uuid>, not ExternalAccount:<uuid>.',
    );
  });
});

describe('a field of another form of the contract is answered with its name in this one, and with the setting', () => {
  const messages = ({ body }: Answer): unknown =>
    body.details.errors.map(({ field, message }: { field: string; message: string }) => [field, message]);
  const notHere = 'This field is not known here: leave it out.';
  const inSeptember = (old: string, now: string): string[] => [
    old,
    `This sandbox speaks the contract of 2026-09, which calls this field ${now}. With contract: '2026-08' (--contract) it is ${old}.`,
  ];

  test.each([
    ['POST', '/cards', 'cardholderId', 'customerId'],
    ['POST', '/cards', 'fundingSources', 'fundingSource'],
    ['PATCH', '/cards/Card:00000000-0000-4000-8000-00000000000a', 'state', 'status'],
    ['GET', '/cards?state=ACTIVE', 'state', 'status'],
  ])('%s %s with %s', async (method, path, old, now) => {
    const platform = createPlatformClient({ profile: 'grid' });
    const answer = await platform.call(method, path, method === 'GET' ? undefined : { [old]: 'ACTIVE' });
    expect(answer.status).toBe(400);
    expect(messages(answer)).toContainEqual(inSeptember(old, now));
  });

  test('in August too, of the later names, and in spec no contract is named', async () => {
    const change = { status: 'FROZEN' };
    const path = '/cards/Card:00000000-0000-4000-8000-00000000000a';
    const august = createPlatformClient({ profile: 'grid', contract: '2026-08' });
    expect(messages(await august.call('PATCH', path, change))).toEqual([
      [
        'status',
        "This sandbox speaks the contract of 2026-08, which calls this field state. With contract: '2026-09' (--contract) it is status.",
      ],
    ]);
    expect(messages(await createPlatformClient().call('PATCH', path, change))).toEqual([['status', notHere]]);
  });

  test('and any other field is not known, as everywhere', async () => {
    const answer = await createPlatformClient({ profile: 'grid' }).call('PATCH', '/cards/Card:1', { colour: 'red' });
    expect(JSON.stringify(answer.body)).not.toContain('2026-08');
  });
});

test.each(['/quote', '/quote/*/execute', '/cards/*/simulate'])(
  'a fault rule for the path %s, which no route has, is refused',
  async (path) => {
    const platform = createPlatformClient();
    const answer = await platform.control('POST', '/faults', { path, status: 500 });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['path']]);
    const never = await platform.control('POST', '/requests/expect', { path, times: 0 });
    expect([never.status, fieldsOf(never)]).toEqual([400, ['path']]);
  },
);

test('its refusal names the nearest path', async () => {
  const platform = createPlatformClient();
  const { body } = await platform.control('POST', '/faults', { path: '/quote/*/execute', status: 500 });
  expect(body.details.errors[0].message).toBe('No route has such a path. The nearest is /quotes/*/execute.');
});

test('a body that is nested 3,000 deep is refused, a snapshot and any other', async () => {
  const platform = createPlatformClient();
  const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`;
  const headers = { 'Content-Type': 'application/json', Authorization: basic('sandbox-client:sandbox-secret') };
  for (const [method, path] of [
    ['PUT', '/_sandbox/snapshot'],
    ['POST', '/_sandbox/people'],
    ['POST', '/2025-10-13/customers'],
  ] as const) {
    const answer = await platform.sandbox.fetch(new Request(origin + path, { method, headers, body: deep }));
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'INVALID_REQUEST_FORMAT']);
  }
});
