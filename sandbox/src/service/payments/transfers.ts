/** Transfers: booked in the ledger. The platform is notified of changed balances. */
import { internalAccountAnswer } from '../customers/internal-accounts.ts';
import type { Service } from '../service/service.ts';
import { emitNamed } from '../webhooks/webhook-events.ts';
import { move, type Movement } from './ledger.ts';

/** Books movements of this moment, and tells of each internal account that they touch once. @throws RangeError as `move` does. */
export function transfer(service: Service, ...movements: readonly Omit<Movement, 'at'>[]): void {
  const { clock, state } = service;
  const booked = movements.filter(({ amount }) => amount !== 0n);
  for (const movement of booked) move(state.ledger, { at: clock.now(), ...movement });
  const touched = new Set(booked.flatMap(({ from, to }) => [from, to]).map((name) => name.split('/')[0] ?? ''));
  for (const id of touched) {
    const account = state.internalAccounts.get(id);
    if (account === undefined) continue;
    account.updatedAt = clock.iso();
    emitNamed(service, 'INTERNAL_ACCOUNT.BALANCE_UPDATED', () => internalAccountAnswer(service, account));
  }
}
