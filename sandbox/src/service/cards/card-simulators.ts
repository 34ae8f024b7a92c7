/** The simulators of the public service beyond an authorization, its clearing and its return. */
import * as v from 'valibot';
import { amount, id } from '../http/fields.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import {
  authorizeCredit,
  payCredit,
  resizeAuthorization,
  reverseAuthorization,
  reverseReturn,
} from './card-messages.ts';
import { cardOf, cardTransactionOf } from './card-routes.ts';
import type { ContractForm } from '../contracts/contract-form.ts';
import { gridAuthorization, merchantOf, type Authorization } from './card-schemas.ts';
import { authorizeCard, clearCard, inquireCard, type AuthorizationOutcome } from './card-transactions.ts';
import type { CardRecord } from './card-records.ts';

const ids = { cardId: ['Card'] } as const;
const cardTransactionId = id('CardTransaction');

type Simulate<Body> = (service: Service, record: CardRecord, body: Body) => AuthorizationOutcome;

/** A merchant's message: accepted either way; the log says why it was declined. */
function simulator<Body>(name: string, body: v.GenericSchema<unknown, Body>, simulate: Simulate<Body>): SandboxRoute {
  return route({
    method: 'POST',
    path: `/sandbox/cards/:cardId/simulate/${name}`,
    ids,
    body,
    handle({ service, params, body: sent, note }) {
      const outcome = simulate(service, cardOf(service, params['cardId']), sent);
      if (outcome.declined !== undefined) note.refusal = `declined: ${outcome.declined}`;
      return { status: 202, body: { issuerTransactionToken: outcome.issuerTransactionToken } };
    },
  });
}

function authorizeAndClear(service: Service, record: CardRecord, body: Authorization): AuthorizationOutcome {
  const outcome = authorizeCard(service, record, body);
  if (outcome.transaction !== undefined) clearCard(service, outcome.transaction, body.amount);
  return outcome;
}

/** The routes in a form. */
export function cardSimulators(form: ContractForm): readonly SandboxRoute[] {
  const authorization = gridAuthorization(form);
  const reversal = v.strictObject({ cardTransactionId, amount: v.optional(amount(1e11)) });
  return [
    simulator('balance_inquiry', v.strictObject({ merchant: merchantOf(form) }), inquireCard),
    simulator('financial_authorization', authorization, authorizeAndClear),
    simulator('credit_authorization', authorization, authorizeCredit),
    simulator('credit_authorization_advice', authorization, authorizeCredit),
    simulator('financial_credit_authorization', authorization, payCredit),
    simulator(
      'authorization_advice',
      v.strictObject({ cardTransactionId, amount: amount(1e11) }),
      (service, record, body) => resizeAuthorization(service, cardTransactionOf(service, record, body), body.amount),
    ),
    ...(form.hasEveryRow
      ? [
          simulator('authorization_reversal', reversal, (service, record, body) =>
            reverseAuthorization(service, cardTransactionOf(service, record, body), body.amount),
          ),
        ]
      : []),
    simulator('return_reversal', v.strictObject({ cardTransactionId }), (service, record, body) =>
      reverseReturn(service, cardTransactionOf(service, record, body)),
    ),
  ];
}
