/** The banks of `GET /discoveries`: where a country needs a `bankName`, these are its values. */

/** One bank as answered. */
export interface Bank {
  readonly bankName: string;
  readonly displayName: string;
  readonly country: string;
  readonly currency: string;
}

const of = (country: string, currency: string, ...names: readonly string[]): Bank[] =>
  names.map((displayName) => ({
    bankName: displayName.toUpperCase().replace(/[^A-Z0-9]+/g, '_'),
    displayName,
    country,
    currency,
  }));

/** Every bank that the sandbox knows; the names are inventions. */
export const banks: readonly Bank[] = Object.freeze([
  ...of('PH', 'PHP', 'Sample Bank of Manila', 'Example Savings Cebu', 'Island Example Bank'),
  ...of('NG', 'NGN', 'Sample Bank of Lagos', 'Example Trust Abuja', 'Delta Example Bank'),
  ...of('ZA', 'ZAR', 'Sample Bank of Cape Town', 'Example Bank Gauteng', 'Karoo Example Bank'),
]);
