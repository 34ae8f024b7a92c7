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
  own: 'Su propia cartera',
  ending: 'terminada en {last4}',
  isNew: 'Destinatario nuevo',
  pageSays: '{payee} (según esta página)',
  unnamed: 'Sin nombre',
  reading: 'Cargando…',
  failed: 'Sin cargar',
  failedText: 'No hemos podido cargar el destinatario. No se ha enviado nada.',
  again: 'Volver a intentarlo',
};

/** French. */
export const payeeFr: TextsOf<typeof payeeEn> = {
  own: 'Votre propre portefeuille',
  ending: 'se terminant par {last4}',
  isNew: 'Nouveau bénéficiaire',
  pageSays: '{payee} (selon cette page)',
  unnamed: 'Sans nom',
  reading: 'Chargement…',
  failed: 'Non chargé',
  failedText: 'Rien n’a été envoyé. Nous n’avons pas pu charger le bénéficiaire.',
  again: 'Réessayer',
};

/** Portuguese. */
export const payeePt: TextsOf<typeof payeeEn> = {
  own: 'Sua própria carteira',
  ending: 'com final {last4}',
  isNew: 'Novo destinatário',
  pageSays: '{payee} (segundo esta página)',
  unnamed: 'Sem nome',
  reading: 'Carregando…',
  failed: 'Não carregado',
  failedText: 'Nada foi enviado. Não conseguimos carregar o destinatário.',
  again: 'Tentar de novo',
};
