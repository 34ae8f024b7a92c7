/** Texts about who is paid, on the slips of `<countersign-review>` and `<countersign-payment>`. */

/** English. */
export const payeeEn = {
  own: 'Your account',
  ending: 'ending {last4}',
  isNew: 'New payee',
  pageSays: '{payee} (as this page says)',
  unnamed: 'Not named',
  unnamedText: 'Nothing was sent: we can’t tell who would be paid.',
  accountNumber: 'Account number',
  routingNumber: 'Routing number',
  sortCode: 'Sort code',
  bankCode: 'Bank code',
  branchCode: 'Branch code',
  phoneNumber: 'Phone number',
  address: 'Address',
  reading: 'Loading…',
  failed: 'Not loaded',
  failedText: 'We couldn’t load who is paid. Nothing was sent.',
  again: 'Try again',
};
