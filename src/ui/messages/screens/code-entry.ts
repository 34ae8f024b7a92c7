/** Texts of `<countersign-code-entry>`. `{to}` is an address or a number, `{time}` minutes and seconds, `{length}` a count of digits. */

/** English. */
export const codeEntryEn = {
  titleEmail: 'Check your e-mail',
  titlePhone: 'Check your messages',
  goesEmail: 'We’re e-mailing you a code.',
  goesPhone: 'We’re texting you a code.',
  sent: 'Enter the {length}-digit code we sent to {to}.',
  continued: 'The code from before still works.',
  label: 'Code',
  hint: 'Your code is encrypted before it leaves this device.',
  short: 'Enter all {length} digits from the message.',
  submit: 'Continue',
  resend: 'Send a new code',
  resendIn: 'New code in {time}',
  again: 'Try again',
  againIn: 'Try again in {time}',
  back: 'Sign in another way',
  sending: 'Sending a code…',
  checking: 'Checking your code…',
  resent: 'A new code is on its way. The old one no longer works.',
};
