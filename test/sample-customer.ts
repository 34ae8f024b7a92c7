/** The customer of the tests, and a bank account of theirs. */

/** Body of `POST /customers`. */
export const sampleCustomer = {
  customerType: 'INDIVIDUAL',
  platformCustomerId: 'sample-customer',
  region: 'US',
  email: 'sample.customer@example.com',
  fullName: 'Sample Customer',
  birthDate: '1990-01-15',
  nationality: 'US',
} as const;

/** `accountInfo` of an external account in dollars. */
export const sampleBankAccount = {
  accountType: 'USD_ACCOUNT',
  accountNumber: '000123456789',
  routingNumber: '021000021',
  bankAccountType: 'CHECKING',
  bankName: 'Sample Bank',
  beneficiary: {
    beneficiaryType: 'INDIVIDUAL',
    fullName: 'Sample Customer',
    address: { line1: '1 Sample Street', city: 'Sampletown', postalCode: '00001', country: 'US' },
  },
} as const;

/** Body of `POST /quotes`: so many smallest units from one account to another. */
export const paymentBetween = (from: unknown, to: unknown, amount: number, more: object = {}) => ({
  source: { sourceType: 'ACCOUNT', accountId: from },
  destination: { destinationType: 'ACCOUNT', accountId: to },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: amount,
  ...more,
});
