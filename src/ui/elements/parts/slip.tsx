/** @jsxImportSource preact */
/** The document of a payment: what leaves, what arrives, to whom, and at which price. */
import type { ComponentChildren, VNode } from 'preact';
import type { Currency, Quote } from '../../../kit/wire.ts';
import { formatAmount, formatFee, formatRate, roundingOf } from './money.ts';

/** The texts of a slip, which review and payment share; without one for `arrives` it says only what leaves. */
export type SlipTexts = Readonly<
  Record<'arrives' | 'to' | 'leaves' | 'fees' | 'details' | 'exactFee' | 'rate' | 'rounded', string>
>;

/** The look of a slip; an amount shrinks by its container before it would break. */
export const slipStyle = `
.total { padding: 0.75em 1em; border: 1px solid var(--border); border-radius: var(--radius); }
.upper { border-end-start-radius: 0; border-end-end-radius: 0; }
.upper + .total { border-top: 0; border-start-start-radius: 0; border-start-end-radius: 0; background: var(--fill); }
.total > dd { container-type: inline-size; white-space: nowrap; }
.total b { display: block; font-size: min(1.625em, calc(100cqi / var(--wide))); line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; }
.total i { margin-inline-start: calc(8px - 0.26em); font-size: 0.6em; font-style: normal; font-weight: 500; letter-spacing: 0; color: var(--muted); }
.to { padding: 1em 0 0.5em; }
.who { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5em 0.75em; }
.who > :nth-child(2) { flex: 1 1 11rem; min-width: 0; }
.who b { display: block; font-weight: 600; }
.who small { display: block; }
.avatar { flex: none; display: grid; place-items: center; width: 2.5em; height: 2.5em; border-radius: 50%; background: var(--accent-soft); color: var(--link); font-weight: 650; }
.who .skeleton + .skeleton { margin-top: 0.5em; }
.line { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0.25em 1em; padding: 0.2em 0; }
summary { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25em 0.75em; min-height: var(--control-height); cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary [translate], .line .whole { display: inline-block; white-space: normal; }
summary b { color: var(--link); font-weight: 600; }
summary:hover b { text-decoration: underline; }
`;

/** A value that stands for itself, whichever way the page is read; an amount in it never breaks inside. */
const valueView = (value: string): VNode => (
  <bdi>{value.split(/ (?== )/).map((part, index) => [index === 0 ? '' : ' ', <span class="whole">{part}</span>])}</bdi>
);

/** One line; none without a value. */
export function slipLine(term: string, value: string | undefined): VNode | null {
  if (value === undefined || value === '') return null;
  return (
    <div class="line" part="line">
      <dt>{term}</dt>
      <dd translate={false}>{valueView(value)}</dd>
    </div>
  );
}

/** The amount that leaves or arrives, as large as its place allows. */
export function slipTotal(term: string, amount: string, { code }: Currency, isUpper = false): VNode {
  const digits = amount.slice(0, -code.length - 1);
  return (
    <div class={isUpper ? 'total upper' : 'total'} part="line">
      <dt>{term}</dt>
      <dd translate={false}>
        <b style={{ '--wide': 0.8 * digits.length + 0.65 * code.length + 0.6 }}>
          <bdi>
            {digits}
            <i>{` ${code}`}</i>
          </bdi>
        </b>
      </dd>
    </div>
  );
}

/** Draws the payee. */
export function slipPayee(term: string, payee: ComponentChildren): VNode {
  return (
    <div class="to" part="line">
      <dt class="spoken">{term}</dt>
      <dd translate={false}>{payee}</dd>
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
  const hasArrival = texts.arrives !== '';
  const exact = (units: number): string => (units === 0 ? '' : formatAmount(units, sendingCurrency, language));
  const rate = formatRate(quote, language);
  return (
    <dl part="slip">
      {slipTotal(texts.leaves, exact(totalSendingAmount), sendingCurrency, hasArrival)}
      {hasArrival
        ? slipTotal(texts.arrives, formatAmount(totalReceivingAmount, receivingCurrency, language), receivingCurrency)
        : null}
      {slipPayee(texts.to, payee)}
      <div>
        <dt class="spoken">{texts.details}</dt>
        <dd>
          <details part="details">
            <summary>
              <small>
                {texts.fees} <span translate={false}>{valueView(formatFee(quote, rounding, language))}</span> ·{' '}
                <span translate={false}>{valueView(rate)}</span>
              </small>
              <small>
                <b>{texts.details}</b>
              </small>
            </summary>
            <dl>
              {slipLine(texts.exactFee, exact(feesIncluded))}
              {slipLine(texts.rounded, exact(rounding))}
              {slipLine(texts.rate, rate)}
            </dl>
          </details>
        </dd>
      </div>
      {more}
    </dl>
  );
}
