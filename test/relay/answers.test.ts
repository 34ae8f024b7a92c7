import { describe, expect, test } from 'vitest';
import { encodeHex, encodeUtf8 } from '../../src/encoding/index.ts';
import { ada, ask, createFakeService, createTestRelay, id, json, outcome } from './service.ts';

const account = ada.accountIds[0] ?? '';
const sessions = `GET /auth/sessions?accountId=${account}`;
const line = `PATCH /cards/${id('Card', '1')}`;

async function refuse(refusal: object, status = 400): Promise<unknown> {
  const service = createFakeService().on(line, { status, code: 'INVALID_INPUT', message: 'no', ...refusal }, status);
  const response = await createTestRelay(service)(ask(line.replace(' ', ' /wallet'), { body: { state: 'FROZEN' } }));
  return response.json();
}

describe('a refusal of the service', () => {
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
    const errors = [...Array.from({ length: 60 }, (_, at) => ({ field: `f${at}` })), { field: 'a b' }, 7];
    const answer = (await refuse({ details: { errors: errors.reverse() } })) as { details: { errors: unknown[] } };
    expect(answer.details.errors).toHaveLength(48);
  });
});

describe('the relay’s own secret', () => {
  const secret = 'very-secret-secret';
  const credentials = `client:${secret}`;
  const hex = (text: string): string => encodeHex(encodeUtf8(text));
  const says = async (said: string, clientSecret = secret): Promise<string> => {
    const service = createFakeService().on(sessions, () => json({ data: [said] }));
    return outcome(await createTestRelay(service, { clientSecret })(ask(sessions.replace(' ', ' /wallet'))));
  };

  const withoutPadding = (text: string): string => btoa(text).replace(/=+$/, '');

  test('comes down in no Date: a text that an engine takes for one, but no server writes so, is left out', async () => {
    const service = createFakeService().on(sessions, () => json({ data: [] }, 200, { Date: `${secret} 2027` }));
    const response = await createTestRelay(service)(ask(sessions.replace(' ', ' /wallet')));
    expect(Date.parse(`${secret} 2027`)).toBeGreaterThan(0);
    expect(await outcome(response)).toBe('200');
    expect(response.headers.get('Date')).toBe(null);
  });

  test.each(
    ['', 'a', 'ab', 'abc', '{"a":"'].flatMap((before) =>
      ['', '?', '??', '"}'].map((after) => [before.length % 3, before + secret + after] as const),
    ),
  )('is found in base64, %i bytes off a multiple of three', async (_offset, text) => {
    expect(await says(`x${withoutPadding(text)}`)).toBe('502 RELAY_UPSTREAM_INVALID');
    expect(await says(withoutPadding(text).replaceAll('+', '-').replaceAll('/', '_'))).toBe(
      '502 RELAY_UPSTREAM_INVALID',
    );
  });

  test.each([
    ['as it is', secret],
    ['within a sentence', `the secret is ${secret}.`],
    ['in capitals', secret.toUpperCase()],
    ['in hex', hex(secret)],
    ['in upper-case hex', hex(secret).toUpperCase()],
    ['as HTTP Basic', `Basic ${btoa(credentials)}`],
    ['encoded for a URL', encodeURIComponent(credentials)],
    ['in hex with colons', hex(secret).replaceAll(/(..)(?!$)/g, '$1:')],
    ['in base64 twice', btoa(btoa(secret))],
    ['in base64 of a header', btoa(`GET /quotes HTTP/1.1\r\nAuthorization: Basic ${btoa(credentials)}\r\n`)],
    ['in hex of a header', hex(`Authorization: Basic ${btoa(credentials)}`)],
    ['in base64 with line breaks', btoa(credentials).replaceAll(/(.{12})/g, '$1\r\n')],
    ['with every byte encoded for a URL', hex(secret).replaceAll(/../g, '%$&')],
    ['encoded for a URL twice', encodeURIComponent(hex(secret).replaceAll(/../g, '%$&'))],
  ])('is found %s', async (_title, text) => {
    expect(await says(text)).toBe('502 RELAY_UPSTREAM_INVALID');
  });

  const awkward = 'sk"live\\n7+H %41q~ü9=&';
  const ascii = (text: string): string =>
    text.replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

  test.each([
    ['as it is', awkward],
    ['in a form', new URLSearchParams({ awkward }).toString()],
    ['encoded for a URL in lower case', encodeURIComponent(awkward).replaceAll(/%../g, (one) => one.toLowerCase())],
    ['in JSON in JSON', JSON.stringify({ awkward })],
    ['in JSON in JSON in JSON', JSON.stringify(JSON.stringify({ awkward }))],
    ['in JSON in JSON of ASCII', ascii(JSON.stringify({ awkward }))],
    ['in HTML', awkward.replaceAll(/[^a-z0-9]/g, (one) => `&#${String(one.charCodeAt(0))};`)],
    ['in base64', btoa(String.fromCharCode(...encodeUtf8(awkward)))],
  ])('is found %s where it has quotes, escapes, spaces and an umlaut', async (_title, text) => {
    expect(await says(text, awkward)).toBe('502 RELAY_UPSTREAM_INVALID');
  });

  test('is found however short it may be', async () => {
    for (const text of ['hunter22', btoa('client:hunter22'), hex('hunter22')]) {
      expect(await says(text, 'hunter22')).toBe('502 RELAY_UPSTREAM_INVALID');
    }
  });

  test('is not found where there is none', async () => {
    for (const text of ['client', btoa('client:another-secret-one'), hex('very-secre'), 'very secret secret']) {
      expect(await says(text)).toBe('200');
    }
  });
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
  const response = await createTestRelay(service)(ask(credentials.replace(' ', ' /wallet')));
  expect(await response.json()).toEqual({ data: [passkey] });
});
