/** Texts of every button that signs. */
import type { TextsOf } from './texts.ts';

/** English. */
export const pressEn = {
  wait: 'Wait a moment, then press once.',
  outOfView: 'The button wasn’t fully in view. Read, then press again.',
};

/** German. */
export const pressDe: TextsOf<typeof pressEn> = {
  wait: 'Warten Sie kurz, und drücken Sie dann einmal.',
  outOfView: 'Die Taste war nicht ganz zu sehen. Lesen Sie, und drücken Sie dann noch einmal.',
};

/** Spanish. */
export const pressEs: TextsOf<typeof pressEn> = {
  wait: 'Espere un momento y pulse una sola vez.',
  outOfView: 'El botón no se veía entero. Lea y pulse otra vez.',
};

/** French. */
export const pressFr: TextsOf<typeof pressEn> = {
  wait: 'Attendez un instant, puis appuyez une seule fois.',
  outOfView: 'Le bouton n’était pas entièrement visible. Lisez, puis appuyez à nouveau.',
};

/** Portuguese. */
export const pressPt: TextsOf<typeof pressEn> = {
  wait: 'Aguarde um momento e pressione uma só vez.',
  outOfView: 'O botão não estava todo visível. Leia e pressione de novo.',
};
