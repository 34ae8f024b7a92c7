/** Texts of `<countersign-balance>`. */

/** English. */
export const balanceEn = {
  title: 'Balance',
  reading: 'Loading your balance…',
  signedOut: 'Sign in to see your balance.',
  available: 'Available',
  held: '{amount} on hold',
  receive: 'Receive',
  scan: 'QR code of these details',
  receiveLead: 'Send money to these details.',
  copy: 'Copy {name}',
  copied: '{name} copied.',
  notCopied: 'Copying isn’t possible here. Select the text instead.',
  address: 'Address',
  invoice: 'Invoice',
  assetType: 'Currency',
  accountNumber: 'Account number',
  routingNumber: 'Routing number',
  bankName: 'Bank',
  reference: 'Reference',
  iban: 'IBAN',
  swiftBic: 'BIC',
  clabeNumber: 'CLABE',
};
