/** The ways to an approved customer in the public service: contacts by code, then the check. */
import * as v from 'valibot';
import { id, paging, text } from '../http/fields.ts';
import { pageOf, when } from '../http/paging.ts';
import { invalidInput, Refusal, unknownRecord } from '../http/refusal.ts';
import { route, type Reply, type SandboxRoute } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import type { CustomerRecord, VerificationRecord } from './customer-records.ts';
import { customerAnswer, customerOf } from './customers.ts';
import { verifyCustomer } from './verifications.ts';

const CONTACT_CODE = '123456';
const ids = { customerId: ['Customer'] } as const;
const statuses = 'RESOLVE_ERRORS PENDING_MANUAL_REVIEW IN_PROGRESS APPROVED REJECTED READY_FOR_VERIFICATION';

const verificationQuery = v.strictObject({
  customerId: v.optional(text()),
  verificationStatus: v.optional(v.picklist(statuses.split(' '))),
  ...paging,
});
type VerificationQuery = v.InferOutput<typeof verificationQuery>;

/** The routes. */
export const verificationRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: '/verifications',
    body: v.strictObject({ customerId: id('Customer') }),
    handle: ({ service, body }) => ({ status: 200, body: verifyCustomer(service, body.customerId) }),
  }),
  route({
    method: 'GET',
    path: '/verifications',
    query: verificationQuery,
    handle: ({ service, query }) => ({ status: 200, body: find(service, query) }),
  }),
  route({
    method: 'GET',
    path: '/verifications/:verificationId',
    ids: { verificationId: ['Verification'] },
    handle({ service, params }) {
      const found = service.state.verifications.get(params['verificationId'] ?? '');
      if (found === undefined) throw unknownRecord('verification');
      return { status: 200, body: found };
    },
  }),
  ...(['email', 'phone'] as const).flatMap((channel) => [
    route({
      method: 'POST',
      path: `/customers/:customerId/verify-${channel}`,
      ids,
      handle: ({ service, params }) => sendCode(service, params['customerId'], channel),
    }),
    route({
      method: 'POST',
      path: `/customers/:customerId/verify-${channel}/confirm`,
      ids,
      body: v.strictObject({ code: text(12) }),
      handle: ({ service, params, body }) => confirm(service, params['customerId'], { channel, code: body.code }),
    }),
  ]),
];

// The answer to a code has the fields alone that persons and businesses share.
const shared =
  'id platformCustomerId customerType endUserTermsConsent region currencies email phoneNumber umaAddress createdAt updatedAt isDeleted contactVerification'.split(
    ' ',
  );

type Channel = 'email' | 'phone';

function find({ state }: Service, query: VerificationQuery): unknown {
  const records = state.verifications.list(query.customerId);
  const fits = when(query.verificationStatus, (wanted) => (record: VerificationRecord) => {
    return record.verificationStatus === wanted;
  });
  return pageOf(records, query, { answer: (record) => record, fits });
}

/** @throws Refusal 409 for a customer who needn't verify it, or whose channel is verified or has no address. */
function waiting(service: Service, customerId: string | undefined, channel: Channel): CustomerRecord {
  const record = customerOf(service, customerId);
  const address = channel === 'email' ? record.email : record.phoneNumber;
  if (record.contactVerification?.[channel] === 'PENDING' && address !== undefined) return record;
  throw new Refusal(409, 'CONFLICT', `No verification of this customer's ${channel} is waited for.`);
}

function sendCode(service: Service, customerId: string | undefined, channel: Channel): Reply {
  const record = waiting(service, customerId, channel);
  record.contactCodes = { ...record.contactCodes, [channel]: service.clock.now() + service.settings.otpMs };
  return { status: 204 };
}

function confirm(
  service: Service,
  customerId: string | undefined,
  { channel, code }: { readonly channel: Channel; readonly code: string },
): Reply {
  const record = waiting(service, customerId, channel);
  const isValid = service.clock.now() < (record.contactCodes?.[channel] ?? 0);
  if (code !== CONTACT_CODE || !isValid) {
    throw invalidInput([{ field: 'code', message: 'This code is wrong or has expired, or none was sent.' }]);
  }
  record.contactVerification = { ...record.contactVerification, [channel]: 'VERIFIED' };
  record.updatedAt = service.clock.iso();
  const answer = Object.entries(customerAnswer(service, record) as object);
  return { status: 200, body: Object.fromEntries(answer.filter(([name]) => shared.includes(name))) };
}
