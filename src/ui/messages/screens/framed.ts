/** Texts of an element that another site frames. */
import type { TextsOf } from './texts.ts';

/** English. */
export const framedEn = {
  text: 'Another site is showing this page. Open it in a window of its own to go on.',
};

/** German. */
export const framedDe: TextsOf<typeof framedEn> = {
  text: 'Eine andere Website zeigt diese Seite an. Öffnen Sie sie in einem eigenen Fenster, um fortzufahren.',
};

/** Spanish. */
export const framedEs: TextsOf<typeof framedEn> = {
  text: 'Otro sitio está mostrando esta página. Ábrala en su propia ventana para continuar.',
};

/** French. */
export const framedFr: TextsOf<typeof framedEn> = {
  text: 'Un autre site affiche cette page. Ouvrez-la dans sa propre fenêtre pour continuer.',
};

/** Portuguese. */
export const framedPt: TextsOf<typeof framedEn> = {
  text: 'Outro site está mostrando esta página. Abra-a em uma janela própria para continuar.',
};
