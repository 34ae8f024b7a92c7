/** Strong customer authentication, for customers of the regions that require it: a code before an executed payment starts. */
import { failPayment, setTransaction } from './outgoing-payments.ts';
import * as v from 'valibot';
import { text } from '../http/fields.ts';
import { Refusal } from '../http/refusal.ts';
import { mintUuid } from '../service/record-ids.ts';
import type { QuoteRecord, StrongChallenge } from './payment-records.ts';
import type { Service } from '../service/service.ts';

/** The code that the sandbox sends; another than the wallet's. */
const strongAuthenticationCode = '123456';

/** A code as it is sent. */
export interface StrongCode {
  readonly code: string;
}

/** Schema of {@link StrongCode}. */
export const strongCode: v.GenericSchema<unknown, StrongCode> = v.strictObject({ code: text(12) });

/** Schema of {@link StrongCode} with what the public service takes beside it; passkeys are not asked for here. */
export const gridStrongCode: v.GenericSchema<unknown, StrongCode> = v.strictObject({
  code: text(12),
  challengeId: v.nullish(text()),
  passkeyAssertion: v.nullish(v.looseObject({})),
  origin: v.nullish(text()),
  endUserIpAddress: v.nullish(text(45)),
});

const MAX_WRONG_ATTEMPTS = 5;
const CHALLENGE_MS = 5 * 60_000;

/** Checks if a customer is subject to it. */
export function needsStrongAuthentication(service: Service, customerId: string | undefined): boolean {
  const region = service.state.customers.get(customerId ?? '')?.region;
  return region !== undefined && service.settings.strongAuthenticationRegions.includes(region);
}

/** @throws Refusal 409 `CONFLICT` for a customer who isn't subject to it. */
export function requireSubject(service: Service, customerId: string | undefined): void {
  if (needsStrongAuthentication(service, customerId)) return;
  throw new Refusal(409, 'CONFLICT', 'The customer is not subject to strong authentication.');
}

/** A challenge that a code answers within five minutes. */
export function createStrongChallenge({ clock, contract, random }: Service): StrongChallenge {
  const expiresAt = new Date(clock.now() + CHALLENGE_MS).toISOString();
  if (contract.strongChallenge === 'type-on-both') return { type: 'SMS_OTP', expiresAt };
  return { id: `ScaChallenge:${mintUuid(random)}`, factor: 'SMS_OTP', availableFactors: ['SMS_OTP'], expiresAt };
}

/** Puts an executed quote on hold until its code arrives; no money moves yet. */
export function askStrongAuthentication(service: Service, record: QuoteRecord): void {
  const { clock } = service;
  const scaChallenge = createStrongChallenge(service);
  clock.cancel('quote.expire', record.quote.id);
  clock.cancel('sca.expire', record.quote.id);
  clock.after(CHALLENGE_MS, 'sca.expire', record.quote.id);
  Object.assign(record.quote, { status: 'PENDING_AUTHORIZATION', scaChallenge });
  const shown = service.contract.strongChallenge === 'type-on-both' ? { scaChallenge } : {};
  setTransaction(service, record.quote.transactionId, { status: 'PENDING_AUTHORIZATION', ...shown });
}

/** Sends the code of a waiting quote again. */
export function resendStrongCode(service: Service, record: QuoteRecord): void {
  // The public service sends the same code: its challenge, and when that ends, stay.
  if (service.contract.resentStrongCode === 'new-challenge') askStrongAuthentication(service, record);
}

/** Checks a code. @throws Refusal for a wrong one as the contract has it, 423 `ACCOUNT_LOCKED` after five of them. */
export function checkStrongCode({ contract }: Service, record: { wrongScaCodes?: number }, code: string): void {
  const wrong = record.wrongScaCodes ?? 0;
  if (wrong >= MAX_WRONG_ATTEMPTS) throw new Refusal(423, 'ACCOUNT_LOCKED', 'Too many wrong codes.');
  if (code === strongAuthenticationCode) return;
  record.wrongScaCodes = wrong + 1;
  const [status, name] = contract.wrongStrongCode;
  throw new Refusal(status, name, 'The code was not accepted.', { reason: 'Invalid SCA code' });
}

/** Fails a payment that wasn't authorised in time. */
export function expireStrongAuthentication(service: Service, quoteId: string): void {
  const record = service.state.quotes.get(quoteId);
  if (record?.quote.status === 'PENDING_AUTHORIZATION') failPayment(service, record, 'SCA_NOT_COMPLETED');
}
