import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { encodeBase64url, encodeUtf8 } from '../../../src/kit/encoding/index.ts';
import { flowFacts } from '../../../src/kit/wallet/facts.ts';
import { useDevice } from '../../journeys/device.ts';
import { additionsTo } from './lies.ts';
import { openLyingService, signer, signingFlows, type LyingService, type Swap } from './lying-service.ts';

afterEach(() => vi.unstubAllGlobals());

const theirs = `03${'12'.repeat(32)}`;
const activity = (type: string, parameters: unknown): string =>
  JSON.stringify({ organizationId: 'org', parameters, timestampMs: '1', type: `ACTIVITY_TYPE_${type}` });
const token = (claims: unknown, header: unknown): string =>
  [...[header, claims].map((part) => encodeBase64url(encodeUtf8(JSON.stringify(part)))), 'c2ln'].join('.');
const edit =
  (change: (payload: Record<string, unknown>) => void): Swap =>
  (payload) => {
    const copy = JSON.parse(payload) as Record<string, unknown>;
    change(copy);
    return JSON.stringify(copy);
  };

/** Payloads that no flow signs; test/kit/crypto/payload.test.ts has all that can't be read safely. */
const refusedByAll: Readonly<Record<string, Swap>> = {
  'an export of the wallet': () => activity('EXPORT_WALLET', { targetPublicKey: theirs, walletId: 'w' }),
  'another API key': () => activity('CREATE_API_KEYS_V2', { apiKeys: [{ publicKey: theirs }] }),
  'a login token by nobody': () => token({ public_key: theirs }, { alg: 'none' }),
  'a login token of another key': () => token({ public_key: theirs }, { alg: 'ES256' }),
  'an activity with its type twice': () => '{"type":"A","type":"ACTIVITY_TYPE_EXPORT_WALLET","parameters":{}}',
  'half an emoji': () => '\ud83d',
};

const aPayment: Readonly<Record<string, Swap>> = { 'a payment': () => activity('SIGN_TRANSACTION_V2', {}) };
const aText: Readonly<Record<string, Swap>> = { 'a text that says nothing': () => 'AAECAwQ' };
/** The truth about another address or number. */
const instead = (type: string, value: object): Swap =>
  edit((payload) => {
    const { userId } = payload['parameters'] as { readonly userId?: string };
    Object.assign(payload, { type: `ACTIVITY_TYPE_${type}`, parameters: { ...value, userId } });
  });
const anAddress: Readonly<Record<string, Swap>> = {
  'another address': instead('UPDATE_USER_EMAIL', { userEmail: 'thief@example.com' }),
};
const aNumber: Readonly<Record<string, Swap>> = {
  'another number': instead('UPDATE_USER_PHONE_NUMBER', { userPhoneNumber: '+14155550198' }),
};

/** Payloads that single flows are told to sign; activity-shapes.test.ts has every change of a value in each of their forms. */
const refused: Readonly<Record<keyof typeof signingFlows, Readonly<Record<string, Swap>>>> = {
  'emailOtp.verify': {
    'a token that names another key beside ours': (payload) => {
      const [header = '', claims = '', signature = ''] = payload.split('.');
      const read = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as object;
      return [
        header,
        encodeBase64url(encodeUtf8(JSON.stringify({ ...read, cnf: { publicKey: theirs } }))),
        signature,
      ].join('.');
    },
    'a refresh': () => activity('CREATE_READ_WRITE_SESSION_V2', { targetPublicKey: theirs }),
    ...aText,
  },
  'session.refresh': {
    'another key': edit((payload) => (payload['parameters'] = { targetPublicKey: theirs })),
    'our key beside another': edit((payload) => Object.assign(payload['parameters'] as object, { more: [theirs] })),
    ...aPayment,
    ...aText,
  },
  'session.revoke': { ...aPayment, ...aText },
  'quote.execute': {
    'a refresh': () => activity('CREATE_READ_WRITE_SESSION_V2', { targetPublicKey: theirs }),
    'a raw payload': () => activity('SIGN_RAW_PAYLOAD_V2', { payload: '00' }),
  },
  'card.freeze': aPayment,
  'card.unfreeze': aPayment,
  'card.close': aPayment,
  signedRetry: {
    'another transaction': edit((payload) =>
      Object.assign(payload['parameters'] as object, { unsignedTransaction: '00fe' }),
    ),
    'a raw payload': () => activity('SIGN_RAW_PAYLOAD_V2', { payload: '00ff' }),
    ...aPayment,
    ...aText,
  },
  'passkey.add': {
    'another passkey': edit((payload) => {
      const { authenticators } = payload['parameters'] as { authenticators: { attestation: object }[] };
      Object.assign(authenticators[0]?.attestation ?? {}, { credentialId: 'dGhlaXJz' });
    }),
    ...aText,
  },
  'credentials.addOAuth': {
    "another's token": edit((payload) => {
      const { oauthProviders } = payload['parameters'] as { oauthProviders: object[] };
      Object.assign(oauthProviders[0] ?? {}, { oidcToken: token({ sub: 'thief' }, { alg: 'ES256' }) });
    }),
    ...aText,
  },
  'delegatedKeys.create': {
    'a second signer': edit((payload) => (payload['parameters'] = { users: [signer, signer] })),
    'what a signer may do, at once': edit((payload) => (payload['type'] = 'ACTIVITY_TYPE_CREATE_POLICIES')),
    ...aText,
  },
  'credentials.addEmailOtp': { ...anAddress, ...aText },
  'credentials.addSmsOtp': { ...aNumber, ...anAddress, ...aText },
  'credentials.changeEmail': { ...anAddress, ...aText },
  'credentials.changePhone': { ...aNumber, ...anAddress, ...aText },
  'credentials.remove': { ...aPayment, ...aText },
  'account.export': {
    'another key': edit((payload) => Object.assign(payload['parameters'] as object, { targetPublicKey: theirs })),
    ...aPayment,
    ...aText,
  },
};

