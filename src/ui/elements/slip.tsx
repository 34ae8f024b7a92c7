/** @jsxImportSource preact */
/** The document of a payment: what leaves, what arrives, to whom, and who has signed. */
import type { ComponentChildren, VNode } from 'preact';
import type { Quote } from '../../kit/wire.ts';
import { formatAmount, formatRate, roundingOf } from './money.ts';

/** The texts of a slip, which review and payment share. */
export type SlipTexts = Readonly<Record<'arrives' | 'to' | 'leaves' | 'fees' | 'rate' | 'rounded', string>>;

/** One line; none without a value. */
export function slipLine(term: string, value: ComponentChildren): VNode | null {
  if (value === undefined || value === '') return null;
  return (
    <div part="line">
      <dt>{term}</dt>
      <dd translate={false}>{value}</dd>
    </div>
  );
}

/** Draws a quote, with lines of the caller's own below. */
export function slip(
  quote: Quote,
  payee: VNode,
  texts: SlipTexts,
  language: string,
  more?: readonly (VNode | null)[],
): VNode {
  const { totalReceivingAmount, receivingCurrency, totalSendingAmount, sendingCurrency, feesIncluded } = quote;
  const rounding = roundingOf(quote);
  return (
    <dl part="slip">
      {slipLine(texts.arrives, formatAmount(totalReceivingAmount, receivingCurrency, language))}
      {slipLine(texts.to, payee)}
      {slipLine(texts.leaves, formatAmount(totalSendingAmount, sendingCurrency, language))}
      {slipLine(texts.fees, formatAmount(feesIncluded, sendingCurrency, language))}
      {slipLine(texts.rate, formatRate(quote, language))}
      {slipLine(texts.rounded, rounding === 0 ? '' : formatAmount(rounding, sendingCurrency, language))}
      {more}
    </dl>
  );
}
