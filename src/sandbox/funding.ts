/** Money that comes from outside. */
import { currencyOf } from './currencies.ts';
import { mintId } from './ids.ts';
import { balanceOf, book, heldPart, move } from './ledger.ts';
import { platformIdOf } from './platform.ts';
import { Refusal } from './refusal.ts';
import type { InternalAccountRecord, TransactionRecord } from './state.ts';
import { emit } from './webhooks.ts';
import type { World } from './world.ts';

const LARGEST_BALANCE = 9_000_000_000_000_000n;

/** Credits an account, records the incoming transaction and tells the platform. @throws Refusal 400 beyond the largest balance. */
export function receiveFunding(world: World, account: InternalAccountRecord, amount: number): TransactionRecord {
  const { clock, random, settings, state } = world;
  const { currency: code, id: accountId } = account;
  const spendable = settings.walletFunding === 'spendable' || account.type !== 'EMBEDDED_WALLET';
  const to = spendable ? accountId : heldPart(accountId);
  if (balanceOf(state.ledger, to) + BigInt(amount) > LARGEST_BALANCE) {
    throw new Refusal(400, 'AMOUNT_OUT_OF_RANGE', 'The balance would grow beyond 9000000000000000.');
  }
  const from = book('funding', code);
  const now = clock.iso();
  const id = mintId(random, 'Transaction');
  move(state.ledger, { at: clock.now(), from, to, currency: code, amount: BigInt(amount), reason: id });
  account.updatedAt = now;
  const customer = state.customers.get(account.customerId ?? '');
  const record: TransactionRecord = {
    id,
    status: 'COMPLETED',
    type: 'INCOMING',
    direction: 'CREDIT',
    source: { sourceType: 'REALTIME_FUNDING' },
    destination: { destinationType: 'ACCOUNT', accountId },
    customerId: customer?.id ?? platformIdOf(random),
    platformCustomerId: customer?.platformCustomerId ?? '',
    receivedAmount: { amount, currency: currencyOf(code) },
    reconciliationInstructions: { reference: id.slice(-8).toUpperCase() },
    settledAt: now,
    createdAt: now,
    updatedAt: now,
  };
  state.transactions.set(id, record);
  emit(world, 'INCOMING_PAYMENT', record.status, record);
  return record;
}
