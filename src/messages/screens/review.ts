/** Texts of `<countersign-review>`. */

/** English. */
export const reviewEn = {
  title: 'Review and sign',
};

/** The texts of this screen, in any language. */
export type ReviewTexts = { readonly [Key in keyof typeof reviewEn]: string };

/** German. */
export const reviewDe: ReviewTexts = {
  title: 'Prüfen und unterschreiben',
};

/** Spanish. */
export const reviewEs: ReviewTexts = {
  title: 'Revise y firme',
};
