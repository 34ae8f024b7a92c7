/** Instructions to pay a quote with money from outside: to the platform's own account in its currency. */
import { fundingInstructions } from '../customers/funding-instructions.ts';
import type { PaymentInstructions } from 'countersign';
import { Refusal } from '../http/refusal.ts';
import type { Service } from '../service/service.ts';

/** The instructions, with the quote's reference. @throws Refusal 400 `INVALID_CURRENCY` for one that the platform has no account in. */
export function realtimeInstructions(service: Service, currency: string, reference: string): PaymentInstructions[] {
  const accounts = [...service.state.internalAccounts.values()].filter(({ customerId }) => customerId === undefined);
  const own = accounts.find((account) => account.currency === currency);
  if (own === undefined) {
    const known = accounts.map((account) => account.currency).join(', ');
    throw new Refusal(400, 'INVALID_CURRENCY', `Money from outside comes in ${known}.`);
  }
  return fundingInstructions(service, own).map(({ accountOrWalletInfo, ...rest }) => ({
    ...rest,
    accountOrWalletInfo:
      'reference' in accountOrWalletInfo ? { ...accountOrWalletInfo, reference } : accountOrWalletInfo,
  }));
}
