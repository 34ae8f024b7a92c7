import { describe, expect, test } from 'vitest';
import { encodeHex, encodeUtf8 } from '../../src/kit/encoding/index.ts';
import { ada, createFakeService, id, json, outcome, openRelay } from './service.ts';

const account = ada.accountIds[0] ?? '';
const sessions = `GET /auth/sessions?accountId=${account}`;
const line = `PATCH /cards/${id('Card', '1')}`;

async function refuse(refusal: object, status = 400): Promise<unknown> {
  const service = createFakeService().on(line, { status, code: 'INVALID_INPUT', message: 'no', ...refusal }, status);
  const response = await openRelay({}, service).send(line, { body: { state: 'FROZEN' } });
  return response.json();
}

describe('a refusal of the service', () => {
  const answered = async (body: unknown, status: number): Promise<unknown> => {
    const service = createFakeService().on(line, () => json(body, status));
    return (await openRelay({}, service).send(line, { body: { state: 'FROZEN' } })).json();
  };

  test.each([
    [400, 'INVALID_INPUT'],
    [401, 'UNAUTHORIZED'],
    [404, 'NOT_FOUND'],
    [408, 'REQUEST_TIMEOUT'],
    [409, 'OPERATION_IN_PROGRESS'],
  ])('comes down with its status %i, its code %s and its reason as the message', async (status, code) => {
    const reason = 'Two fields are invalid.';
    const details = { errors: [{ field: 'email' }] };
    expect(await answered({ code, reason, details }, status)).toEqual({ status, code, message: reason, details });
    expect(await answered({ code, message: reason }, status)).toEqual({ status, code, message: reason });
    expect(await answered({ code, reason, message: 'Older.', status }, status)).toMatchObject({ message: reason });
  });

  test('comes down as a failure when it is one, whatever its form', async () => {
    const failure = { code: 'INTERNAL_ERROR', reason: 'Ledger seven is full.' };
    expect(await answered(failure, 500)).toEqual({
      status: 500,
      code: 'INTERNAL_ERROR',
      message: 'The service failed.',
    });
  });

  test.each<[unknown, number]>([
    [{ code: 'FORBIDDEN' }, 403],
    [{ code: 17 }, 400],
    [{ error: 'blocked' }, 403],
    [{ message: 'slow down' }, 429],
    [{ code: 'FORBIDDEN', reason: 'No.', status: 404 }, 403],
    [{ code: 'RELAY_NOT_FOUND', reason: 'No.' }, 404],
    [{ code: 'forbidden', reason: 'No.' }, 403],
    [{ code: 'Bad <b>input</b>', message: 'no' }, 400],
    [{ status: 404, error: 'Not Found' }, 404],
    [{ code: 'CONFLICT', reason: { text: 'no' } }, 409],
  ])('is no refusal when it is of somebody on the way: %o with %i', async (body, status) => {
    expect(await answered(body, status)).toMatchObject({ status: 502, code: 'RELAY_UPSTREAM_INVALID' });
  });

  test('comes down with the fields that are wrong, their constraints and the short facts beside them', async () => {
    const constraint = { format: 'email', pattern: '^.+$', enum: ['a', 'b'], minLength: 1, maxLength: 9 };
    const errors = [
      { field: 'beneficiary.address[0].line1', message: 'Enter a street.', constraint },
      { field: 'email' },
    ];
    const details = { errors, reason: 'INVALID_OTP', attemptsLeft: 3, final: false };
    expect(await refuse({ message: 'Two fields are invalid.', details })).toEqual({
      status: 400,
      code: 'INVALID_INPUT',
      message: 'Two fields are invalid.',
      details,
    });
  });

  test.each([
    ['a stack trace', 'boom\n    at Ledger.debit (/srv/app/ledger.js:10:4)'],
    ['a place in a source file', 'failed in /srv/app/ledger.js:10'],
    ['markup', 'Try <a href="https://evil.example">here</a>'],
    ['a control character', 'Two\u0000words'],
    ['the id of a record', `${id('Customer', '8')} is not yours`],
    ['a text of a thousand characters', 'a'.repeat(1000)],
  ])('comes down without its sentence when that holds %s', async (_title, message) => {
    expect(await refuse({ message, details: { errors: [{ field: 'email', message }], reason: message } })).toEqual({
      status: 400,
      code: 'INVALID_INPUT',
      message: 'The service refused the request.',
      details: { errors: [{ field: 'email' }] },
    });
  });

  test('comes down as a status and a code alone when the service failed', async () => {
    const failure = { code: 'INTERNAL_ERROR', message: 'Ledger seven is full.', details: { reason: 'FULL' } };
    expect(await refuse(failure, 500)).toEqual({ status: 500, code: 'INTERNAL_ERROR', message: 'The service failed.' });
  });

  test.each([
    ['no object', 'details'],
    ['a list', [1]],
    ['nested data', { trace: { query: 'select' }, rows: [1, 2] }],
    ['names that objects inherit', JSON.parse('{"__proto__":"a","constructor":"b"}') as object],
    ['names that are sentences', { 'see below': 'a' }],
    ['a number that isn’t whole', { rate: 0.5 }],
  ])('comes down without details that are %s', async (_title, details) => {
    expect(await refuse({ details })).toEqual({ status: 400, code: 'INVALID_INPUT', message: 'no' });
  });

  test('comes down with no more fields than a page can use, and none with a name that is no path', async () => {
    const errors = [...Array.from({ length: 110 }, (_, at) => ({ field: `row[${at}]` })), { field: 'a b' }, 7];
    const answer = (await refuse({ details: { errors: errors.reverse() } })) as { details: { errors: unknown[] } };
    expect(answer.details.errors).toHaveLength(98);
  });
});

