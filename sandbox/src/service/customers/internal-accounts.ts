/** Internal accounts as records: opened for customers, found, answered. */
import { encodeHex } from '../../../../src/kit/encoding/index.ts';
import { unknownRecord } from '../http/refusal.ts';
import { accountTypeOf, currencyOf } from '../payments/currencies.ts';
import { balanceOf, heldPart } from '../payments/ledger.ts';
import { mintId, mintUuid } from '../service/record-ids.ts';
import type { Service } from '../service/service.ts';
import { createCredential } from '../wallet-auth/credential-records.ts';
import type { CustomerRecord, InternalAccountRecord } from './customer-records.ts';
import { fundingInstructions } from './funding-instructions.ts';

/** An internal account by id. @throws Refusal 404 `NOT_FOUND`. */
export function internalAccountOf(service: Service, id: string | undefined): InternalAccountRecord {
  const found = service.state.internalAccounts.get(id ?? '');
  if (found === undefined) throw unknownRecord('internal account');
  return found;
}

/** An internal account as answered: its available and its total balance. */
export function internalAccountAnswer(service: Service, account: InternalAccountRecord): unknown {
  const { id, customerId, type, currency: code, isPrivate = false, createdAt, updatedAt } = account;
  const isShown = service.contract.hasPrivacy && type === 'EMBEDDED_WALLET';
  const currency = currencyOf(code);
  const available = balanceOf(service.state.ledger, id);
  const total = available + balanceOf(service.state.ledger, heldPart(id));
  return {
    id,
    ...(customerId === undefined ? {} : { customerId }),
    type,
    status: 'ACTIVE',
    balance: { amount: Number(available), currency },
    totalBalance: { amount: Number(total), currency },
    fundingPaymentInstructions: fundingInstructions(service, account),
    ...(isShown ? { privateEnabled: isPrivate } : {}),
    createdAt,
    updatedAt,
  };
}

/**
 * Opens a customer's missing accounts: the wallet with its e-mail credential, and an account in each of their
 * currencies. A business has none until it is checked.
 */
export function openAccounts(service: Service, customer: CustomerRecord): void {
  const { contract, state } = service;
  const isUnchecked = customer.customerType === 'BUSINESS' && contract.businessStatus === 'kybStatus';
  if (isUnchecked && customer.kycStatus !== 'APPROVED') return;
  const currencies = (customer.fields['currencies'] ?? []) as readonly string[];
  const own = [...state.internalAccounts.values()].filter(({ customerId }) => customerId === customer.id);
  for (const currency of new Set(['USDB', ...currencies])) {
    if (own.every((account) => account.currency !== currency)) openAccount(service, customer, currency);
  }
}

function openAccount(service: Service, customer: CustomerRecord, currency: string): void {
  const { random, state, clock } = service;
  const now = clock.iso();
  const times = { createdAt: now, updatedAt: now };
  const id = mintId(random, 'InternalAccount');
  if (currency !== 'USDB') {
    const type = accountTypeOf(currency);
    state.internalAccounts.set(id, { id, customerId: customer.id, type, currency, ...times });
    return;
  }
  const wallet = {
    organizationId: mintUuid(random),
    userId: mintUuid(random),
    address: `0x${encodeHex(random.draw('address', 20))}`,
  };
  state.internalAccounts.set(id, { id, customerId: customer.id, type: 'EMBEDDED_WALLET', currency, wallet, ...times });
  if (customer.email === undefined) return;
  createCredential(service, { accountId: id, type: 'EMAIL_OTP', nickname: customer.email });
}
