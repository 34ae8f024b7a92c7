/** Attacks on the body: its type, its reading, its size and its pace. */
import { ada, pageOrigin } from '../service.ts';
import { head, hers, his, sent, type Attack, type AttackClass } from './run-attack.ts';

const freeze = `/wallet/cards/${hers.card}`;
const frozen = '{"state":"FROZEN"}';

function typed(title: string, contentType: string | null, more: Record<string, string> = {}): Attack {
  return {
    title,
    send: ({ send }) => {
      const headers = { Origin: pageOrigin, ...(contentType === null ? {} : { 'Content-Type': contentType }), ...more };
      // Bytes, because a string would bring a type of its own.
      const body = new TextEncoder().encode(frozen);
      return send(new Request(pageOrigin + freeze, { method: 'PATCH', headers, body }));
    },
    says: '415 RELAY_CONTENT_TYPE_UNSUPPORTED',
  };
}

function ambiguous(
  title: string,
  body: string | Uint8Array<ArrayBuffer>,
  says = '400 RELAY_BODY_NOT_CANONICAL',
): Attack {
  return {
    title,
    send: ({ send }) => {
      const headers = { Origin: pageOrigin, 'Content-Type': 'application/json' };
      return send(new Request(`${pageOrigin}/wallet/auth/credentials`, { method: 'POST', headers, body }));
    },
    says,
  };
}

/** A bank account with details that are JSON text. */
const account = (title: string, accountInfo: string): Attack =>
  sent(title, '400 RELAY_BODY_INVALID', 'POST /wallet/customers/external-accounts', {
    body: `{"customerId":"${ada.customerId}","currency":"USD","accountInfo":${accountInfo}}`,
  });
/** The same with details that are made canonical. */
const detailed = (title: string, accountInfo: string): Attack =>
  account(title, JSON.stringify(JSON.parse(accountInfo)));

/** A body that arrives piece by piece; `next` says how long the piece takes and what comes, null for the end. */
const streamed = (
  title: string,
  says: string,
  next: (count: number) => readonly [gapMs: number, piece: string | null],
): Attack => ({
  title,
  send: ({ send, clock }) => {
    let count = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      const [gapMs, piece] = next(count++);
      clock.advance(gapMs);
      if (piece === null) controller.close();
      else controller.enqueue(new TextEncoder().encode(piece));
    };
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    const headers = { Origin: pageOrigin, 'Content-Type': 'application/json' };
    const init = { method: 'PATCH', headers, body, duplex: 'half' };
    return send(new Request(pageOrigin + freeze, init));
  },
  says,
});

const late = '408 RELAY_BODY_TIMED_OUT';
const own = `"type":"EMAIL_OTP","accountId":"${hers.account}"`;
const bytes = (...values: number[]): Uint8Array<ArrayBuffer> => new Uint8Array(values);

