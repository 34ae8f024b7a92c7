/** Texts of the code that releases a payment, on `<countersign-review>` and `<countersign-payment>`; `subject` is on its button. */

/** English. */
export const authorizationEn = {
  lead: 'To send this payment, enter the code from the text message we sent you.',
  label: 'Code for this payment',
  submit: 'Confirm payment',
  subject: '{amount} to {payee}',
  checking: 'Checking your code…',
  wrong: 'That code isn’t right. Check the latest message.',
  next: 'One more code is needed. It’s on its way.',
  resend: 'Send a new code',
  resent: 'A new code is on its way.',
};
