/** What transactions show of a quote's source. */
import type { QuoteRecord } from './payment-records.ts';

/** The source as a transaction shows it: the network that money is to come by, and whom an account pays for, are the quote's alone. */
export function transactionSource(source: QuoteRecord['quote']['source']): QuoteRecord['quote']['source'] {
  const { accountId } = source;
  if (accountId !== undefined) return { sourceType: source.sourceType, accountId };
  const shown = Object.entries(source).filter(([name]) => name !== 'cryptoNetwork');
  return Object.fromEntries(shown) as typeof source;
}
