/** Texts of `<countersign-sign-in>`. */

/** English. */
export const signInEn = {
  title: 'Open your wallet',
};

/** The texts of this screen, in any language. */
export type SignInTexts = { readonly [Key in keyof typeof signInEn]: string };

/** German. */
export const signInDe: SignInTexts = {
  title: 'Wallet öffnen',
};

/** Spanish. */
export const signInEs: SignInTexts = {
  title: 'Abra su monedero',
};
