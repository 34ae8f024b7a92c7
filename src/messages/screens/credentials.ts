/** Texts of `<countersign-credentials>`. */

/** English. */
export const credentialsEn = {
  title: 'Ways to sign in',
};

/** The texts of this screen, in any language. */
export type CredentialsTexts = { readonly [Key in keyof typeof credentialsEn]: string };

/** German. */
export const credentialsDe: CredentialsTexts = {
  title: 'Anmeldewege',
};

/** Spanish. */
export const credentialsEs: CredentialsTexts = {
  title: 'Formas de entrar',
};