describe('the relay’s own secret', () => {
  const secret = 'very-secret-secret';
  const credentials = `client:${secret}`;
  const hex = (text: string): string => encodeHex(encodeUtf8(text));
  const says = async (said: string, clientSecret = secret, write = (text: string) => text): Promise<string> => {
    const text = write(JSON.stringify({ data: [], said }));
    const headers = { 'Content-Type': 'application/json' };
    const service = createFakeService().on(sessions, () => new Response(text, { headers }));
    return outcome(await openRelay({ clientSecret }, service).send(sessions));
  };

  test('comes down in no Date: a text that an engine takes for one, but no server writes so, is left out', async () => {
    const service = createFakeService().on(sessions, () => json({ data: [] }, 200, { Date: `${secret} 2027` }));
    const response = await openRelay({}, service).send(sessions);
    expect(Date.parse(`${secret} 2027`)).toBeGreaterThan(0);
    expect(await outcome(response)).toBe('200');
    expect(response.headers.get('Date')).toBe(null);
  });

  const awkward = 'sk"live\\n7+H %41q~ü9=&';

  test.each([
    ['as it is', secret, secret],
    ['within a sentence', secret, `the secret is ${secret}.`],
    ['with quotes and escapes', awkward, awkward],
    ['in base64', secret, btoa(secret)],
    ['in base64url', awkward, Buffer.from(awkward).toString('base64url')],
    ['as HTTP Basic', secret, `Basic ${btoa(credentials)}`],
    ['in hex', secret, hex(secret)],
    ['in upper-case hex of the credentials', secret, hex(credentials).toUpperCase()],
    ['however short it may be', 'hunter22', 'hunter22'],
  ])('is found %s', async (_title, clientSecret, text) => {
    expect(await says(text, clientSecret)).toBe('502 RELAY_UPSTREAM_INVALID');
  });

  const key = 'sk/live=7+%41"\\q';
  const escapeAll = (text: string): string =>
    Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

  test.each([
    ['escaped slashes', key, key, (text: string) => text.replaceAll('/', '\\/')],
    ['an escaped equals sign', key, key, (text: string) => text.replaceAll('=', '\\u003D')],
    [
      'an escaped character in base64',
      `Basic ${btoa(`client:${key}`)}`,
      key,
      (text: string) => text.replace(/[A-Z]/g, escapeAll),
    ],
    ['an escape of every character', key, key, (text: string) => text.replace(/sk\/live/, escapeAll)],
    ['JSON within JSON', JSON.stringify({ key }).replaceAll('/', '\\/'), key, (text: string) => text],
    ['a URL', encodeURIComponent(key), key, (text: string) => text],
  ])('is found behind %s', async (_title, text, clientSecret, write) => {
    expect(await says(text, clientSecret, write)).toBe('502 RELAY_UPSTREAM_INVALID');
  });

  test('is not found where there is none', async () => {
    for (const text of ['client', btoa('client:another-secret-one'), hex('very-secre'), 'very secret secret']) {
      expect(await says(text)).toBe('200');
    }
  });
});

test('a byte order mark before an answer is taken, and not passed on', async () => {
  const headers = { 'Content-Type': 'application/json' };
  const service = createFakeService().on(sessions, () => new Response('\ufeff{"data":[]}', { headers }));
  const response = await openRelay({}, service).send(sessions);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(encodeUtf8('{"data":[]}'));
});

test('what a list says of a passkey comes down whole, its transports included', async () => {
  const passkey = {
    id: id('AuthMethod', '2'),
    accountId: account,
    type: 'PASSKEY',
    transports: ['internal', 'hybrid'],
  };
  const credentials = `GET /auth/credentials?accountId=${account}`;
  const service = createFakeService().on(credentials, { data: [passkey] });
  const response = await openRelay({}, service).send(credentials);
  expect(await response.json()).toEqual({ data: [passkey] });
});
