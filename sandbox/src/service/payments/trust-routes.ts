/** The trust in a beneficiary: started, then confirmed with the code of strong authentication. */
import type * as v from 'valibot';
import { externalAccountAnswer, externalAccountOf } from '../customers/external-account-routes.ts';
import type { ExternalAccountRecord } from '../customers/customer-records.ts';
import { Refusal } from '../http/refusal.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import { checkStrongCode, createStrongChallenge, requireSubject, type StrongCode } from './strong-authentication.ts';

const ids = { externalAccountId: ['ExternalAccount'] } as const;
const base = '/customers/external-accounts/:externalAccountId';

/** The routes of a trust's beginning and end, or of its end alone, over the body that a code is sent in. */
export const trustRoutes = (
  ways: readonly ('trust' | 'untrust')[],
  code: v.GenericSchema<unknown, StrongCode>,
): readonly SandboxRoute[] =>
  ways.flatMap((way) => {
    const trusted = way === 'trust';
    return [
      route({
        method: 'POST',
        path: `${base}/${way}`,
        ids,
        handle({ service, params }) {
          const scaChallenge = start(service, externalAccountOf(service, params['externalAccountId']), trusted);
          const isBare = service.contract.strongChallenge === 'type-on-both';
          return { status: 200, body: isBare ? scaChallenge : { scaChallenge } };
        },
      }),
      route({
        method: 'POST',
        path: `${base}/${way}/confirm`,
        ids,
        body: code,
        handle({ service, params, body }) {
          const record = externalAccountOf(service, params['externalAccountId']);
          confirm(service, record, { trusted, code: body.code });
          const isWhole = service.contract.strongChallenge === 'type-on-both';
          return { status: 200, body: isWhole ? externalAccountAnswer(service, record) : { trusted } };
        },
      }),
    ];
  });

function start(service: Service, record: ExternalAccountRecord, trusted: boolean): unknown {
  requireSubject(service, record.customerId);
  if (record.trusted === trusted) {
    throw new Refusal(409, 'CONFLICT', `The account is ${trusted ? 'a' : 'not a'} trusted beneficiary.`);
  }
  const challenge = createStrongChallenge(service);
  record.trustChange = { trusted, until: Date.parse(challenge.expiresAt) };
  return challenge;
}

function confirm(
  service: Service,
  record: ExternalAccountRecord,
  { trusted, code }: { readonly trusted: boolean; readonly code: string },
): void {
  requireSubject(service, record.customerId);
  const { trustChange } = record;
  if (trustChange?.trusted !== trusted || trustChange.until <= service.clock.now()) {
    const message = `Nothing is waiting to be confirmed: call ${trusted ? 'trust' : 'untrust'} first.`;
    throw new Refusal(409, 'CONFLICT', message);
  }
  checkStrongCode(service, record, code);
  record.trusted = trusted;
  delete record.trustChange;
}
