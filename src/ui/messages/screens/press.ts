/** Texts of every button that signs. */
import type { TextsOf } from './texts.ts';

/** English. */
export const pressEn = {
  readFirst: 'Read it first: the button is ready in a moment.',
};

/** German. */
export const pressDe: TextsOf<typeof pressEn> = {
  readFirst: 'Bitte erst lesen: Die Taste ist gleich bereit.',
};

/** Spanish. */
export const pressEs: TextsOf<typeof pressEn> = {
  readFirst: 'Léalo primero: el botón estará listo en un momento.',
};

/** French. */
export const pressFr: TextsOf<typeof pressEn> = {
  readFirst: 'Lisez d’abord : le bouton sera prêt dans un instant.',
};

/** Portuguese. */
export const pressPt: TextsOf<typeof pressEn> = {
  readFirst: 'Leia primeiro: o botão estará pronto em um momento.',
};
