/** Approval to move money: the rule of quotes and of cards. */
import type { Service } from '../service/service.ts';

/** Checks that a customer may move money; the platform itself, which isn't a customer, may. */
export function mayPay({ settings, state }: Service, customerId = ''): boolean {
  const { kycStatus = 'APPROVED' } = state.customers.get(customerId) ?? {};
  return kycStatus === 'APPROVED' || settings.unapprovedPayments === 'accept';
}
