/** Exchange rates, priced as a quote of the same amount would be. */
import * as v from 'valibot';
import { currencyCode, matching } from '../http/fields.ts';
import { route, type SandboxRoute } from '../http/route.ts';
import type { Service } from '../service/service.ts';
import { currencyOf, displayRate } from './currencies.ts';
import { priceSending } from './pricing.ts';

const CACHE_MS = 5 * 60_000;
const DEFAULT_AMOUNT = '10000';
const LARGEST_AMOUNT = 10_000_000;

const query = v.strictObject({
  sourceCurrency: v.optional(currencyCode),
  destinationCurrency: v.optional(v.array(currencyCode)),
  sendingAmount: v.optional(matching(/^\d{1,12}$/), DEFAULT_AMOUNT),
});
type RateQuery = v.InferOutput<typeof query>;

/** The route. */
export const exchangeRateRoutes: readonly SandboxRoute[] = [
  route({
    method: 'GET',
    path: '/exchange-rates',
    query,
    repeatable: ['destinationCurrency'],
    handle: ({ service, query: wanted }) => ({ status: 200, body: { data: rates(service, wanted) } }),
  }),
];

// The first rail of the first account type of a currency stands for the corridor.
function corridors({ contract }: Service): readonly (readonly [currency: string, rail: string])[] {
  const found = new Map<string, string>();
  for (const { currencies, variants } of Object.values(contract.accounts.types)) {
    const [rail] = variants[0]?.rails ?? [];
    const [currency] = currencies ?? [];
    if (currency !== undefined && rail !== undefined && !found.has(currency)) found.set(currency, rail);
  }
  return [...found];
}

function rates(service: Service, { sourceCurrency = 'USD', destinationCurrency, sendingAmount }: RateQuery): unknown[] {
  const amount = BigInt(sendingAmount);
  const updatedAt = new Date(Math.floor(service.clock.now() / CACHE_MS) * CACHE_MS).toISOString();
  return corridors(service)
    .filter(([code]) => code !== sourceCurrency)
    .filter(([code]) => destinationCurrency === undefined || destinationCurrency.includes(code))
    .map(([code, destinationPaymentRail]) => {
      const fees = { basisPoints: service.settings.feeBasisPoints };
      const { receiving, fee } = priceSending(amount, sourceCurrency, code, fees);
      return {
        sourceCurrency: currencyOf(sourceCurrency),
        sendingAmount: Number(amount),
        minSendingAmount: 1,
        maxSendingAmount: LARGEST_AMOUNT,
        destinationCurrency: currencyOf(code),
        destinationPaymentRail,
        receivingAmount: Number(receiving),
        exchangeRate: displayRate(sourceCurrency, code),
        fees: { fixed: 0, total: Number(fee) },
        updatedAt,
      };
    });
}
