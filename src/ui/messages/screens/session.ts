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

/** French. */
export const sessionFr: SessionTexts = {
  title: 'Votre session',
  session: 'Session',
  ending: 'Fin de la session dans',
  left: 'encore {time}',
  warning: 'Votre session se termine bientôt. Choisissez « Prolonger la session » pour continuer.',
  renew: 'Prolonger la session',
  renewing: 'Prolongation de la session…',
  renewed: 'Votre session est prolongée.',
  signOut: 'Se déconnecter',
  signingOut: 'Déconnexion…',
  signedOut: 'Déconnexion effectuée.',
  keyLeft: 'La déconnexion n’est peut-être pas complète. Par sécurité, effacez les données de ce site.',
  notReached: 'Le service n’a pas répondu. La session s’y terminera d’elle-même.',
};

/** Portuguese. */
export const sessionPt: SessionTexts = {
  title: 'Sua sessão',
  session: 'Sessão',
  ending: 'A sessão termina em',
  left: 'ainda {time}',
  warning: 'Sua sessão termina em breve. Escolha “Prolongar a sessão” para continuar.',
  renew: 'Prolongar a sessão',
  renewing: 'Prolongando a sessão…',
  renewed: 'Sua sessão foi prolongada.',
  signOut: 'Sair',
  signingOut: 'Saindo…',
  signedOut: 'Você saiu.',
  keyLeft: 'Talvez você não tenha saído por completo. Por segurança, limpe os dados deste site.',
  notReached: 'Não conseguimos falar com o serviço. Lá, a sessão terminará sozinha.',
};
