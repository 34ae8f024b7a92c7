/** Texts of `<countersign-sign-in>`. `{name}` is that of a passkey or a provider, `{brand}` the page's. */

/** English. */
export const signInEn = {
  title: 'Sign in',
  to: 'to your {brand} wallet',
  reading: 'Loading sign-in options…',
  or: 'or',
  passkey: 'Sign in with a passkey',
  named: 'Sign in with {name}',
  otherPasskey: 'Use the passkey {name}',
  email: 'E-mail me a code',
  sms: 'Text me a code',
  provider: 'Continue with {name}',
  last: 'Last used',
  preparing: 'Getting ready…',
  confirming: 'Confirm on your device…',
  waiting: 'Waiting for {name}…',
  none: 'You can’t sign in with this browser. Try another device, or contact support.',
};
