import type { Quote, Wallet } from 'countersign';

/** Reads what there is to sign, holds it against the quote, and signs it here. A second press never pays twice. */
export async function pay(wallet: Wallet, quote: Quote): Promise<string> {
  const { transactionId } = await wallet.quote.execute(quote);
  return transactionId;
}
