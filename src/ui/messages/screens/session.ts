/** Texts of `<countersign-session>`. `{time}` is minutes and seconds. */

/** English. */
export const sessionEn = {
  title: 'Your session',
  session: 'Session',
  ending: 'Session ends in',
  left: '{time} left',
  warning: 'Your session ends soon. Choose Stay signed in to go on.',
  renew: 'Stay signed in',
  renewing: 'Renewing your session…',
  renewed: 'Your session was renewed, signed by its own key.',
  signOut: 'Sign out',
  signingOut: 'Signing out…',
  signedOut: 'You are signed out, and the key is gone from this browser.',
  keyLeft: 'You are signed out, but this browser did not confirm deleting the key. Clear this site’s data to be sure.',
  notReached: 'The service could not be told; the session there ends by itself.',
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
  renewing: 'Ihre Sitzung wird erneuert…',
  renewed: 'Ihre Sitzung wurde erneuert, unterschrieben mit ihrem eigenen Schlüssel.',
  signOut: 'Abmelden',
  signingOut: 'Sie werden abgemeldet…',
  signedOut: 'Sie sind abgemeldet, und der Schlüssel ist aus diesem Browser gelöscht.',
  keyLeft:
    'Sie sind abgemeldet, aber dieser Browser hat das Löschen des Schlüssels nicht bestätigt. Löschen Sie zur Sicherheit die Daten dieser Website.',
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
  renewing: 'Renovando su sesión…',
  renewed: 'Su sesión se ha renovado, firmada con su propia clave.',
  signOut: 'Cerrar sesión',
  signingOut: 'Cerrando la sesión…',
  signedOut: 'Ha cerrado la sesión, y la clave se ha borrado de este navegador.',
  keyLeft:
    'Ha cerrado la sesión, pero este navegador no ha confirmado que borró la clave. Borre los datos de este sitio para estar seguro.',
  notReached: 'No se ha podido avisar al servicio; allí la sesión termina por sí sola.',
};
