/** What the API answers in profile `spec`, route by route. */
import * as v from 'valibot';
import { dateTime } from '../../src/sandbox/http/fields.ts';
import {
  addedCredential,
  authMethods,
  challenge,
  credentialChallenge,
  newSession,
  sessions,
} from './credential-schemas.ts';
import {
  card,
  cardPage,
  customer,
  discoveries,
  externalAccount,
  externalAccountPage,
  internalAccount,
  internalAccountPage,
  quote,
  simulated,
  transaction,
  transactionPage,
} from './record-schemas.ts';

const signed = { 202: challenge };
const simulation = { 202: simulated };

/** Schema of each good answer of profile `spec` by route and status; null for an answer without a body. */
export const answerSchemas: Readonly<Record<string, Readonly<Record<number, v.GenericSchema | null>>>> = {
  'POST /customers': { 201: customer },
  'GET /customers/:customerId': { 200: customer },
  'PATCH /customers/:customerId': { 200: customer, ...signed },
  'GET /internal-accounts': { 200: internalAccountPage },
  'GET /customers/internal-accounts': { 200: internalAccountPage },
  'GET /platform/internal-accounts': { 200: internalAccountPage },
  'POST /sandbox/internal-accounts/:internalAccountId/fund': { 200: internalAccount },
  'POST /customers/external-accounts': { 201: externalAccount },
  'GET /customers/external-accounts': { 200: externalAccountPage },
  'GET /customers/external-accounts/:externalAccountId': { 200: externalAccount },
  'DELETE /customers/external-accounts/:externalAccountId': { 204: null },
  'GET /platform/external-accounts': { 200: externalAccountPage },
  'POST /quotes': { 201: quote },
  'GET /quotes/:quoteId': { 200: quote },
  'POST /quotes/:quoteId/execute': { 200: quote },
  'GET /transactions': { 200: transactionPage },
  'GET /transactions/:transactionId': { 200: transaction },
  'GET /auth/credentials': { 200: authMethods },
  'POST /auth/credentials': { 201: addedCredential, ...signed },
  'DELETE /auth/credentials/:credentialId': { 204: null, ...signed },
  'POST /auth/credentials/:credentialId/challenge': { 200: credentialChallenge },
  'POST /auth/credentials/:credentialId/verify': { 200: newSession, ...signed },
  'GET /auth/sessions': { 200: sessions },
  'POST /auth/sessions/:sessionId/refresh': { 201: newSession, ...signed },
  'DELETE /auth/sessions/:sessionId': { 204: null, ...signed },
  'POST /cards': { 201: card },
  'GET /cards': { 200: cardPage },
  'GET /cards/:cardId': { 200: card },
  'PATCH /cards/:cardId': { 200: card, ...signed },
  'POST /sandbox/cards/:cardId/simulate/authorization': simulation,
  'POST /sandbox/cards/:cardId/simulate/clearing': simulation,
  'POST /sandbox/cards/:cardId/simulate/return': simulation,
  'POST /quotes/:quoteId/authorize': { 200: quote },
  'POST /quotes/:quoteId/authorize/resend': { 204: null },
  'POST /customers/external-accounts/:externalAccountId/untrust': {
    200: v.strictObject({ type: v.literal('SMS_OTP'), expiresAt: dateTime }),
  },
  'POST /customers/external-accounts/:externalAccountId/untrust/confirm': { 200: externalAccount },
  'POST /transactions/:transactionId/approve': { 200: transaction },
  'GET /discoveries': { 200: discoveries },
  'POST /sandbox/webhooks/test': {
    200: v.strictObject({ response_status: v.pipe(v.number(), v.integer()), url: v.string() }),
  },
};
