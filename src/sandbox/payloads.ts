/** What a wallet's actions ask the client to sign. */
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeHex, encodeUtf8 } from '../encoding/index.ts';
import { notFound } from './refusal.ts';
import type { InternalAccountRecord } from './state.ts';
import type { World } from './world.ts';

type Wallet = NonNullable<InternalAccountRecord['wallet']>;

/** The wallet behind an account. @throws Refusal 404 for an account that is none. */
export function walletOf(world: World, accountId: string): Wallet {
  const wallet = world.state.internalAccounts.get(accountId)?.wallet;
  if (wallet === undefined) throw notFound('wallet account');
  return wallet;
}

/** Activity JSON with its keys in alphabetical order, as most actions have it. */
export function activity(
  world: World,
  accountId: string,
  type: string,
  parameters: Readonly<Record<string, unknown>>,
): string {
  const { organizationId } = walletOf(world, accountId);
  return JSON.stringify({ organizationId, parameters, timestampMs: String(world.clock.now()), type });
}

/** The activity of a session revocation. */
export function deleteApiKeys(world: World, accountId: string, keyId: string): string {
  const { userId } = walletOf(world, accountId);
  return activity(world, accountId, 'ACTIVITY_TYPE_DELETE_API_KEYS', { apiKeyIds: [keyId], userId });
}

/** The activity of a wallet payment; its keys are not in alphabetical order, and the transaction in it is opaque. */
export function signTransaction(world: World, accountId: string, facts: Readonly<Record<string, unknown>>): string {
  const { organizationId, address } = walletOf(world, accountId);
  const digest = encodeHex(sha256(encodeUtf8(JSON.stringify(facts))));
  return JSON.stringify({
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    timestampMs: String(world.clock.now()),
    organizationId,
    parameters: {
      signWith: address,
      type: 'TRANSACTION_TYPE_ETHEREUM',
      unsignedTransaction: `02${digest}${encodeHex(world.random.draw('transaction', 48))}`,
    },
    generateAppProofs: true,
  });
}
