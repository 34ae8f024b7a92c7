/** Bodies that two readers could read differently, that are too large, or of another type than they say. */
import type { RelayPromise, RelayRequest, Trial } from '../trial.ts';

const largest = 4_000_000;
const credentials = 'POST /auth/credentials';
const inert = ['__proto__', 'constructor', 'prototype', 'toString'];
const controls = ['\u0000', '\u001b[2J', '\r\n', '\u007f', '\u0085', '\u2028'];

async function refuseAll(trial: Trial, requests: readonly RelayRequest[], status: readonly number[]): Promise<void> {
  for (const request of requests) await trial.refuses(request, { status });
}

/** Promises about reading bodies. */
export const bodies: readonly RelayPromise[] = [
  {
    says: 'the service gets the very bytes that were checked',
    async check(trial) {
      const body = '{"state":"ACTIVE"}';
      const exchange = await trial.send({ line: `PATCH /cards/${trial.subjects.user.cardId}`, body });
      const call = exchange.calls.find(({ line }) => line.startsWith('PATCH '));
      trial.holds(call?.body === body, exchange, 'the service got another body, or none');
    },
  },
  {
    says: 'a body that two readers could read differently is refused',
    async check(trial) {
      const { user, other } = trial.subjects;
      const own = `"type":"EMAIL_OTP","accountId":"${user.accountId}"`;
      const texts = [
        `{${own},"accountId":"${other.accountId}"}`,
        `{"accountId":"${other.accountId}",${own}}`,
        `{${own},"\\u0061ccountId":"${other.accountId}"}`,
        `{${own},"AccountId":"${other.accountId}"}`,
        `{${own}}\n`,
        `{${own}}{}`,
        `{${own}/*,"nickname":"x"*/}`,
        `\ufeff{${own}}`,
        `{${own},"__proto__":{"admin":true}}`,
        `[{${own}},{${own}}]`,
        `{${own},"amount":9007199254740993}`,
        `{"source":{"sourceType":"ACCOUNT","accountId":"${user.accountId}"},"amount":1e2}`,
      ];
      const requests = [...texts, new Uint8Array([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])].map((body) => ({
        line: credentials,
        body,
      }));
      await refuseAll(trial, requests, [400]);
    },
  },
  {
    says: 'a control character, a half of a character and a name that every object inherits are refused',
    async check(trial) {
      const { user } = trial.subjects;
      const detailed = (accountInfo: object) => ({
        line: 'POST /customers/external-accounts',
        body: { customerId: user.customerId, currency: 'USD', accountInfo },
      });
      const named = inert.map((name) => detailed(JSON.parse(`{"beneficiary":{"${name}":{"admin":true}}}`) as object));
      const requests = [...named, ...controls.map((control) => detailed({ note: `a${control}b` }))];
      await refuseAll(trial, requests, [400, 404]);
      const attestation = { credentialId: 'AA', clientDataJson: 'AA', attestationObject: 'AA' };
      const passkey = { type: 'PASSKEY', accountId: user.accountId, nickname: '\ud800', challenge: 'AA', attestation };
      await refuseAll(trial, [{ line: credentials, body: passkey }], [400]);
    },
  },
  {
    says: "a body that isn't declared as JSON in UTF-8, uncompressed, is refused",
    async check(trial) {
      const line = `PATCH /cards/${trial.subjects.user.cardId}`;
      const body = '{"state":"FROZEN"}';
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json, text/plain',
        'application/json; charset=utf-16',
        'application/json-patch+json',
        null,
        ['application/json', 'text/plain'],
      ];
      const requests = types.map((type) => ({ line, body, headers: { 'Content-Type': type } }));
      await refuseAll(trial, [...requests, { line, body, headers: { 'Content-Encoding': 'gzip' } }], [400, 415]);
    },
  },
  {
    says: 'a body of four megabytes is refused, whether its length is declared or not',
    async check(trial) {
      const line = `PATCH /cards/${trial.subjects.user.cardId}`;
      const body = `{"state":"${'F'.repeat(largest)}"}`;
      await refuseAll(
        trial,
        [
          { line, body },
          { line, body, headers: { 'Content-Length': null } },
        ],
        [400, 413],
      );
    },
  },
];
