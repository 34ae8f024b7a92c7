/** Texts of every button that signs. */
import type { TextsOf } from './texts.ts';

/** English. */
export const pressEn = {
  readFirst: 'Read it first, then press again.',
};

/** German. */
export const pressDe: TextsOf<typeof pressEn> = {
  readFirst: 'Bitte erst lesen, dann noch einmal drücken.',
};

/** Spanish. */
export const pressEs: TextsOf<typeof pressEn> = {
  readFirst: 'Léalo primero y pulse otra vez.',
};
