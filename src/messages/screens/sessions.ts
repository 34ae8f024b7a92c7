/** Texts of `<countersign-sessions>`. */

/** English. */
export const sessionsEn = {
  title: 'Where you are signed in',
};

/** The texts of this screen, in any language. */
export type SessionsTexts = { readonly [Key in keyof typeof sessionsEn]: string };

/** German. */
export const sessionsDe: SessionsTexts = {
  title: 'Wo Sie angemeldet sind',
};

/** Spanish. */
export const sessionsEs: SessionsTexts = {
  title: 'Dónde ha iniciado sesión',
};