const namesNoKey: Readonly<Record<string, Swap>> = {
  'a login token that names no key': () => token({ sub: 'x' }, { alg: 'ES256' }),
};
const liesOf = (flow: keyof typeof signingFlows): Readonly<Record<string, Swap>> => ({
  ...(flow === 'emailOtp.verify' ? {} : namesNoKey),
  ...refused[flow],
});

const cases = (Object.keys(signingFlows) as (keyof typeof signingFlows)[]).flatMap((flow) =>
  Object.entries({ ...refusedByAll, ...liesOf(flow) }).map(([lie, swap]) => ({
    flow,
    lie,
    swap,
    own: lie in liesOf(flow),
  })),
);

const names = Object.values(flowFacts).flatMap((facts) => ('intent' in facts ? [facts.intent] : []));
const reported = Object.fromEntries([...names, 'custom'].map((name) => [name, 'report'] as const));

const settings = [
  ['refused', undefined],
  ['reported', reported],
] as const;

describe.each(settings)('a service that lies about what is signed, with additional names (%s),', (_, checkPayload) => {
  /** One signed-in wallet serves for all lies: a lie that is refused changes nothing. */
  let lying: LyingService;

  beforeAll(async () => {
    lying = await openLyingService(checkPayload === undefined ? {} : { checkPayload });
  });

  afterAll(() => lying.wallet.close());

  // Only names can be reported: payloads that no flow signs are met where the setting is left out.
  const others = cases.filter(
    ({ own, lie }) => checkPayload === undefined || (own && lie !== 'our key beside another'),
  );
  test.for(others)('gets nothing signed: $flow, $lie', async ({ flow, swap, own }) => {
    useDevice();
    lying.stamped.length = 0;
    lying.lie(swap);
    // A payload that can't be read safely is PAYLOAD_INVALID; a readable one that doesn't fit is a mismatch.
    const code: unknown = own ? 'PAYLOAD_MISMATCH' : expect.stringMatching(/^PAYLOAD_(MISMATCH|INVALID)$/);
    expect(await errorOf(flow, lying)).toMatchObject({ code, nextStep: 'restart' });
    expect(lying.stamped).toEqual([]);
  });

  test('is asked for something to sign in every flow that signs', () => {
    const signing = Object.entries(flowFacts).filter(([, facts]) => 'intent' in facts);
    const left = ['passkey.signIn', 'smsOtp.verify'];
    const flows = [...new Set(others.map(({ flow }) => flow))];
    expect([...flows, ...left].toSorted()).toEqual([...signing.map(([flow]) => flow), 'signedRetry'].toSorted());
  });

  test('gets a name more signed only then, and the truth always', async () => {
    const own = await openLyingService(checkPayload === undefined ? {} : { checkPayload });
    for (const [place, isSigned] of [checkPayload !== undefined, checkPayload !== undefined, true].entries()) {
      own.stamped.length = 0;
      own.lie((payload) => [...additionsTo(payload)][place]?.[1] ?? payload);
      await errorOf('session.refresh', own);
      expect([place, own.stamped.length > 0]).toEqual([place, isSigned]);
    }
    own.wallet.close();
  });
});

async function errorOf(flow: keyof typeof signingFlows, lying: LyingService): Promise<unknown> {
  return signingFlows[flow](lying).then(
    () => 'it went through',
    (error: unknown) => error,
  );
}
