import type { CountersignError } from 'countersign';
import { describe, expect, test } from 'vitest';
import {
  createPasskey,
  openSession,
  customActivity,
  deletePasskey,
  deleteSession,
  intents,
  signTransaction,
  updateEmail,
  updatePhoneNumber,
} from '../../src/wallet/payload/activities.ts';
import {
  checkPayload,
  codeIntent,
  intentOf,
  type Activity,
  type ActivityShape,
  type EnclaveIds,
  type Intent,
} from '../../src/wallet/payload/intent.ts';
import { activityTypes } from './activity-types.ts';
import { additionsTo, changesOf, encodingsOf, formsOf } from './lies.ts';

const uuid = '00000000-0000-4000-8000-000000000001';
const key = '02f45f2a22c908b9ce09a7150e514afd24627c401c38a4afc164e1ea783adaaa31';
const attestation = { attestationObject: 'o2M', clientDataJson: 'eyJ', credentialId: 'AdK' };
const passkey = { attestation, authenticatorName: 'Phone', challenge: 'Ark', transports: ['internal', 'hybrid'] };
const serviceTime = 1_775_681_700_000;
const known: EnclaveIds = { organizationId: 'org_1', userId: 'user_1', walletId: 'sp1q' };

const cases: readonly (readonly [ActivityShape, Activity['parameters']])[] = [
  [openSession(key, 1_800_000), { targetPublicKey: key }],
  [deleteSession(`Session:${uuid}`), { apiKeyIds: [uuid], userId: 'user_1' }],
  [deletePasskey(`AuthMethod:${uuid}`), { authenticatorIds: [`AuthMethod:${uuid}`], userId: 'user_1' }],
  [createPasskey(passkey), { authenticators: [passkey], userId: 'user_1' }],
  [updateEmail('sample.customer@example.com'), { userEmail: 'sample.customer@example.com', userId: 'user_1' }],
  [updatePhoneNumber('+15550100'), { userPhoneNumber: '+15550100', userId: 'user_1' }],
  [signTransaction(), { signWith: 'sp1q', type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction: '02ab' }],
  [
    customActivity('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', { payload: '9f3b', signWith: 'sp1q' }),
    { payload: '9f3b', signWith: 'sp1q' },
  ],
];

const moreOf = ({ type }: ActivityShape): Activity['more'] =>
  type === 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2' ? { generateAppProofs: true } : {};
const activityOf = (shape: ActivityShape, parameters: Activity['parameters'], more: object = {}): Activity => ({
  kind: 'activity',
  activityType: shape.type,
  organizationId: 'org_1',
  timestampMs: String(serviceTime),
  parameters,
  more: moreOf(shape),
  ...more,
});
const compare = (shape: ActivityShape, activity: Activity, ids = known) =>
  shape.compare(activity, { known: ids, serviceTime });

/** The published form of an activity as the service writes it. */
const textOf = ({ type, ...shape }: ActivityShape, parameters: Activity['parameters']): string =>
  JSON.stringify({
    organizationId: 'org_1',
    parameters,
    timestampMs: String(serviceTime),
    type,
    ...moreOf({ type, ...shape }),
  });
const intentFor = (shape: ActivityShape): Intent => intentOf('custom', {}, { activities: [shape] });

/** What a payload is read as, or the code that it is refused with. */
function verdictOf(intent: Intent, payload: string): string {
  try {
    return checkPayload(intent, payload, { known, serviceTime }).report.verdict;
  } catch (error) {
    return (error as CountersignError).code;
  }
}
const refused = /^(contradicts|PAYLOAD_INVALID)$/;

describe.each(cases)('the shape of $type', (shape, parameters) => {
  test('fits the published form', () => {
    expect(compare(shape, activityOf(shape, parameters))).toEqual(expect.objectContaining({ fits: true, learnt: {} }));
    expect(verdictOf(intentFor(shape), textOf(shape, parameters))).toBe('fits');
  });

  test('refuses every change of a value, a name, a number of values or a spelling', () => {
    const truth = textOf(shape, parameters);
    const lies = [...changesOf(truth), ...formsOf(truth)];
    for (const [what, payload] of lies) {
      // A transaction is opaque: another one in the same form can't be told apart.
      if (what === 'parameters unsignedTransaction respelled') continue;
      expect(verdictOf(intentFor(shape), payload), what).toMatch(refused);
    }
    expect(lies.length).toBeGreaterThan(100);
  });

  test('refuses every other activity that is published', () => {
    const truth = textOf(shape, parameters);
    for (const type of activityTypes.filter((other) => other !== shape.type))
      expect(verdictOf(intentFor(shape), truth.replace(shape.type, type)), type).toMatch(refused);
  });

  test('tells an additional name apart, at every level', () => {
    for (const [what, payload] of additionsTo(textOf(shape, parameters)))
      expect(verdictOf(intentFor(shape), payload), what).toBe('unknown-names');
  });

  test('refuses another organization, user or wallet than the known ones', () => {
    expect(compare(shape, activityOf(shape, parameters, { organizationId: 'org_2' })).fits).toBe(false);
    for (const name of ['userId', 'walletId'] as const) {
      const text = JSON.stringify(parameters);
      const isNamed = text.includes(`"${name === 'userId' ? 'userId' : 'signWith'}"`);
      const isPinned = isNamed && !(name === 'walletId' && shape.type.includes('RAW_PAYLOAD'));
      expect(compare(shape, activityOf(shape, parameters), { ...known, [name]: 'other' }).fits).toBe(!isPinned);
    }
  });

  test('refuses a time that is an hour from now', () => {
    for (const [timestampMs, fits] of [
      [serviceTime - 3_600_000, true],
      [serviceTime - 3_600_001, false],
      [serviceTime + 3_600_001, false],
    ] as const)
      expect(compare(shape, activityOf(shape, parameters, { timestampMs: String(timestampMs) })).fits).toBe(fits);
  });
});

