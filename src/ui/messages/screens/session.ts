/** Texts of `<countersign-session>`. `{time}` is minutes and seconds. */

/** English. */
export const sessionEn = {
  title: 'Your session',
  session: 'Session',
  ending: 'Session ends in',
  left: '{time} left',
  warning: 'Your session ends soon. Choose “Stay signed in” to continue.',
  renew: 'Stay signed in',
  renewing: 'Keeping you signed in…',
  renewed: 'You stay signed in.',
  signOut: 'Sign out',
  signingOut: 'Signing out…',
  signedOut: 'You are signed out.',
  keyLeft: 'You may not be signed out completely. To be sure, clear this site’s data.',
  notReached: 'The service couldn’t be reached. The session ends there by itself.',
};

/** The texts of this screen, in any language. */
export type SessionTexts = { readonly [Key in keyof typeof sessionEn]: string };

/** German. */
export const sessionDe: SessionTexts = {
  title: 'Ihre Sitzung',
  session: 'Sitzung',
  ending: 'Die Sitzung endet in',
  left: 'noch {time}',
  warning: 'Ihre Sitzung endet bald. Wählen Sie „Angemeldet bleiben“, um weiterzumachen.',
  renew: 'Angemeldet bleiben',
  renewing: 'Sie bleiben gleich angemeldet…',
  renewed: 'Sie bleiben angemeldet.',
  signOut: 'Abmelden',
  signingOut: 'Sie werden abgemeldet…',
  signedOut: 'Sie sind abgemeldet.',
  keyLeft: 'Sie sind vielleicht nicht ganz abgemeldet. Löschen Sie zur Sicherheit die Daten dieser Website.',
  notReached: 'Der Dienst war nicht zu erreichen; dort endet die Sitzung von selbst.',
};

/** Spanish. */
export const sessionEs: SessionTexts = {
  title: 'Su sesión',
  session: 'Sesión',
  ending: 'La sesión termina en',
  left: 'quedan {time}',
  warning: 'Su sesión termina pronto. Elija «Seguir conectado» para continuar.',
  renew: 'Seguir conectado',
  renewing: 'Manteniendo su sesión…',
  renewed: 'Su sesión sigue abierta.',
  signOut: 'Cerrar sesión',
  signingOut: 'Cerrando la sesión…',
  signedOut: 'Ha cerrado la sesión.',
  keyLeft: 'Quizá la sesión no se haya cerrado del todo. Para estar seguro, borre los datos de este sitio.',
  notReached: 'No se ha podido avisar al servicio; allí la sesión termina por sí sola.',
};
