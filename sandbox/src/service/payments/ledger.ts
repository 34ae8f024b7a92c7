/** A double-entry ledger in int64: a movement takes from one account what it gives to another. */

const MAX = 2n ** 63n - 1n;

/** Accounts are named by an internal account's id, its `/held` part, or one of the service's own books. */
export interface Ledger {
  readonly balances: Map<string, LedgerAccount>;
  readonly movements: Movement[];
}

/** One account of one currency; its balance is in smallest units. */
export interface LedgerAccount {
  readonly currency: string;
  balance: bigint;
}

/** One double entry. */
export interface Movement {
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly reason: string;
}

/** An empty ledger. */
export function createLedger(): Ledger {
  return { balances: new Map(), movements: [] };
}

/** The available balance of an account, 0 where nothing was ever booked. */
export function balanceOf(ledger: Ledger, account: string): bigint {
  return ledger.balances.get(account)?.balance ?? 0n;
}

/** The name of the part of an internal account that holds and payments under way have set aside. */
export function heldPart(accountId: string): string {
  return `${accountId}/held`;
}

/** The service's own book of a currency: where funding comes from, fees go, or payments leave. */
export function book(
  purpose: 'funding' | 'fees' | 'payouts' | 'exchange' | 'transit' | 'merchants',
  currency: string,
): string {
  return `book:${purpose}:${currency}`;
}

/** The ledger's name of a quote's source: an internal account, or the money that comes from outside. */
export function ledgerNameOf({ accountId }: { readonly accountId?: string }, currency: string): string {
  return accountId?.startsWith('InternalAccount:') === true ? accountId : book('funding', currency);
}

function accountOf(ledger: Ledger, name: string, currency: string): LedgerAccount {
  const found = ledger.balances.get(name) ?? { currency, balance: 0n };
  if (found.currency !== currency) throw new RangeError(`${name} is kept in ${found.currency}, not ${currency}`);
  ledger.balances.set(name, found);
  return found;
}

/**
 * Books one movement. Customers' accounts never go below zero; the service's books may.
 *
 * @throws RangeError when the amount is not positive, an int64 would overflow or a customer's account would be overdrawn.
 */
export function move(ledger: Ledger, movement: Movement): void {
  const { amount, currency } = movement;
  if (amount === 0n) return;
  if (amount < 0n) throw new RangeError('a movement is positive');
  const from = accountOf(ledger, movement.from, currency);
  const to = accountOf(ledger, movement.to, currency);
  if (!movement.from.startsWith('book:') && from.balance < amount)
    throw new RangeError('the account would be overdrawn');
  if (to.balance + amount > MAX || from.balance - amount < -MAX) throw new RangeError('the balance leaves int64');
  from.balance -= amount;
  to.balance += amount;
  ledger.movements.push(movement);
}

// Funding brings money in, and the exchange trades it; nothing else may give what it never got.
const mayOwe = /^book:(funding|exchange):/;

/** Audits the books: returns no fault when each currency sums to zero, nobody is overdrawn and the movements explain every balance. */
export function auditLedger(ledger: Ledger): string[] {
  const faults: string[] = [];
  const sums = new Map<string, bigint>();
  const replayed = new Map<string, bigint>();
  for (const { from, to, amount } of ledger.movements) {
    replayed.set(from, (replayed.get(from) ?? 0n) - amount);
    replayed.set(to, (replayed.get(to) ?? 0n) + amount);
  }
  for (const [name, { currency, balance }] of ledger.balances) {
    sums.set(currency, (sums.get(currency) ?? 0n) + balance);
    if (balance < 0n && !mayOwe.test(name)) faults.push(`${name} is overdrawn`);
    if ((replayed.get(name) ?? 0n) !== balance) faults.push(`the movements of ${name} don't add up to its balance`);
  }
  for (const [currency, sum] of sums) if (sum !== 0n) faults.push(`${currency} doesn't sum to zero`);
  return faults;
}
