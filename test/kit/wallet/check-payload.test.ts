import { describe, expect, test } from 'vitest';
import { encodeBase64url, encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import { checkPayload, codeIntent, type Intent } from '../../../src/kit/wallet/payload/intent.ts';
import { intents } from '../../../src/kit/wallet/payload/activities.ts';

const ours =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';
const oursCompressed = `03${ours.slice(2, 66)}`;
const theirs = `03${'12'.repeat(32)}`;
const serviceTime = 1_775_681_700_000;

const activity = (type: string, parameters: unknown, more: object = {}): string =>
  JSON.stringify({ organizationId: 'org', parameters, timestampMs: String(serviceTime), type, ...more });
const token = (claims: unknown, header: unknown = { alg: 'ES256' }): string =>
  [...[header, claims].map((part) => encodeBase64url(encodeUtf8(JSON.stringify(part)))), 'c2ln'].join('.');
const check = (intent: Intent, payload: string) => checkPayload(intent, payload, { known: {}, serviceTime }).report;
const verdict = (intent: Intent, payload: string): string => {
  const { verdict: said, reason } = check(intent, payload);
  return reason === undefined ? said : `${said}: ${reason}`;
};

describe('a refresh', () => {
  const intent = intents.refresh(ours, 1_800_000);
  const type = 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2';

  test.each([
    ['another key', activity(type, { targetPublicKey: theirs }), 'its content is not what was submitted'],
    ['no key', activity(type, {}), 'its content is not what was submitted'],
    ['a login token', token({ public_key: ours }), 'it is a login token'],
    ['an unreadable text', 'bm90IGpzb24', 'it can not be read'],
    ['another session type', activity(`${type}0`, { targetPublicKey: ours }), 'it is another activity'],
    ['an export', activity('ACTIVITY_TYPE_EXPORT_WALLET', { targetPublicKey: ours }), 'it is another activity'],
  ])('is contradicted by %s', (_, payload, reason) => {
    expect(verdict(intent, payload)).toBe(`contradicts: ${reason}`);
  });

  test('with a name that nobody asked for is told apart', () => {
    const extra = activity(type, { targetPublicKey: ours, note: theirs });
    expect(verdict(intent, extra)).toBe('unknown-names: it holds names that nobody asked for');
  });
});

describe('a login', () => {
  const intent = codeIntent('EMAIL_OTP', ours);

  test('fits a token that names our key, and reports one that names none', () => {
    expect(verdict(intent, token({ public_key: oursCompressed }))).toBe('fits');
    expect(verdict(intent, token({ sub: 'x' }))).toBe('names-no-key');
  });

  test('is contradicted by a token that names another key, also beside ours, and by anything else', () => {
    const others = [
      token({ public_key: theirs }),
      token({ public_key: ours, cnf: { jwk: { kty: 'EC' } } }),
      activity('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', { targetPublicKey: ours }),
      'AAECAwQ',
    ];
    for (const payload of others) expect(verdict(intent, payload)).toMatch(/^contradicts/);
  });

  test('tells what became of its key', () => {
    expect(intent).toMatchObject({ name: 'email-otp.verify', expectation: { publicKeyHex: ours } });
    expect(codeIntent('SMS_OTP', ours).name).toBe('sms-otp.verify');
    for (const [claims, publicKeyHex] of [
      [{ public_key: ours }, 'equal'],
      [{ public_key: theirs }, 'differs'],
      [{ sub: 'x' }, 'not in the payload'],
    ] as const)
      expect(check(intent, token(claims)).compared).toEqual({ publicKeyHex });
    expect(verdict(intent, token({ public_key: theirs }))).toBe('contradicts: it names another key');
    expect(check(intent, token({ public_key: ours }))).not.toHaveProperty('reason');
  });

  test('refuses to read a token without an algorithm', () => {
    expect(() => verdict(intent, token({ public_key: ours }, { alg: 'none' }))).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_INVALID' }),
    );
  });
});

test('a custom action fits exactly what its caller expects', () => {
  const type = 'ACTIVITY_TYPE_SIGN_TRANSACTION';
  const intent = intents.custom([type], { encoding: 'hex', payload: 'p' });
  expect(verdict(intent, activity(type, { encoding: 'hex', payload: 'p' }))).toBe('fits');
  expect(verdict(intent, activity(type, { encoding: 'hex', payload: 'q' }))).toMatch(/^contradicts/);
  expect(verdict(intent, activity(type, { encoding: 'hex', payload: 'p', more: 1 }))).toMatch(/^unknown-names/);
});

test('a report tells which ids it is the first to name, and none of their values', () => {
  const type = 'ACTIVITY_TYPE_UPDATE_USER_EMAIL';
  const email = 'sample.customer@example.com';
  const report = check(intents.addEmailOtp(email), activity(type, { userEmail: email, userId: 'u' }));
  expect(report.learns).toEqual(['organizationId', 'userId']);
  expect(Object.isFrozen(report)).toBe(true);
});

test('a reason never repeats what the payload holds', () => {
  const report = check(intents.refresh(ours, 1_800_000), activity('MARKED_TYPE', { m: 'marked' }));
  expect(report.reason).not.toMatch(/marked/i);
});
