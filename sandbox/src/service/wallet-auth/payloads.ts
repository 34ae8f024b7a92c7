/** Payloads that a wallet's actions ask the client to sign. */
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeHex, encodeUtf8 } from '../../../../src/kit/encoding/index.ts';
import { unknownRecord } from '../http/refusal.ts';
import type { InternalAccountRecord } from '../customers/customer-records.ts';
import type { Service } from '../service/service.ts';

type Wallet = NonNullable<InternalAccountRecord['wallet']>;

/** The wallet behind an account. @throws Refusal 404 for an id that isn't an account's. */
export function walletOf(service: Service, accountId: string): Wallet {
  const wallet = service.state.internalAccounts.get(accountId)?.wallet;
  if (wallet === undefined) throw unknownRecord('wallet account');
  return wallet;
}

/** Activity JSON with its keys in alphabetical order, as most actions have it. */
export function activity(
  service: Service,
  accountId: string,
  type: string,
  parameters: Readonly<Record<string, unknown>>,
): string {
  const { organizationId } = walletOf(service, accountId);
  const sorted = Object.fromEntries(Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1)));
  return JSON.stringify({ organizationId, parameters: sorted, timestampMs: String(service.clock.now()), type });
}

/** The activity of a session revocation. */
export function deleteApiKeys(service: Service, accountId: string, keyId: string): string {
  const { userId } = walletOf(service, accountId);
  return activity(service, accountId, 'ACTIVITY_TYPE_DELETE_API_KEYS', { apiKeyIds: [keyId], userId });
}

/** The activity of a wallet payment; its keys are not in alphabetical order, and the transaction in it is opaque. */
export function walletPayment(service: Service, accountId: string, facts: Readonly<Record<string, unknown>>): string {
  const { organizationId, address } = walletOf(service, accountId);
  const digest = encodeHex(sha256(encodeUtf8(JSON.stringify(facts))));
  return JSON.stringify({
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    timestampMs: String(service.clock.now()),
    organizationId,
    parameters: {
      signWith: address,
      type: 'TRANSACTION_TYPE_ETHEREUM',
      unsignedTransaction: `02${digest}${encodeHex(service.random.draw('transaction', 48))}`,
    },
    generateAppProofs: true,
  });
}
