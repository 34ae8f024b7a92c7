/** Texts about who is paid, on the slips of `<countersign-review>` and `<countersign-payment>`. */
import type { TextsOf } from './texts.ts';

/** English. */
export const payeeEn = {
  own: 'Your account',
  ending: 'ending {last4}',
  isNew: 'New payee',
  pageSays: '{payee} (as this page says)',
  unnamed: 'Not named',
  unnamedText: 'Nothing was sent: we can’t tell who would be paid.',
  accountNumber: 'Account number',
  routingNumber: 'Routing number',
  sortCode: 'Sort code',
  bankCode: 'Bank code',
  branchCode: 'Branch code',
  phoneNumber: 'Phone number',
  address: 'Address',
  reading: 'Loading…',
  failed: 'Not loaded',
  failedText: 'We couldn’t load who is paid. Nothing was sent.',
  again: 'Try again',
};

/** German. */
export const payeeDe: TextsOf<typeof payeeEn> = {
  own: 'Ihr Konto',
  ending: 'endet auf {last4}',
  isNew: 'Neuer Empfänger',
  pageSays: '{payee} (laut dieser Seite)',
  unnamed: 'Nicht genannt',
  unnamedText: 'Es wurde nichts gesendet: Es ist nicht bekannt, wer bezahlt würde.',
  accountNumber: 'Kontonummer',
  routingNumber: 'Routingnummer',
  sortCode: 'Sort Code',
  bankCode: 'Bankleitzahl',
  branchCode: 'Filialnummer',
  phoneNumber: 'Telefonnummer',
  address: 'Adresse',
  reading: 'Wird geladen…',
  failed: 'Nicht geladen',
  failedText: 'Der Empfänger konnte nicht geladen werden. Es wurde nichts gesendet.',
  again: 'Noch einmal versuchen',
};

/** Spanish. */
export const payeeEs: TextsOf<typeof payeeEn> = {
  own: 'Su cuenta',
  ending: 'terminada en {last4}',
  isNew: 'Destinatario nuevo',
  pageSays: '{payee} (según esta página)',
  unnamed: 'Sin nombre',
  unnamedText: 'No se ha enviado nada: no sabemos a quién se pagaría.',
  accountNumber: 'Número de cuenta',
  routingNumber: 'Número de ruta',
  sortCode: 'Sort code',
  bankCode: 'Código del banco',
  branchCode: 'Código de sucursal',
  phoneNumber: 'Teléfono',
  address: 'Dirección',
  reading: 'Cargando…',
  failed: 'Sin cargar',
  failedText: 'No hemos podido cargar el destinatario. No se ha enviado nada.',
  again: 'Volver a intentarlo',
};

/** French. */
export const payeeFr: TextsOf<typeof payeeEn> = {
  own: 'Votre compte',
  ending: 'se terminant par {last4}',
  isNew: 'Nouveau bénéficiaire',
  pageSays: '{payee} (selon cette page)',
  unnamed: 'Sans nom',
  unnamedText: 'Rien n’a été envoyé : nous ne savons pas qui serait payé.',
  accountNumber: 'Numéro de compte',
  routingNumber: 'Numéro de routage',
  sortCode: 'Sort code',
  bankCode: 'Code banque',
  branchCode: 'Code guichet',
  phoneNumber: 'Téléphone',
  address: 'Adresse',
  reading: 'Chargement…',
  failed: 'Non chargé',
  failedText: 'Rien n’a été envoyé. Nous n’avons pas pu charger le bénéficiaire.',
  again: 'Réessayer',
};

/** Portuguese. */
export const payeePt: TextsOf<typeof payeeEn> = {
  own: 'Sua conta',
  ending: 'com final {last4}',
  isNew: 'Novo destinatário',
  pageSays: '{payee} (segundo esta página)',
  unnamed: 'Sem nome',
  unnamedText: 'Nada foi enviado: não sabemos quem seria pago.',
  accountNumber: 'Número da conta',
  routingNumber: 'Routing number',
  sortCode: 'Sort code',
  bankCode: 'Código do banco',
  branchCode: 'Agência',
  phoneNumber: 'Telefone',
  address: 'Endereço',
  reading: 'Carregando…',
  failed: 'Não carregado',
  failedText: 'Nada foi enviado. Não conseguimos carregar o destinatário.',
  again: 'Tentar de novo',
};
