/** What the control plane answers, call by call. */
import * as v from 'valibot';
import { dateTime, id, matching } from '../../src/sandbox/http/fields.ts';
import { card, customer, externalAccount, incoming, outgoing, transaction } from './record-schemas.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const status = v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599));
const code = matching(/^[A-Z][A-Z0-9_]+$/);
const method = v.picklist(['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD']);
const leg = v.picklist([1, 2]);

const info = v.strictObject({
  baseUrl: v.pipe(v.string(), v.endsWith('/2025-10-13')),
  clientId: v.string(),
  clientSecret: v.string(),
  enclavePublicKeyHex: matching(/^04[0-9a-f]{128}$/),
  profile: v.string(),
});
const now = v.strictObject({ now: dateTime });
const faults = v.strictObject({
  data: v.array(
    v.strictObject({
      method: v.optional(method),
      path: v.optional(v.string()),
      leg: v.optional(leg),
      skip: v.optional(count),
      count: v.nullable(count),
      probability: v.optional(v.number()),
      delayMs: v.optional(v.union([count, v.strictObject({ min: count, max: count })])),
      status: v.optional(status),
      code: v.optional(code),
      body: v.optional(v.unknown()),
      retryAfter: v.optional(count),
      drop: v.optional(v.picklist(['before', 'after'])),
      spoil: v.optional(v.picklist(['truncated', 'html'])),
      dateSkewMs: v.optional(v.pipe(v.number(), v.integer())),
      remaining: v.nullable(count),
    }),
  ),
});
const requests = v.strictObject({
  data: v.array(
    v.strictObject({
      number: count,
      at: dateTime,
      method: v.string(),
      path: v.pipe(v.string(), v.startsWith('/')),
      leg,
      status: v.nullable(status),
      code: v.optional(code),
      signedBy: v.optional(matching(/^0[23][0-9a-f]{64}$/)),
      refusal: v.optional(v.string()),
      replayed: v.optional(v.literal(true)),
      unknownFields: v.optional(v.array(v.string())),
      fault: v.optional(v.literal(true)),
    }),
  ),
});
const webhooks = v.strictObject({
  url: v.nullable(v.string()),
  publicKeyPem: v.pipe(v.string(), v.startsWith('-----BEGIN PUBLIC KEY-----')),
  signatureHeader: v.picklist(['X-Service-Signature', 'X-Grid-Signature']),
  data: v.array(
    v.strictObject({
      id: id('Webhook'),
      type: matching(/^[A-Z_]+(\.[A-Z_]+)?$/),
      text: v.string(),
      signature: v.string(),
      attempts: v.array(v.strictObject({ at: dateTime, status: v.nullable(status) })),
      state: v.picklist(['no-endpoint', 'pending', 'delivered', 'given-up']),
    }),
  ),
});

const person = v.strictObject({
  customerId: id('Customer'),
  platformCustomerId: v.string(),
  email: v.string(),
  fullName: v.string(),
  accountId: id('InternalAccount'),
  credentialId: id('AuthMethod'),
  smsCredentialId: v.optional(id('AuthMethod')),
  passkeyCredentialId: v.optional(id('AuthMethod')),
  oauthCredentialId: v.optional(id('AuthMethod')),
  bankAccountId: v.optional(id('ExternalAccount')),
  cardId: v.optional(id('Card')),
});

/** Schema of each answer, by call; null for an answer without a body. */
export const controlAnswers: Readonly<Record<string, v.GenericSchema | null>> = {
  'GET /': info,
  'POST /reset': info,
  'GET /clock': now,
  'POST /clock': now,
  'GET /requests': requests,
  'POST /requests/expect': requests,
  'GET /faults': faults,
  'POST /faults': faults,
  'DELETE /faults': null,
  'GET /otp': v.strictObject({
    credentialId: id('AuthMethod'),
    otpCode: v.string(),
    expiresAt: dateTime,
    wrongAttempts: count,
  }),
  'GET /webhooks': webhooks,
  'POST /webhooks': webhooks,
  'GET /snapshot': v.looseObject({ version: v.number(), state: v.looseObject({}) }),
  'PUT /snapshot': null,
  'POST /external-accounts': v.strictObject({
    ...(externalAccount as unknown as { entries: Record<string, v.GenericSchema> }).entries,
    trusted: v.boolean(),
  }),
  'POST /customers': customer,
  'POST /failures': transaction,
  'POST /incoming-payments': incoming,
  'POST /transactions': incoming,
  'POST /agent-payments': outgoing,
  'POST /receipts': transaction,
  'DELETE /sessions/:sessionId': null,
  'DELETE /credentials/:credentialId': null,
  'POST /sign-in': v.strictObject({
    sessionId: id('Session'),
    expiresAt: dateTime,
    publicKey: matching(/^0[23][0-9a-f]{64}$/),
  }),
  'POST /sign': v.strictObject({ stamp: matching(/^[\w-]+$/) }),
  'POST /id-tokens': v.strictObject({ idToken: matching(/^[\w-]+(?:\.[\w-]+){2}$/) }),
  'POST /people': person,
  'POST /scenarios': v.strictObject({
    name: v.picklist(['funded', 'with-card', 'expired-session']),
    person,
    sessionId: v.optional(id('Session')),
  }),
};

/** What each event tells of. */
export const eventData: readonly (readonly [type: RegExp, data: v.GenericSchema])[] = [
  [/^TEST$/, v.strictObject({})],
  [/^INCOMING_PAYMENT/, incoming],
  [/^OUTGOING_PAYMENT/, outgoing],
  [/^CARD\./, card],
  [/^(TRANSACTION$|CARD_TRANSACTION\.)/, transaction],
  [/^CUSTOMER\./, customer],
  [/^EXTERNAL_ACCOUNT\./, externalAccount],
];
