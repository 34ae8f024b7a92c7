/** Texts of `<countersign-card>`. */

/** English. */
export const cardEn = {
  title: 'Card',
  reading: 'Reading your card…',
  signedOut: 'Sign in to see it.',
  none: 'There is no card.',
  PENDING_KYC: 'Waiting for your details',
  PROCESSING: 'Being made',
  ACTIVE: 'Active',
  FROZEN: 'Frozen',
  CLOSED: 'Closed',
  ready: 'Your card is ready.',
  freeze: 'Freeze',
  frozen: 'Frozen. Purchases are refused until you unfreeze it.',
  unfreeze: 'Unfreeze',
  unfrozen: 'Active again.',
  close: 'Close…',
  question: 'Closing is for good: this card can never be used again.',
  yes: 'Close this card for good',
  no: 'Keep it',
  closed: 'This card is closed for good.',
  signing: 'Signing in this browser…',
};

/** The texts of this screen, in any language. */
export type CardTexts = { readonly [Key in keyof typeof cardEn]: string };

/** German. */
export const cardDe: CardTexts = {
  title: 'Karte',
  reading: 'Ihre Karte wird gelesen …',
  signedOut: 'Melden Sie sich an, um sie zu sehen.',
  none: 'Es gibt keine Karte.',
  PENDING_KYC: 'Wartet auf Ihre Angaben',
  PROCESSING: 'Wird ausgestellt',
  ACTIVE: 'Aktiv',
  FROZEN: 'Gesperrt',
  CLOSED: 'Geschlossen',
  ready: 'Ihre Karte ist bereit.',
  freeze: 'Sperren',
  frozen: 'Gesperrt. Einkäufe werden abgelehnt, bis Sie die Karte entsperren.',
  unfreeze: 'Entsperren',
  unfrozen: 'Wieder aktiv.',
  close: 'Schließen …',
  question: 'Geschlossen wird für immer: Diese Karte kann dann nie wieder benutzt werden.',
  yes: 'Diese Karte für immer schließen',
  no: 'Behalten',
  closed: 'Diese Karte ist für immer geschlossen.',
  signing: 'In diesem Browser wird unterschrieben …',
};

/** Spanish. */
export const cardEs: CardTexts = {
  title: 'Tarjeta',
  reading: 'Leyendo su tarjeta…',
  signedOut: 'Inicie sesión para verla.',
  none: 'No hay ninguna tarjeta.',
  PENDING_KYC: 'A la espera de sus datos',
  PROCESSING: 'En preparación',
  ACTIVE: 'Activa',
  FROZEN: 'Bloqueada',
  CLOSED: 'Cerrada',
  ready: 'Su tarjeta está lista.',
  freeze: 'Bloquear',
  frozen: 'Bloqueada. Las compras se rechazan hasta que la desbloquee.',
  unfreeze: 'Desbloquear',
  unfrozen: 'Activa de nuevo.',
  close: 'Cerrar…',
  question: 'El cierre es definitivo: esta tarjeta no podrá volver a usarse.',
  yes: 'Cerrar esta tarjeta para siempre',
  no: 'Conservarla',
  closed: 'Esta tarjeta está cerrada para siempre.',
  signing: 'Firmando en este navegador…',
};
