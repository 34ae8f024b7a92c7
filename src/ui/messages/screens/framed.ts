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
