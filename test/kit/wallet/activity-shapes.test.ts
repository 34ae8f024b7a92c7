import type { CardKeyPolicy, ComparedValues, CountersignError } from 'countersign';
import { describe, expect, test } from 'vitest';
import type { EnclaveIds } from '../../../src/kit/session/index.ts';
import {
  createOAuthProvider,
  createPasskey,
  createPolicies,
  createSigner,
  openSession,
  customActivity,
  deletePasskey,
  deleteSession,
  exportWallet,
  intents,
  signTransaction,
  updateEmail,
  updatePhoneNumber,
} from '../../../src/kit/wallet/payload/activities.ts';
import {
  checkPayload,
  codeIntent,
  intentOf,
  type Intent,
  type Activity,
  type ActivityShape,
} from '../../../src/kit/wallet/payload/intent.ts';
import { activityTypes } from './activity-types.ts';
import { additionsTo, changesOf, encodingsOf, formsOf } from './lies.ts';

const uuid = '00000000-0000-4000-8000-000000000001';
const key = '02f45f2a22c908b9ce09a7150e514afd24627c401c38a4afc164e1ea783adaaa31';
const attestation = { attestationObject: 'o2M', clientDataJson: 'eyJ', credentialId: 'AdK' };
const passkey = { attestation, authenticatorName: 'Phone', challenge: 'Ark', transports: ['internal', 'hybrid'] };
const serviceTime = 1_775_681_700_000;
const known: EnclaveIds = { organizationId: 'org_1', userId: 'user_1', walletId: 'sp1q' };

