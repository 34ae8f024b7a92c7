/** Texts of `<countersign-session>`. */

/** English. */
export const sessionEn = {
  title: 'Your session',
};

/** The texts of this screen, in any language. */
export type SessionTexts = { readonly [Key in keyof typeof sessionEn]: string };

/** German. */
export const sessionDe: SessionTexts = {
  title: 'Ihre Sitzung',
};

/** Spanish. */
export const sessionEs: SessionTexts = {
  title: 'Su sesión',
};
