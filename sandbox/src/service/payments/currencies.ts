/** The currencies of the sandbox and its fixed rates; conversions are exact integer arithmetic. */
import type { Currency } from 'countersign';

// code, name, symbol, decimals, units of it that one US dollar buys
const ROWS: readonly (readonly [string, string, string, number, string])[] = [
  ['USDB', 'USD Balance', '$', 6, '1'],
  ['USD', 'United States Dollar', '$', 2, '1'],
  ['USDC', 'USD Coin', '$', 6, '1'],
  ['USDT', 'Tether', '$', 6, '1'],
  ['BTC', 'Bitcoin', '₿', 8, '0.00001'],
  ['EUR', 'Euro', '€', 2, '0.92'],
  ['GBP', 'British Pound', '£', 2, '0.79'],
  ['MXN', 'Mexican Peso', '$', 2, '18.5'],
  ['BRL', 'Brazilian Real', 'R$', 2, '5.4'],
  ['COP', 'Colombian Peso', '$', 2, '4100'],
  ['PHP', 'Philippine Peso', '₱', 2, '58'],
  ['INR', 'Indian Rupee', '₹', 2, '84'],
  ['NGN', 'Nigerian Naira', '₦', 2, '1600'],
  ['ZAR', 'South African Rand', 'R', 2, '18'],
  ['KES', 'Kenyan Shilling', 'KSh', 2, '129'],
  ['TZS', 'Tanzanian Shilling', 'TSh', 2, '2600'],
  ['ZMW', 'Zambian Kwacha', 'K', 2, '26'],
  ['RWF', 'Rwandan Franc', 'FRw', 0, '1350'],
  ['MWK', 'Malawian Kwacha', 'MK', 2, '1735'],
  ['UGX', 'Ugandan Shilling', 'USh', 0, '3700'],
  ['XOF', 'West African CFA Franc', 'CFA', 0, '605'],
  ['XAF', 'Central African CFA Franc', 'FCFA', 0, '605'],
  ['CAD', 'Canadian Dollar', '$', 2, '1.37'],
  ['AED', 'UAE Dirham', 'د.إ', 2, '3.6725'],
  ['BDT', 'Bangladeshi Taka', '৳', 2, '119'],
  ['BWP', 'Botswana Pula', 'P', 2, '13.5'],
  ['CNY', 'Chinese Yuan', '¥', 2, '7.1'],
  ['EGP', 'Egyptian Pound', 'E£', 2, '48.5'],
  ['GHS', 'Ghanaian Cedi', 'GH₵', 2, '15.8'],
  ['GTQ', 'Guatemalan Quetzal', 'Q', 2, '7.7'],
  ['HTG', 'Haitian Gourde', 'G', 2, '131'],
  ['JMD', 'Jamaican Dollar', '$', 2, '157'],
  ['PKR', 'Pakistani Rupee', '₨', 2, '278'],
  ['DKK', 'Danish Krone', 'kr', 2, '6.86'],
  ['HKD', 'Hong Kong Dollar', '$', 2, '7.8'],
  ['IDR', 'Indonesian Rupiah', 'Rp', 2, '15700'],
  ['MYR', 'Malaysian Ringgit', 'RM', 2, '4.4'],
  ['SGD', 'Singapore Dollar', '$', 2, '1.34'],
  ['THB', 'Thai Baht', '฿', 2, '34.5'],
  ['VND', 'Vietnamese Dong', '₫', 0, '25300'],
  // No local rail reaches these: SWIFT does.
  ['CHF', 'Swiss Franc', 'CHF', 2, '0.88'],
  ['JPY', 'Japanese Yen', '¥', 0, '150'],
  ['AUD', 'Australian Dollar', '$', 2, '1.54'],
  ['NZD', 'New Zealand Dollar', '$', 2, '1.68'],
  ['PLN', 'Polish Zloty', 'zł', 2, '3.95'],
  ['SEK', 'Swedish Krona', 'kr', 2, '10.5'],
  ['NOK', 'Norwegian Krone', 'kr', 2, '10.9'],
  ['TRY', 'Turkish Lira', '₺', 2, '34'],
  ['ILS', 'Israeli New Shekel', '₪', 2, '3.7'],
];

interface Rate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const table: ReadonlyMap<string, { readonly currency: Currency; readonly perDollar: Rate }> = new Map(
  ROWS.map(([code, name, symbol, decimals, perDollar]) => {
    const [whole = '', fraction = ''] = perDollar.split('.');
    const rate = { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
    return [code, { currency: Object.freeze({ code, name, symbol, decimals }), perDollar: rate }];
  }),
);

/** The codes that the sandbox knows. */
export const currencyCodes: readonly string[] = [...table.keys()];

function row(code: string): { readonly currency: Currency; readonly perDollar: Rate } {
  const found = table.get(code);
  if (found === undefined) throw new RangeError(`the sandbox has no currency ${code}`);
  return found;
}

/** The currency of a code. @throws RangeError for a code that is not in {@link currencyCodes}. */
export function currencyOf(code: string): Currency {
  return row(code).currency;
}

/** Type of an account in a currency, if it is no wallet. */
export function accountTypeOf(currency: string): 'INTERNAL_CRYPTO' | 'INTERNAL_FIAT' {
  return ['BTC', 'USDC', 'USDT'].includes(currency) ? 'INTERNAL_CRYPTO' : 'INTERNAL_FIAT';
}

/** Number of smallest units of `to` for one smallest unit of `from`, as a fraction of integers. */
export function unitRate(from: string, to: string): Rate {
  const source = row(from);
  const target = row(to);
  return {
    numerator: target.perDollar.numerator * source.perDollar.denominator * 10n ** BigInt(target.currency.decimals),
    denominator: target.perDollar.denominator * source.perDollar.numerator * 10n ** BigInt(source.currency.decimals),
  };
}

/** Units of `from` for one unit of `to`, for display: "sending-currency units per receiving-currency unit". */
export function displayRate(from: string, to: string): number {
  const source = row(from).perDollar;
  const target = row(to).perDollar;
  return Number(source.numerator * target.denominator) / Number(source.denominator * target.numerator);
}

/** Integer division of non-negative numbers, rounded down. */
export function divideDown(value: bigint, divisor: bigint): bigint {
  return value / divisor;
}

/** Integer division of non-negative numbers, rounded up. */
export function divideUp(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}
