/** Looks up who receives a payment: the currencies that an UMA address or an external account takes. */
import * as v from 'valibot';
import { customerAt, customerOf } from '../customers/customers.ts';
import type { CustomerRecord } from '../customers/customer-records.ts';
import { externalAccountOf } from '../customers/external-account-routes.ts';
import { umaAddress } from '../customers/grid-customer-schemas.ts';
import { id } from '../http/fields.ts';
import { invalidInput, Refusal, unknownRecord } from '../http/refusal.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import { sandboxName } from '../service/endings.ts';
import { mintId } from '../service/record-ids.ts';
import { forgetEnded } from '../service/retention.ts';
import type { Service } from '../service/service.ts';
import { currencyOf, displayRate } from './currencies.ts';
import { requireActive } from './payment-ends.ts';

const query = v.strictObject({ senderUmaAddress: v.optional(umaAddress), customerId: v.optional(id('Customer')) });
type LookupQuery = v.InferOutput<typeof query>;

const LARGEST_AMOUNT = 9e15;
// Nothing is known here of addresses at other domains.
const elsewhere = ['USD', 'EUR', 'MXN'];

/** The routes. */
export const receiverRoutes: readonly SandboxRoute[] = [
  route({
    method: 'GET',
    path: '/receiver/uma/:receiverUmaAddress',
    query,
    handle({ service, params, query: wanted }) {
      const address = params['receiverUmaAddress'] ?? '';
      if (!v.is(umaAddress, address)) {
        throw invalidInput([{ field: 'receiverUmaAddress', message: 'This is no UMA address.' }]);
      }
      const sender = senderOf(service, wanted);
      const found = lookUp(service, { sender, receiver: address, currencies: currenciesAt(service, address) });
      return { status: 200, body: { receiverUmaAddress: address, ...found } };
    },
  }),
  route({
    method: 'GET',
    path: '/receiver/external-account/:accountId',
    ids: { accountId: ['ExternalAccount'] },
    query,
    handle({ service, params, query: wanted }) {
      const sender = senderOf(service, wanted);
      const { id: accountId, currency, customerId, ...account } = externalAccountOf(service, params['accountId']);
      if (customerId !== undefined && customerId !== sender.id) throw unknownRecord('external account');
      requireActive(account);
      return {
        status: 200,
        body: { accountId, ...lookUp(service, { sender, receiver: accountId, currencies: [currency] }) },
      };
    },
  }),
];

/** @throws Refusal 400 for a payment to an UMA address that wasn't looked up, or in a currency that it doesn't take. */
export function requireLookup(service: Service, address: string, currency: string, lookupId = ''): void {
  if (service.state.lookups.get(lookupId) !== address) {
    throw invalidInput([{ field: 'lookupId', message: 'Look this UMA address up first, and send its lookupId.' }]);
  }
  if (currenciesAt(service, address).includes(currency)) return;
  throw new Refusal(400, 'INVALID_CURRENCY', `The receiver takes no ${currency}.`);
}

function senderOf(service: Service, { customerId, senderUmaAddress }: LookupQuery): CustomerRecord {
  if (customerId !== undefined) return customerOf(service, customerId);
  if (senderUmaAddress !== undefined) return customerOf(service, customerAt(service, senderUmaAddress)?.id);
  const message = 'Name either customerId or senderUmaAddress: the sender.';
  throw invalidInput(['customerId', 'senderUmaAddress'].map((field) => ({ field, message })));
}

const accountCurrencies = ({ state }: Service, customerId: string): string[] =>
  state.internalAccounts.list(customerId).map(({ currency }) => currency);

/** @throws Refusal 404 `UMA_NOT_FOUND` where the sandbox's own domain has no such name. */
function currenciesAt(service: Service, address: string): readonly string[] {
  const owner = customerAt(service, address);
  if (owner !== undefined) return accountCurrencies(service, owner.id);
  const name = sandboxName(address);
  if (name === undefined) return elsewhere;
  const [, code] =
    /^\$(?:success\.(usd|eur|mxn))$/.exec(name) ?? /^\$(?:pending\.long|fail\.compliance)\.(usd)$/.exec(name) ?? [];
  if (code === undefined) throw unknownRecord('UMA address', 'UMA_NOT_FOUND');
  return [code.toUpperCase()];
}

interface Lookup {
  readonly sender: CustomerRecord;
  /** An UMA address, or the id of an external account. */
  readonly receiver: string;
  readonly currencies: readonly string[];
}

function lookUp(service: Service, { sender, receiver, currencies }: Lookup): object {
  const { random, settings, state } = service;
  const [from = 'USD'] = accountCurrencies(service, sender.id);
  const lookupId = mintId(random, 'Lookup');
  state.lookups.set(lookupId, receiver);
  forgetEnded(state.lookups, { hasEnded: () => true, limit: settings.historyLimit });
  const supportedCurrencies = currencies.map((code) => ({
    currency: currencyOf(code),
    estimatedExchangeRate: displayRate(code, from),
    min: 1,
    max: LARGEST_AMOUNT,
  }));
  return { supportedCurrencies, lookupId };
}
