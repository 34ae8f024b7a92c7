/** Payouts to crypto wallets: the transaction on the chain that delivers them. */
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeHex, encodeUtf8 } from '../../../../src/kit/encoding/index.ts';

const networks: Readonly<Record<string, string>> = {
  SPARK_WALLET: 'SPARK',
  ETHEREUM_WALLET: 'ETHEREUM',
  BASE_WALLET: 'BASE',
  POLYGON_WALLET: 'POLYGON',
  SOLANA_WALLET: 'SOLANA',
  TRON_WALLET: 'TRON',
  PLASMA_WALLET: 'PLASMA',
};

/** A transaction on a chain. */
export interface OnChainTransaction {
  /** 64 hex digits. */
  readonly transactionHash: string;
  readonly network: string;
}

/** The transaction that pays a quote out to a wallet of this type; undefined for an account that is on no chain. */
export function onChainTransaction(accountType: string | undefined, quoteId: string): OnChainTransaction | undefined {
  const network = networks[accountType ?? ''];
  if (network === undefined) return undefined;
  return { transactionHash: encodeHex(sha256(encodeUtf8(`payout ${quoteId}`))), network };
}