/** A shape, parameters that fit it, and the expected values that it compares them with. */
const cases: readonly (readonly [() => ActivityShape, Activity['parameters'], readonly string[]])[] = [
  [() => openSession(key, 1_800_000), { targetPublicKey: key }, ['publicKeyHex']],
  [() => deleteSession(`Session:${uuid}`), { apiKeyIds: [`Session:${uuid}`], userId: 'user_1' }, ['sessionId']],
  [
    () => deletePasskey(`AuthMethod:${uuid}`),
    { authenticatorIds: [`AuthMethod:${uuid}`], userId: 'user_1' },
    ['credentialId'],
  ],
  [() => createPasskey(passkey), { authenticators: [passkey], userId: 'user_1' }, ['passkey']],
  [
    () => updateEmail('sample.customer@example.com'),
    { userEmail: 'sample.customer@example.com', userId: 'user_1' },
    ['email'],
  ],
  [() => updatePhoneNumber('+15550100'), { userPhoneNumber: '+15550100', userId: 'user_1' }, ['phoneNumber']],
  [() => exportWallet(key), { targetPublicKey: key, walletId: uuid.replace(/0/g, 'a') }, ['publicKeyHex']],
  [() => signTransaction(), { signWith: 'sp1q', type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction: '02ab' }, []],
  [
    () => customActivity('ACTIVITY_TYPE_SIGN_TRANSACTION', { payload: '9f3b', signWith: 'sp1q' }),
    { payload: '9f3b', signWith: 'sp1q' },
    ['payload', 'signWith'],
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
const textOf = (shape: ActivityShape, parameters: Activity['parameters']): string =>
  JSON.stringify({
    organizationId: 'org_1',
    parameters,
    timestampMs: String(serviceTime),
    type: shape.type,
    ...moreOf(shape),
  });

/** An intent for this shape, whose caller expects values of these names. */
const intentFor = (shape: ActivityShape, names: readonly string[] = []): Intent =>
  intentOf('custom', Object.fromEntries(names.map((name) => [name, ''])), { activities: [shape] });

/** Verdict on a payload, or the code of its refusal. */
function verdictOf(intent: Intent, payload: string, heard?: (compared: ComparedValues) => void): string {
  try {
    const { verdict, compared } = checkPayload(intent, payload, { known, serviceTime }).report;
    heard?.(compared);
    return verdict;
  } catch (error) {
    return (error as CountersignError).code;
  }
}
const refused = /^(contradicts|PAYLOAD_INVALID)$/;

const named = cases.map(([make, ...more]) => [make().type, make, ...more] as const);

describe.each(named)('the published form of an activity (%s)', (_type, make, parameters, names) => {
  test('fits the published form, which holds each expected value', () => {
    const shape = make();
    const compared = Object.fromEntries(names.map((name) => [name, 'equal']));
    expect(compare(shape, activityOf(shape, parameters))).toEqual({ fits: true, newIds: {}, compared });
    expect(verdictOf(intentFor(shape), textOf(shape, parameters))).toBe('fits');
  });

  test('refuses every change of a value, a name, a number of values or a spelling, and names the expected value that differs', () => {
    const truth = textOf(make(), parameters);
    const differing = new Set<string>();
    const lies = [...changesOf(truth), ...formsOf(truth)];
    for (const [what, payload] of lies) {
      // A transaction is opaque: another one in the same form can't be told apart.
      if (what === 'parameters unsignedTransaction respelled') continue;
      const verdict = verdictOf(intentFor(make(), names), payload, (compared) => {
        for (const [name, found] of Object.entries(compared)) if (found === 'differs') differing.add(name);
      });
      expect(verdict, what).toMatch(refused);
    }
    expect(lies.length).toBeGreaterThan(100);
    expect([...differing]).toEqual(names);
  });

  test('refuses every other activity that is published', () => {
    const shape = make();
    const truth = textOf(shape, parameters);
    for (const type of activityTypes.filter((other) => other !== shape.type))
      expect(verdictOf(intentFor(shape), truth.replace(shape.type, type)), type).toMatch(refused);
  });

  test('tells an additional name apart, at every level', () => {
    const shape = make();
    for (const [what, payload] of additionsTo(textOf(shape, parameters)))
      expect(verdictOf(intentFor(shape), payload), what).toBe('unknown-names');
  });

  test('refuses another organization, user or wallet than the known ones', () => {
    const shape = make();
    expect(compare(shape, activityOf(shape, parameters, { organizationId: 'org_2' })).fits).toBe(false);
    for (const name of ['userId', 'walletId'] as const) {
      const text = JSON.stringify(parameters);
      const isNamed = text.includes(`"${name === 'userId' ? 'userId' : 'signWith'}"`);
      const isPinned = isNamed && !(name === 'walletId' && shape.type === 'ACTIVITY_TYPE_SIGN_TRANSACTION');
      expect(compare(shape, activityOf(shape, parameters), { ...known, [name]: 'other' }).fits).toBe(!isPinned);
    }
  });

  test('refuses a time that is not now, and one in another form', () => {
    const shape = make();
    for (const timestampMs of [
      '0',
      '1775681700',
      `${serviceTime}.0`,
      `+${serviceTime}`,
      String(serviceTime - 3_600_001),
      `${serviceTime}0`,
    ])
      expect(compare(shape, activityOf(shape, parameters, { timestampMs })).fits, timestampMs).toBe(false);
    expect(compare(shape, activityOf(shape, parameters, { timestampMs: undefined })).fits).toBe(false);
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
  const { fits, newIds } = compare(shape, activityOf(shape, parameters), {});
  expect({ fits, newIds }).toEqual({ fits: true, newIds: { organizationId: 'org_1', userId: 'user_1' } });
  expect(compare(shape, activityOf(shape, { ...parameters, userEmail: 'other@example.com' }), {}).newIds).toEqual({});
  for (const userId of ['', 'user 1', 'u'.repeat(101), 7, ['user_1'], null])
    expect(compare(shape, activityOf(shape, { ...parameters, userId }), {}).fits, String(userId)).toBe(false);
});

describe('a revocation', () => {
  test('may name a record by the enclave’s own id, which can’t be compared', () => {
    const shape = deleteSession(`Session:${uuid}`);
    const fits = (id: unknown): boolean =>
      compare(shape, activityOf(shape, { apiKeyIds: [id], userId: 'user_1' })).fits;
    const other = '00000000-0000-4000-8000-000000000002';
    expect([`Session:${uuid}`, uuid, other].map(fits)).toEqual([true, true, true]);
    expect(
      [`Session:${other}`, `AuthMethod:${uuid}`, uuid.toUpperCase().replace('0000', 'ABCD'), '', [uuid]].map(fits),
    ).toEqual([false, false, false, false, false]);
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
  [{ expirationSeconds: '900 ' }, false],
  [{ userId: 'user_1' }, true],
  [{ userId: 'user_2' }, false],
])('a refresh with %o fits: %s', (more, fits) => {
  const shape = openSession(key, 1_800_000);
  expect(compare(shape, activityOf(shape, { targetPublicKey: key, ...more })).fits).toBe(fits);
});

test.each([
  [{ userId: 'user_1', generateAppProofs: true }, true],
  [{ userId: 'user_1', generateAppProofs: 'true' }, false],
  [{ userId: 'user_2' }, false],
])('an activity of signedRetry with %o fits: %s', ({ userId, ...more }, fits) => {
  const shape = customActivity('ACTIVITY_TYPE_SIGN_TRANSACTION', { payload: '9f3b' });
  expect(compare(shape, activityOf(shape, { payload: '9f3b', userId }, { more })).fits).toBe(fits);
});

test.each([
  ['a.b.c', true],
  ['a.b', false],
])('a change of an address may hold a proof of it, a token: %j fits: %s', (verificationToken, fits) => {
  for (const [shape, parameters] of [
    [updateEmail('sample.customer@example.com'), { userEmail: 'sample.customer@example.com', userId: 'user_1' }],
    [updatePhoneNumber('+15550100'), { userPhoneNumber: '+15550100', userId: 'user_1' }],
  ] as const)
    expect(compare(shape, activityOf(shape, { ...parameters, verificationToken })).fits).toBe(fits);
});

test.each([
  ['Sample ID', true],
  ['', false],
  ['Sample\u0000', false],
  ['\u0000Sample', false],
])('an identity may be named %j: %s', (providerName, fits) => {
  const shape = createOAuthProvider('a.b.c', []);
  const parameters = { oauthProviders: [{ oidcToken: 'a.b.c', providerName }], userId: 'user_1' };
  expect(compare(shape, activityOf(shape, parameters)).fits).toBe(fits);
});

test.each(['02ab', '0x02ab', 'zz02ab', '02abzz', '02 ab'])(
  'the transaction %s of a payment fits in hex alone',
  (unsignedTransaction) => {
    const shape = signTransaction();
    const parameters = { signWith: 'sp1q', type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction };
    expect(compare(shape, activityOf(shape, parameters)).fits).toBe(/^(0x)?02ab$/.test(unsignedTransaction));
  },
);

describe('the two activities of a delegated key', () => {
  const signer = {
    userName: 'DelegatedKey:1',
    apiKeys: [{ apiKeyName: 'DelegatedKey:1', publicKey: key, curveType: 'API_KEY_CURVE_P256' }],
    authenticators: [],
    oauthProviders: [],
    userTags: [],
  };
  const templates: readonly CardKeyPolicy[] = [
    {
      consensus: "approvers.any(user, user.id == '{signerId}')",
      condition: "activity.type == 'SIGN' && wallet.address == '{walletId}' && activity.params['a.b'][0] != {userId}",
    },
    { consensus: "approvers.any(user, user.id == '{signerId}')", condition: "user.id == '{signerId}'" },
  ];
  const consensus = "approvers.any(user, user.id == 'signer_1')";
  const policy = {
    policyName: 'DelegatedKey:1',
    effect: 'EFFECT_ALLOW',
    consensus,
    condition: "activity.type == 'SIGN' && wallet.address == 'sp1q' && activity.params['a.b'][0] != user_1",
  };
  const end = { ...policy, condition: "user.id == 'signer_1'" };
  const first = intents.delegate({ cardId: `Card:${uuid}` }, templates);
  const { next: second = first } = first;
  const read = (intent: Intent, parameters: object): string =>
    verdictOf(intent, textOf(intent.activities[0] ?? createSigner(), { ...parameters }));

  test('fit one signer with one key, and the rights that were pinned, in this order', () => {
    expect(read(first, { users: [signer] })).toBe('fits');
    expect(read(second, { policies: [policy, { ...end, notes: '' }] })).toBe('fits');
    expect(verdictOf(first, textOf(createPolicies(templates), { policies: [policy, end] }))).toBe('contradicts');
    expect(verdictOf(second, textOf(createSigner(), { users: [signer] }))).toBe('contradicts');
  });

  test.for<[string, object]>([
    ['no signer', { users: [] }],
    ['two signers', { users: [signer, signer] }],
    ['two keys', { users: [{ ...signer, apiKeys: [...signer.apiKeys, ...signer.apiKeys] }] }],
    ['no key', { users: [{ ...signer, apiKeys: [] }] }],
    ['a key of another curve', { users: [{ ...signer, apiKeys: [{ ...signer.apiKeys[0], curveType: 'OTHER' }] }] }],
    ['a key that is none', { users: [{ ...signer, apiKeys: [{ ...signer.apiKeys[0], publicKey: '04' }] }] }],
    ['a passkey', { users: [{ ...signer, authenticators: [{}] }] }],
    ['an identity of a provider', { users: [{ ...signer, oauthProviders: [{}] }] }],
    ['a tag', { users: [{ ...signer, userTags: ['owner'] }] }],
    ['another user', { users: [signer], userId: 'user_2' }],
  ])('refuse a signer with %s', ([, parameters]) => expect(read(first, parameters)).toBe('contradicts'));

  test.for<[string, object]>([
    ['none', { policies: [] }],
    ['one alone', { policies: [policy] }],
    ['the same twice', { policies: [policy, policy] }],
    ['another order', { policies: [end, policy] }],
    ['a third', { policies: [policy, end, end] }],
    ['one that forbids', { policies: [policy, { ...end, effect: 'EFFECT_DENY' }] }],
    ['one without a condition', { policies: [policy, { ...end, condition: '' }] }],
    ['one for everybody', { policies: [policy, { ...end, consensus: 'true' }] }],
    [
      'one for an export',
      { policies: [policy, { ...end, condition: "activity.type == 'ACTIVITY_TYPE_EXPORT_WALLET'" }] },
    ],
    ['one that goes on', { policies: [policy, { ...end, condition: `${end.condition} || true` }] }],
    ['one that begins before', { policies: [policy, { ...end, condition: `true || ${end.condition}` }] }],
    ['one for another signer', { policies: [policy, { ...end, condition: "user.id == 'signer_2'" }] }],
    ['one that is for another signer', { policies: [policy, { ...end, consensus: consensus.replace('1', '2') }] }],
    ['one for another wallet', { policies: [{ ...policy, condition: policy.condition.replace('sp1q', 'sp1r') }, end] }],
    [
      'one that is spelled otherwise',
      { policies: [{ ...policy, condition: policy.condition.replace('a.b', 'a-b') }, end] },
    ],
    [
      'one that closes the quotes',
      { policies: [policy, { ...end, condition: "user.id == 'signer_1' || 'a' == 'a'" }] },
    ],
    [
      'one with an empty id',
      { policies: [policy, end].map((one) => ({ ...one, consensus: consensus.replace('signer_1', '') })) },
    ],
    ['a text that is none', { policies: [policy, { ...end, condition: [end.condition] }] }],
    ['one of another user', { policies: [policy, end], userId: 'user_2' }],
  ])('refuse of the rights %s', ([, parameters]) => expect(read(second, parameters)).toBe('contradicts'));

  test('tell an additional name apart, but among rights, where it could be one', () => {
    expect(read(first, { users: [{ ...signer, userEmail: 'a@example.com' }] })).toBe('unknown-names');
    expect(read(second, { policies: [policy, { ...end, more: 1 }] })).toBe('contradicts');
    expect(read(second, { policies: [policy, end], more: [end] })).toBe('contradicts');
  });
});
