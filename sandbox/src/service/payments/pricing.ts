/** Pricing of quotes: exact integers, the fee rounded up, the received amount rounded down. */
import { Refusal } from '../http/refusal.ts';
import { divideDown, divideUp, unitRate } from './currencies.ts';

const WHOLE = 10_000n;

/** Fees on the sent amount: hundredths of a percent by the service, and the platform's part. */
export interface Fees {
  readonly basisPoints: number;
  readonly platform?: { readonly fixed: number; readonly basisPoints: number } | undefined;
}

/** The amounts of a quote in smallest units; the fees are in the sending currency and part of `sending`, the platform's part of `fee`. */
export interface Price {
  readonly sending: bigint;
  readonly receiving: bigint;
  readonly fee: bigint;
  readonly platformFee: bigint;
}

const shareOf = (amount: bigint, basisPoints: number): bigint => divideUp(amount * BigInt(basisPoints), WHOLE);
const platformFeeOf = (sending: bigint, { platform }: Fees): bigint =>
  platform === undefined ? 0n : shareOf(sending, platform.basisPoints) + BigInt(platform.fixed);

/** Prices a transfer by its sent amount; nothing or less arrives if the fees are as high. */
export function priceSending(sending: bigint, from: string, to: string, fees: Fees): Price {
  const { numerator, denominator } = unitRate(from, to);
  const platformFee = platformFeeOf(sending, fees);
  const fee = shareOf(sending, fees.basisPoints) + platformFee;
  return { sending, receiving: divideDown((sending - fee) * numerator, denominator), fee, platformFee };
}

/** Prices a transfer by its received amount. @throws Refusal 400 `AMOUNT_OUT_OF_RANGE` for fees that leave nothing. */
export function priceReceiving(receiving: bigint, from: string, to: string, fees: Fees): Price {
  const { numerator, denominator } = unitRate(from, to);
  const net = divideUp(receiving * denominator, numerator);
  const left = WHOLE - BigInt(fees.basisPoints + (fees.platform?.basisPoints ?? 0));
  if (left <= 0n) throw new Refusal(400, 'AMOUNT_OUT_OF_RANGE', 'The fees leave nothing of what is sent.');
  const sending = divideUp((net + BigInt(fees.platform?.fixed ?? 0)) * WHOLE, left);
  return { sending, receiving, fee: sending - net, platformFee: platformFeeOf(sending, fees) };
}

const MILLISATS = 1000;

/** Details of a conversion's rate, by way of thousandths of a satoshi; undefined without one. The fee is as it was charged: rounded up. */
export function rateDetails(
  sending: bigint,
  from: string,
  to: string,
  feeBasisPoints: number,
): Readonly<Record<string, number>> | undefined {
  if (from === to) return undefined;
  const millisats = asNumber(unitRate(from, 'BTC')) * MILLISATS;
  const rate = feeBasisPoints / Number(WHOLE);
  return {
    counterpartyMultiplier: asNumber(unitRate('BTC', to)) / MILLISATS,
    counterpartyFixedFee: 0,
    gridApiMultiplier: millisats * (1 - rate),
    gridApiFixedFee: 0,
    gridApiVariableFeeRate: rate,
    gridApiVariableFeeAmount: Number(shareOf(sending, feeBasisPoints)),
  };
}

function asNumber({ numerator, denominator }: ReturnType<typeof unitRate>): number {
  return Number(numerator) / Number(denominator);
}
