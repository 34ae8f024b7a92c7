/** Texts about who is paid, on the slips of `<countersign-review>` and `<countersign-payment>`. */
import type { TextsOf } from './texts.ts';

/** English. */
export const payeeEn = {
  own: 'Your own wallet',
  ending: 'ending {last4}',
  isNew: 'New payee',
  pageSays: '{payee} (as this page says)',
  unnamed: 'Not named',
  reading: 'Loading…',
  failed: 'Not loaded',
  failedText: 'We couldn’t load who is paid. Nothing was sent.',
  again: 'Try again',
};

/** German. */
export const payeeDe: TextsOf<typeof payeeEn> = {
  own: 'Ihr eigenes Wallet',
  ending: 'endet auf {last4}',
  isNew: 'Neuer Empfänger',
  pageSays: '{payee} (laut dieser Seite)',
  unnamed: 'Nicht genannt',
  reading: 'Wird geladen…',
  failed: 'Nicht geladen',
  failedText: 'Der Empfänger konnte nicht geladen werden. Nichts wurde gesendet.',
  again: 'Noch einmal versuchen',
};

/** Spanish. */
export const payeeEs: TextsOf<typeof payeeEn> = {
  own: 'Su propio monedero',
  ending: 'terminada en {last4}',
  isNew: 'Destinatario nuevo',
  pageSays: '{payee} (según esta página)',
  unnamed: 'Sin nombre',
  reading: 'Cargando…',
  failed: 'Sin cargar',
  failedText: 'No hemos podido cargar el destinatario. No se ha enviado nada.',
  again: 'Volver a intentarlo',
};