test('no intent takes an activity for unreadable, however it is encoded, nor another activity for its own', () => {
  const foreign = textOf(customActivity('ACTIVITY_TYPE_EXPORT_WALLET', {}), { targetPublicKey: key, walletId: 'w' });
  const all = [codeIntent('EMAIL_OTP', key), intents.execute({ quoteId: 'Quote:1' }), intents.customOpaque()];
  for (const intent of all)
    for (const [what, payload] of encodingsOf(foreign)) expect(verdictOf(intent, payload), what).toMatch(refused);
});

test('can’t compare the time where the service tells none', () => {
  const shape = updateEmail('sample.customer@example.com');
  const parameters = { userEmail: 'sample.customer@example.com', userId: 'user_1' };
  const activity = activityOf(shape, parameters, { timestampMs: '4102444800000' });
  expect(compare(shape, activity).fits).toBe(false);
  expect(shape.compare(activity, { known, serviceTime: null }).fits).toBe(true);
});

test('the first use teaches the ids, and an activity that is refused teaches none', () => {
  const shape = updateEmail('sample.customer@example.com');
  const parameters = { userEmail: 'sample.customer@example.com', userId: 'user_1' };
  const { fits, learnt } = compare(shape, activityOf(shape, parameters), {});
  expect({ fits, learnt }).toEqual({ fits: true, learnt: { organizationId: 'org_1', userId: 'user_1' } });
  expect(compare(shape, activityOf(shape, { ...parameters, userEmail: 'other@example.com' }), {}).learnt).toEqual({});
});

describe('a revocation', () => {
  test('may name a record by the enclave’s own id, which can’t be compared', () => {
    const shape = deleteSession(`Session:${uuid}`);
    const fits = (id: string): boolean => compare(shape, activityOf(shape, { apiKeyIds: [id], userId: 'user_1' })).fits;
    const other = '00000000-0000-4000-8000-000000000002';
    expect([`Session:${uuid}`, uuid, other].map(fits)).toEqual([true, true, true]);
    expect(
      [`Session:${other}`, `AuthMethod:${uuid}`, uuid.toUpperCase().replace('0000', 'ABCD'), ''].map(fits),
    ).toEqual([false, false, false, false]);
  });
});

test('our key fits in both canonical forms, and in no other spelling', () => {
  const uncompressed =
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';
  const compressed = `03${uncompressed.slice(2, 66)}`;
  const fits = (targetPublicKey: string): boolean => {
    const shape = openSession(uncompressed, 1_800_000);
    return compare(shape, activityOf(shape, { targetPublicKey })).fits;
  };
  expect([uncompressed, compressed].map(fits)).toEqual([true, true]);
  const hybrid = `07${uncompressed.slice(2)}`;
  const others = [hybrid, `0x${compressed}`, compressed.toUpperCase(), `02${compressed.slice(2)}`, btoa(uncompressed)];
  expect(others.map(fits)).toEqual(others.map(() => false));
});

test.each([
  [{ expirationSeconds: '900' }, true],
  [{ expirationSeconds: '1800' }, true],
  [{ expirationSeconds: '1801' }, false],
  [{ expirationSeconds: '946080000' }, false],
  [{ expirationSeconds: 900 }, false],
  [{ expirationSeconds: '0900' }, false],
  [{ invalidateExisting: false }, true],
  [{ invalidateExisting: true }, false],
  [{ userId: 'user_1' }, true],
  [{ userId: 'user_2' }, false],
])('a refresh with %o fits: %s', (more, fits) => {
  const shape = openSession(key, 1_800_000);
  expect(compare(shape, activityOf(shape, { targetPublicKey: key, ...more })).fits).toBe(fits);
});
