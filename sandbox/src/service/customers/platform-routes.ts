/** The platform's own settings and accounts in the public service: configuration, external accounts, exchange rates. */
import * as v from 'valibot';
import { currencyCode, paging } from '../http/fields.ts';
import { pageOf, when } from '../http/paging.ts';
import { unknownRecord } from '../http/refusal.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import { emitTest } from '../webhooks/webhook-events.ts';
import type { Service } from '../service/service.ts';
import type { ExternalAccountRecord } from './customer-records.ts';
import { createExternalAccountRecord, externalAccountAnswer, externalAccountOf } from './external-account-routes.ts';
import type { CreateExternalAccount } from './external-account-schemas.ts';
import { changePlatformConfig, platformConfig, platformConfigAnswer } from './platform-config.ts';

const ids = { externalAccountId: ['ExternalAccount'] } as const;

const accountQuery = v.strictObject({
  currency: v.optional(currencyCode),
  ...paging,
});

/** The routes, over the body that creates an external account. */
export const platformRoutes = (
  createAccount: v.GenericSchema<unknown, CreateExternalAccount>,
): readonly SandboxRoute[] => [
  route({
    method: 'GET',
    path: '/config',
    handle: ({ service }) => ({ status: 200, body: platformConfigAnswer(service) }),
  }),
  route({
    method: 'PATCH',
    path: '/config',
    body: platformConfig,
    handle({ service, body }) {
      changePlatformConfig(service, body);
      if (body.webhookEndpoint !== undefined) emitTest(service);
      return { status: 200, body: platformConfigAnswer(service) };
    },
  }),
  route({
    method: 'POST',
    path: '/platform/external-accounts',
    body: createAccount,
    handle: ({ service, body }) => ({
      status: 201,
      body: externalAccountAnswer(service, createExternalAccountRecord(service, body)),
    }),
  }),
  route({
    method: 'GET',
    path: '/platform/external-accounts',
    query: accountQuery,
    handle({ service, query }) {
      const own = service.state.externalAccounts.list('platform');
      const fits = when(
        query.currency,
        (code) =>
          ({ currency }: ExternalAccountRecord) =>
            currency === code,
      );
      const answer = (account: ExternalAccountRecord): unknown => externalAccountAnswer(service, account);
      return { status: 200, body: pageOf(own, query, { answer, fits }) };
    },
  }),
  route({
    method: 'GET',
    path: '/platform/external-accounts/:externalAccountId',
    ids,
    handle: ({ service, params }) => ({
      status: 200,
      body: externalAccountAnswer(service, ownAccountOf(service, params['externalAccountId'])),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/platform/external-accounts/:externalAccountId',
    ids,
    handle({ service, params }) {
      service.state.externalAccounts.delete(ownAccountOf(service, params['externalAccountId']).id);
      return { status: 204 };
    },
  }),
];

function ownAccountOf(service: Service, id: string | undefined): ExternalAccountRecord {
  const found = externalAccountOf(service, id);
  if (found.customerId !== undefined) throw unknownRecord('external account of the platform');
  return found;
}
