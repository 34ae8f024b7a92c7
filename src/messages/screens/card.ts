/** Texts of `<countersign-card>`. */

/** English. */
export const cardEn = {
  title: 'Your card',
};

/** The texts of this screen, in any language. */
export type CardTexts = { readonly [Key in keyof typeof cardEn]: string };

/** German. */
export const cardDe: CardTexts = {
  title: 'Ihre Karte',
};

/** Spanish. */
export const cardEs: CardTexts = {
  title: 'Su tarjeta',
};
