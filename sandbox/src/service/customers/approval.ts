/** Who moves money: the rule of quotes and of cards. */
import type { Service } from '../service/service.ts';

/** Whether a customer may move money; the platform itself, who is none, may. */
export function mayPay({ settings, state }: Service, customerId = ''): boolean {
  const { kycStatus = 'APPROVED' } = state.customers.get(customerId) ?? {};
  return kycStatus === 'APPROVED' || settings.unapprovedPayments === 'accept';
}
