/** The source of a quote in its transactions. */
import type { QuoteRecord } from './payment-records.ts';

/** The source in a transaction's form: only the quote has the network of the money, and the customer that an account pays for. */
export function transactionSource(source: QuoteRecord['quote']['source']): QuoteRecord['quote']['source'] {
  const { accountId } = source;
  if (accountId !== undefined) return { sourceType: source.sourceType, accountId };
  const shown = Object.entries(source).filter(([name]) => name !== 'cryptoNetwork');
  return Object.fromEntries(shown) as typeof source;
}
