/** Texts of `<countersign-sessions>`. */

/** English. */
export const sessionsEn = {
  title: 'Sessions',
  lead: 'Browsers that can sign for this wallet right now. Each has a key of its own.',
  reading: 'Reading the sessions…',
  signedOut: 'Sign in to see them.',
  current: 'This browser',
  other: 'Another sign-in',
  times: 'since {since}, until {until}',
  end: 'End it',
  endName: 'End it: the session of {name}, since {since}',
  endThis: 'End it here',
  endThisName: 'End it here: the session of this browser',
  question: 'End the session of {name}, since {since}? That browser then has to sign in again.',
  yes: 'Yes, end it',
  no: 'Leave it',
  ending: 'Signing and ending the session…',
  ended: 'That session has ended.',
};

/** The texts of this screen, in any language. */
export type SessionsTexts = { readonly [Key in keyof typeof sessionsEn]: string };

/** German. */
export const sessionsDe: SessionsTexts = {
  title: 'Sitzungen',
  lead: 'Browser, die gerade für dieses Wallet unterschreiben können. Jeder hat einen eigenen Schlüssel.',
  reading: 'Die Sitzungen werden gelesen …',
  signedOut: 'Melden Sie sich an, um sie zu sehen.',
  current: 'Dieser Browser',
  other: 'Eine andere Anmeldung',
  times: 'seit {since}, bis {until}',
  end: 'Beenden',
  endName: 'Beenden: die Sitzung von {name}, seit {since}',
  endThis: 'Hier beenden',
  endThisName: 'Hier beenden: die Sitzung dieses Browsers',
  question: 'Die Sitzung von {name}, seit {since}, beenden? Jener Browser muss sich dann neu anmelden.',
  yes: 'Ja, beenden',
  no: 'Nicht beenden',
  ending: 'Das Ende der Sitzung wird unterschrieben …',
  ended: 'Diese Sitzung ist beendet.',
};

/** Spanish. */
export const sessionsEs: SessionsTexts = {
  title: 'Sesiones',
  lead: 'Navegadores que ahora mismo pueden firmar por este monedero. Cada uno tiene su propia clave.',
  reading: 'Leyendo las sesiones…',
  signedOut: 'Inicie sesión para verlas.',
  current: 'Este navegador',
  other: 'Otro inicio de sesión',
  times: 'desde {since}, hasta {until}',
  end: 'Cerrar',
  endName: 'Cerrar la sesión de {name}, desde {since}',
  endThis: 'Cerrar aquí',
  endThisName: 'Cerrar aquí la sesión de este navegador',
  question: '¿Cerrar la sesión de {name}, desde {since}? Ese navegador tendrá que iniciar sesión de nuevo.',
  yes: 'Sí, cerrarla',
  no: 'Dejarla',
  ending: 'Firmando el cierre de la sesión…',
  ended: 'Esa sesión se ha cerrado.',
};
