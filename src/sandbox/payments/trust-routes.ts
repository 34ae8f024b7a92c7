/** The trust in a beneficiary: started, then confirmed with the code of strong authentication. */
import { externalAccountAnswer, externalAccountOf } from '../customers/external-account-routes.ts';
import type { ExternalAccountRecord } from '../customers/customer-records.ts';
import { Refusal } from '../http/refusal.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import {
  checkStrongCode,
  createStrongChallenge,
  gridStrongCode,
  requireSubject,
  strongCode,
} from './strong-authentication.ts';

const ids = { externalAccountId: ['ExternalAccount'] } as const;
const base = '/customers/external-accounts/:externalAccountId';

/** The end of a trust, which profile `spec` alone has (docs/sandbox.md, "Routes"). */
export const untrustRoutes: readonly SandboxRoute[] = [
  route({
    method: 'POST',
    path: `${base}/untrust`,
    ids,
    handle: ({ service, params }) => ({
      status: 200,
      body: start(service, externalAccountOf(service, params['externalAccountId']), false),
    }),
  }),
  route({
    method: 'POST',
    path: `${base}/untrust/confirm`,
    ids,
    body: strongCode,
    handle({ service, params, body }) {
      const record = externalAccountOf(service, params['externalAccountId']);
      confirm(service, record, { trusted: false, code: body.code });
      return { status: 200, body: externalAccountAnswer(service, record) };
    },
  }),
];

/** The public service has both ways, and answers with the challenge and with the trust. */
export const trustRoutes: readonly SandboxRoute[] = [true, false].flatMap((trusted) => {
  const path = `${base}/${trusted ? 'trust' : 'untrust'}`;
  return [
    route({
      method: 'POST',
      path,
      ids,
      handle({ service, params }) {
        const record = externalAccountOf(service, params['externalAccountId']);
        return { status: 200, body: { scaChallenge: start(service, record, trusted) } };
      },
    }),
    route({
      method: 'POST',
      path: `${path}/confirm`,
      ids,
      body: gridStrongCode,
      handle({ service, params, body }) {
        const record = externalAccountOf(service, params['externalAccountId']);
        confirm(service, record, { trusted, code: body.code });
        return { status: 200, body: { trusted } };
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
