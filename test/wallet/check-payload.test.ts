import { describe, expect, test } from 'vitest';
import { encodeBase64url, encodeUtf8 } from '../../src/encoding/index.ts';
import { isReserved } from '../../src/wallet/intents.ts';
import { intentOf, reportPayload, type Intent } from '../../src/wallet/check-payload.ts';

const ours = `04${'ab'.repeat(32)}${'cd'.repeat(31)}ce`;
const oursCompressed = `02${'ab'.repeat(32)}`;
const theirs = `03${'12'.repeat(32)}`;

const activity = (type: string, parameters: unknown): string =>
  JSON.stringify({ organizationId: 'org', parameters, timestampMs: '1', type });
const token = (claims: unknown, header: unknown = { alg: 'ES256' }): string =>
  [...[header, claims].map((part) => encodeBase64url(encodeUtf8(JSON.stringify(part)))), 'c2ln'].join('.');
const verdict = (intent: Intent, payload: string): string => {
  const report = reportPayload(intent, payload);
  return report.reason === undefined ? report.verdict : `${report.verdict}: ${report.reason}`;
};

describe('a refresh', () => {
  const intent = intentOf('session.refresh', { publicKeyHex: ours });
  const type = 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2';

  test('fits an activity that names our key, in either form', () => {
    expect(verdict(intent, activity(type, { targetPublicKey: ours }))).toBe('fits');
    expect(verdict(intent, activity(type, { targetPublicKey: oursCompressed.toUpperCase() }))).toBe('fits');
  });

  test.each([
    ['another key', activity(type, { targetPublicKey: theirs }), 'it names another key'],
    ['no key', activity(type, {}), 'it names another key'],
    [
      'our key beside another',
      activity(type, { targetPublicKey: ours, more: [{ publicKey: theirs }] }),
      'it names another key',
    ],
    ['a login token', token({ public_key: ours }), 'it is a login token'],
    ['an unreadable text', 'bm90IGpzb24', 'it can not be read'],
    [
      'another session type',
      activity(`${type}0`, { targetPublicKey: ours }),
      'it changes who may sign, or hands over the wallet',
    ],
    [
      'an export',
      activity('ACTIVITY_TYPE_EXPORT_WALLET', { targetPublicKey: ours }),
      'it changes who may sign, or hands over the wallet',
    ],
    ['a transaction', activity('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {}), 'it is another activity'],
  ])('is contradicted by %s', (_, payload, reason) => {
    expect(verdict(intent, payload)).toBe(`contradicts: ${reason}`);
  });
});

describe('a login', () => {
  const intent = intentOf('email-otp.verify', { publicKeyHex: ours });

  test('fits a token that names our key, and reports one that names none', () => {
    expect(verdict(intent, token({ public_key: oursCompressed }))).toBe('fits');
    expect(verdict(intent, token({ sub: 'x' }))).toBe('names-no-key');
  });

  test('is contradicted by a token that names another key, also beside ours, and by anything else', () => {
    expect(verdict(intent, token({ public_key: theirs }))).toBe('contradicts: it names another key');
    expect(verdict(intent, token({ public_key: ours, cnf: { jwk: { kty: 'EC' } } }))).toMatch(/contradicts/);
    expect(verdict(intent, activity('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', { targetPublicKey: ours }))).toMatch(
      /contradicts/,
    );
    expect(verdict(intent, 'opaque')).toBe('contradicts: it can not be read');
  });

  test('refuses to read a token without an algorithm', () => {
    expect(() => verdict(intent, token({ public_key: ours }, { alg: 'none' }))).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_INVALID' }),
    );
  });
});

describe('a quote', () => {
  test('fits its transaction, and is opaque where it can not be read', () => {
    expect(verdict(intentOf('quote.execute'), activity('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', { signWith: 'x' }))).toBe(
      'fits',
    );
    expect(verdict(intentOf('quote.execute'), 'AAECAwQ')).toBe('opaque');
  });

  test('is contradicted by a credential change that pretends to be it, for good', () => {
    for (const type of [
      'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
      'ACTIVITY_TYPE_EXPORT_WALLET',
      'ACTIVITY_TYPE_CREATE_API_KEYS_V2',
    ]) {
      expect(reportPayload(intentOf('quote.execute'), activity(type, {}))).toMatchObject({
        verdict: 'contradicts',
        final: true,
      });
    }
  });
});

describe('a new passkey', () => {
  const authenticator = {
    attestation: { attestationObject: 'a', clientDataJson: 'c', credentialId: 'i' },
    authenticatorName: 'Phone',
    challenge: 'x',
    transports: ['internal'],
  };
  const { transports: _, ...submitted } = authenticator;
  const intent = intentOf('credential.add-passkey', { expect: { authenticators: [submitted] } });
  const type = 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2';

  test('fits exactly what was submitted', () => {
    expect(verdict(intent, activity(type, { authenticators: [authenticator], userId: 'u' }))).toBe('fits');
  });

  test.each([
    [
      'another attestation',
      [{ ...authenticator, attestation: { ...authenticator.attestation, attestationObject: 'b' } }],
    ],
    ['another challenge', [{ ...authenticator, challenge: 'y' }]],
    ['a second authenticator beside it', [authenticator, authenticator]],
    ['none', []],
  ])('is contradicted by %s', (_, authenticators) => {
    expect(verdict(intent, activity(type, { authenticators, userId: 'u' }))).toMatch(/^contradicts/);
  });
});

describe('a custom action', () => {
  const custom = (activityTypes: readonly string[], expected: Record<string, unknown>): Intent => ({
    name: 'custom',
    activityTypes,
    token: false,
    opaque: false,
    expect: expected,
  });

  test('fits an activity of its types that holds what was submitted', () => {
    const payload = activity('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', { encoding: 'hex', payload: 'p', more: 1 });
    expect(verdict(custom(['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'], { payload: 'p' }), payload)).toBe('fits');
    expect(verdict(custom(['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'], { payload: 'q' }), payload)).toMatch(/^contradicts/);
  });

  test('never fits a reserved activity, even if its types list it', () => {
    const type = 'ACTIVITY_TYPE_UPDATE_USER_EMAIL';
    expect(isReserved(type)).toBe(true);
    expect(reportPayload(custom([type], {}), activity(type, {}))).toMatchObject({ final: true });
  });
});

test('a reason never repeats what the payload holds', () => {
  const report = reportPayload(
    intentOf('session.refresh', { publicKeyHex: ours }),
    activity('MARKED_TYPE', { m: 'marked' }),
  );
  expect(report.reason).not.toMatch(/marked/i);
});
