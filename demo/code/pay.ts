import type { Quote, Wallet } from 'countersign';

/**
 * Signs the quote's payload here. A second press never pays twice. Of the payload at most activity, organization and wallet are
 * checked: the browser can't read amount and destination in it, and trusts back-end and enclave for these.
 */
export async function pay(wallet: Wallet, quote: Quote): Promise<string> {
  const { transactionId } = await wallet.quote.execute(quote);
  return transactionId;
}