/** Content-type tricks, ambiguous JSON, oversized and slow bodies. */
export const bodyAttacks: readonly AttackClass[] = [
  {
    name: 'content-type tricks',
    attacks: [
      typed('JSON sent as text, which needs no preflight', 'text/plain'),
      typed('JSON sent as a form', 'application/x-www-form-urlencoded'),
      typed('two types in one header', 'application/json, text/plain'),
      typed('a character set that isn’t UTF-8', 'application/json; charset=utf-16'),
      typed('a type that begins like JSON', 'application/json-patch+json'),
      typed('no type', null),
      typed('compressed, so that nobody reads what is checked', 'application/json', { 'Content-Encoding': 'gzip' }),
      {
        title: 'two Content-Type headers, of which Node would keep the first',
        send: ({ raw }) =>
          raw(
            head(`PATCH ${freeze}`, 'Content-Type: application/json', 'Content-Type: text/plain', 'Content-Length: 18'),
            frozen,
          ),
        says: '415 RELAY_CONTENT_TYPE_UNSUPPORTED',
      },
    ],
  },
  {
    name: 'ambiguous JSON',
    attacks: [
      ambiguous('an account named twice, the last one foreign', `{${own},"accountId":"${his.account}"}`),
      ambiguous('an account named twice, the first one foreign', `{"accountId":"${his.account}",${own}}`),
      ambiguous('a key hidden behind an escape', `{${own},"\\u0061ccountId":"${his.account}"}`),
      ambiguous('white space that a reader may end at', `{${own}}\n`),
      ambiguous('a second document behind the first', `{${own}}{}`),
      ambiguous('a comment', `{${own}/*,"nickname":"x"*/}`),
      ambiguous('a byte order mark', `\ufeff{${own}}`),
      ambiguous('bytes that aren’t UTF-8', bytes(0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d)),
      ambiguous('a prototype as a key', `{${own},"__proto__":{"admin":true}}`, '400 RELAY_BODY_INVALID'),
      ...['__proto__', 'constructor', 'prototype', 'toString', '__defineGetter__'].map((name) =>
        detailed(`the name ${name} within free data`, `{"beneficiary":{"${name}":{"admin":true}}}`),
      ),
      ...['\\u0000', '\\u001b[2J', '\\r\\n', '\\u007f', '\\u0085', '\\u2028'].map((control) =>
        detailed(`the control character ${control} within free data`, `{"note":"a${control}b"}`),
      ),
      ...['\\u202e', '\\u2066', '\\u200f', '\\u061c', '\\udb40\\udc41'].map((hidden) =>
        detailed(
          `the hidden character ${hidden} within free data`,
          `{"beneficiary":{"fullName":"Sample${hidden} Customer"}}`,
        ),
      ),
      detailed('a control character in a name', '{"a\\u0007b":"c"}'),
      ambiguous('a list of two requests', `[{${own}},{${own}}]`, '400 RELAY_BODY_INVALID'),
      ambiguous('a number that readers round differently', `{${own},"amount":9007199254740993}`),
      sent('an amount spelled as an exponent', '400 RELAY_BODY_NOT_CANONICAL', 'POST /wallet/quotes', {
        body: `{"source":{"sourceType":"ACCOUNT","accountId":"${hers.account}"},"destination":{"destinationType":"ACCOUNT","accountId":"${hers.externalAccount}"},"lockedCurrencySide":"SENDING","lockedCurrencyAmount":1e2}`,
      }),
      ambiguous(
        'half of a surrogate pair in a name',
        `{"type":"PASSKEY","accountId":"${hers.account}","nickname":"\\ud800","challenge":"AA","attestation":{"credentialId":"AA","clientDataJson":"AA","attestationObject":"AA"}}`,
        '400 RELAY_BODY_INVALID',
      ),
    ],
  },
  {
    name: 'oversized bodies',
    attacks: [
      sent('a body larger than the limit', '413 RELAY_BODY_TOO_LARGE', `PATCH ${freeze}`, {
        body: { state: 'FROZEN', padding: 'x'.repeat(70_000) },
      }),
      sent('a length that says so before the body comes', '413 RELAY_BODY_TOO_LARGE', `PATCH ${freeze}`, {
        body: frozen,
        headers: { 'Content-Length': '70000' },
      }),
      streamed('a body without a length that never ends', '413 RELAY_BODY_TOO_LARGE', (count) => [
        0,
        count < 200 ? 'x'.repeat(1000) : null,
      ]),
      account('a text of bank details that is longer than any memo', `{"memo":"${'a'.repeat(1001)}"}`),
      account('a name in bank details that is longer than any', `{"${'a'.repeat(257)}":"memo"}`),
      account('brackets within brackets, two thousand deep', `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`),
      sent(
        'a field far longer than it can be',
        '400 RELAY_BODY_INVALID',
        `POST /wallet/auth/sessions/${hers.session}/refresh`,
        { body: { clientPublicKey: `04${'a'.repeat(60_000)}` } },
      ),
    ],
  },
  {
    name: 'slow bodies',
    attacks: [
      streamed('a body that stops halfway', late, (count) => (count === 0 ? [0, '{"state":'] : [10_000, null])),
      streamed('a body that drips for ever', late, (count) => [900, count < 100 ? ' ' : null]),
      streamed('a body that never begins', late, () => [60_000, null]),
    ],
  },
];
