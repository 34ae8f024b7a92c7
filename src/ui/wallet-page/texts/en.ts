/** Texts of the wallet page. `{brand}` is the platform's name. */

/** English. */
export const pageEn = {
  back: 'Back to {brand}',
  opening: 'Opening your wallet…',
  againTitle: 'Open this page from {brand} again',
  again: 'This link was already used or has expired.',
  signOutTitle: 'Sign out of {brand}?',
  signOut: 'Sign out',
  signingOut: 'Signing out…',
  signedOut: 'You are signed out',
  startOver: 'Go back to {brand} and start again.',
  choose: 'Which account do you sign in with?',
  home: 'Your wallet',
  methods: 'Sign-in methods',
  sessions: 'Devices',
  cardFROZEN: 'You came here to freeze your card. Please confirm it below.',
  cardACTIVE: 'You came here to unfreeze your card. Please confirm it below.',
  cardCLOSED: 'You came here to close your card. Please confirm it below.',
  payee: 'New payee',
  payeeLead: 'Compare these details with the ones you were given.',
  payeeReading: 'Loading payee…',
  payeeName: 'Name',
  payeeBank: 'Bank',
  payeeNumber: 'Account',
  confirm: 'Confirm payee',
  confirming: 'Confirming…',
  confirmed: 'Payee confirmed. You can pay them now.',
  phrase: 'Recovery phrase',
  phraseLead: 'Anyone who has these words can take your money. {brand} will never ask for them.',
  phraseAlone: 'Make sure nobody can see your screen.',
  show: 'Show recovery phrase',
  showing: 'Loading recovery phrase…',
  shown: 'Write the words down in this order. They are hidden again after a minute.',
  hide: 'Hide',
  hidden: 'Your recovery phrase is hidden.',
};

/** The page's texts in any language. */
export type PageTexts = { readonly [Name in keyof typeof pageEn]: string };
