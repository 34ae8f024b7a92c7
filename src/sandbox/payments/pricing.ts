/** What a quote costs: exact integers, the fee rounded up, what arrives rounded down. */
import { divideDown, divideUp, unitRate } from './currencies.ts';

const WHOLE = 10_000n;

/** The amounts of a quote in smallest units; the fee is in the sending currency and part of `sending`. */
export interface Price {
  readonly sending: bigint;
  readonly receiving: bigint;
  readonly fee: bigint;
}

/** Prices a transfer of which the sender fixes what leaves. */
export function priceSending(sending: bigint, from: string, to: string, feeBasisPoints: number): Price {
  const { numerator, denominator } = unitRate(from, to);
  const fee = divideUp(sending * BigInt(feeBasisPoints), WHOLE);
  return { sending, receiving: divideDown((sending - fee) * numerator, denominator), fee };
}

/** Prices a transfer of which the sender fixes what arrives. */
export function priceReceiving(receiving: bigint, from: string, to: string, feeBasisPoints: number): Price {
  const { numerator, denominator } = unitRate(from, to);
  const net = divideUp(receiving * denominator, numerator);
  const sending = divideUp(net * WHOLE, WHOLE - BigInt(feeBasisPoints));
  return { sending, receiving, fee: sending - net };
}

const MILLISATS = 1000;

/** How the rate of a conversion comes about, by way of thousandths of a satoshi; undefined where nothing is converted. */
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
    gridApiVariableFeeAmount: (Number(sending) * feeBasisPoints) / Number(WHOLE),
  };
}

function asNumber({ numerator, denominator }: ReturnType<typeof unitRate>): number {
  return Number(numerator) / Number(denominator);
}
