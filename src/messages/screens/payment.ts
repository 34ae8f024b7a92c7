/** Texts of `<countersign-payment>`. */

/** English. */
export const paymentEn = {
  title: 'Your payment',
};

/** The texts of this screen, in any language. */
export type PaymentTexts = { readonly [Key in keyof typeof paymentEn]: string };

/** German. */
export const paymentDe: PaymentTexts = {
  title: 'Ihre Zahlung',
};

/** Spanish. */
export const paymentEs: PaymentTexts = {
  title: 'Su pago',
};
